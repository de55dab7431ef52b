"""Every limit of the API: a value at the limit is accepted, one over it is rejected with both
numbers.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from tests.server.api_client import SPEC, Api, ok, refused

RUN = {**SPEC, "prompt": "Hello"}


def tags(count: int) -> dict[str, str]:
    return {f"k{n}": "v" for n in range(count)}


def tags_of_bytes(size: int) -> dict[str, str]:
    """Return 15 tags of 265 bytes each as compact JSON, and a last one that fills up the rest."""
    full = {f"key{n:02}": "x" * 255 for n in range(15)}
    empty = len(json.dumps({**full, "last0": ""}, separators=(",", ":")))
    return {**full, "last0": "x" * (size - empty)}


def object_of_bytes(size: int) -> dict[str, str]:
    return {"a": "x" * (size - len('{"a":""}'))}


def tool(name: str = "look") -> dict[str, Any]:
    return {"kind": "local", "name": name}


def tools(count: int) -> list[dict[str, Any]]:
    return [tool(f"t{n}") for n in range(count)]


@dataclass(frozen=True)
class Limit:
    """A value of some size, its field, and the largest allowed size."""

    name: str
    field: str
    limit: int
    make: Callable[[int], dict[str, Any]]
    path: str = "/agent-runs"
    status: int = 202

    def __str__(self) -> str:
        return self.name


def run(**more: Any) -> dict[str, Any]:
    return {**RUN, **more}


UPPER = [
    Limit("tags", "/metadata", 16, lambda n: run(metadata=tags(n))),
    Limit("tag key", "", 64, lambda n: run(metadata={"k" * n: "v"})),
    Limit("tag value", "/metadata/env", 256, lambda n: run(metadata={"env": "x" * n})),
    Limit("tag value, wide", "/metadata/env", 256, lambda n: run(metadata={"env": "é" * n})),
    Limit("tag value, astral", "/metadata/env", 256, lambda n: run(metadata={"env": "🙂" * n})),
    Limit("tags, bytes", "/metadata", 4096, lambda n: run(metadata=tags_of_bytes(n))),
    Limit("context", "/context", 65536, lambda n: run(context=object_of_bytes(n))),
    Limit("correlationId", "/correlationId", 128, lambda n: run(correlationId="c" * n)),
    Limit("name", "/name", 200, lambda n: run(name="n" * n)),
    Limit("tools", "/tools", 128, lambda n: run(tools=tools(n))),
    Limit("tool name", "/tools/0/name", 64, lambda n: run(tools=[tool("t" * n)])),
    Limit("reasoningLevel", "/reasoningLevel", 100, lambda n: run(reasoningLevel=n)),
    Limit("outputSchema", "/outputSchema", 32768, lambda n: run(outputSchema=object_of_bytes(n))),
    Limit(
        "maxToolTurns", "/budgets/maxToolTurns", 1000, lambda n: run(budgets={"maxToolTurns": n})
    ),
    Limit(
        "maxCalls",
        "/toolBudgets/t/maxCalls",
        1000,
        lambda n: run(toolBudgets={"t": {"maxCalls": n}}),
    ),
    Limit(
        "toolBudgets",
        "/toolBudgets",
        32,
        lambda n: run(toolBudgets={f"t{i}": {"maxCalls": 1} for i in range(n)}),
    ),
    Limit(
        "consecutiveThreshold",
        "/loopDetection/consecutiveThreshold",
        100,
        lambda n: run(loopDetection={"consecutiveThreshold": n}),
    ),
    Limit(
        "hardCutoffThreshold",
        "/loopDetection/hardCutoffThreshold",
        100,
        lambda n: run(loopDetection={"hardCutoffThreshold": n}),
    ),
    Limit(
        "modelVisibleMetadata",
        "/modelVisibleMetadata",
        16,
        lambda n: run(modelVisibleMetadata=["k"] * n),
    ),
    Limit("timeout", "/timeout", 86400, lambda n: run(timeout=n)),
    Limit("claims", "/origin", 4096, lambda n: run(origin="o" * (n - len('{"origin":""}')))),
    Limit(
        "messages",
        "/messages",
        1000,
        lambda n: {**SPEC, "messages": [{"role": "user", "content": "x"}] * n},
    ),
    Limit(
        "attachments",
        "/messages/0/attachments",
        20,
        lambda n: {
            **SPEC,
            "messages": [
                {"role": "user", "content": "x", "attachments": [{"type": "input_file"}] * n}
            ],
        },
    ),
    Limit("task timeout", "/timeout", 86400, lambda n: {"task": "Do it.", "timeout": n}, "/tasks"),
    Limit("agent name", "/name", 200, lambda n: {**SPEC, "name": "n" * n}, "/agents", 201),
    Limit(
        "key name", "/name", 200, lambda n: {"name": "n" * n, "scopes": ["runs:read"]}, "/keys", 201
    ),
    Limit(
        "session tag",
        "/metadata/env",
        256,
        lambda n: {**SPEC, "metadata": {"env": "x" * n}},
        "/agent-sessions",
        201,
    ),
]

LOWER = [
    Limit("reasoningLevel", "/reasoningLevel", 0, lambda n: run(reasoningLevel=n)),
    Limit("maxToolTurns", "/budgets/maxToolTurns", 0, lambda n: run(budgets={"maxToolTurns": n})),
    Limit("prompt", "/prompt", 1, lambda n: run(prompt="x" * n)),
    Limit(
        "consecutiveThreshold",
        "/loopDetection/consecutiveThreshold",
        2,
        lambda n: run(loopDetection={"consecutiveThreshold": n}),
    ),
    Limit(
        "hardCutoffThreshold",
        "/loopDetection/hardCutoffThreshold",
        3,
        lambda n: run(loopDetection={"hardCutoffThreshold": n}),
    ),
    Limit("task", "/task", 1, lambda n: {"task": "x" * n}, "/tasks"),
    Limit("scopes", "/scopes", 1, lambda n: {"name": "n", "scopes": ["admin"] * n}, "/keys", 201),
    Limit("tool name", "/tools/0/name", 1, lambda n: run(tools=[tool("t" * n)])),
]


@pytest.mark.parametrize("limit", UPPER, ids=str)
def test_a_value_at_the_limit_is_accepted_and_one_over_it_rejected(both: Api, limit: Limit) -> None:
    ok(both.post(limit.path, limit.make(limit.limit)), limit.status)
    before = both.everything()

    body = refused(both.post(limit.path, limit.make(limit.limit + 1)), 400, "invalid_request")

    told = {p["field"]: p for p in body["problems"]}
    field = limit.field or f"/metadata/{'k' * 65}"
    assert told[field]["actual"] == limit.limit + 1
    if limit.name != "reasoningLevel":
        assert told[field]["limit"] == limit.limit
    assert both.everything() == before


@pytest.mark.parametrize("limit", LOWER, ids=str)
def test_a_value_at_the_lower_limit_is_accepted_and_one_below_it_rejected(
    api: Api, limit: Limit
) -> None:
    ok(api.post(limit.path, limit.make(limit.limit)), limit.status)

    body = refused(api.post(limit.path, limit.make(limit.limit - 1)), 400, "invalid_request")

    assert limit.field in [problem["field"] for problem in body["problems"]]


def test_all_problems_are_reported_together(api: Api) -> None:
    broken = run(
        metadata={"bad key": "x", "long": "x" * 257, "number": 1},
        correlationId="c" * 129,
        budgets={"maxToolTurns": -1},
        tools=[{"kind": "magic", "name": "a"}],
    )

    body = refused(api.post("/agent-runs", broken), 400, "invalid_request")

    assert {problem["field"] for problem in body["problems"]} == {
        "/metadata/bad key",
        "/metadata/long",
        "/metadata/number",
        "/correlationId",
        "/budgets/maxToolTurns",
        "/tools/0/kind",
    }


def test_tags_are_limited_after_the_merge_too(both: Api) -> None:
    session = both.session(metadata=tags(16))
    path = f"/agent-sessions/{session}/messages"
    ok(both.post(path, {"prompt": "x", "metadata": {"k0": "other"}}), 202)
    ok(both.post(path, {"prompt": "x", "metadata": {"k0": None, "new": "v"}}), 202)
    before = both.everything()

    body = refused(
        both.post(path, {"prompt": "x", "metadata": {"new": "v"}}), 400, "invalid_request"
    )

    (problem,) = body["problems"]
    assert (problem["field"], problem["limit"], problem["actual"]) == ("/metadata", 16, 17)
    assert both.everything() == before


def test_a_body_of_one_mebibyte_is_accepted_and_one_byte_more_rejected(both: Api) -> None:
    limit = 1024 * 1024
    short = json.dumps({**SPEC, "prompt": ""}).encode()
    prompt = "x" * (limit - len(short))
    body = json.dumps({**SPEC, "prompt": prompt}).encode()
    assert len(body) == limit
    ok(both.http.post("/agent-runs", content=body), 202)
    before = both.everything()

    said = refused(both.http.post("/agent-runs", content=body + b" "), 413, "payload_too_large")
    (problem,) = said["problems"]
    assert (problem["limit"], problem["actual"]) == (limit, limit + 1)
    in_pieces = both.http.post("/agent-runs", content=iter([body, b" "]))
    refused(in_pieces, 413, "payload_too_large")
    assert both.everything() == before


@pytest.mark.parametrize("size", [2, 8, 32])
def test_a_client_that_sends_far_too_much_still_gets_the_error(api: Api, size: int) -> None:
    body = b"x" * (size * 1024 * 1024)

    refused(api.http.post("/agent-runs", content=body), 413, "payload_too_large")
    refused(api.http.post("/agent-runs", content=iter([body])), 413, "payload_too_large")


@pytest.mark.parametrize("path", ["/agent-runs", "/agent-sessions"])
def test_lists_have_between_1_and_200_items(api: Api, path: str) -> None:
    for limit in (1, 200):
        api.get(path, limit=limit)
    for limit in (0, 201, -1):
        body = refused(api.http.get(path, params={"limit": limit}), 400, "invalid_request")
        assert body["problems"][0]["field"] == "limit"
        assert body["problems"][0]["actual"] == limit


def test_an_idempotency_key_has_up_to_255_characters(api: Api) -> None:
    ok(api.post("/agent-runs", RUN, **{"Idempotency-Key": "k" * 255}), 202)
    before = api.everything()

    body = refused(
        api.post("/agent-runs", RUN, **{"Idempotency-Key": "k" * 256}), 400, "invalid_request"
    )

    assert (body["problems"][0]["limit"], body["problems"][0]["actual"]) == (255, 256)
    assert api.everything() == before
