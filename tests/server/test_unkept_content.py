"""`store: false`: messages are erased on both databases; tags, origin and figures stay."""

from __future__ import annotations

import json
import time
from typing import Any

import httpx2
import pytest
from tests.server.api_client import Api, ok
from tests.server.erasure_scene import MARK, kept_in
from tests.support import callers
from tests.support.servers import PATIENCE, RunningServer

PATHS = ("/v1/chat/completions", "/v1/responses")
FUNCTION = {"name": "look", "description": f"Looks for {MARK}.", "parameters": {"type": "object"}}
ARGS = json.dumps({"name": MARK})


def body(path: str, text: str, **more: Any) -> dict[str, Any]:
    """Return a request that has the word everywhere except in its tags."""
    given = {"model": "echo", "store": False, "metadata": {"customer": "acme"}, "user": MARK}
    if path == PATHS[0]:
        messages = [
            {"role": "system", "content": f"You know {MARK}."},
            {"role": "user", "content": text},
        ]
        tools: Any = [{"type": "function", "function": FUNCTION}]
        return {**given, "messages": messages, "tools": tools, **more}
    tools = [{"type": "function", **FUNCTION}]
    return {**given, "input": text, "instructions": f"You know {MARK}.", "tools": tools, **more}


def run_id(answer: httpx2.Response) -> str:
    return str(answer.headers["x-request-id"])


def check_erased(server: RunningServer, api: Api, id: str) -> None:
    run = api.get(f"/agent-runs/{id}")
    assert run["erasedAt"] is not None and run["finalText"] is None
    assert run["metadata"] == {"customer": "acme"} and run["tokens"]["inputTokens"] > 0
    assert kept_in(server) == set()


@pytest.mark.parametrize("path", PATHS)
def test_no_word_is_left_after_the_answer(either: RunningServer, both: Api, path: str) -> None:
    key = ok(both.post("/keys", {"name": "sdk", "scopes": ["runs:write"]}), 201)["secret"]
    with callers.client(either.url, headers={"Authorization": f"Bearer {key}"}) as http:
        whole = http.post(path, json=body(path, f"What is a {MARK}?"))
        calls = http.post(path, json=body(path, f"[[tool look {ARGS}]]"))
        keyed = http.post(
            path, json=body(path, f"A {MARK}, once"), headers={"Idempotency-Key": f"key-{path}"}
        )
        with http.stream(
            "POST", path, json=body(path, f"[[tool look {ARGS}]]", stream=True)
        ) as stream:
            streamed = stream.read().decode()

    for answer in (whole, calls, keyed):
        assert answer.status_code == 200 and MARK in answer.text, answer.text
        check_erased(either, both, run_id(answer))
    assert MARK[:4] in streamed and "look" in streamed
    check_erased(either, both, run_id(stream))
    either.call(either.runwhy.store.pack_runs(size=2))
    assert kept_in(either) == set()


def test_a_run_that_nobody_reads_is_erased_soon_after_its_end(
    either: RunningServer, both: Api
) -> None:
    id = both.run(f"What is a {MARK}?", keepsContent=False, metadata={"customer": "acme"})
    both.ended(id)
    assert "parts" in kept_in(either)

    until = time.monotonic() + PATIENCE
    while both.get(f"/agent-runs/{id}")["erasedAt"] is None:
        assert time.monotonic() < until
        time.sleep(0.1)

    check_erased(either, both, id)
