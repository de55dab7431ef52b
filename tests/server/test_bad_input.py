"""Invalid input is rejected with the documented code and field, and creates nothing."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest
from tests.server.api_client import SPEC, Api, ok, refused

RUN = {**SPEC, "prompt": "Hello"}
TOOL = {"kind": "local", "name": "look"}


def run(**more: Any) -> dict[str, Any]:
    return {**RUN, **more}


WRONG_RUNS: dict[str, tuple[Any, str]] = {
    "no prompt and no messages": (SPEC, "/prompt"),
    "prompt and messages": (run(messages=[{"role": "user", "content": "x"}]), "/prompt"),
    "nobody to be": ({"prompt": "x"}, "/systemPrompt"),
    "an empty prompt": (run(prompt=""), "/prompt"),
    "a prompt that is a number": (run(prompt=1), "/prompt"),
    "a prompt that is a list": (run(prompt=["x"]), "/prompt"),
    "no messages": ({**SPEC, "messages": []}, "/messages"),
    "messages that are an object": ({**SPEC, "messages": {}}, "/messages"),
    "a message without a role": ({**SPEC, "messages": [{"content": "x"}]}, "/messages/0/role"),
    "a message of nobody": (
        {**SPEC, "messages": [{"role": "god", "content": "x"}]},
        "/messages/0/role",
    ),
    "a message without content": (
        {**SPEC, "messages": [{"role": "user"}]},
        "/messages/0/content",
    ),
    "a last word of the assistant": (
        {**SPEC, "messages": [{"role": "assistant", "content": "x"}]},
        "/messages",
    ),
    "system messages only": ({"messages": [{"role": "system", "content": "x"}]}, "/messages"),
    "a system prompt that is a number": (run(systemPrompt=1), "/systemPrompt"),
    "tags that are a list": (run(metadata=["a"]), "/metadata"),
    "tags that are text": (run(metadata="a:b"), "/metadata"),
    "a tag that is a number": (run(metadata={"a": 1}), "/metadata/a"),
    "a tag that is a boolean": (run(metadata={"a": True}), "/metadata/a"),
    "a tag that is null": (run(metadata={"a": None}), "/metadata/a"),
    "a tag that is a list": (run(metadata={"a": ["b"]}), "/metadata/a"),
    "a tag that is an object": (run(metadata={"a": {"b": "c"}}), "/metadata/a"),
    "an empty tag key": (run(metadata={"": "v"}), "/metadata/"),
    "a tag key with a space": (run(metadata={"a b": "v"}), "/metadata/a b"),
    "a tag key with a newline": (run(metadata={"abc\n": "v"}), "/metadata/abc\n"),
    "a tag key with a slash": (run(metadata={"a/b": "v"}), "/metadata/a~1b"),
    "a reserved tag key": (run(metadata={"runwhy.x": "v"}), "/metadata/runwhy.x"),
    "an unknown kind of tool": (run(tools=[{"kind": "magic", "name": "a"}]), "/tools/0/kind"),
    "a tool without a kind": (run(tools=[{"name": "a"}]), "/tools/0/kind"),
    "a tool without a name": (run(tools=[{"kind": "local"}]), "/tools/0/name"),
    "a tool with a space": (run(tools=[{"kind": "local", "name": "a b"}]), "/tools/0/name"),
    "two tools of one name": (run(tools=[TOOL, TOOL]), "/tools/1/name"),
    "an MCP server without tools": (
        run(tools=[{"kind": "mcp_local", "name": "a"}]),
        "/tools/0/tools",
    ),
    "an agent without a card": (
        run(tools=[{"kind": "a2a_local", "name": "a"}]),
        "/tools/0/agentCard",
    ),
    "an MCP server without an address": (
        run(tools=[{"kind": "mcp", "name": "a"}]),
        "/tools/0/url",
    ),
    "tools that are an object": (run(tools=TOOL), "/tools"),
    "a tool that is text": (run(tools=["look"]), "/tools/0"),
    "parameters that are a list": (run(tools=[{**TOOL, "parameters": []}]), "/tools/0/parameters"),
    "a level that is no level": (run(reasoningLevel="extreme"), "/reasoningLevel"),
    "a level that is a fraction": (run(reasoningLevel=1.5), "/reasoningLevel"),
    "a level that is a boolean": (run(reasoningLevel=True), "/reasoningLevel"),
    "budgets that are a number": (run(budgets=3), "/budgets"),
    "turns that are text": (run(budgets={"maxToolTurns": "3"}), "/budgets/maxToolTurns"),
    "turns that are a fraction": (run(budgets={"maxToolTurns": 1.5}), "/budgets/maxToolTurns"),
    "loop detection that is true": (run(loopDetection=True), "/loopDetection"),
    "a plan and no deeds": (run(plan={"planOnly": True}), "/plan/planOnly"),
    "loop detection that is text": (run(loopDetection="on"), "/loopDetection"),
    "a cutoff before the nudge": (
        run(loopDetection={"consecutiveThreshold": 5, "hardCutoffThreshold": 5}),
        "/loopDetection",
    ),
    "a budget without a number": (run(toolBudgets={"t": {}}), "/toolBudgets/t/maxCalls"),
    "a budget that is a number": (run(toolBudgets={"t": 3}), "/toolBudgets/t"),
    "a context that is a list": (run(context=["x"]), "/context"),
    "a context that is text": (run(context="x"), "/context"),
    "an output schema that is a list": (run(outputSchema=[]), "/outputSchema"),
    "an output schema of no type": (run(outputSchema={"type": "nonsense"}), "/outputSchema/type"),
    "a named output schema of no type": (
        run(outputSchema={"name": "n", "schema": {"properties": {"a": {"type": "text"}}}}),
        "/outputSchema/schema/properties/a/type",
    ),
    "an output schema elsewhere": (
        run(outputSchema={"$ref": "https://example.com/a.json"}),
        "/outputSchema/$ref",
    ),
    "parameters of no type": (
        run(tools=[{**TOOL, "parameters": {"type": "nonsense"}}]),
        "/tools/0/parameters/type",
    ),
    "parameters of an MCP tool of no type": (
        run(
            tools=[
                {
                    "kind": "mcp_local",
                    "name": "m",
                    "tools": [{"name": "t", "inputSchema": {"required": "a"}}],
                }
            ]
        ),
        "/tools/0/tools/0/inputSchema/required",
    ),
    "an unknown executor": (run(executor="skynet"), "/executor"),
    "an executor that is not here": (run(executor="langgraph"), "/executor"),
    "an unknown strategy": (run(multitask="juggle"), "/multitask"),
    "a correlation id that is a number": (run(correlationId=7), "/correlationId"),
    "an unknown agent": (run(agentId="agt_00000000000000000000000000"), "/agentId"),
    "an unknown parent": (run(parentRunId="run_00000000000000000000000000"), "/parentRunId"),
    "a timeout of nothing": (run(timeout=0), "/timeout"),
    "a timeout that is text": (run(timeout="1"), "/timeout"),
    "attachments that are text": (
        {**SPEC, "messages": [{"role": "user", "content": "x", "attachments": ["a"]}]},
        "/messages/0/attachments/0",
    ),
}


@pytest.mark.parametrize("wrong", WRONG_RUNS.values(), ids=WRONG_RUNS)
def test_an_invalid_run_is_rejected_with_its_field(both: Api, wrong: tuple[Any, str]) -> None:
    body, field = wrong

    said = refused(both.post("/agent-runs", body), 400, "invalid_request")

    assert field in [problem["field"] for problem in said["problems"]]
    assert both.everything() == ([], 0)


WRONG_JSON: dict[str, bytes] = {
    "nothing": b"",
    "spaces": b"  \n",
    "half an object": b'{"prompt": "x"',
    "a trailing comma": b'{"prompt": "x",}',
    "single quotes": b"{'prompt': 'x'}",
    "two values": b'{"prompt": "x"} {}',
    "a form": b"prompt=x&systemPrompt=y",
    "null": b"null",
    "a list": b'[{"prompt": "x"}]',
    "text": b'"prompt"',
    "a number": b"1",
    "NaN": b'{"systemPrompt": "s", "prompt": "x", "context": {"a": NaN}}',
    "Infinity": b'{"systemPrompt": "s", "prompt": "x", "context": {"a": -Infinity}}',
    "a number beyond all bounds": b'{"systemPrompt": "s", "prompt": "x", "context": {"a": 1e400}}',
    "a number over 64 bits": (
        b'{"systemPrompt": "s", "prompt": "x", "context": {"a": 9223372036854775808}}'
    ),
    "a number of 5000 digits": (
        b'{"systemPrompt": "s", "prompt": "x", "context": {"a": ' + b"9" * 5000 + b"}}"
    ),
    "a key twice": b'{"systemPrompt": "s", "prompt": "x", "prompt": "y"}',
    "a tag twice": b'{"systemPrompt": "s", "prompt": "x", "metadata": {"a": "1", "a": "2"}}',
    "10,000 lists": b'{"systemPrompt": "s", "prompt": "x", "context": {"a": '
    + b"[" * 10_000
    + b"]" * 10_000
    + b"}}",
    "10,000 objects": b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
    "101 levels": b'{"systemPrompt": "s", "prompt": "x", "context": {"a": '
    + b"[" * 99
    + b"]" * 99
    + b"}}",
    "UTF-16": '{"prompt": "x"}'.encode("utf-16"),
    "Latin-1": '{"systemPrompt": "s", "prompt": "é"}'.encode("latin-1"),
    "a byte order mark": b'\xef\xbb\xbf{"systemPrompt": "s", "prompt": "x"}',
    "a control character": b'{"systemPrompt": "s", "prompt": "a\x01b"}',
    "NUL in a value": b'{"systemPrompt": "s", "prompt": "a\\u0000b"}',
    "NUL, not escaped": b'{"systemPrompt": "s", "prompt": "a\x00b"}',
    "NUL in a key": b'{"systemPrompt": "s", "prompt": "x", "context": {"a\\u0000": 1}}',
    "NUL in a tag": b'{"systemPrompt": "s", "prompt": "x", "metadata": {"a": "\\u0000"}}',
    "NUL in an unknown field": b'{"systemPrompt": "s", "prompt": "x", "whatever": ["\\u0000"]}',
    "a lone surrogate in a value": b'{"systemPrompt": "s", "prompt": "a\\ud800b"}',
    "a lone surrogate, low": b'{"systemPrompt": "s", "prompt": "a\\udc00b"}',
    "a lone surrogate, not escaped": b'{"systemPrompt": "s", "prompt": "a\xed\xa0\x80b"}',
    "a lone surrogate in a key": b'{"systemPrompt": "s", "prompt": "x", "a\\ud800": 1}',
    "a lone surrogate in a tag": (
        b'{"systemPrompt": "s", "prompt": "x", "metadata": {"a": "\\udfff"}}'
    ),
}


@pytest.mark.parametrize("raw", WRONG_JSON.values(), ids=WRONG_JSON)
@pytest.mark.parametrize("path", ["/agent-runs", "/agent-sessions"])
def test_invalid_json_is_rejected(both: Api, path: str, raw: bytes) -> None:
    refused(both.http.post(path, content=raw), 400, "invalid_request")

    assert both.everything() == ([], 0)


def test_valid_json_is_stored_unchanged(both: Api) -> None:
    odd = 'quote " back\\ slash / tab\t line\n del\x7f é 漢 🙂 \u2028 \ufffe \x1eCODEX_META {}\x1f'
    facts = {"n": 2**63 - 1, "m": -(2**63 - 1), "f": 1e308, "deep": [[[[[]]]]], odd: odd, "z": None}

    run = both.ended(both.run(odd, context=facts, metadata={"a": odd}))

    assert run["metadata"] == {"a": odd}
    assert run["spec"]["context"] == facts
    assert odd in run["finalText"]
    found = both.get("/agent-runs", metadata=f"a:{odd}")["runs"]
    assert [one["id"] for one in found] == [run["id"]]


def test_a_surrogate_pair_is_one_character(both: Api) -> None:
    raw = b'{"systemPrompt": "s", "prompt": "x", "metadata": {"a": "\\ud83d\\ude42"}}'

    run = ok(both.http.post("/agent-runs", content=raw), 202)

    assert run["metadata"] == {"a": "🙂"}


def test_an_unknown_model_is_rejected_with_similar_names(both: Api) -> None:
    for path in ("/agent-runs", "/agent-sessions", "/agents"):
        body = {**RUN, "name": "n", "modelId": "ecco"}
        said = refused(both.post(path, body), 400, "invalid_model")
        assert "echo" in said["candidates"]
        assert said["problems"][0]["field"] == "/modelId"
    assert both.everything() == ([], 0)
    assert both.get("/agents")["agents"] == []


WRONG_SESSIONS: dict[str, tuple[Any, str]] = {
    "nobody to be": ({}, "/systemPrompt"),
    "an unknown agent": ({"agentId": "agt_00000000000000000000000000"}, "/agentId"),
    "messages of the user": (
        {**SPEC, "messages": [{"role": "user", "content": "x"}]},
        "/messages",
    ),
    "a tag that is null": ({**SPEC, "metadata": {"a": None}}, "/metadata/a"),
    "autonomy that is true": ({**SPEC, "autonomy": True}, "/autonomy"),
    "autonomy without end": (
        {**SPEC, "autonomy": {"maxConsecutive": 101}},
        "/autonomy/maxConsecutive",
    ),
    "a name that is a number": ({**SPEC, "name": 1}, "/name"),
}


@pytest.mark.parametrize("wrong", WRONG_SESSIONS.values(), ids=WRONG_SESSIONS)
def test_an_invalid_session_is_rejected_with_its_field(api: Api, wrong: tuple[Any, str]) -> None:
    body, field = wrong

    said = refused(api.post("/agent-sessions", body), 400, "invalid_request")

    assert field in [problem["field"] for problem in said["problems"]]
    assert api.everything() == ([], 0)


MARKS = ("synthetic", "trigger_type", "trigger_reason")


@pytest.mark.parametrize("mark", MARKS)
def test_callers_cannot_set_the_marks_of_synthetic_messages(both: Api, mark: str) -> None:
    session = both.session()
    before = both.everything()
    path = f"/agent-sessions/{session}/messages"

    said = refused(
        both.post(path, {"prompt": "x", "metadata": {mark: "true"}}), 400, "invalid_request"
    )
    assert said["problems"][0]["field"] == f"/metadata/{mark}"
    for holder in ("metadata", "additional_kwargs"):
        message = {"role": "user", "content": "x", holder: {mark: True}}
        for target, more in ((path, {}), ("/agent-runs", SPEC)):
            said = refused(
                both.post(target, {**more, "messages": [message]}), 400, "invalid_request"
            )
            assert said["problems"][0]["field"] == f"/messages/0/{holder}/{mark}"
    message = {"role": "user", "content": "x", mark: True}
    refused(both.post(path, {"messages": [message]}), 400, "invalid_request")
    assert both.everything() == before


def test_claims_about_the_trigger_are_stored_but_not_trusted(both: Api) -> None:
    claims = {"trigger": "cron", "origin": {"trigger": "cron", "actor": "root"}, "attended": False}

    run = both.ended(both.run(**claims))

    assert run["origin"]["trigger"] == "api"
    assert run["origin"]["attended"] is True
    assert run["origin"]["actor"]["kind"] == "local"
    assert run["origin"]["claimed"] == claims
    assert "trigger" not in run["spec"] and "origin" not in run["spec"]
    assert "trigger: api (attended)" in run["finalText"]


def test_unknown_fields_are_kept_and_ignored(both: Api) -> None:
    extra = {"supervisor": {"interval": 5}, "fallbackModelId": "echo", "system_prompt": "no"}

    run = both.ended(both.run(**extra))

    assert run["status"] == "succeeded"
    assert {key: run["spec"][key] for key in extra} == extra


def patch(api: Api, session: str, body: object, **headers: str) -> httpx2.Response:
    return api.http.patch(f"/agent-sessions/{session}", json=body, headers=headers)


def test_an_outdated_version_changes_nothing(both: Api) -> None:
    session = both.session(metadata={"a": "1"})
    first = both.http.get(f"/agent-sessions/{session}")
    changed = patch(both, session, {"metadata": {"a": "2"}}, **{"If-Match": first.headers["etag"]})
    assert ok(changed)["version"] == first.json()["version"] + 1

    refused(
        patch(both, session, {"metadata": {"a": "3"}}, **{"If-Match": first.headers["etag"]}),
        409,
        "conflict",
    )
    refused(patch(both, session, {}, **{"If-Match": "newest"}), 400, "invalid_request")

    assert both.get(f"/agent-sessions/{session}")["metadata"] == {"a": "2"}
    assert ok(patch(both, session, {"name": "x"}, **{"If-Match": "*"}))["name"] == "x"
    version = both.get(f"/agent-sessions/{session}")["version"]
    assert ok(patch(both, session, {"name": "y"}, **{"If-Match": str(version)}))["name"] == "y"


WRONG_PATCHES: dict[str, tuple[Any, str]] = {
    "a tag that is a number": ({"metadata": {"a": 1}}, "/metadata/a"),
    "a reserved tag": ({"metadata": {"runwhy.a": "b"}}, "/metadata/runwhy.a"),
    "a bad key to remove": ({"metadata": {"a b": None}}, "/metadata/a b"),
    "a name that is a number": ({"name": 1}, "/name"),
    "too many tags in all": ({"metadata": {f"k{n}": "v" for n in range(16)}}, "/metadata"),
}


@pytest.mark.parametrize("wrong", WRONG_PATCHES.values(), ids=WRONG_PATCHES)
def test_an_invalid_patch_changes_nothing(api: Api, wrong: tuple[Any, str]) -> None:
    body, field = wrong
    session = api.session(metadata={"a": "1"})
    before = api.get(f"/agent-sessions/{session}")

    said = refused(patch(api, session, body), 400, "invalid_request")

    assert field in [problem["field"] for problem in said["problems"]]
    assert api.get(f"/agent-sessions/{session}") == before


def test_rules_between_fields_are_named_together_with_broken_fields(api: Api) -> None:
    body = {"prompt": "x", "messages": [], "metadata": {"env": 1}, "reasoningLevel": 101}

    said = refused(api.post("/agent-runs", body), 400, "invalid_request")

    fields = {problem["field"] for problem in said["problems"]}
    assert fields == {"/prompt", "/messages", "/metadata/env", "/reasoningLevel", "/systemPrompt"}
    assert api.everything() == ([], 0)


@pytest.mark.parametrize(
    "body",
    [
        {"prompt": " \n\t "},
        {"prompt": "\u3000"},
        {"messages": [{"role": "user", "content": "  "}]},
    ],
)
def test_a_prompt_of_white_space_is_refused(api: Api, body: dict[str, Any]) -> None:
    said = refused(api.post("/agent-runs", {**SPEC, **body}), 400, "invalid_request")

    assert "white space" in said["problems"][0]["problem"]
    assert api.everything() == ([], 0)


@pytest.mark.parametrize(("number", "status"), [(-(2**63), 202), (-(2**63) - 1, 400), (2**63, 400)])
def test_whole_numbers_have_64_bits(api: Api, number: int, status: int) -> None:
    body = {**SPEC, "prompt": "Hello", "context": {"n": number}}

    assert api.post("/agent-runs", body).status_code == status
