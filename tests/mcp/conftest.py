"""A server for each module of MCP tests, and its HTTP API."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.server.api_client import Api
from tests.support.servers import RunningServer, running_server, server_settings


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running_server(server_settings(tmp_path_factory.mktemp("mcp"))) as running:
        yield running


@pytest.fixture
def api(server: RunningServer) -> Iterator[Api]:
    found = Api(server.url)
    yield found
    found.http.close()
