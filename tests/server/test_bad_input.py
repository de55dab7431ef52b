"""What is wrong is refused with the documented code, says where, and creates nothing."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest
from tests.server.calling import SPEC, Api, ok, refused

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
    "a reserved tag key": (run(metadata={"whence.x": "v"}), "/metadata/whence.x"),
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
def test_a_wrong_run_is_refused_and_says_where(both: Api, wrong: tuple[Any, str]) -> None:
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
def test_what_is_no_proper_json_is_refused(both: Api, path: str, raw: bytes) -> None:
    refused(both.http.post(path, content=raw), 400, "invalid_request")

    assert both.everything() == ([], 0)


def test_what_json_allows_and_a_store_can_keep_is_kept_as_it_is(both: Api) -> None:
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


WRONG_ADDRESSES = {
    "NUL in a filter": "/agent-runs?metadata=a:%00",
    "NUL in a status": "/agent-runs?status=%00",
    "NUL in a cursor": "/agent-sessions?cursor=a%00",
    "NUL in an id": "/agent-runs/run_%00",
    "NUL in a session": "/agent-sessions/%00/events",
    "a lone surrogate in a filter": "/agent-runs?metadata=a:%ED%A0%80",
    "a lone surrogate in an id": "/agent-runs/%ED%A0%80",
    "no UTF-8 in a filter": "/agent-runs?metadata=a:%FF",
    "no UTF-8 in an id": "/agent-sessions/%FF",
}


@pytest.mark.parametrize("path", WRONG_ADDRESSES.values(), ids=WRONG_ADDRESSES)
def test_an_address_that_no_store_could_look_for_is_refused(both: Api, path: str) -> None:
    refused(both.http.get(path), 400, "invalid_request")


WRONG_QUERIES: dict[str, tuple[str, str]] = {
    "a limit that is text": ("/agent-runs?limit=many", "limit"),
    "a limit that is a fraction": ("/agent-runs?limit=1.5", "limit"),
    "an unknown status": ("/agent-runs?status=lost", "status"),
    "an unknown status of a session": ("/agent-sessions?status=lost", "status"),
    "a filter without a colon": ("/agent-runs?metadata=customer", "metadata"),
    "a filter without a key": ("/agent-runs?metadata=:acme", "metadata/"),
    "a filter with a bad key": ("/agent-runs?metadata=a%20b:c", "metadata/a b"),
    "a filter with a long value": (f"/agent-runs?metadata=a:{'x' * 257}", "metadata/a"),
    "two values of one key": ("/agent-runs?metadata=a:b&metadata=a:c", "metadata"),
    "a filter of sessions without a colon": ("/agent-sessions?metadata=customer", "metadata"),
    "a cursor of nowhere": ("/agent-runs?cursor=nonsense", "cursor"),
    "a cursor of odd characters": ("/agent-runs?cursor=%F0%9F%99%82", "cursor"),
    "an endless cursor": (f"/agent-runs?cursor={'A' * 513}", "cursor"),
    "a cursor of sessions of nowhere": ("/agent-sessions?cursor=nonsense", "cursor"),
    "an offset below zero": ("/agent-sessions?offset=-1", "offset"),
    "an offset beyond all bounds": (f"/agent-sessions?offset={2**63}", "offset"),
}


@pytest.mark.parametrize("wrong", WRONG_QUERIES.values(), ids=WRONG_QUERIES)
def test_a_wrong_question_is_refused_and_says_which_parameter(
    both: Api, wrong: tuple[str, str]
) -> None:
    path, field = wrong

    said = refused(both.http.get(path), 400, "invalid_request")

    assert field in [problem["field"] for problem in said["problems"]]


def test_a_cursor_belongs_to_its_question(both: Api) -> None:
    for _ in range(3):
        both.run(metadata={"a": "b"})
        both.session(metadata={"a": "b"})
    for path in ("/agent-runs", "/agent-sessions"):
        cursor = both.get(path, metadata="a:b", limit=1)["nextCursor"]
        both.get(path, metadata="a:b", limit=2, cursor=cursor)

        for other in ({}, {"metadata": "a:c"}, {"metadata": "a:b", "status": "failed"}):
            params = {**other, "cursor": cursor}
            if path == "/agent-sessions" and "status" in other:
                params["status"] = "active"
            said = refused(both.http.get(path, params=params), 400, "invalid_request")
            assert said["problems"][0]["field"] == "cursor"


def test_an_unknown_key_is_an_empty_list(both: Api) -> None:
    both.run(metadata={"a": "b"})
    both.session(metadata={"a": "b"})

    assert both.get("/agent-runs", metadata="nobody:knows")["runs"] == []
    assert both.get("/agent-sessions", metadata="nobody:knows")["sessions"] == []


def test_an_unknown_model_is_refused_with_names_that_are_close(both: Api) -> None:
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
def test_a_wrong_session_is_refused_and_says_where(api: Api, wrong: tuple[Any, str]) -> None:
    body, field = wrong

    said = refused(api.post("/agent-sessions", body), 400, "invalid_request")

    assert field in [problem["field"] for problem in said["problems"]]
    assert api.everything() == ([], 0)


MARKS = ("synthetic", "trigger_type", "trigger_reason")


@pytest.mark.parametrize("mark", MARKS)
def test_marks_of_synthetic_messages_are_the_servers_alone(both: Api, mark: str) -> None:
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


def test_what_a_caller_claims_of_its_trigger_is_kept_and_not_believed(both: Api) -> None:
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


UNKNOWN = "run_00000000000000000000000000"


@pytest.mark.parametrize(
    "ask",
    [
        ("GET", "/agent-runs/{run}"),
        ("GET", "/agent-runs/{run}/stream"),
        ("GET", "/agent-runs/{run}/messages"),
        ("GET", "/agent-runs/{run}/log"),
        ("POST", "/agent-runs/{run}/cancel"),
        ("POST", "/agent-runs/{run}/tool-results"),
        ("GET", "/agent-sessions/{session}"),
        ("PATCH", "/agent-sessions/{session}"),
        ("DELETE", "/agent-sessions/{session}"),
        ("GET", "/agent-sessions/{session}/events"),
        ("GET", "/agent-sessions/{session}/history"),
        ("GET", "/agent-sessions/{session}/stream"),
        ("POST", "/agent-sessions/{session}/messages"),
        ("GET", "/agents/{agent}"),
        ("PATCH", "/agents/{agent}"),
        ("DELETE", "/agents/{agent}"),
        ("DELETE", "/keys/{key}"),
    ],
    ids=lambda ask: " ".join(ask),
)
def test_what_is_unknown_and_what_is_anothers_cannot_be_told_apart(
    both: Api, ask: tuple[str, str]
) -> None:
    method, path = ask
    elsewhere = Api(both.url)
    theirs = {
        "run": elsewhere.run(),
        "session": elsewhere.session(),
        "agent": ok(elsewhere.post("/agents", {**SPEC, "name": "a"}), 201)["id"],
        "key": ok(elsewhere.post("/keys", {"name": "k", "scopes": ["admin"]}), 201)["id"],
    }
    body = {"prompt": "x", "toolUseId": "t", "result": "r"}
    said = []
    for ids in (theirs, dict.fromkeys(theirs, "nonsense"), dict.fromkeys(theirs, UNKNOWN)):
        address = path.format(**ids)
        response = both.http.request(method, address, json=None if method == "GET" else body)
        answer = refused(response, 404, "not_found")
        said.append(answer["message"].replace(address.split("/")[2], "ID"))
    assert len(set(said)) == 1
    elsewhere.http.close()


def test_an_unknown_workspace_is_not_found(both: Api) -> None:
    nowhere = Api(both.url, "nowhere")

    for response in (
        nowhere.http.get("/agent-runs"),
        nowhere.post("/agent-runs", RUN),
        nowhere.post("/agent-sessions", SPEC),
        nowhere.http.get("/models"),
    ):
        refused(response, 404, "not_found")
    nowhere.http.close()


def patch(api: Api, session: str, body: object, **headers: str) -> httpx2.Response:
    return api.http.patch(f"/agent-sessions/{session}", json=body, headers=headers)


def test_a_stale_version_changes_nothing(both: Api) -> None:
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
    "a reserved tag": ({"metadata": {"whence.a": "b"}}, "/metadata/whence.a"),
    "a bad key to remove": ({"metadata": {"a b": None}}, "/metadata/a b"),
    "a name that is a number": ({"name": 1}, "/name"),
    "too many tags in all": ({"metadata": {f"k{n}": "v" for n in range(16)}}, "/metadata"),
}


@pytest.mark.parametrize("wrong", WRONG_PATCHES.values(), ids=WRONG_PATCHES)
def test_a_wrong_change_of_a_session_changes_nothing(api: Api, wrong: tuple[Any, str]) -> None:
    body, field = wrong
    session = api.session(metadata={"a": "1"})
    before = api.get(f"/agent-sessions/{session}")

    said = refused(patch(api, session, body), 400, "invalid_request")

    assert field in [problem["field"] for problem in said["problems"]]
    assert api.get(f"/agent-sessions/{session}") == before
