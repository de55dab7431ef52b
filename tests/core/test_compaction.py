"""Compaction: which parts are evicted, and what each view shows afterwards."""

from __future__ import annotations

import json
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.builders import (
    a_call,
    a_context,
    a_note,
    a_part,
    a_reply,
    a_result,
    a_synthetic_prompt,
    a_turn,
    an_envelope,
)

from runwhy.core.context.compaction import (
    Eviction,
    Window,
    pieces_of,
    plan_compaction,
    size_of,
    summary_data,
    text_size,
    transcript_of,
)
from runwhy.core.runs.log import Part, PartKind, Turn
from runwhy.core.runs.provenance import Provenance
from runwhy.core.views import model_view, user_view

SMALL = Window(tokens=1000)
LONG = "x" * 600  # 200 tokens
SYSTEM = a_part("Be brief.", role="system", provenance=Provenance.SYSTEM)


def past(count: int) -> list[Turn]:
    """Return turns of about 200 tokens each."""
    return [
        a_turn(a_part(f"{n} {LONG}"), an_envelope(), a_reply(f"answer {n}"), run_id=f"run_{n}")
        for n in range(count)
    ]


def own(*more: Part) -> list[Part]:
    """Return the parts of a started run."""
    return list(a_turn(a_part("Task"), SYSTEM, an_envelope("E"), *more, run_id="run_own").parts)


def a_round(name: str) -> tuple[Part, Part]:
    return a_reply("", a_call(name)), a_result(name, f"{name} {LONG}")


def summarized(parts: list[Part], leaving: Eviction, text: str = "S") -> list[Part]:
    """Return the log with a summary of the evicted parts."""
    data = summary_data(leaving)
    summary = a_part(text, kind=PartKind.SUMMARY, run_id="run_own", synthetic=True, data=data)
    return [*parts, replace(summary, index=len(parts))]


def planned(earlier: list[Turn], parts: list[Part], window: Window = SMALL) -> Eviction:
    leaving = plan_compaction(model_view(earlier, parts), window)
    assert leaving is not None
    return leaving


def texts(parts: list[Part]) -> list[str]:
    return [part.text[:9].strip("x ") for part in parts]


def test_nothing_is_evicted_while_the_view_fits() -> None:
    assert plan_compaction(model_view(past(3), own()), SMALL) is None


def test_whole_turns_are_evicted_oldest_first_and_the_rest_is_unchanged() -> None:
    earlier, parts = past(5), own()

    leaving = planned(earlier, parts)

    assert (leaving.scope, leaving.through[0]) == ("history", leaving.parts[-1].run_id)
    before, after = model_view(earlier, parts), model_view(earlier, summarized(parts, leaving))
    left = len(leaving.parts)
    assert before[1 : 1 + left] == list(leaving.parts)
    assert texts(after[:2]) == ["Be brief.", "S"]
    assert after[2:] == before[1 + left :]
    assert after[2].text.startswith(f"{left // 2} ")  # starts with a person's message


def test_the_runs_own_rounds_are_evicted_after_the_history_except_the_last() -> None:
    rounds = [part for name in "abcde" for part in a_round(name)]
    parts = own(*rounds)

    leaving = planned([], parts)

    assert leaving.scope == "rounds"
    view = model_view([], summarized(parts, leaving))
    assert texts(view[:4]) == ["Be brief.", "E", "Task", "S"]
    assert view[4].kind is PartKind.REPLY and view[-2:] == parts[-2:]


def test_a_single_round_is_never_evicted() -> None:
    huge = a_result("a", LONG * 20)

    assert plan_compaction(model_view([], own(a_reply("", a_call("a")), huge)), SMALL) is None


def test_a_later_turn_starts_with_the_summary() -> None:
    earlier, parts = past(5), own()
    done = [
        *summarized(parts, planned(earlier, parts)),
        a_reply("Done.", run_id="run_own", index=99),
    ]
    turn = Turn(run_id="run_own", trigger="api", parts=done)
    following = [replace(p, run_id="run_next") for p in (SYSTEM, a_part("Next"), an_envelope("F"))]

    first = model_view(earlier, done[:-1])
    second = model_view([*earlier, turn], following)

    without = [part for part in first if part.kind is not PartKind.ENVELOPE]
    assert [p.text for p in second[: len(without)]] == [p.text for p in without]
    assert texts(second[len(without) :]) == ["Done.", "F", "Next"]


def test_a_summary_of_rounds_follows_its_task_in_later_turns() -> None:
    parts = own(*(part for name in "abcde" for part in a_round(name)))
    done = [*summarized(parts, planned([], parts)), a_reply("Done.", run_id="run_own", index=99)]
    turn = Turn(run_id="run_own", trigger="api", parts=done)

    view = model_view([turn], [a_part("Next", run_id="run_next")])

    assert texts(view[:2]) == ["Task", "S"]
    assert texts(view[-2:]) == ["Done.", "Next"]


def test_the_context_of_a_message_is_evicted_with_it() -> None:
    earlier = [
        a_turn(
            a_part(f"{n} {LONG}"),
            a_context(f"commands {n}", provenance=Provenance.HUMAN),
            an_envelope(),
            a_reply(f"answer {n}"),
            run_id=f"run_{n}",
        )
        for n in range(5)
    ]
    parts = own()

    leaving = planned(earlier, parts)

    assert texts(list(leaving.parts[-3:])) == ["commands", "2", "answer 2"]
    after = model_view(earlier, summarized(parts, leaving))
    assert texts(after[:5]) == ["Be brief.", "S", "commands", "3", "answer 3"]
    assert '{"context of the next message":"commands 2"}' in transcript_of(leaving.parts)


def test_a_second_summary_includes_the_first() -> None:
    earlier, parts = past(5), own()
    parts = summarized(parts, planned(earlier, parts), "FIRST")
    turn = Turn(run_id="run_own", trigger="api", parts=parts)
    more = [turn, *past(9)[5:]]
    following = [replace(p, run_id="run_next") for p in (SYSTEM, a_part("Next"), an_envelope("F"))]

    leaving = planned([*earlier, *more], following)

    assert leaving.parts[0].text == "FIRST"
    assert '{"earlier summary":"FIRST"}' in transcript_of(leaving.parts)


def test_a_summary_in_a_rolled_back_turn_is_ignored() -> None:
    earlier, parts = past(5), own()
    gone = Turn(
        run_id="run_own",
        trigger="api",
        parts=summarized(parts, planned(earlier, parts)),
        rolled_back=True,
    )

    assert len(model_view([*earlier, gone], [])) == 10


def test_a_view_without_the_turn_where_a_summary_ends_shows_the_rest_of_the_run() -> None:
    earlier, parts = past(5), own()
    leaving = planned(earlier, parts)
    seen = [turn for turn in earlier if turn.run_id != leaving.through[0]]

    view = model_view(seen, summarized(parts, leaving))

    assert texts(view) == ["Be brief.", "S", "E", "Task"]


def test_compaction_does_not_change_the_user_view() -> None:
    earlier, parts = past(5), own()
    turn = Turn(run_id="run_own", trigger="api", parts=parts)
    after = replace(turn, parts=summarized(parts, planned(earlier, parts)))

    seen = [(s.part.text, s.part.at) for s in user_view([*earlier, turn])]
    assert [(s.part.text, s.part.at) for s in user_view([*earlier, after])] == seen


def test_a_transcript_holds_messages_and_tool_calls_but_no_synthetic_parts() -> None:
    parts = [
        a_part("Find it."),
        a_synthetic_prompt("Check in."),
        an_envelope("E"),
        a_reply("Looking.", a_call("one", at="x")),
        a_result("one", "there"),
        a_note("Stop."),
    ]

    assert [json.loads(line) for line in transcript_of(parts)] == [
        {"from": "user", "text": "Find it."},
        {"from": "assistant", "text": "Looking.", "calls": [{"tool": "look", "args": {"at": "x"}}]},
        {"tool": "look", "result": "there", "ok": True},
    ]


@given(st.lists(st.text(max_size=200), max_size=8), st.integers(8, 60))
def test_pieces_hold_every_line_and_each_fits(lines: list[str], room: int) -> None:
    pieces = pieces_of(lines, tokens=room)

    assert all(text_size(piece) <= room for piece in pieces)
    assert "".join("".join(pieces).split("\n")) == "".join("".join(lines).split("\n"))


@given(
    st.lists(st.integers(0, 2000), max_size=12),
    st.lists(st.integers(0, 2000), max_size=8),
    st.integers(300, 2000),
)
@settings(max_examples=60)
def test_compaction_repeats_until_the_view_fits_or_nothing_can_be_evicted(
    said: list[int], found: list[int], tokens: int
) -> None:
    earlier = [
        a_turn(a_part("x" * n), an_envelope(), a_reply("Yes."), run_id=f"run_{at}")
        for at, n in enumerate(said)
    ]
    rounds = [
        part
        for at, n in enumerate(found)
        for part in (a_reply("", a_call(str(at))), a_result(str(at), "y" * n))
    ]
    parts, window = own(*rounds), Window(tokens=tokens)

    for _ in range(50):
        leaving = plan_compaction(model_view(earlier, parts), window)
        if leaving is None:
            break
        before = sum(map(size_of, model_view(earlier, parts)))
        parts = summarized(parts, leaving)
        view = model_view(earlier, parts)
        assert sum(map(size_of, view)) < before
        assert [p.text for p in view if p.kind is PartKind.ENVELOPE] == ["E"]
        assert [p.text for p in view].count("Task") == 1
        answered = {p.tool_use_id for p in view if p.kind is PartKind.TOOL_RESULT}
        assert answered == {call.id for p in view for call in p.tool_calls}
    else:
        raise AssertionError("room was made for ever")
