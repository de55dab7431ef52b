"""Several servers in one process can get their first requests at the same moment."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from starlette.applications import Starlette
from tests.support.servers import server_settings

from runwhy.wiring import make_server

APPS = 4
REQUEST = {"type": "http", "method": "GET", "path": "/nowhere", "headers": []}


@pytest.fixture
def many_switches() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def test_first_requests_at_the_same_moment_are_routed(tmp_path: Path, many_switches: None) -> None:
    apps = [make_server(server_settings(tmp_path / str(number))).app for number in range(APPS)]
    start = threading.Barrier(APPS)

    def match(app: Starlette) -> None:
        start.wait(60)
        for route in app.router.routes:
            route.matches({**REQUEST, "app": app})

    with ThreadPoolExecutor(APPS) as pool:
        list(pool.map(match, apps))
