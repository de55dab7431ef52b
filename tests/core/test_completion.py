"""Completions: claims, the order of calls and results, ids of calls, and copied conversations."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.support.builders import RUN_ID
from tests.support.clock import NOON

from runwhy.core.ids import make_id
from runwhy.core.requests.completion import (
    call_id,
    call_of,
    claimed,
    continued_run,
    exchange_problems,
    history_of,
    with_model_ids,
)
from runwhy.core.requests.plan import InputMessage
from runwhy.core.runs.log import Part, PartKind, ToolCall, Turn
from runwhy.core.runs.provenance import Provenance
from runwhy.core.views import model_view

CALL = ToolCall(id="c1", name="weather", args={})
ASKED = InputMessage(role="user", text="Weather?")
CALLED = InputMessage(role="assistant", text="", tool_calls=(CALL,))
RESULT = InputMessage(role="tool", text="sunny", tool_use_id="c1")


def problems(*messages: InputMessage, open_calls: tuple[ToolCall, ...] = ()) -> list[str]:
    at = [f"/{number}" for number in range(len(messages))]
    return [f"{p.field} {p.problem}" for p in exchange_problems(messages, at, open_calls)]


def part(kind: PartKind, role: str, text: str = "", **more: object) -> Part:
    provenance = Provenance.HUMAN if role == "user" else Provenance.AGENT
    return Part(  # type: ignore[arg-type]
        run_id=RUN_ID, index=0, kind=kind, role=role, provenance=provenance, at=NOON, text=text,
        **more,
    )  # fmt: skip


@given(st.lists(st.sampled_from(["user", "assistant", "system"]), max_size=8))
def test_at_most_the_last_user_message_is_a_persons_words(roles: list[str]) -> None:
    messages = [InputMessage(role=role, text=str(n)) for n, role in enumerate(roles)]  # type: ignore[arg-type]

    found = claimed(messages)

    users = [message for message in found if message.role == "user"]
    assert all(message.provenance is Provenance.AGENT for message in users[:-1])
    assert [m.text for m in found] == [m.text for m in messages]
    assert not users or users[-1].provenance is None


def test_every_call_needs_its_result_before_the_next_message() -> None:
    assert problems(ASKED, CALLED, RESULT) == []
    assert problems(RESULT, open_calls=(CALL,)) == []
    assert problems(ASKED, CALLED) == ["/1 the tool calls c1 have no result"]
    assert problems(ASKED, CALLED, ASKED) == ["/2 the tool calls c1 have no result"]
    assert problems(ASKED, RESULT) == ["/1 no open tool call has the id 'c1'"]
    assert problems(ASKED, CALLED, RESULT, RESULT) == ["/3 no open tool call has the id 'c1'"]
    assert problems(ASKED, open_calls=(CALL,))[0] == "/0 the tool calls c1 have no result"


def test_the_last_message_is_from_the_user_or_a_tool() -> None:
    reply = InputMessage(role="assistant", text="Hi")

    assert problems(ASKED, reply) == ["/1 the last message must be from the user or a tool"]
    assert problems() == [" the last message must be from the user or a tool"]


@given(st.integers(0, 2**48 - 1), st.integers(0, 2**80 - 1), st.integers(0, 9999))
def test_the_id_of_a_call_names_its_run_and_is_short_enough(ms: int, rest: int, n: int) -> None:
    run = make_id("run", ms=ms, random=rest)

    for prefix in ("call", "toolu"):
        made = call_id(prefix, run, n)
        assert call_of(made) == (run, n) and len(made) <= 40


@given(st.text())
def test_other_ids_name_no_run(text: str) -> None:
    found = call_of(text)
    assert found is None or text.startswith(("call_", "toolu_"))


def test_a_completion_continues_the_run_whose_results_it_ends_with() -> None:
    answer = InputMessage(role="tool", text="sunny", tool_use_id=call_id("call", RUN_ID, 0))

    assert continued_run([ASKED, CALLED, answer]) == RUN_ID
    assert continued_run([ASKED, CALLED, answer, ASKED]) is None
    assert continued_run([ASKED, CALLED, RESULT]) is None


def test_results_get_the_ids_of_the_models_own_calls() -> None:
    answer = InputMessage(role="tool", text="sunny", tool_use_id=call_id("call", RUN_ID, 0))

    found = with_model_ids([answer, RESULT], RUN_ID, [CALL])

    assert [(m.tool_use_id, m.tool_name) for m in found] == [("c1", "weather"), ("c1", None)]


def test_a_copied_conversation_is_nobodys_words_and_keeps_answered_calls_only() -> None:
    asked = part(PartKind.MESSAGE, "user", "Weather?")
    reply = part(PartKind.REPLY, "assistant", "Looking.", tool_calls=(CALL,))
    turn = Turn(run_id=RUN_ID, trigger="openai", parts=[asked, reply])

    answered = history_of([turn], [RESULT])
    abandoned = history_of([turn], [ASKED])

    assert [m.provenance for m in answered] == [Provenance.AGENT, Provenance.AGENT]
    assert answered[1].tool_calls == (CALL,) and abandoned[1].tool_calls == ()


def test_the_model_sees_calls_of_one_run_with_the_results_of_the_next() -> None:
    asked = part(PartKind.MESSAGE, "user", "Weather?")
    reply = part(PartKind.REPLY, "assistant", tool_calls=(CALL,), data={"native": {"x": 1}})
    earlier = Turn(run_id=RUN_ID, trigger="openai", parts=[asked, reply])
    result = part(PartKind.MESSAGE, "tool", "sunny", tool_use_id="c1")
    stray = part(PartKind.MESSAGE, "tool", "stray", tool_use_id="c9")

    seen = model_view([earlier], [result])
    without = model_view([earlier], [part(PartKind.MESSAGE, "user", "Never mind.")])

    assert [(p.role, p.tool_calls) for p in seen][1:] == [("assistant", (CALL,)), ("tool", ())]
    assert [p.text for p in without] == ["Weather?", "Never mind."]
    assert [p.text for p in model_view([], [stray])] == []
