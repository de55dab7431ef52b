"""Requests to a real server with arbitrary bytes never cause a 500 response."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.fuzz.inputs import JSON, SHARP, damaged, damaged_bytes
from tests.support import callers
from tests.support.servers import RunningServer, running_server, server_settings

CALL = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "tools/call",
    "params": {"name": "runs_search", "arguments": {"query": "a:b", "limit": 5}},
}
SPEC = {"systemPrompt": "Be brief."}
TOKEN = "a-token-for-the-fuzzer"
TYPES = st.sampled_from(["application/json", "text/plain", "application/x+json; charset=é", ""])
SEEDS = st.integers(0, 2**32)
few = settings(
    max_examples=max(15, settings().max_examples // 4),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    deadline=None,
)


class Target:
    """A server with a webhook and a session, and a client with a kept connection."""

    def __init__(self, server: RunningServer, http: httpx2.Client) -> None:
        self.http = http
        hook = {"kind": "webhook", "name": "h", "verify": "token", "secret": TOKEN, "spec": SPEC}
        template = {"promptTemplate": "Do {{ a }}", "tagsFrom": {"k": "a.b"}, "prompt": "p"}
        made = http.post(f"{server.base}/triggers", json={**hook, **template})
        assert made.status_code == 201, made.text
        self.hook, self.base = made.json()["hookPath"], server.base
        session = http.post(f"{server.base}/agent-sessions", json=SPEC).json()
        self.session: str = session["sessionId"]

    def post(self, path: str, body: bytes, **headers: str) -> httpx2.Response:
        named = {k.replace("_", "-"): v.encode("utf-8") for k, v in headers.items()}
        response = self.http.post(path, content=body, headers=named)
        assert response.status_code < 500, (path, body, response.text)
        return response


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    settings = server_settings(tmp_path_factory.mktemp("target"))
    with (
        running_server(settings, work=False) as server,
        callers.client(base_url=server.url) as http,
    ):
        yield Target(server, http)


def raw(value: Any) -> bytes:
    return json.dumps(value).encode()


BODIES = st.binary(max_size=100) | JSON.map(raw) | SHARP.map(lambda t: t.encode(errors="replace"))


@few
@given(body=BODIES, type=TYPES)
def test_webhooks_accept_or_reject_any_body(target: Target, body: bytes, type: str) -> None:
    headers = {"content_type": type, "authorization": f"Bearer {TOKEN}"}
    response = target.post(target.hook, body, **headers)
    assert response.status_code in (200, 202, 400), response.text
    assert target.post(target.hook, body, content_type=type).status_code == 401


@few
@given(body=BODIES | SEEDS.map(lambda seed: raw(damaged(CALL, seed))))
def test_mcp_never_causes_a_server_error(target: Target, body: bytes) -> None:
    accept = "application/json, text/event-stream"
    more = {"content_type": "application/json", "accept": accept}
    target.post("/mcp", body, **more, x_runwhy_session=target.session)


@few
@given(
    path=st.sampled_from(["/agent-runs", "/tasks", "/imports", "/triggers", "/memories", "/views"]),
    body=BODIES | SEEDS.map(lambda seed: damaged_bytes(raw({**SPEC, "prompt": "Hi"}), seed)),
)
def test_bodies_are_accepted_or_rejected_with_an_error(
    target: Target, path: str, body: bytes
) -> None:
    response = target.post(target.base + path, body, content_type="application/json")
    assert response.status_code < 300 or response.json()["error"]


@few
@given(
    name=st.sampled_from(["idempotency-key", "last-event-id", "if-match", "x-api-key", "cookie"]),
    value=SHARP.map(lambda text: "".join(c for c in text if c.isprintable()).strip()),
)
def test_headers_never_cause_a_server_error(target: Target, name: str, value: str) -> None:
    headers = {name: value.encode(errors="replace")}
    for method, path in (("POST", "/agent-sessions"), ("GET", "/agent-runs"), ("GET", "/models")):
        body = raw(SPEC) if method == "POST" else None
        response = target.http.request(method, target.base + path, content=body, headers=headers)
        assert response.status_code < 500, response.text


@few
@given(
    query=st.dictionaries(
        st.sampled_from(["q", "cursor", "limit", "metadata", "status", "key"]), SHARP
    )
)
def test_query_parameters_never_cause_a_server_error(target: Target, query: dict[str, str]) -> None:
    clean = {name: value.encode(errors="replace").decode() for name, value in query.items()}
    for path in ("/agent-runs", "/agent-runs/facets", "/agent-sessions", "/audit", "/memories"):
        response = target.http.get(target.base + path, params=clean)
        assert response.status_code < 500, (path, clean, response.text)
