"""The model view of a run equals, call by call, what the provider received."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.executors.scripted_server import (
    CHAT,
    RESPONSES,
    WIRES,
    Scene,
    Wire,
    messages_of,
    scene,
    unsealed,
)
from tests.executors.test_compaction import LONG, chat_for, small
from tests.executors.test_models import CITY, LOOK, answer, wait_for_call
from tests.executors.test_sent_envelope import hooked
from tests.support.scripted_models import Call, Fail, Request, Say, Think

from runwhy.core.runs.log import PartKind
from runwhy.ports import ModelRequest

FULL = Fail(
    400, "prompt is too long: 9 > 8", "invalid_request_error", code="context_length_exceeded"
)


@pytest.fixture(params=WIRES, ids=lambda wire: wire.name)
def tight(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Scene]:
    """A model with a small window, on every API."""
    with scene(request.param, tmp_path, monkeypatch, settings=small(request.param)) as made:
        yield made


def calls_of(here: Scene, run: str) -> list[dict[str, Any]]:
    calls: list[dict[str, Any]] = here.api.get(f"/agent-runs/{run}/messages", view="model")["calls"]
    return calls


def shown(call: dict[str, Any]) -> list[tuple[str, str]]:
    """Return a call of the view as `Scene.sent` reads a request."""
    return [pair for message in call["messages"] for pair in _pairs(message)]


def _pairs(message: dict[str, Any]) -> Iterator[tuple[str, str]]:
    if message["content"]:
        yield message["role"], message["content"]
    for made in message.get("toolCalls") or ():
        yield "call", f"{made['name']} {json.dumps(made['args'])}"


def tools_in(request: Request) -> list[dict[str, Any]]:
    """Return the tools of a request: name, description and schema."""
    tools = request.body.get("tools") or []
    given = [tool.get("function", tool) for tool in tools]
    return [
        {
            "name": tool["name"],
            "description": tool.get("description") or "",
            "parameters": tool.get("parameters", tool.get("input_schema")),
        }
        for tool in given
    ]


def check(here: Scene, run: str, *requests: Request) -> list[dict[str, Any]]:
    """Compare the view of a run with what the provider received, request by request."""
    calls = calls_of(here, run)
    sent = [[pair for pair in unsealed(messages_of(r)) if pair[0] != "thinking"] for r in requests]
    assert [shown(call) for call in calls] == sent
    assert [call["exact"] for call in calls] == [True] * len(calls)
    for call, request in zip(calls, requests, strict=True):
        assert [(t["name"], t["description"]) for t in call["tools"]] == [
            (t["name"], t["description"]) for t in tools_in(request)
        ]
        choice = request.body.get("tool_choice")
        choice = choice.get("type") if isinstance(choice, dict) else choice
        assert call["parameters"].get("toolChoice", "auto") == (choice or "auto")
        assert call["systemPrompt"] == call["messages"][0]["content"]
    return calls


def test_every_call_of_a_run_with_tools_is_shown_as_it_was_sent(here: Scene) -> None:
    here.model.add(
        [Think("Where?"), Say("Looking."), Call("look", {"at": "x"})],
        [Call("look", {"at": "y"})],
        [Say("Both seen.")],
    )

    run = here.start("Look twice.", tools=[LOOK], budgets={"maxToolTurns": 2})
    for number in (1, 2):
        answer(here, run, wait_for_call(here, run, number)["toolUseId"], f"seen {number}")
    here.end(run)

    calls = check(here, run, *here.model.requests)
    assert [call["turn"] for call in calls] == [1, 2, 3]
    assert calls[0]["tools"][0]["parameters"] == LOOK["parameters"]
    assert [call["parameters"]["toolChoice"] for call in calls] == ["auto", "auto", "none"]
    assert calls[-1]["parameters"]["modelId"] == here.wire.model
    assert calls[-1]["tokens"]["inputTokens"] == 1200
    assert [call["finishReason"] for call in calls] == ["tool_calls", "tool_calls", "stop"]


def test_retries_of_a_call_are_one_call_and_a_failed_call_is_shown(here: Scene) -> None:
    busy = Fail(529, "overloaded", "overloaded_error")
    here.model.add([busy], [Call("look")], [Fail(401, "no such key")])

    run = here.start("Look.", tools=[LOOK])
    answer(here, run, wait_for_call(here, run)["toolUseId"])
    assert here.end(run).event == "error"

    first, again, last = here.model.requests
    assert first.body == again.body
    calls = check(here, run, again, last)
    assert calls[0]["error"] is None
    assert calls[1]["error"]["errorClass"] == "auth"
    log = here.api.get(f"/agent-runs/{run}/log")["parts"]
    failed = log[calls[1]["seq"] - 1]
    assert (failed["kind"], failed["visible"]) == ("failed_call", False)
    assert failed["call"]["error"] == calls[1]["error"]


def test_summaries_and_a_refused_call_are_shown_as_they_were_sent(tight: Scene) -> None:
    session = chat_for(tight, 5)
    tight.model.forget()
    tight.model.add([Say("They asked five things.")], [FULL], [Say("In short.")], [Say("Hi")])

    run = tight.api.send(session, f"question 5 {LONG}")

    assert tight.end(run).data["data"]["text"] == "Hi"
    calls = check(tight, run, *tight.model.requests)
    assert [call["purpose"] for call in calls] == ["summary", "reply", "summary", "reply"]
    assert [bool(call["error"]) for call in calls] == [False, True, False, False]
    assert [call["turn"] for call in calls] == [1, 1, 1, 1]


def test_a_summary_in_pieces_shows_each_request_and_counts_usage_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with scene(CHAT, tmp_path, monkeypatch, settings=small(CHAT)) as here:
        here.model.add(
            [Call("look")], [Call("look")], [Say("Half.")], [Say("All.")], [Say("Done.")]
        )
        run = here.start("Look twice.", tools=[LOOK])
        answer(here, run, wait_for_call(here, run, 1)["toolUseId"], "y" * 9000)
        answer(here, run, wait_for_call(here, run, 2)["toolUseId"], "z")
        here.end(run)
        calls = check(here, run, *here.model.requests)

    made = [call for call in calls if call["purpose"] == "summary"]
    assert len(made) > 1
    assert [call["tokens"] is None for call in made] == [True] * (len(made) - 1) + [False]


def test_a_summary_that_failed_is_shown_with_its_error(tight: Scene) -> None:
    session = chat_for(tight, 5)
    tight.model.forget()
    tight.model.add([Fail(401, "no such key")], [Say("Hi")])

    run = tight.api.send(session, f"question 5 {LONG}")

    assert tight.end(run).event == "result"
    failed, _ = check(tight, run, *tight.model.requests)
    assert (failed["purpose"], failed["error"]["errorClass"]) == ("summary", "auth")


@pytest.mark.parametrize("wire", WIRES, ids=lambda wire: wire.name)
def test_the_schema_of_the_answer_is_shown_as_it_was_sent(
    wire: Wire, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with scene(wire, tmp_path, monkeypatch) as here:
        here.model.add([Say('{"city":"Oslo"}')])
        run = here.start("Where?", outputSchema=CITY, reasoningLevel="low")
        here.end(run)
        (call,) = calls_of(here, run)

    parameters = call["parameters"]
    body = json.dumps(here.model.requests[0].body)
    assert parameters["outputSchema"] == CITY
    assert parameters["outputMode"] in ("native", "tool")
    assert parameters["promptCache"] is True
    assert parameters["reasoningLevel"] == "low"
    assert ("reasoningEffort" in parameters) == (wire is not CHAT)
    assert json.dumps(CITY)[1:-1] in body or "city" in body
    assert [t["name"] for t in call["tools"]] == [
        t["name"] for t in tools_in(here.model.requests[0])
    ]


def test_what_a_hook_changed_is_shown_as_it_was_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def louder(request: ModelRequest) -> ModelRequest:
        changed = [
            replace(part, text=part.text.upper()) if part.kind is PartKind.MESSAGE else part
            for part in request.messages
        ]
        return replace(request, messages=changed, tools=())

    hooked(louder, monkeypatch)
    with scene(RESPONSES, tmp_path, monkeypatch) as here:
        here.model.add([Say("Hello.")])
        run = here.start("Say hello.", tools=[LOOK])
        here.end(run)
        (call,) = calls_of(here, run)
        sent = unsealed(here.sent())

    assert call["messages"][-1]["content"] == "SAY HELLO."
    assert (call["tools"], call["exact"]) == ([], True)
    assert [(m["role"], m["content"]) for m in call["messages"]][1:] == sent[1:]


def test_a_call_that_the_timeout_of_the_run_ended_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with scene(CHAT, tmp_path, monkeypatch) as here:
        run = here.api.run("[[sleep 600]] Wait.", modelId="echo", timeout=3)
        assert here.end(run).event == "error"
        (call,) = calls_of(here, run)

    assert call["messages"][-1]["content"] == "[[sleep 600]] Wait."
    assert (call["exact"], call["error"], call["tokens"]) == (True, None, None)
