"""The evaluator runs only if its proposal could be used, and stale proposals are discarded."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.services.test_timers import TimerScene, talk_in
from tests.services.triggers_scene import WORKSPACE, opened
from tests.support.clock import NOON

from runwhy.core.agent_spec import AgentSpec, AutonomySettings
from runwhy.core.budgets.budget import Action, Budget, Measure, Threshold
from runwhy.core.budgets.periods import Period
from runwhy.core.runs.run import Run
from runwhy.core.sessions.timers import Timer, TimerStatus
from runwhy.services.evaluator import Evaluator
from runwhy.services.post_run import PostRun
from runwhy.telemetry.spans import Tracing

pytestmark = pytest.mark.anyio

CALLER = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
POLICY = AutonomySettings(enabled=True, max_consecutive=1, cooldown_seconds=0, evaluator="echo")
PROPOSED = '{"follow_up": true, "type": "check_in", "delay_seconds": 60, "reason": "silence"}'


def evaluator_of(talk: TimerScene) -> Evaluator:
    services = talk.scene.server.services
    return Evaluator(
        store=talk.scene.store,
        runs=services.runs,
        autonomy=services.autonomy,
        clock=talk.scene.clock,
    )


def endings_of(talk: TimerScene) -> PostRun:
    return PostRun(
        notes=talk.scene.store,
        evaluator=evaluator_of(talk),
        deliveries=talk.scene.server.services.deliveries,
        erasures=talk.scene.store,
        clock=talk.scene.clock,
    )


async def test_the_evaluators_run_is_in_the_trace_of_the_evaluated_run(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as scene:
        talk = await talk_in(scene, POLICY)
        with Tracing().request("POST", {"traceparent": CALLER}, trusted=True):
            reply = await talk.say("Plan a trip.")

        question = await evaluator_run_of(talk, reply)

        assert question is not None and question.trace is not None
        assert question.trace.trace_id == CALLER.split("-")[1]


async def evaluator_run_of(talk: TimerScene, run: Run, *, well: bool = True) -> Run | None:
    """Return the evaluator's run for this run, if any."""
    await talk.scene.end(well=well, text="Which dates?")
    await endings_of(talk).settle()
    children = [r for r in await talk.scene.runs() if r.parent_run_id == run.id]
    return children[0] if children else None


async def answered(talk: TimerScene, question: Run, text: str) -> list[Timer]:
    assert question.origin.facts["evaluates"] == question.parent_run_id
    await talk.scene.end(text=text)
    await endings_of(talk).settle()
    return await talk.timers()


async def test_a_proposal_becomes_a_timer_of_the_session(database: str, tmp_path: Path) -> None:
    async with opened(tmp_path, database_url=database) as scene:
        talk = await talk_in(scene, POLICY)
        question = await evaluator_run_of(talk, await talk.say("Plan a trip."))
        assert question is not None
        assert (question.session_id, question.spec.model_id) == (None, "echo")

        (timer,) = await answered(talk, question, PROPOSED)

        assert (timer.created_by, timer.reason, timer.type) == ("evaluator", "silence", "check_in")


async def test_a_message_from_a_person_discards_the_proposal(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        talk = await talk_in(scene, POLICY)
        question = await evaluator_run_of(talk, await talk.say("Plan a trip."))
        assert question is not None

        await talk.say("In May.")

        assert await answered(talk, question, PROPOSED) == []


async def test_another_server_continues_the_evaluation_of_a_dead_one(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as scene:
        talk = await talk_in(scene, POLICY)
        reply = await talk.say("Plan a trip.")
        await scene.end(text="Which dates?")
        (noted,) = await scene.store.list_ended(limit=9)
        await evaluator_of(talk).ended(noted)  # the server dies here; the note is still stored

        await endings_of(talk).settle()

        (question,) = [run for run in await scene.runs() if run.parent_run_id == reply.id]
        await scene.end(text=PROPOSED)
        (noted,) = await scene.store.list_ended(limit=9)
        await evaluator_of(talk).ended(noted)
        (timer,) = await talk.timers()
        await talk.autonomy.cancel(talk.session, timer.id, by="somebody")
        await endings_of(talk).settle()
        assert [found.id for found in await talk.timers()] == [timer.id]
        assert noted.id == question.id and await scene.store.list_ended(limit=9) == []


async def test_an_agents_evaluator_runs_unless_the_session_has_a_newer_run(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as scene:
        services = scene.server.services
        spec = AgentSpec(system_prompt="Be kind.", autonomy=POLICY)
        agent = await services.agents.create(WORKSPACE, "kind", spec)
        talk = await talk_in(scene, None)
        talk.session = await services.sessions.create(WORKSPACE, AgentSpec(agent_id=agent.id), {})
        first = await talk.say("Plan a trip.")
        await scene.end()
        second = await talk.say("In May.")

        assert await evaluator_run_of(talk, first) is None
        assert [run.parent_run_id for run in await scene.runs()][-1] == second.id


@pytest.mark.parametrize(
    "policy",
    [
        replace(POLICY, enabled=False),
        replace(POLICY, max_consecutive=0),
        replace(POLICY, evaluator=None),
    ],
)
async def test_no_evaluator_runs_if_its_answer_could_not_be_used(
    tmp_path: Path, policy: Any
) -> None:
    async with opened(tmp_path) as scene:
        talk = await talk_in(scene, policy)

        assert await evaluator_run_of(talk, await talk.say()) is None


async def test_the_cap_a_pending_timer_or_a_failure_prevents_an_evaluation(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        talk = await talk_in(scene, POLICY)
        assert await evaluator_run_of(talk, await talk.say(), well=False) is None

        said = await talk.say()
        await talk.ask()
        assert await evaluator_run_of(talk, said) is None

        await talk.tick(minutes=1)  # the one follow-up that the policy allows
        follow_up = (await talk.runs())[-1]
        assert follow_up.origin.trigger == "timer"
        assert await evaluator_run_of(talk, follow_up) is None


async def test_a_budget_that_refuses_the_evaluator_is_recorded_once_as_a_blocked_timer(
    database: str, tmp_path: Path
) -> None:
    async with opened(tmp_path, database_url=database) as scene:
        talk = await talk_in(scene, POLICY)
        await add_budget(talk, limit=1)
        reply = await talk.say("Plan a trip.")
        await scene.end(text="Which dates?")
        (noted,) = await scene.store.list_ended(limit=9)
        await evaluator_of(talk).ended(noted)  # the server dies here; the note is still stored

        await endings_of(talk).settle()

        (timer,) = await talk.timers()
        assert (timer.status, timer.code) == (TimerStatus.BLOCKED, "not_evaluated")
        assert (timer.created_by, timer.created_by_run) == ("evaluator", reply.id)
        assert timer.note is not None
        assert timer.note.startswith("the budget acme refuses new runs: 1 run of 1 run a day used")
        assert timer.settled_at == scene.clock()
        assert [run.id for run in await scene.runs()] == [reply.id]
        events = await scene.store.list_session_events(talk.session.id, after=0, limit=100)
        shown = {"timerId": timer.id, "status": "blocked", "type": "other"}
        assert [event.data for _, event in events if event.type == "timer"] == [shown]


async def test_a_refused_evaluation_does_not_prevent_the_next_one(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        talk = await talk_in(scene, POLICY)
        await add_budget(talk, limit=1)
        assert await evaluator_run_of(talk, await talk.say("Plan a trip.")) is None
        await scene.server.services.budgets.change(
            WORKSPACE, "acme", lambda budget: replace(budget, limit=9)
        )

        question = await evaluator_run_of(talk, await talk.say("In May."))

        assert question is not None
        assert len(await answered(talk, question, PROPOSED)) == 2


async def test_nothing_is_recorded_for_an_evaluator_once_a_person_has_written_again(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as scene:
        talk = await talk_in(scene, POLICY)
        reply = await talk.say("Plan a trip.")
        await talk.say("In May.")

        await talk.autonomy.note_unevaluated(talk.session, reply, "refused")

        assert await talk.timers() == []


async def add_budget(talk: TimerScene, *, limit: int) -> None:
    draft = Budget(
        id="",
        workspace=WORKSPACE,
        name="acme",
        query="customer:acme",
        measure=Measure.RUNS,
        period=Period.DAY,
        timezone="UTC",
        limit=limit,
        actions=(Threshold(action=Action.REFUSE, percent=100),),
        created_at=NOON,
        updated_at=NOON,
    )
    await talk.scene.server.services.budgets.add(draft)
