"""A server with keys, and the SDK before it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from mantyx import AsyncMantyxClient, MantyxClient
from tests.e2e.mantyx_sdk.flavours import Awaited, new_key
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
    """How a test gets a client with a key."""
    opened: list[Any] = []

    def client(key: str) -> Any:
        given = {"api_key": key, "workspace_slug": "default", "base_url": server.url}
        if flavour == "sync":
            opened.append(MantyxClient(**given))
        else:
            opened.append(Awaited(AsyncMantyxClient(**given), runner))
        return opened[-1]

    yield client
    for one in opened:
        one.close() if flavour == "sync" else one.aclose()


@pytest.fixture
def sdk(connect: Any, key: str) -> Any:
    return connect(key)


@pytest.fixture
def ours(server: RunningServer, key: str) -> Iterator[Api]:
    """The same server over plain HTTP, to see what became of what the SDK did."""
    api = Api(server.url, key=key)
    yield api
    api.http.close()
