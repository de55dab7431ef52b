"""Checks of model providers: reachable or not, and why, without leaking a key."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from tests.server.api_client import Api, ok
from tests.support.clock import FrozenClock
from tests.support.servers import running_server, server_settings

from runwhy.executors.builtin.provider_checks import ProviderChecks
from runwhy.executors.builtin.providers import Provider

pytestmark = pytest.mark.anyio
KEY = "sk-test-0123456789abcdef"
Connect = Callable[..., Api]


@contextmanager
def models_server(status: int = 200, body: object = None) -> Iterator[tuple[str, list[str]]]:
    """A provider that lists its models; yields its address and the paths of requests."""
    seen: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            seen.append(self.path)
            text = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("content-length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, *_: Any) -> None:
            """Print nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1", seen
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def provider(url: str, **changes: Any) -> Provider:
    made: dict[str, Any] = {"name": "lab", "wire": "chat", "base_url": url, "key": KEY}
    return Provider(**{**made, **changes})


async def check(one: Provider, *, timeout: float = 5.0) -> Any:
    (state,) = await ProviderChecks(providers={one.name: one}, timeout=timeout).check()
    return state


async def test_a_provider_that_lists_its_models_is_reachable() -> None:
    with models_server(body={"data": [{"id": "b"}, {"id": "a"}, {"x": 1}]}) as (url, seen):
        state = await check(provider(url))
        claude = await check(provider(url.removesuffix("/v1"), wire="anthropic"))

    assert (state.status, state.reason, state.models) == ("reachable", None, ["a", "b"])
    assert claude.status == "reachable"
    assert [path.partition("?")[0] for path in seen] == ["/v1/models", "/v1/models"]


@pytest.mark.parametrize(
    ("code", "status"),
    [(401, "unauthorized"), (403, "unauthorized"), (500, "error"), (302, "error")],
)
async def test_a_provider_that_refuses_is_named_with_its_status(code: int, status: str) -> None:
    with models_server(code, {"error": {"message": f"bad key {KEY}"}}) as (url, _):
        state = await check(provider(url, key_variable="LAB_KEY"))

    assert state.status == status
    assert f"HTTP {code}" in state.reason and KEY not in state.reason
    assert ("LAB_KEY" in state.reason) == (status == "unauthorized")


@pytest.mark.parametrize("body", ["text", {"data": "x"}, [1]])
async def test_a_provider_without_a_list_is_reachable(body: object) -> None:
    with models_server(body=body) as (url, _):
        assert (await check(provider(url))).models is None
    with models_server(404) as (url, _):
        assert (await check(provider(url))).status == "reachable"


async def test_a_provider_that_does_not_answer_is_unreachable() -> None:
    with models_server() as (url, _):
        pass  # nothing listens there any more
    state = await check(provider(url))
    assert state.status == "unreachable" and "127.0.0.1" in state.reason

    late = await check(provider("http://127.0.0.1:9/v1"), timeout=0)
    assert late.status == "unreachable"


async def test_a_provider_without_a_key_is_not_asked() -> None:
    with models_server() as (url, seen):
        state = await check(provider(url, key=None, key_variable="LAB_KEY"))

    assert (state.status, seen) == ("no_key", [])
    assert "LAB_KEY" in state.reason


def test_a_check_is_kept_for_a_moment(
    connect: Connect, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = FrozenClock()
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    monkeypatch.setenv("LAB_KEY", KEY)
    with models_server(401) as (url, seen):
        lab = {"base_url": url, "api_key_env": "LAB_KEY"}
        settings = server_settings(tmp_path, providers={"lab": lab})
        with running_server(settings, clock=clock, work=False) as server:
            api = connect(server.url)
            before = {
                one["name"]: one["status"] for one in api.get("/models/providers")["providers"]
            }
            found = ok(api.post("/models/check", {}))["providers"]
            ok(api.post("/models/check", {}))
            once = len(seen)
            clock.advance(seconds=31)
            ok(api.post("/models/check", {}))
            after = api.get("/models/providers")["providers"]

    assert before["lab"] == "unchecked" and before["openai"] == "no_key"
    states = {one["name"]: one for one in found}
    assert states["lab"]["status"] == "unauthorized" and KEY not in json.dumps(found)
    assert states["openai"]["reason"] == "set OPENAI_API_KEY and restart the server"
    assert (once, len(seen)) == (1, 2)
    assert {one["name"]: one["status"] for one in after}["lab"] == "unauthorized"
