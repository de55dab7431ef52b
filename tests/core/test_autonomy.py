"""Follow-ups: the gate and its policy."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.builders import a_request, a_run, a_session, an_origin
from tests.support.clock import NOON

from runwhy.core.agent_spec import AgentSpec, AutonomySettings
from runwhy.core.requests.plan import Multitask, Plan, PlanInputs, plan_run
from runwhy.core.runs.run import Run, Status
from runwhy.core.sessions.autonomy import (
    OTHER,
    PROMPTS,
    Blocked,
    FollowUps,
    Policy,
    check_gate,
    evaluator_prompt,
    evaluator_task,
    known_type,
    policy_of,
    prompt_for,
    read_proposal,
)
from runwhy.core.sessions.timers import fire_time
from runwhy.errors import Conflict, InvalidInput

OPEN = Policy(enabled=True)
FOUR = ("check_in", "question_unanswered", "task_incomplete", "waiting_for_decision")


def code_of(policy: Policy = OPEN, past: FollowUps | None = None, **changes: Any) -> str | None:
    given = {"now": NOON, "busy_with": None, "ended": False, **changes}
    try:
        check_gate(policy, past or FollowUps(), **given)
    except Blocked as blocked:
        return blocked.code if blocked.note else "silent"
    return None


def ago(seconds: float, consecutive: int = 1) -> FollowUps:
    return FollowUps(consecutive=consecutive, last_at=NOON - timedelta(seconds=seconds))


def test_the_gate_opens_only_when_everything_allows_it() -> None:
    assert code_of() is None
    assert code_of(Policy()) == "disabled"
    assert code_of(ended=True) == "session_ended"
    assert code_of(busy_with="run_1") == "busy"
    assert code_of(past=ago(60, consecutive=3)) == "max_consecutive"
    assert code_of(past=ago(14.9)) == "cooldown"
    assert code_of(past=ago(15, consecutive=2)) is None


@pytest.mark.parametrize("said", ["true", 1, "yes", None, {}, []])
def test_only_exactly_true_enables_a_policy(said: object) -> None:
    assert not policy_of(AutonomySettings(enabled=said)).enabled  # type: ignore[arg-type]


def test_a_session_overrides_its_agents_policy_field_by_field() -> None:
    of_agent = AutonomySettings(enabled=True, max_consecutive=9)
    policy = policy_of(of_agent, AutonomySettings(max_consecutive=1), None)

    assert policy == Policy(enabled=True, max_consecutive=1)
    assert policy_of(None, None) == Policy()


@pytest.mark.parametrize("type", FOUR)
def test_each_known_type_has_its_own_prompt(type: str) -> None:
    assert known_type(type) == type
    assert prompt_for(type) not in {prompt for other, prompt in PROMPTS.items() if other != type}


@given(st.text())
def test_an_unknown_type_gets_the_prompt_of_other(type: str) -> None:
    assert prompt_for(type)
    assert known_type(type) in (*FOUR, OTHER)


def test_a_timer_is_due_after_its_delay_or_at_its_time_and_never_before_now() -> None:
    bounds: dict[str, Any] = {"now": NOON, "least": 0, "most": 100}

    assert fire_time(delay=1.5, fire_at=None, **bounds) == NOON + timedelta(seconds=1.5)
    assert fire_time(delay=None, fire_at=NOON + timedelta(seconds=9), **bounds) == (
        NOON + timedelta(seconds=9)
    )
    assert fire_time(delay=None, fire_at=NOON - timedelta(days=1), **bounds) == NOON


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"delay": 5, "fire_at": None}, "/delaySeconds"),
        ({"delay": 101, "fire_at": None}, "/delaySeconds"),
        ({"delay": None, "fire_at": NOON}, "/fireAt"),
        ({"delay": None, "fire_at": None}, "/delaySeconds"),
        ({"delay": 20, "fire_at": NOON}, "/delaySeconds"),
    ],
)
def test_a_time_outside_the_policy_is_rejected_with_its_field(given: Any, field: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        fire_time(**given, now=NOON, least=10, most=100)

    assert refused.value.problems[0].field == field


def test_an_evaluators_proposal_is_clamped_to_the_policy() -> None:
    bounded = Policy(enabled=True, min_delay_seconds=10, max_delay_seconds=100)
    said = '{"follow_up": true, "type": "check_in", "delay_seconds": %s, "reason": "silence"}'

    delays = [read_proposal(said % delay, bounded) for delay in (1, 50, 1_000_000)]

    assert [p and (p.type, p.delay_seconds, p.reason) for p in delays] == [
        ("check_in", 10, "silence"),
        ("check_in", 50, "silence"),
        ("check_in", 100, "silence"),
    ]


@pytest.mark.parametrize(
    "said",
    [
        None,
        "",
        "Yes, follow up tomorrow.",
        "[]",
        "null",
        '{"follow_up": false, "type": "check_in", "delay_seconds": 60}',
        '{"follow_up": "true", "type": "check_in", "delay_seconds": 60}',
        '{"follow_up": 1, "type": "check_in", "delay_seconds": 60}',
        '{"follow_up": true, "delay_seconds": 60}',
        '{"follow_up": true, "type": "check_in"}',
        '{"follow_up": true, "type": "check_in", "delay_seconds": true}',
        '{"follow_up": true, "type": "check_in", "delay_seconds": "60"}',
        '{"follow_up": true, "type": "check_in", "delay_seconds": NaN}',
        '{"follow_up": true, "type": "check_in", "delay_seconds": -1}',
        '{"follow_up": true, "type": "check_in", "delay_seconds": 1e400}',
        '{"follow_up": true, "type": 7, "delay_seconds": 60}',
        '{"follow_up": true, "type": "check_in", "delay_seconds": 60, "reason": 7}',
    ],
)
def test_malformed_output_of_an_evaluator_proposes_nothing(said: str | None) -> None:
    assert read_proposal(said, OPEN) is None


@given(st.text())
def test_any_evaluator_output_is_handled(said: str) -> None:
    read_proposal(said, OPEN)


def test_the_evaluator_receives_the_end_of_the_conversation_as_bounded_data() -> None:
    task = evaluator_task([("user", 'x" ' * 1000)] * 50)

    assert len(task) < 50_000
    assert task.count('"role"') == 20
    assert "check_in" in evaluator_prompt(OPEN)


def planned(*unfinished: Run, **request: Any) -> Plan:
    session = a_session(autonomy=AutonomySettings(enabled=True))
    asked = a_request(session_id=session.id, spec=AgentSpec(), **request)
    around = PlanInputs(session=session, unfinished=unfinished)
    return plan_run(asked, around, id="run_new", at=NOON)


WAITING = a_run(id="run_timer", origin=an_origin(trigger="timer"), status=Status.QUEUED)
STARTED = a_run(id="run_timer", origin=an_origin(trigger="timer"), status=Status.RUNNING)
SYNTHETIC: Any = {"origin": an_origin(trigger="timer"), "synthetic": True}


def test_a_person_replaces_a_queued_follow_up_and_waits_for_a_running_one() -> None:
    assert planned(WAITING).overtaken == [WAITING]
    assert planned(STARTED).overtaken == []
    assert planned(a_run(id="run_cron", origin=an_origin(trigger="cron"))).overtaken == []


@pytest.mark.parametrize("trigger", ["cron", "webhook", "subtask", "timer", "unheard-of"])
def test_only_a_person_replaces_a_queued_follow_up(trigger: str) -> None:
    assert planned(WAITING, origin=an_origin(trigger=trigger)).overtaken == []


def test_a_queued_follow_up_does_not_make_the_session_busy_for_a_person() -> None:
    assert planned(WAITING, multitask=Multitask.REJECT).overtaken == [WAITING]
    with pytest.raises(Conflict):
        planned(STARTED, multitask=Multitask.REJECT)


@pytest.mark.parametrize("multitask", [Multitask.INTERRUPT, Multitask.ROLLBACK])
def test_a_synthetic_message_never_interrupts(multitask: Multitask) -> None:
    working = a_run(id="run_old", status=Status.RUNNING)

    assert planned(working, multitask=multitask, **SYNTHETIC).cancels == ()
    (cancel,) = planned(working, multitask=multitask).cancels
    assert cancel.run == working


def test_a_timer_must_pass_the_gate() -> None:
    with pytest.raises(Blocked, match="busy with run_old"):
        planned(a_run(id="run_old"), timer_id="tmr_1", **SYNTHETIC)
    assert planned(timer_id="tmr_1", **SYNTHETIC).run.origin.trigger == "timer"
