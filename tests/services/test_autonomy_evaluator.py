"""An evaluator is asked only when its answer could be used, and its answer only if still true."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.services.test_timers import Talk, talk_in
from tests.services.triggers_scene import WORKSPACE, opened

from runwhy.core.runs.run import Run
from runwhy.core.sessions.timers import Timer
from runwhy.services.evaluator import Evaluator
from runwhy.services.post_run import PostRun
from runwhy.telemetry.spans import Tracing

pytestmark = pytest.mark.anyio

CALLER = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
POLICY = {"enabled": True, "maxConsecutive": 1, "cooldownSeconds": 0, "evaluator": "echo"}
PROPOSED = '{"follow_up": true, "type": "check_in", "delay_seconds": 60, "reason": "silence"}'


def evaluator_of(talk: Talk) -> Evaluator:
    services = talk.scene.server.services
    return Evaluator(
        store=talk.scene.store,
        timers=talk.scene.store,
        runs=services.runs,
        autonomy=services.autonomy,
        clock=talk.scene.clock,
    )


def endings_of(talk: Talk) -> PostRun:
    return PostRun(
        notes=talk.scene.store,
        evaluator=evaluator_of(talk),
        deliveries=talk.scene.server.services.deliveries,
    )


async def test_what_an_evaluator_thinks_is_in_the_trace_of_what_it_thinks_about(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as scene:
        talk = await talk_in(scene, POLICY)
        with Tracing().request("POST", {"traceparent": CALLER}, trusted=True):
            reply = await talk.say("Plan a trip.")

        question = await asked_after(talk, reply)

        assert question is not None and question.trace is not None
        assert question.trace.trace_id == CALLER.split("-")[1]


async def asked_after(talk: Talk, run: Run, *, well: bool = True) -> Run | None:
    """The run in which an evaluator is asked after this one, if it is."""
    await talk.scene.end(well=well, text="Which dates?")
    await endings_of(talk).settle()
    children = [r for r in await talk.scene.runs() if r.parent_run_id == run.id]
    return children[0] if children else None


async def answered(talk: Talk, question: Run, text: str) -> list[Timer]:
    assert question.origin.facts["evaluates"] == question.parent_run_id
    await talk.scene.end(text=text)
    await endings_of(talk).settle()
    return await talk.timers()


async def test_a_proposal_becomes_a_timer_of_the_session(database: str, tmp_path: Path) -> None:
    async with opened(tmp_path, database_url=database) as scene:
        talk = await talk_in(scene, POLICY)
        question = await asked_after(talk, await talk.say("Plan a trip."))
        assert question is not None
        assert (question.session_id, question.spec["modelId"]) == (None, "echo")

        (timer,) = await answered(talk, question, PROPOSED)

        assert (timer.created_by, timer.reason, timer.type) == ("evaluator", "silence", "check_in")


async def test_a_person_who_spoke_meanwhile_makes_the_proposal_void(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        talk = await talk_in(scene, POLICY)
        question = await asked_after(talk, await talk.say("Plan a trip."))
        assert question is not None

        await talk.say("In May.")

        assert await answered(talk, question, PROPOSED) == []


async def test_a_server_that_dies_leaves_to_the_next_what_it_had_not_asked_or_taken(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as scene:
        talk = await talk_in(scene, POLICY)
        reply = await talk.say("Plan a trip.")
        await scene.end(text="Which dates?")
        (noted,) = await scene.store.list_ended(limit=9)
        await evaluator_of(talk).ended(noted)  # and here it dies: the note is still there

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


async def test_an_agents_evaluator_is_asked_too_and_nobody_when_something_was_said_since(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as scene:
        services = scene.server.services
        spec = {"systemPrompt": "Be kind.", "autonomy": POLICY}
        agent = await services.agents.create(WORKSPACE, "kind", spec)
        talk = await talk_in(scene, None)
        talk.session = await services.sessions.create(WORKSPACE, {"agentId": agent.id}, {})
        first = await talk.say("Plan a trip.")
        await scene.end()
        second = await talk.say("In May.")

        assert await asked_after(talk, first) is None
        assert [run.parent_run_id for run in await scene.runs()][-1] == second.id


@pytest.mark.parametrize(
    "policy",
    [
        {**POLICY, "enabled": False},
        {**POLICY, "maxConsecutive": 0},
        {name: value for name, value in POLICY.items() if name != "evaluator"},
    ],
)
async def test_nobody_is_asked_whose_answer_could_not_be_used(tmp_path: Path, policy: Any) -> None:
    async with opened(tmp_path) as scene:
        talk = await talk_in(scene, policy)

        assert await asked_after(talk, await talk.say()) is None


async def test_the_cap_a_waiting_timer_and_a_failed_reply_save_the_price(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        talk = await talk_in(scene, POLICY)
        assert await asked_after(talk, await talk.say(), well=False) is None

        said = await talk.say()
        await talk.ask()
        assert await asked_after(talk, said) is None

        await talk.tick(minutes=1)  # the one follow-up that is allowed
        follow_up = (await talk.runs())[-1]
        assert follow_up.origin.trigger == "timer"
        assert await asked_after(talk, follow_up) is None
