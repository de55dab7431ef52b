"""An evaluator is asked only when its answer could be used, and its answer only if still true."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.services.test_timers import Talk, talk_in
from tests.services.triggers_scene import opened

from whence.core.runs import Failure, Outcome, Run, Status
from whence.core.timers import Timer
from whence.services.evaluator import Evaluator

pytestmark = pytest.mark.anyio

POLICY = {"enabled": True, "maxConsecutive": 1, "cooldownSeconds": 0, "evaluator": "echo"}
PROPOSED = '{"follow_up": true, "type": "check_in", "delay_seconds": 60, "reason": "silence"}'
REPLIED = Outcome(status=Status.SUCCEEDED, text="Which dates?")


def evaluator_of(talk: Talk) -> Evaluator:
    services = talk.scene.server.services
    return Evaluator(
        store=talk.scene.store,
        timers=talk.scene.store,
        runs=services.runs,
        autonomy=services.autonomy,
        clock=talk.scene.clock,
    )


async def asked_after(talk: Talk, run: Run, outcome: Outcome = REPLIED) -> Run | None:
    """The run in which an evaluator is asked after this one, if it is."""
    await talk.scene.end()
    await evaluator_of(talk).ended(run, outcome)
    children = [r for r in await talk.scene.runs() if r.parent_run_id == run.id]
    return children[0] if children else None


async def answered(talk: Talk, question: Run, text: str) -> list[Timer]:
    await talk.scene.end()
    await evaluator_of(talk).ended(question, Outcome(status=Status.SUCCEEDED, text=text))
    return await talk.timers()


async def test_a_proposal_becomes_a_timer_of_the_session(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
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
        failed = Outcome(status=Status.FAILED, failure=Failure(message="no"))
        assert await asked_after(talk, await talk.say(), failed) is None

        said = await talk.say()
        await talk.ask()
        assert await asked_after(talk, said) is None

        await talk.tick(minutes=1)  # the one follow-up that is allowed
        follow_up = (await talk.runs())[-1]
        assert follow_up.origin.trigger == "timer"
        assert await asked_after(talk, follow_up) is None
