"""The output of a run, folded from its events, whole and in pieces."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from tests.support.builders import RUN_ID
from tests.support.clock import NOON

from runwhy.core.runs.events import Event
from runwhy.wire.run_output import Ended, RunOutput, TextAdded


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
