"""Queryable values of runs and sessions."""

from __future__ import annotations

from datetime import timedelta

from tests.support.builders import a_part, a_run, a_session, a_synthetic_prompt, an_origin
from tests.support.clock import NOON

from runwhy.core.agent_spec import AgentSpec
from runwhy.core.queries import matches, parse
from runwhy.core.queries.field_values import (
    MAX_SEARCHED,
    prompt_of,
    run_subject,
    searched,
    session_subject,
)
from runwhy.core.runs.origin import Actor
from runwhy.core.runs.run import ErrorClass, Failure, ModelUsed, Status, Tokens
from runwhy.core.sessions.session import SessionStatus

USED = ModelUsed(id="openai:large", provider="openai", vendor_model_id="large")


def test_the_model_is_the_one_used_or_else_the_one_requested() -> None:
    assert run_subject(a_run(spec=AgentSpec(model_id="echo"))).model == "echo"
    assert run_subject(a_run(spec=AgentSpec(model_id="echo"), model=USED)).model == "openai:large"
    assert run_subject(a_run(spec=AgentSpec())).model is None


def test_the_actor_is_an_id_or_a_name_or_a_kind() -> None:
    def actor(**changes: str) -> str | None:
        origin = an_origin(actor=Actor(kind="key", **changes))
        return run_subject(a_run(origin=origin)).actor

    assert [actor(id="key_1", name="ci"), actor(name="ci"), actor()] == ["key_1", "ci", "key"]


def test_tokens_are_known_once_a_run_has_ended() -> None:
    tokens = Tokens(input=10, cached=9, reasoning=3, output=5)
    assert run_subject(a_run(tokens=tokens, status=Status.RUNNING)).tokens is None
    assert run_subject(a_run(tokens=tokens, status=Status.SUCCEEDED)).tokens == 15


def test_a_run_that_never_started_has_no_duration() -> None:
    later = NOON + timedelta(seconds=90)
    assert run_subject(a_run(status=Status.CANCELLED, finished_at=later)).duration is None
    assert run_subject(a_run(started_at=NOON, finished_at=later)).duration == 90


def test_the_error_is_the_class_of_the_failure() -> None:
    failure = Failure(message="too much", error_class=ErrorClass.RATE_LIMIT)
    assert run_subject(a_run(failure=failure)).error == "rate_limit"
    assert run_subject(a_run()).error is None


def test_words_are_searched_in_the_beginning_of_prompt_and_final_text() -> None:
    run = a_run(final_text="y" * MAX_SEARCHED + "late")
    seen = run_subject(run, "Straße " + "x" * MAX_SEARCHED + "gone")
    for query, found in (("STRASSE", True), ("y", True), ("gone", False), ("late", False)):
        assert matches(parse(query, now=NOON), seen) is found


def test_the_prompt_consists_of_the_user_messages() -> None:
    parts = [
        a_part("You are kind.", role="system"),
        a_part("Hello"),
        a_part("Hi!", role="assistant"),
        a_synthetic_prompt("Check in."),
    ]
    assert prompt_of(parts) == "Hello\nCheck in."


def test_a_final_text_adds_a_line_to_any_prompt() -> None:
    assert searched("", "A") == "\na"
    assert searched("A", "") == searched("A", None) == "a"


def test_a_session_is_searchable_by_its_spec_and_words() -> None:
    spec = AgentSpec(agent_id="agt_1", model_id="echo")
    ended = NOON + timedelta(minutes=1)
    session = a_session(
        spec=spec, name="Refunds", summary="Where is it?", tags={"env": "prod"}, ended_at=ended
    )
    seen = session_subject(session)
    assert (seen.agent, seen.model, seen.executor) == ("agt_1", "echo", "builtin")
    assert (seen.status, seen.session, seen.duration) == (SessionStatus.ACTIVE, session.id, 60)
    assert (seen.text, seen.tags, seen.trigger) == ("refunds\nwhere is it?", {"env": "prod"}, None)
