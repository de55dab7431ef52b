"""Model calls over real HTTP to scripted providers: requests, replies and usage."""

from __future__ import annotations

import json
from typing import Any

import pytest
from mantyx.client import _parse_structured_output_info
from tests.executors.scripted_server import Scene, envelopes, fields, unsealed
from tests.support.scripted_models import Call, Say, Think

LOOK = {"kind": "local", "name": "look", "parameters": {"type": "object", "properties": {}}}
CITY = {
    "type": "object",
    "properties": {"city": {"type": "string"}},
    "required": ["city"],
    "additionalProperties": False,
}


def answer(here: Scene, run: str, call_id: str, text: str = "found") -> int:
    """Answer a tool call as its client."""
    body = {"toolUseId": call_id, "result": text}
    return here.api.post(f"/agent-runs/{run}/tool-results", body).status_code


def wait_for_call(here: Scene, run: str, number: int = 1) -> dict[str, Any]:
    """Wait for a tool call to the client, the first or a later one."""
    with here.api.http.stream("GET", f"/agent-runs/{run}/stream") as response:
        lines = (line[6:] for line in response.iter_lines() if line.startswith("data: "))
        for frame in map(json.loads, lines):
            number -= frame["type"] == "local_tool_call"
            if number == 0:
                data: dict[str, Any] = frame["data"]
                return data
    raise AssertionError("the run ended without that call")


def test_a_model_streams_deltas_and_reports_usage(here: Scene) -> None:
    here.model.add([Say("Hello, that is done.")])

    frames = here.frames(here.start("Do it."))

    deltas = "".join(f.data["data"]["text"] for f in frames if f.event == "assistant_delta")
    result = frames[-1].data["data"]
    assert frames[-1].event == "result"
    assert deltas == result["text"] == "Hello, that is done."
    assert result["tokens"] == {
        "inputTokens": 1200,
        "cachedTokens": 1000,
        "cacheWriteTokens": 0,
        "reasoningTokens": 0 if here.wire.name == "anthropic" else 16,
        "outputTokens": 40,
    }
    assert result["model"] == {
        "id": here.wire.model,
        "provider": here.wire.model.partition(":")[0],
        "vendorModelId": here.wire.model.partition(":")[2],
    }


def test_the_order_is_system_envelope_task_and_there_is_one_envelope(here: Scene) -> None:
    here.model.add([Say("Done.")])

    here.do("Count to three.")

    sent = here.sent()
    assert [role for role, _ in sent] == ["system", "user", "user"]
    assert sent[0][1].startswith("Be brief.\n\n# Run context")
    assert envelopes(sent) == [1]
    assert f'"seal":"{fields(sent)["seal"]}"' in sent[0][1]
    assert sent[2] == ("user", "Count to three.")


def test_history_precedes_the_envelope(here: Scene) -> None:
    here.model.add([Say("Done.")])
    said = [
        {"role": "user", "content": "Earlier"},
        {"role": "assistant", "content": "Yes?"},
        {"role": "user", "content": "Now"},
    ]

    body = {"systemPrompt": "Be brief.", "modelId": here.wire.model, "messages": said}
    here.end(here.api.post("/agent-runs", body).json()["runId"])

    sent = here.sent()
    assert [text for _, text in sent[1:3]] == ["Earlier", "Yes?"]
    assert envelopes(sent) == [3]
    assert sent[4] == ("user", "Now")


def test_tool_rounds_extend_the_request_and_the_envelope_is_unchanged(here: Scene) -> None:
    here.model.add([Say("Looking."), Call("look", {"at": "x"}, id="call_a")])
    here.model.add([Call("look", {"at": "y"}, id="call_b")])
    here.model.add([Say("Both seen.")])

    run = here.start("Look twice.", tools=[LOOK])
    for number, text in enumerate(("first", "second"), start=1):
        assert answer(here, run, wait_for_call(here, run, number)["toolUseId"], text) == 200

    assert here.end(run).data["data"]["text"] == "Both seen."
    first, second, third = (here.sent(n) for n in range(3))
    assert second[: len(first)] == first
    assert third[: len(second)] == second
    assert second[len(first) :] == [
        ("assistant", "Looking."),
        ("call", 'look {"at": "x"}'),
        ("tool", "first"),
    ]
    assert {tuple(envelopes(sent)) for sent in (first, second, third)} == {(1,)}
    assert len({sent[1] for sent in (first, second, third)}) == 1


def test_a_later_turn_of_a_session_extends_the_earlier_ones_without_their_envelopes(
    here: Scene,
) -> None:
    session = here.api.session(modelId=here.wire.model)
    for text in ("One.", "Two.", "Three."):
        here.model.add([Say(f"{text} done.")])
        here.end(here.api.send(session, text))

    first, second, third = (here.sent(n) for n in range(3))
    assert third[0] == second[0] == first[0]  # the same system prompt, the same seal
    assert second[:-2] == [first[0], first[2], ("assistant", "One. done.")]
    assert third[:-2] == [*second[:-2], second[-1], ("assistant", "Two. done.")]
    assert [envelopes(sent) for sent in (first, second, third)] == [[1], [3], [5]]
    assert len({fields(sent)["run_id"] for sent in (first, second, third)}) == 3


def test_thinking_is_streamed_stored_separately_and_returned_in_the_providers_form(
    here: Scene,
) -> None:
    here.model.add([Think("Let me see."), Call("look", id="call_a")], [Say("Seen.")])

    run = here.start("Look.", tools=[LOOK], reasoningLevel="high")
    assert answer(here, run, wait_for_call(here, run)["toolUseId"]) == 200
    frames = here.frames(run)

    thoughts = [f.data["data"]["text"] for f in frames if f.event == "thinking_delta"]
    assert "".join(thoughts) == "Let me see."
    assert frames[-1].data["data"]["text"] == "Seen."
    again = here.model.requests[-1].raw
    kept = {"anthropic": b"signed:Let me see.", "responses": b"sealed:Let me see."}
    assert kept.get(here.wire.name, b'"reasoning_content":"Let me see."') in again


@pytest.mark.parametrize(
    ("level", "effort"),
    [("off", "off"), ("low", "low"), ("high", "high"), (0, "off"), (33, "low"), (34, "medium")],
)
def test_the_reasoning_level_reaches_the_provider(
    here: Scene, level: str | int, effort: str
) -> None:
    here.model.add([Say("Done.")])

    result = here.do(reasoningLevel=level).data["data"]

    body = here.model.requests[-1].body
    if here.wire.name == "chat":  # gpt-4o does not reason, so no effort is sent
        assert "reasoningEffort" not in result["model"]
        assert "reasoning_effort" not in body
    else:
        assert result["model"]["reasoningEffort"] == effort
    if here.wire.name == "responses":
        assert body["reasoning"]["effort"] == ("none" if effort == "off" else effort)


def test_after_the_last_tool_turn_tools_are_listed_but_disabled(here: Scene) -> None:
    here.model.add([Call("look", id="call_a")], [Say("Enough.")])

    run = here.start("Look.", tools=[LOOK], budgets={"maxToolTurns": 1})
    answer(here, run, wait_for_call(here, run)["toolUseId"])

    assert here.end(run).event == "result"
    first, last = (request.body for request in here.model.requests)
    assert last["tools"] == first["tools"]
    choice = last["tool_choice"]
    assert (choice if isinstance(choice, str) else choice["type"]) == "none"


def test_an_output_schema_is_sent_and_the_answer_matches(here: Scene) -> None:
    here.model.add([Say('{"city":"Oslo"}')])

    result = here.do("Where?", outputSchema=CITY).data["data"]

    assert json.loads(result["text"]) == {"city": "Oslo"}
    assert result["structuredOutput"] == {
        "schemaRequested": True,
        "schemaEnforced": True,
        "enforcementMechanism": "native_schema",
        "unconstrainedFallbackOccurred": False,
    }
    assert _parse_structured_output_info(result["structuredOutput"]) is not None  # a peer's client
    assert b'"city"' in here.model.requests[-1].raw


@pytest.mark.parametrize("schema", [CITY, {"name": "city", "schema": CITY}])
def test_an_answer_that_does_not_match_is_requested_once_more(
    here: Scene, schema: dict[str, object]
) -> None:
    here.model.add([Say('{"town":"Oslo"}')], [Say('{"city":"Oslo"}')])

    result = here.do("Where?", outputSchema=schema).data["data"]

    assert json.loads(result["text"]) == {"city": "Oslo"}
    assert result["turns"] == 2
    role, note = here.sent()[-1]
    assert role == "user" and "'city' is a required property" in note


def test_an_answer_that_never_matches_fails_the_run_with_its_text(here: Scene) -> None:
    here.model.add([Say("Oslo")], [Say("Oslo!")])

    end = here.do("Where?", outputSchema=CITY)

    assert end.event == "error"
    failed = end.data["data"]
    assert (failed["errorClass"], failed["code"]) == ("invalid_request", "output_schema_mismatch")
    assert failed["partialText"] == "Oslo!"
    assert failed["structuredOutput"]["schemaRequested"] is True
    assert len(here.model.requests) == 2


def test_a_non_object_schema_is_wrapped_and_the_answer_unwrapped(here: Scene) -> None:
    here.model.add([Say('{"response":["a","b"]}')])

    frames = here.frames(
        here.start("List.", outputSchema={"type": "array", "items": {"type": "string"}})
    )

    assert json.loads(frames[-1].data["data"]["text"]) == ["a", "b"]
    deltas = "".join(f.data["data"]["text"] for f in frames if f.event == "assistant_delta")
    assert json.loads(deltas) == ["a", "b"]


def test_invalid_json_arguments_are_refused_and_the_model_gets_the_reason(here: Scene) -> None:
    here.model.add([Call("look", id="call_a", raw='{"at": ')], [Say("I see.")])

    frames = here.frames(here.start("Look.", tools=[LOOK]))

    assert frames[-1].data["data"]["text"] == "I see."
    assert "local_tool_call" not in [f.event for f in frames]
    assert "not a JSON object" in here.sent()[-1][1]


def test_the_messages_view_shows_the_request(here: Scene) -> None:
    here.model.add([Say("Done.")])

    run = here.start("Do it.")
    here.end(run)

    (call,) = here.api.get(f"/agent-runs/{run}/messages", view="model")["calls"]
    assert [(m["role"], m["content"]) for m in call["messages"]] == unsealed(here.sent())
