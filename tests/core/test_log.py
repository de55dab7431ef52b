"""The log: authorship of parts, and unanswered calls."""

from __future__ import annotations

import pytest
from tests.support.builders import (
    a_call,
    a_context,
    a_note,
    a_part,
    a_reply,
    a_result,
    a_synthetic_prompt,
    an_envelope,
)

from runwhy.core.runs.log import Part, unanswered_calls
from runwhy.core.runs.provenance import Provenance

ONE, TWO = a_call("one"), a_call("two")


def test_provenance_identifies_a_persons_message() -> None:
    assert a_part("Hello").by_a_person
    assert a_part("Hello", provenance=Provenance.CHANNEL).by_a_person


@pytest.mark.parametrize(
    "part",
    [
        a_part("Hello", synthetic=True),
        a_synthetic_prompt(),
        a_part("Hello", provenance=Provenance.SCHEDULE),
        a_part("Hello", provenance=Provenance.WEBHOOK),
        a_part("Hello", role="assistant"),
        a_part("Hello", role="system"),
        an_envelope(provenance=Provenance.HUMAN),
        a_context(provenance=Provenance.HUMAN),
        a_note(),
        a_reply("Hello"),
        a_result(),
    ],
    ids=lambda part: f"{part.kind}-{part.role}-{part.provenance}-{part.synthetic}",
)
def test_no_other_part_is_a_persons_own_words(part: Part) -> None:
    assert not part.by_a_person


def test_calls_of_the_last_reply_are_unanswered_until_they_have_a_result() -> None:
    asked = a_reply("", ONE, TWO)

    assert unanswered_calls([a_part("Go"), asked]) == (ONE, TWO)
    assert unanswered_calls([a_part("Go"), asked, a_result("two")]) == (ONE,)
    assert unanswered_calls([a_part("Go"), asked, a_result("two"), a_result("one")]) == ()


def test_without_a_reply_or_calls_nothing_is_unanswered() -> None:
    assert unanswered_calls([]) == unanswered_calls([a_part("Go")]) == ()
    assert unanswered_calls([a_part("Go"), a_reply("Done")]) == ()


def test_a_failed_result_answers_a_call() -> None:
    assert unanswered_calls([a_reply("", ONE), a_result("one", ok=False)]) == ()


def test_a_result_of_an_earlier_call_does_not_answer_a_later_one_with_the_same_id() -> None:
    assert unanswered_calls([a_reply("", ONE), a_result("one"), a_reply("", ONE)]) == (ONE,)
