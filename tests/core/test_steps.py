"""The next step of a run, decided from its log."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from tests.support.builders import a_call, a_note, a_part, a_reply, a_result, an_envelope

from runwhy.core.agents.specs import LoopDetection, Spec
from runwhy.core.agents.steps import CallModel, Finish, RunTools, next_step, over_budget, repeats
from runwhy.core.runs.log import Part, ToolCall

TASK = [a_part("Go"), an_envelope()]
SPEC = Spec()


def rounds(*names: str, note_after: Iterable[int] = ()) -> list[Part]:
    """Return a log in which each tool was called and answered, in this order."""
    parts = list(TASK)
    for number, name in enumerate(names, start=1):
        parts += [a_reply("", a_call(f"call-{number}", name)), a_result(f"call-{number}")]
        if number in note_after:
            parts.append(a_note())
    return parts


def test_the_first_step_calls_the_model() -> None:
    assert next_step(SPEC, TASK) == CallModel()


def test_a_reply_without_tool_calls_finishes_the_run() -> None:
    assert next_step(SPEC, [*TASK, a_reply("Done.")]) == Finish(text="Done.")
    assert next_step(SPEC, [*rounds("look"), a_reply("")]) == Finish(text="")


def test_only_calls_without_a_result_are_run() -> None:
    one, two = a_call("one"), a_call("two")
    parts = [*TASK, a_reply("", one, two)]

    assert next_step(SPEC, parts) == RunTools(calls=(one, two))
    assert next_step(SPEC, [*parts, a_result("one")]) == RunTools(calls=(two,))


def test_the_model_is_called_again_once_all_calls_have_results() -> None:
    assert next_step(SPEC, rounds("look")) == CallModel()
    assert next_step(SPEC, rounds("look", "read", "look", "read", "look")) == CallModel()


def test_after_the_last_tool_turn_the_model_is_called_once_more_without_tools() -> None:
    spec = Spec(max_tool_turns=2)

    assert next_step(spec, rounds("look")) == CallModel()
    assert next_step(spec, rounds("look", "read")) == CallModel(tools=False)


def test_the_calls_of_the_last_tool_turn_are_still_run() -> None:
    call = a_call("one")

    assert next_step(Spec(max_tool_turns=1), [*TASK, a_reply("", call)]) == RunTools(calls=(call,))


def test_zero_tool_turns_means_no_tools() -> None:
    assert next_step(Spec(max_tool_turns=0), TASK) == CallModel(tools=False)


def test_tool_calls_in_the_last_reply_are_not_run() -> None:
    last = a_reply("So be it.", a_call("nine"), data={"last": True})

    assert next_step(SPEC, [*rounds("look"), last]) == Finish(text="So be it.")


@pytest.mark.parametrize(
    ("times", "step"),
    [
        (2, CallModel()),
        (3, CallModel(repeated=3, say=True)),
        (4, CallModel(repeated=4)),
        (5, CallModel(repeated=5)),
        (6, CallModel(repeated=6, tools=False, say=True)),
    ],
)
def test_repeated_calls_are_warned_about_once_and_then_cut_off(times: int, step: CallModel) -> None:
    assert next_step(SPEC, rounds(*["look"] * times)) == step


def test_a_stored_warning_is_not_repeated_after_a_restart() -> None:
    parts = rounds("look", "look", "look", note_after=[3])

    assert next_step(SPEC, parts) == CallModel(repeated=3)


def test_a_stored_cutoff_is_not_repeated_after_a_restart() -> None:
    parts = rounds(*["look"] * 6, note_after=[3, 6])

    assert next_step(SPEC, parts) == CallModel(repeated=6, tools=False)


def test_a_new_loop_gets_a_new_warning() -> None:
    parts = rounds("look", "look", "look", "read", "read", "read", note_after=[3])

    assert next_step(SPEC, parts) == CallModel(repeated=3, say=True)


def test_loops_can_be_allowed() -> None:
    assert next_step(Spec(loop_detection=None), rounds(*["look"] * 9)) == CallModel()


@pytest.mark.parametrize("cutoff", [2, 3])
def test_a_cutoff_below_the_warning_threshold_wins(cutoff: int) -> None:
    loop = LoopDetection(consecutive_threshold=3, hard_cutoff_threshold=cutoff)

    step = next_step(Spec(loop_detection=loop), rounds("look", "look", "look"))

    assert step == CallModel(repeated=3, tools=False, say=True)


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ([a_call("1", x=1, y=2)], [a_call("2", y=2, x=1)], True),
        ([a_call("1", x=1)], [a_call("2", x=2)], False),
        ([a_call("1", x=1)], [a_call("2", x=True)], False),
        ([a_call("1", "look")], [a_call("2", "read")], False),
        ([a_call("1"), a_call("2")], [a_call("3")], False),
        ([a_call("1"), a_call("2")], [a_call("3"), a_call("4")], True),
    ],
)
def test_batches_with_equal_names_and_arguments_are_equal(
    first: list[ToolCall], second: list[ToolCall], same: bool
) -> None:
    assert repeats([a_reply("", *first), a_reply("other words", *second)]) == (2 if same else 1)


def test_only_consecutive_batches_count() -> None:
    names = ["look", "look", "read", "look"]

    assert repeats([a_reply("", a_call(name=name)) for name in names]) == 1


def test_a_call_over_budget_returns_its_number() -> None:
    spec = Spec(tool_budgets={"look": 2})
    parts = rounds("look", "read", "look", "look")
    calls = [call for part in parts for call in part.tool_calls]

    assert [over_budget(spec, parts, call) for call in calls] == [None, None, None, 3]


def test_calls_of_one_batch_are_counted_one_by_one() -> None:
    calls = [a_call("one"), a_call("two")]
    parts = [*TASK, a_reply("", *calls)]

    assert [over_budget(Spec(tool_budgets={"look": 1}), parts, c) for c in calls] == [None, 2]
    assert [over_budget(Spec(tool_budgets={"look": 0}), parts, c) for c in calls] == [1, 2]


def test_a_tool_without_a_budget_is_unlimited() -> None:
    parts = rounds(*["look"] * 5)

    assert over_budget(Spec(tool_budgets={"read": 0}), parts, a_call("call-5")) is None


def misfit(text: str = "Oslo") -> Part:
    return a_reply(text, data={"problem": "it is not JSON"})


def test_an_answer_that_does_not_match_the_schema_is_retried_once() -> None:
    first = [*TASK, misfit(), a_note()]

    assert next_step(SPEC, first) == CallModel()
    assert next_step(SPEC, [*first, a_reply("{}")]) == Finish(text="{}")
    assert next_step(SPEC, [*first, misfit("Oslo!")]) == Finish(
        text="Oslo!", problem="it is not JSON"
    )


def test_a_retried_last_turn_still_has_no_tools() -> None:
    last = a_reply("Oslo", data={"problem": "it is not JSON", "last": True})

    assert next_step(SPEC, [*TASK, last, a_note()]) == CallModel(tools=False)
