"""Bytes at the doors of a real server: webhooks, MCP, bodies; answered, never with a 500."""

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


class Doors:
    """A server, and a client that keeps its connection."""

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
        said = self.http.post(path, content=body, headers=named)
        assert said.status_code < 500, (path, body, said.text)
        return said


@pytest.fixture(scope="module")
def doors(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Doors]:
    given = server_settings(tmp_path_factory.mktemp("doors"))
    with (
        running_server(given, work=False) as server,
        callers.client(base_url=server.url) as http,
    ):
        yield Doors(server, http)


def raw(value: Any) -> bytes:
    return json.dumps(value).encode()


BODIES = st.binary(max_size=100) | JSON.map(raw) | SHARP.map(lambda t: t.encode(errors="replace"))


@few
@given(body=BODIES, type=TYPES)
def test_webhooks_take_a_delivery_or_say_why_not(doors: Doors, body: bytes, type: str) -> None:
    headers = {"content_type": type, "authorization": f"Bearer {TOKEN}"}
    said = doors.post(doors.hook, body, **headers)
    assert said.status_code in (200, 202, 400), said.text
    assert doors.post(doors.hook, body, content_type=type).status_code == 401


@few
@given(body=BODIES | SEEDS.map(lambda seed: raw(damaged(CALL, seed))))
def test_mcp_answers_whatever_it_is_sent(doors: Doors, body: bytes) -> None:
    accept = "application/json, text/event-stream"
    more = {"content_type": "application/json", "accept": accept}
    doors.post("/mcp", body, **more, x_runwhy_session=doors.session)


@few
@given(
    path=st.sampled_from(["/agent-runs", "/tasks", "/imports", "/triggers", "/memories", "/views"]),
    body=BODIES | SEEDS.map(lambda seed: damaged_bytes(raw({**SPEC, "prompt": "Hi"}), seed)),
)
def test_bodies_are_taken_or_refused_in_one_shape(doors: Doors, path: str, body: bytes) -> None:
    said = doors.post(doors.base + path, body, content_type="application/json")
    assert said.status_code < 300 or said.json()["error"]


@few
@given(
    name=st.sampled_from(["idempotency-key", "last-event-id", "if-match", "x-api-key", "cookie"]),
    value=SHARP.map(lambda text: "".join(c for c in text if c.isprintable()).strip()),
)
def test_headers_are_read_or_refused(doors: Doors, name: str, value: str) -> None:
    headers = {name: value.encode(errors="replace")}
    for method, path in (("POST", "/agent-sessions"), ("GET", "/agent-runs"), ("GET", "/models")):
        body = raw(SPEC) if method == "POST" else None
        said = doors.http.request(method, doors.base + path, content=body, headers=headers)
        assert said.status_code < 500, said.text


@few
@given(
    query=st.dictionaries(
        st.sampled_from(["q", "cursor", "limit", "metadata", "status", "key"]), SHARP
    )
)
def test_questions_are_answered_or_refused(doors: Doors, query: dict[str, str]) -> None:
    clean = {name: value.encode(errors="replace").decode() for name, value in query.items()}
    for path in ("/agent-runs", "/agent-runs/facets", "/agent-sessions", "/audit", "/memories"):
        said = doors.http.get(doors.base + path, params=clean)
        assert said.status_code < 500, (path, clean, said.text)
