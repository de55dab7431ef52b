"""Local tool calls are answered exactly once."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest
from tests.client.scripted_server import PATIENCE, Events, Frame, Json, Reset, Script, frame

import runwhy
from runwhy import Tool

RESULTS = "/agent-runs/run_1/tool-results"
DONE = frame(9, "result", text="done")


def call(seq: int, name: str, id: str | None = None, **args: object) -> str:
    id = id or f"call_{seq}"
    return frame(seq, "local_tool_call", toolUseId=id, name=name, args=args, kind="local")


def script_run(server: Script, *frames: Frame, cut_first: tuple[Frame, ...] = ()) -> None:
    server.on("POST", "/agent-runs", Json({"runId": "run_1", "metadata": {}}, status=202))
    streams = [Events(cut_first, cut=True)] if cut_first else []
    server.on("GET", "/agent-runs/run_1/stream", *streams, Events(frames))
    server.on("POST", RESULTS, Json({}))


def answers(server: Script) -> list[Any]:
    return [request.body for request in server.seen("POST", "/tool-results")]


@runwhy.tool
def add(a: int, b: int = 1) -> int:
    """Add two numbers."""
    return a + b


def test_a_tool_is_announced_called_and_answered(client: Any, server: Script) -> None:
    script_run(server, call(1, "add", a=2, b=3), server.wait_for("POST", "/tool-results"), DONE)

    client.run_agent("Add", tools=[add])

    assert answers(server) == [{"toolUseId": "call_1", "result": "5"}]
    assert server.requests[0].body["tools"] == [
        {
            "kind": "local",
            "name": "add",
            "description": "Add two numbers.",
            "parameters": {
                "type": "object",
                "properties": {
                    "a": {"type": "integer"},
                    "b": {"type": "integer", "default": 1},
                },
                "required": ["a"],
                "additionalProperties": False,
            },
        }
    ]


def test_a_plain_function_can_be_a_tool(client: Any, server: Script) -> None:
    def shout(text: str) -> str:
        return text.upper()

    script_run(server, call(1, "shout", text="hi"), server.wait_for("POST", "/tool-results"), DONE)

    client.run_agent("Shout", tools=[shout])

    assert answers(server) == [{"toolUseId": "call_1", "result": "HI"}]


def test_an_async_tool_is_awaited(client: Any, server: Script) -> None:
    @runwhy.tool
    async def look_up(word: str) -> dict[str, str]:
        await asyncio.sleep(0)
        return {word: "ü"}

    script_run(server, call(1, "look_up", word="u"), server.wait_for("POST", "/tool-results"), DONE)

    client.run_agent("Look", tools=[look_up])

    assert answers(server) == [{"toolUseId": "call_1", "result": '{"u": "ü"}'}]


def test_the_model_gets_a_tools_exception(client: Any, server: Script) -> None:
    def fail() -> None:
        raise LookupError("no such thing")

    script_run(server, call(1, "fail"), server.wait_for("POST", "/tool-results"), DONE)

    client.run_agent("Fail", tools=[fail])

    assert answers(server) == [{"toolUseId": "call_1", "error": "LookupError: no such thing"}]


def test_the_model_gets_invalid_argument_errors(client: Any, server: Script) -> None:
    script_run(server, call(1, "add", b="x"), server.wait_for("POST", "/tool-results"), DONE)

    client.run_agent("Add", tools=[add])

    (answer,) = answers(server)
    assert "a: Missing required argument; b: Input should be a valid integer" in answer["error"]


def test_a_tool_with_its_own_schema_gets_unvalidated_arguments(client: Any, server: Script) -> None:
    got: list[object] = []
    tool = Tool(name="save", parameters={"type": "object"}, handler=lambda **a: got.append(a))
    script_run(server, call(1, "save", x="1"), server.wait_for("POST", "/tool-results"), DONE)

    client.run_agent("Save", tools=[tool])

    assert got == [{"x": "1"}]
    assert answers(server) == [{"toolUseId": "call_1", "result": "null"}]


def test_a_call_repeated_after_a_reconnect_is_executed_once(client: Any, server: Script) -> None:
    calls: list[int] = []

    def count() -> str:
        calls.append(1)
        return "ok"

    again = call(2, "count", id="call_1")  # the same call with another sequence number
    script_run(
        server,
        again,
        server.wait_for("POST", "/tool-results"),
        frame(3, "result", text="done"),
        cut_first=(call(1, "count", id="call_1"),),
    )

    client.run_agent("Count", tools=[count])

    assert len(calls) == 1
    assert len(answers(server)) == 1


def test_two_calls_are_executed_concurrently(client: Any, server: Script) -> None:
    both = threading.Barrier(2, timeout=PATIENCE)

    def meet() -> int:
        return both.wait() and 0

    two = server.wait_for("POST", "/tool-results", 2)
    script_run(server, call(1, "meet"), call(2, "meet"), two, DONE)

    client.run_agent("Meet", tools=[meet])

    assert {answer["result"] for answer in answers(server)} == {"0"}


def test_an_answer_is_delivered_over_a_broken_connection(client: Any, server: Script) -> None:
    script_run(server, call(1, "add", a=1), server.wait_for("POST", "/tool-results", 2), DONE)
    lost = Json({"error": "unknown_tool_use", "message": "answered"}, status=404)
    server.on("POST", RESULTS, Reset(), lost)

    assert client.run_agent("Add", tools=[add]).text == "done"
    assert answers(server) == [{"toolUseId": "call_1", "result": "2"}] * 2


def test_a_rejected_result_becomes_an_error_for_the_model(client: Any, server: Script) -> None:
    script_run(server, call(1, "add", a=1), server.wait_for("POST", "/tool-results", 2), DONE)
    large = Json({"error": "payload_too_large", "message": "at most 1 MiB"}, status=413)
    server.on("POST", RESULTS, large, Json({}))

    client.run_agent("Add", tools=[add])

    assert answers(server)[1] == {
        "toolUseId": "call_1",
        "error": "the server rejected the tool's result: at most 1 MiB",
    }


def test_the_client_that_started_a_run_answers_unknown_tools(client: Any, server: Script) -> None:
    script_run(server, call(1, "unknown"), server.wait_for("POST", "/tool-results"), DONE)

    client.run_agent("Hi", agent_id="agt_1")

    assert "no handler for tool unknown" in answers(server)[0]["error"]


@pytest.mark.parametrize("tool", [Tool(name="ask"), {"kind": "local", "name": "ask"}])
def test_a_tool_without_a_handler_is_left_to_the_caller(
    client: Any, server: Script, tool: Any
) -> None:
    script_run(server, call(1, "ask"), server.wait_for("POST", "/tool-results"), DONE)

    for event in client.stream_agent("Ask", tools=[tool]):
        if event.type == "local_tool_call":
            client.send_tool_result("run_1", event.data["toolUseId"], result="42")

    assert answers(server) == [{"toolUseId": "call_1", "result": "42"}]


def test_a_client_that_only_follows_answers_nothing(client: Any, server: Script) -> None:
    script_run(server, call(1, "add", a=1), DONE)

    assert [event.seq for event in client.follow("run_1")] == [1, 9]
    assert not answers(server)


def test_a_client_that_takes_over_answers_only_open_calls(client: Any, server: Script) -> None:
    calls: list[str] = []

    def note(text: str) -> str:
        calls.append(text)
        return text

    script_run(
        server,
        call(1, "note", text="answered"),
        frame(2, "local_tool_result_in", toolUseId="call_1", output="answered"),
        call(3, "note", text="open"),
        server.wait_for("POST", "/tool-results"),
        frame(4, "result", text="done"),
    )

    client.wait("run_1", tools=[note])

    assert calls == ["open"]


def test_a_hanging_tool_does_not_block_a_cancelled_run(client: Any, server: Script) -> None:
    began, end = threading.Event(), threading.Event()

    def hang() -> None:
        began.set()
        end.wait(PATIENCE)

    waiting: Callable[[], object] = lambda: began.wait(PATIENCE)  # noqa: E731
    script_run(server, call(1, "hang"), waiting, frame(2, "cancelled", reason="enough"))

    with pytest.raises(runwhy.RunCancelled):
        client.run_agent("Hang", tools=[hang])
    end.set()
