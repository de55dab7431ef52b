"""The output of a run, folded from its events, whole and in pieces."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from tests.support.builders import RUN_ID
from tests.support.clock import NOON

from runwhy.core.runs.events import Event
from runwhy.wire.run_output import Change, Ended, RunOutput, TextAdded
from runwhy.wire.streamed_calls import CallAdded, CallEnded


def events(*given: tuple[str, dict[str, Any]]) -> list[Event]:
    return [
        Event(run_id=RUN_ID, seq=seq, type=type, data=data, at=NOON)
        for seq, (type, data) in enumerate(given, start=1)
    ]


def shown(output: RunOutput, found: list[Event]) -> str:
    changes = [change for event in found for change in output.add(event)]
    return "".join(c.text for c in changes if isinstance(c, TextAdded) and not c.thinking)


def delta(text: str) -> tuple[str, dict[str, Any]]:
    return "assistant_delta", {"text": text}


def said(text: str, *calls: str) -> tuple[str, dict[str, Any]]:
    made = [{"id": id, "name": "t", "args": {}} for id in calls]
    return "assistant_message", {"text": text, "turn": 1, "toolCalls": made}


def result(text: str, *calls: str) -> tuple[str, dict[str, Any]]:
    made = [{"id": id, "name": "t", "args": {}} for id in calls]
    return "result", {"text": text, "toolCalls": made, "tokens": {"inputTokens": 3}}


def piece(number: int, text: str, name: str = "t") -> tuple[str, dict[str, Any]]:
    return "tool_call_delta", {"index": number, "name": name, "text": text}


def called(*args: dict[str, Any], kind: str = "assistant_message") -> tuple[str, dict[str, Any]]:
    made = [{"id": f"c{number}", "name": "t", "args": given} for number, given in enumerate(args)]
    return kind, {"text": "", "toolCalls": made}


def changed(output: RunOutput, found: list[Event]) -> list[Change]:
    return [change for event in found for change in output.add(event)]


def pieces_of(changes: list[Change], number: int) -> list[str]:
    return [c.text for c in changes if isinstance(c, CallAdded) and c.number == number]


def started(attempt: int) -> tuple[str, dict[str, Any]]:
    return "started", {"attempt": attempt}


@given(st.text(min_size=1), st.lists(st.integers(0, 50)))
def test_pieces_add_up_to_the_answer_however_it_is_cut(text: str, cuts: list[int]) -> None:
    places = sorted({min(cut, len(text)) for cut in cuts} | {0, len(text)})
    pieces = [text[a:b] for a, b in pairwise(places)]
    output = RunOutput()

    found = shown(output, events(*map(delta, pieces), said(text), result(text)))

    assert found == text == output.text
    assert output.ended is not None and output.ended.tokens.input == 3


def test_a_later_attempt_continues_what_was_shown() -> None:
    output = RunOutput()

    first = (started(1), delta("One "))
    second = (started(2), delta("One two"), said("One two"), result("One two"))
    found = shown(output, events(*first, *second))

    assert found == "One two"


def test_a_later_attempt_with_another_answer_is_an_error_and_not_a_mixture() -> None:
    output = RunOutput()

    found = shown(output, events(started(1), delta("One "), started(2), said("Two"), result("Two")))

    assert found == "One " and output.ended is not None and output.ended.error is not None
    assert output.ended.error.code == "stream_interrupted"


def test_two_structured_answers_are_never_shown_as_one() -> None:
    output = RunOutput(one_answer=True)

    found = shown(output, events(delta("{}"), said("{}"), delta('{"n":1}'), result('{"n":1}')))

    assert found == "{}" and output.ended is not None and output.ended.reason == "failed"


def test_a_structured_answer_after_tools_of_the_server_is_shown_at_the_end() -> None:
    output = RunOutput(final_only=True)

    found = shown(
        output, events(delta("Looking."), said("Looking.", "c1"), said("{}"), result("{}"))
    )

    assert found == "{}" == output.text


def test_an_agent_that_does_not_stream_shows_its_result() -> None:
    output = RunOutput()

    assert shown(output, events(result("Done."))) == "Done."


def test_returned_calls_have_their_place_in_the_reply() -> None:
    output = RunOutput()
    shown(output, events(said("", "a", "b", "c"), result("", "b", "c")))

    assert isinstance(output.ended, Ended) and output.ended.reason == "calls"
    assert [(call.number, call.id) for call in output.ended.calls] == [(1, "b"), (2, "c")]


ARGS = st.dictionaries(st.text(max_size=3), st.text(max_size=5) | st.integers(), max_size=3)


@given(ARGS, ARGS, st.lists(st.integers(0, 40)), st.randoms())
def test_pieces_of_parallel_calls_add_up_in_any_order_and_are_shown_one_after_another(
    one: dict[str, Any], two: dict[str, Any], cuts: list[int], random: Any
) -> None:
    texts = json.dumps(one), json.dumps(two, ensure_ascii=False)
    queues = [
        [text[a:b] for a, b in pairwise(sorted({*(min(c, len(text)) for c in cuts), 0, len(text)}))]
        for text in texts
    ]
    found = [piece(0, ""), piece(1, "")]
    while any(queues):
        number = random.choice([n for n, queue in enumerate(queues) if queue])
        found.append(piece(number, queues[number].pop(0)))
    output = RunOutput()

    changes = changed(output, events(*found, called(one, two), called(one, two, kind="result")))

    assert ["".join(pieces_of(changes, number)) for number in (0, 1)] == [*texts]
    order = [c.number for c in changes if isinstance(c, CallAdded | CallEnded)]
    assert order == sorted(order)
    assert [c.arguments for c in changes if isinstance(c, CallEnded)] == [*texts]
    assert output.ended is not None and [c.arguments for c in output.ended.calls] == [*texts]


def test_pieces_are_shown_as_they_arrive_and_a_call_without_arguments_has_an_empty_object() -> None:
    output = RunOutput()

    begun = changed(output, events(piece(0, ""), piece(0, '{"a"')))
    rest = changed(output, events(piece(0, ":1}"), piece(1, ""), called({"a": 1}, {})))

    assert pieces_of(begun, 0) == ["", '{"a"']
    assert pieces_of(rest, 0) == [":1}"] and pieces_of(rest, 1) == ["", "{}"]


def test_text_after_a_call_is_shown_after_it() -> None:
    output = RunOutput()

    found = changed(output, events(piece(0, "{"), delta("So"), piece(0, "}")))
    found += changed(output, events(("assistant_message", {**called({})[1], "text": "So"})))

    assert [type(change).__name__ for change in found] == [
        *("CallAdded", "CallAdded", "CallEnded", "TextAdded", "TurnEnded"),
    ]


def test_a_later_attempt_continues_the_call_that_was_shown() -> None:
    output = RunOutput()

    found = [started(1), piece(0, '{"a"'), started(2), piece(0, '{"a":1}'), called({"a": 1})]
    changes = changed(output, events(*found, called({"a": 1}, kind="result")))

    assert pieces_of(changes, 0) == ['{"a"', ":1}"]
    assert output.ended is not None and output.ended.reason == "calls"


def test_a_later_attempt_with_other_arguments_is_an_error() -> None:
    for other in (piece(0, '{"b":1}'), piece(0, '{"a":1}', "u"), delta("No call.")):
        output = RunOutput()
        reply = called({"b": 1}) if other[0] == "tool_call_delta" else said("No call.")
        changed(output, events(started(1), piece(0, '{"a"'), started(2), other, reply))

        assert output.ended is not None and output.ended.error is not None
        assert output.ended.error.code == "stream_interrupted"


def test_a_call_that_is_not_json_is_an_error_if_it_was_shown() -> None:
    output = RunOutput()

    changed(output, events(piece(0, '{"a"'), called({"INVALID_JSON": '{"a"'})))

    assert output.ended is not None and output.ended.error is not None
    assert "as JSON" in output.ended.error.message


def test_a_cut_reply_keeps_the_calls_that_were_shown() -> None:
    output = RunOutput()
    error = {"error": "cut", "code": "max_tokens", "errorClass": "truncation"}

    found = changed(output, events(piece(0, "{}"), piece(1, '{"a'), ("error", error)))

    assert output.ended is not None and output.ended.reason == "length"
    cut = [(call.arguments, call.is_complete) for call in output.ended.cut_calls]
    assert cut == [("{}", True), ('{"a', False)]
    assert [c.is_complete for c in found if isinstance(c, CallEnded)] == [True, False]
