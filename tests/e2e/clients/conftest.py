"""Fixtures: one server per module."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.e2e.clients.site import Site, open_site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with open_site(tmp_path_factory.mktemp("clients")) as opened:
        yield opened
