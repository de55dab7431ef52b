"""Fixtures: a server with keys, and clients of the SDK."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from mantyx import AsyncMantyxClient, MantyxClient
from tests.e2e.mantyx_sdk.flavours import BlockingProxy, new_key
from tests.server.api_client import Api
from tests.support.servers import RunningServer, running_server, server_settings


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningServer]:
    changes = {}
    if request.param == "postgres":
        changes["database_url"] = request.getfixturevalue("postgres_url")
    settings = server_settings(tmp_path_factory.mktemp("mantyx"), host="0.0.0.0", **changes)
    with running_server(settings) as running:
        yield running


@pytest.fixture(scope="module")
def key(server: RunningServer) -> str:
    return new_key(server)


@pytest.fixture(params=["sync", "async"])
def flavour(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def runner() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as runner:
        yield runner


@pytest.fixture
def connect(server: RunningServer, flavour: str, runner: asyncio.Runner) -> Iterator[Any]:
    """Return a function that opens a client with a key."""
    opened: list[Any] = []

    def client(key: str) -> Any:
        options = {"api_key": key, "workspace_slug": "default", "base_url": server.url}
        if flavour == "sync":
            opened.append(MantyxClient(**options))
        else:
            opened.append(BlockingProxy(AsyncMantyxClient(**options), runner))
        return opened[-1]

    yield client
    for one in opened:
        one.close() if flavour == "sync" else one.aclose()


@pytest.fixture
def sdk(connect: Any, key: str) -> Any:
    return connect(key)


@pytest.fixture
def api(server: RunningServer, key: str) -> Iterator[Api]:
    """The same server over plain HTTP, to check the effects of SDK calls."""
    api = Api(server.url, key=key)
    yield api
    api.http.close()
