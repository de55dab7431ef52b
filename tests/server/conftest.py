"""Servers for the tests of the HTTP API: one per module, with one workspace per test."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

import pytest
from tests.server.api_client import Api, ok
from tests.support.servers import RunningServer, running_server, server_settings

_numbers = itertools.count(1)


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server in local mode on SQLite."""
    with running_server(server_settings(tmp_path_factory.mktemp("local"))) as server:
        yield server


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def either(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningServer]:
    """A server in local mode, once on each store."""
    directory = tmp_path_factory.mktemp("either")
    changes = {}
    if request.param == "postgres":
        changes["database_url"] = request.getfixturevalue("postgres_url")
    with running_server(server_settings(directory, **changes)) as server:
        yield server


@pytest.fixture
def connect() -> Iterator[Callable[..., Api]]:
    """Return a function that makes further clients, which are closed after the test."""
    opened: list[Api] = []

    def api(*args: str, **kwargs: str) -> Api:
        opened.append(Api(*args, **kwargs))
        return opened[-1]

    yield api
    for one in opened:
        one.http.close()


def _fresh(server: RunningServer) -> Iterator[Api]:
    slug = f"w{next(_numbers)}"
    everywhere = Api(server.url)
    ok(everywhere.http.post(f"{server.url}/api/v1/workspaces", json={"slug": slug}), 201)
    everywhere.http.close()
    api = Api(server.url, slug)
    yield api
    api.http.close()


@pytest.fixture
def api(local: RunningServer) -> Iterator[Api]:
    """A new workspace on SQLite."""
    yield from _fresh(local)


@pytest.fixture
def both(either: RunningServer) -> Iterator[Api]:
    """A new workspace, once on each store."""
    yield from _fresh(either)
