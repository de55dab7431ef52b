"""The client `mantyx-sdk` from PyPI works with a Runwhy server, sync and async."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mantyx import (
    MantyxAuthError,
    MantyxError,
    MantyxRunError,
    MantyxScopeError,
    define_local_a2a,
    define_local_mcp,
    define_local_tool,
)
from tests.e2e.mantyx_sdk.flavours import new_key
from tests.server.api_client import Api
from tests.support.http_server import HttpRequest, HttpResponse, http_server
from tests.support.servers import RunningServer

from runwhy.core.accounts.workspaces import Scope

WEATHER = {
    "type": "object",
    "properties": {"city": {"type": "string"}},
    "required": ["city"],
}


def test_models_are_listed(sdk: Any) -> None:
    catalog = sdk.list_models()

    assert catalog.default_model_id == "echo"
    assert "echo" in [model.id for model in catalog.models]


def test_an_agent_runs_with_metadata_and_a_local_tool(sdk: Any, api: Api) -> None:
    calls: list[Any] = []

    def weather(args: dict[str, Any]) -> str:
        calls.append(args)
        return f"sunny in {args['city']}"

    tool = define_local_tool(name="weather", execute=weather, parameters=WEATHER)
    deltas: list[str] = []

    result = sdk.run_agent(
        system_prompt="Be brief.",
        prompt='How is the weather? [[tool weather {"city": "Rome"}]]',
        tools=[tool],
        metadata={"customer": "acme", "env": "prod"},
        on_assistant_delta=deltas.append,
    )

    assert calls == [{"city": "Rome"}]
    assert "sunny in Rome" in result.text
    assert result.text in "".join(deltas)
    assert result.turns == 2
    assert result.model.id == "echo" and result.model.provider
    assert result.tokens.input_tokens > 0 and result.tokens.output_tokens > 0
    assert api.get(f"/agent-runs/{result.run_id}")["metadata"] == {
        "customer": "acme",
        "env": "prod",
    }


def test_an_error_of_a_tool_is_sent_to_the_model_and_the_run_continues(sdk: Any) -> None:
    def broken(_: Any) -> str:
        raise RuntimeError("no luck")

    tool = define_local_tool(name="broken", execute=broken)

    result = sdk.run_agent(system_prompt="s", prompt="[[tool broken {}]]", tools=[tool])

    assert "no luck" in result.text


def test_an_agent_streams_its_events_in_order_and_ends_once(sdk: Any) -> None:
    events = list(sdk.stream_agent(system_prompt="s", prompt="Hello", metadata={"a": "b"}))

    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    types = [event.type for event in events]
    assert types[:2] == ["queued", "started"]
    assert types[-2:] == ["assistant_message", "result"]
    assert events[-1].data["metadata"] == {"a": "b"}


def test_messages_of_several_roles_are_sent_together(sdk: Any) -> None:
    messages = [
        {"role": "system", "content": "Be terse."},
        {"role": "user", "content": "Earlier question"},
        {"role": "assistant", "content": "Earlier answer"},
        {"role": "user", "content": "And now?"},
    ]

    result = sdk.run_agent(messages=messages)

    assert "And now?" in result.text


def test_runs_inherit_the_metadata_of_a_session_and_a_message_overrides_it(
    sdk: Any, api: Api
) -> None:
    session = sdk.create_session(system_prompt="s", metadata={"customer": "acme", "env": "prod"})

    plain = session.send("One")
    other = session.send("Two", metadata={"env": "staging", "trace": "t1"})

    assert api.get(f"/agent-runs/{plain.run_id}")["metadata"] == {
        "customer": "acme",
        "env": "prod",
    }
    run = api.get(f"/agent-runs/{other.run_id}")
    assert run["metadata"] == {"customer": "acme", "env": "staging", "trace": "t1"}
    assert run["metadataSources"] == {"customer": "session", "env": "run", "trace": "run"}
    assert sdk.get_session_info(session.id).metadata == {"customer": "acme", "env": "prod"}


def test_a_session_is_resumed_with_its_history(sdk: Any) -> None:
    first = sdk.create_session(system_prompt="s", name="Support")
    first.send("One")

    session = sdk.resume_session(first.id)
    session.send("Two")

    history = session.history()
    assert [message["role"] for message in history] == ["user", "assistant"] * 2
    assert [m["content"] for m in history if m["role"] == "user"] == ["One", "Two"]
    info = session.info()
    assert (info.id, info.name, info.status) == (first.id, "Support", "active")


def test_a_session_streams_a_turn(sdk: Any) -> None:
    session = sdk.create_session(system_prompt="s")

    events = list(session.stream("Hello"))

    assert events[-1].type == "result"


def test_a_resumed_session_can_pass_its_tools_again(sdk: Any) -> None:
    tool = define_local_tool(name="now", execute=lambda _: "noon")
    session_id = sdk.create_session(system_prompt="s", tools=[tool]).id

    session = sdk.resume_session(session_id, tools=[tool])

    assert "noon" in session.send("[[tool now {}]]").text


def test_events_of_a_session_are_read_page_by_page(sdk: Any) -> None:
    session = sdk.create_session(system_prompt="s")
    for prompt in ("One", "Two", "Three"):
        session.send(prompt)

    events = session.events(full=True)
    assert [event.type for event in events] == ["user_message", "assistant_message"] * 3
    assert [event.text for event in events[::2]] == ["One", "Two", "Three"]
    assert events[0].user_message()["text"] == "One"
    assert [event.seq for event in session.events(last_messages=2)] == [5, 6]

    page = session.events_page(last_messages=4)
    assert (page.total, page.truncated, page.next_before_seq) == (6, True, 3)
    older = session.events_page(last_messages=4, before_seq=page.next_before_seq)
    assert [event.seq for event in older.events + page.events] == [1, 2, 3, 4, 5, 6]
    assert (older.truncated, older.next_before_seq) == (False, None)


def test_sessions_are_found_by_metadata_page_by_page(sdk: Any, flavour: str, key: str) -> None:
    mine = {"customer": "acme", "test": f"{flavour}-{key[-6:]}"}
    made = [sdk.create_session(system_prompt="s", metadata=mine).id for _ in range(3)]
    sdk.create_session(system_prompt="s", metadata={**mine, "customer": "other"})

    first = sdk.list_sessions(metadata=mine, limit=2)
    second = sdk.list_sessions(metadata=mine, limit=2, cursor=first.next_cursor)

    assert (first.total, first.limit, second.next_cursor) == (3, 2, None)
    found = first.sessions + second.sessions
    assert [summary.session_id for summary in found] == made[::-1]
    assert all(summary.metadata == mine for summary in found)
    by_offset = sdk.list_sessions(metadata=mine, limit=2, offset=2)
    assert [summary.session_id for summary in by_offset.sessions] == made[:1]
    assert sdk.list_sessions(metadata={**mine, "no_such": "tag"}).total == 0


def test_a_run_is_cancelled_in_the_middle_of_a_model_call(sdk: Any, api: Api) -> None:
    run_id = api.run("[[sleep 600]]")
    api.stream(f"/agent-runs/{run_id}/stream", until=("started",))

    sdk.cancel_run(run_id)
    sdk.cancel_run(run_id)

    assert api.ended(run_id)["status"] == "cancelled"


def test_waiting_for_a_cancelled_run_raises_an_error(sdk: Any, api: Api) -> None:
    def cancel(event: Any) -> None:
        if event.type == "started":
            api.post(f"/agent-runs/{event.data['runId']}/cancel")

    with pytest.raises(MantyxRunError) as caught:
        sdk.run_agent(system_prompt="s", prompt="[[sleep 600]]", on_event=cancel)

    assert caught.value.subtype == "cancelled"


def test_a_failed_run_has_an_error_class(sdk: Any) -> None:
    with pytest.raises(MantyxRunError) as caught:
        sdk.run_agent(system_prompt="s", prompt="[[fail rate_limit]]")

    assert caught.value.error_class == "rate_limit"
    assert caught.value.retryable is True


def test_an_ended_session_rejects_messages_but_stays_readable(sdk: Any) -> None:
    session = sdk.create_session(system_prompt="s", metadata={"a": "b"})
    session.send("One")

    sdk.end_session(session.id)

    with pytest.raises(MantyxError) as caught:
        session.send("Two")
    assert (caught.value.code, caught.value.status) == ("session_ended", 409)
    assert sdk.get_session_info(session.id).status == "ended"
    assert [m["content"] for m in session.history() if m["role"] == "user"] == ["One"]


def test_a_bad_key_is_an_auth_error(connect: Any) -> None:
    with pytest.raises(MantyxAuthError) as caught:
        connect("rwk_unknown").list_models()

    assert caught.value.status == 401


def test_the_error_names_a_missing_scope(connect: Any, server: RunningServer) -> None:
    sdk = connect(new_key(server, Scope.RUNS_READ, Scope.MODELS_READ))

    assert sdk.list_models().models
    with pytest.raises(MantyxScopeError) as caught:
        sdk.run_agent(system_prompt="s", prompt="Hello")

    assert caught.value.required_scopes == ("runs:write",)


@pytest.mark.parametrize(
    "metadata",
    [
        {"env": "x" * 257},
        {"bad key": "x"},
        {f"k{n}": "x" for n in range(17)},
        {"env": 1},
        {"runwhy.origin": "me"},
    ],
    ids=["long value", "bad key", "too many", "a number", "reserved"],
)
def test_bad_metadata_is_an_invalid_request(sdk: Any, metadata: Any) -> None:
    with pytest.raises(MantyxError) as caught:
        sdk.run_agent(system_prompt="s", prompt="Hello", metadata=metadata)

    assert (caught.value.code, caught.value.status) == ("invalid_request", 400)


def test_an_unknown_model_and_an_unknown_session_have_their_error_codes(sdk: Any) -> None:
    with pytest.raises(MantyxError) as model:
        sdk.run_agent(system_prompt="s", prompt="Hello", model_id="ecco")
    assert (model.value.code, model.value.status) == ("invalid_model", 400)

    with pytest.raises(MantyxError) as session:
        sdk.resume_session("ses_00000000000000000000000000")
    assert (session.value.code, session.value.status) == ("not_found", 404)


MCP_SERVER = """
from mcp.server.mcpserver import MCPServer

server = MCPServer("files", version="1.2.3")

@server.tool()
def read(path: str) -> str:
    "Read a file."
    return f"contents of {path}"

server.run("stdio")
"""


# The sync client of this release cannot open an MCP transport: it exits a cancel scope of anyio
# in a different task than it entered it, before it sends a request.
@pytest.mark.parametrize("flavour", ["async"], indirect=True)
def test_tools_of_a_local_mcp_server_are_called_by_the_client(sdk: Any, tmp_path: Path) -> None:
    script = tmp_path / "files.py"
    script.write_text(MCP_SERVER)
    files = define_local_mcp(name="fs", command=sys.executable, args=[str(script)])

    result = sdk.run_agent(
        system_prompt="s", prompt='[[tool fs_read {"path": "notes.txt"}]]', tools=[files]
    )

    assert "contents of notes.txt" in result.text
    (call,) = [event.data for event in result.events if event.type == "local_tool_call"]
    assert (call["kind"], call["mcpServer"]) == ("mcp_local", "fs")
    assert call["mcpServerInfo"]["name"] == "files"


JSON_HEADERS = {"content-type": "application/json"}


@pytest.fixture
def peer() -> Iterator[str]:
    """A minimal local A2A agent; the URL of its card."""

    def answer(request: HttpRequest) -> HttpResponse:
        if not request.body:
            card = {"name": "HR", "description": "Knows about holidays.", "url": f"{url}/a2a"}
            return HttpResponse(body=json.dumps(card).encode(), headers=JSON_HEADERS)
        call = json.loads(request.body)
        text = call["params"]["message"]["parts"][0]["text"]
        parts = [{"kind": "text", "text": f"HR received: {text}"}]
        reply = {"jsonrpc": "2.0", "id": call["id"], "result": {"parts": parts}}
        return HttpResponse(body=json.dumps(reply).encode(), headers=JSON_HEADERS)

    with http_server(answer) as url:
        yield f"{url}/card"


def test_a_local_a2a_agent_is_called_by_the_client(sdk: Any, peer: str) -> None:
    hr = define_local_a2a(name="hr", agent_card_url=peer)

    result = sdk.run_agent(
        system_prompt="s", prompt='[[tool hr {"message": "When is Easter?"}]]', tools=[hr]
    )

    assert "HR received: When is Easter?" in result.text
    (call,) = [event.data for event in result.events if event.type == "local_tool_call"]
    assert (call["kind"], call["agentCard"]["name"]) == ("a2a_local", "HR")
