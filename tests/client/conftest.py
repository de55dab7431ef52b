"""A scripted server, and both kinds of client."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from tests.client.flavours import blocking
from tests.client.scripted_server import Script, scripted_server

from runwhy import AsyncClient, Client

MakeClient = Callable[..., Any]


@pytest.fixture
def server() -> Iterator[Script]:
    with scripted_server() as script:
        yield script


@pytest.fixture(params=["sync", "async"])
def make_client(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[MakeClient]:
    """Create clients that are closed at the end; async ones are driven synchronously."""
    for name in ("RUNWHY_URL", "RUNWHY_API_KEY", "RUNWHY_WORKSPACE"):
        monkeypatch.delenv(name, raising=False)
    with ExitStack() as stack:
        if request.param == "sync":
            yield lambda *args, **kwargs: stack.enter_context(Client(*args, **kwargs))
        else:
            runner = stack.enter_context(asyncio.Runner())

            def make(*args: Any, **kwargs: Any) -> Any:
                client = blocking(AsyncClient(*args, **kwargs), runner)
                stack.callback(client.close)
                return client

            yield make


@pytest.fixture
def client(make_client: MakeClient, server: Script) -> Any:
    return make_client(server.url, reconnect_for=10.0, retry_for=10.0)
