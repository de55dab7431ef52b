"""Contract of jobs that an engine executes: the outbox, targeted claims, suspended runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from tests.support.builders import a_call
from tests.support.contracts.fair_queue import rules
from tests.support.contracts.scene import OTHER, WORKER, Scene, in_session
from tests.support.contracts.tools import answer, call_tools

from runwhy.core.queue.dispatch import Dispatch
from runwhy.core.runs.run import Status
from runwhy.errors import Unavailable
from runwhy.ports import Claim, DispatchedJob, EngineCall, Need, Superseded

TAGS = {"customer": "acme"}
LATER = datetime(2999, 1, 1, tzinfo=UTC)  # for the clock of PostgreSQL, too


async def hand_over(
    scene: Scene, worker: str = WORKER, *, limit: int = 100
) -> Sequence[DispatchedJob]:
    """Hand the runs that may start now to the engine."""
    dispatch = Dispatch(limits=scene.rules.limits)
    return await scene.store.dispatch(worker, limit=limit, clock=scene.clock, dispatch=dispatch)


def call_of(job: DispatchedJob, invocation: str = "inv-1") -> EngineCall:
    """Return a call of the engine for a job."""
    return EngineCall(run_id=job.run_id, lane=job.lane, number=job.number, invocation=invocation)


async def claim_of(scene: Scene, job: DispatchedJob, worker: str = WORKER) -> Claim | None:
    """Claim the run of a job, as a worker does that the engine calls."""
    return await scene.store.claim_run(call_of(job), worker, at=scene.clock())


async def claimed(scene: Scene, job: DispatchedJob, worker: str = WORKER) -> Claim:
    """Claim the run of a job, which must be possible."""
    claim = await claim_of(scene, job, worker)
    assert claim is not None
    return claim


async def due(scene: Scene, worker: str = WORKER) -> Sequence[DispatchedJob]:
    """Return what a server has to send now."""
    return await scene.store.take_due(
        worker, at=scene.clock(), limits=scene.rules.limits, limit=100
    )


def as_sent(jobs: Sequence[DispatchedJob]) -> list[DispatchedJob]:
    """Return jobs without their age, which PostgreSQL measures with its own clock."""
    return [replace(job, age=0.0) for job in jobs]


async def pass_time(scene: Scene) -> None:
    """Let all jobs be due that have to be sent again at some time."""
    await scene._execute("UPDATE jobs SET relay_at = 1 WHERE relay_at > 1")


async def suspended(scene: Scene, **changes: Any) -> tuple[DispatchedJob, Claim]:
    """Add a run that waits for a tool and gave up its worker."""
    await scene.start(**changes)
    (job,) = await hand_over(scene)
    claim = await claimed(scene, job)
    await call_tools(scene, claim, a_call())
    assert await scene.store.suspend(claim.hold, "awk-1", await need_of(scene, claim))
    return job, claim


async def need_of(scene: Scene, claim: Claim) -> Need:
    parts = await scene.store.list_parts(claim.run.id)
    return Need(until=LATER, last_part=parts[-1].index)


class EngineJobsContract:
    """Runs that an engine executes."""

    async def test_the_first_run_of_each_lane_is_handed_over_once(self, scene: Scene) -> None:
        session = await scene.open_session()
        first, second = [await scene.start(**in_session(session)) for _ in range(2)]
        alone = await scene.start()

        jobs = await hand_over(scene)

        assert [(job.run_id, job.lane, job.number) for job in jobs] == [
            (first.id, session.id, 1),
            (alone.id, alone.id, 1),
        ]
        assert {job.key for job in jobs} == {first.id, alone.id}
        assert await hand_over(scene, OTHER) == []
        assert await scene.claim() == [], "the embedded queue has nothing to do with them"
        await scene.finish(await claimed(scene, jobs[0]))
        assert [job.run_id for job in await hand_over(scene, OTHER)] == [second.id]

    async def test_unclaimed_runs_count_towards_the_slots_of_their_server(
        self, scene: Scene
    ) -> None:
        for _ in range(5):
            await scene.start()

        first = await hand_over(scene, limit=2)

        assert len(first) == 2
        assert await hand_over(scene, limit=2) == []
        await claimed(scene, first[0], OTHER)
        assert len(await hand_over(scene, limit=2)) == 1

    async def test_a_run_has_its_place_under_a_limit_before_a_worker_claims_it(
        self, scene: Scene
    ) -> None:
        scene.rules = rules({"customer": 1})
        for _ in range(2):
            await scene.start(tags=TAGS)

        (job,) = await hand_over(scene)

        assert await hand_over(scene, OTHER) == []
        await scene.finish(await claimed(scene, job))
        assert len(await hand_over(scene)) == 1

    async def test_a_claim_starts_the_run(self, scene: Scene) -> None:
        run = await scene.start()
        (job,) = await hand_over(scene)
        assert (await scene.get(run)).status is Status.QUEUED

        claim = await claimed(scene, job)

        assert claim.attempt == 1
        assert (await scene.get(run)).status is Status.RUNNING
        assert await scene.types(run) == ["queued", "started"]
        await scene.finish(claim)
        assert await claim_of(scene, job) is None, "the run has ended"

    async def test_a_second_claim_counts_the_attempt_up_and_the_first_cannot_write(
        self, scene: Scene
    ) -> None:
        run = await scene.start()
        (job,) = await hand_over(scene)
        first = await claimed(scene, job)

        second = await claimed(scene, job, OTHER)

        assert second.attempt == 2
        assert (await scene.get(run)).attempt == 2
        with pytest.raises(Superseded):
            await scene.say(first, "late")
        await scene.finish(second)

    async def test_the_same_worker_takes_its_run_over_without_a_crash(self, scene: Scene) -> None:
        await scene.start()
        (job,) = await hand_over(scene)
        for attempt in range(1, 6):
            claim = await claimed(scene, job)
            assert claim.attempt == attempt

    async def test_a_run_that_ends_its_workers_is_put_into_quarantine_and_fails(
        self, scene: Scene
    ) -> None:
        run = await scene.start()
        (job,) = await hand_over(scene)
        await claimed(scene, job)
        await claimed(scene, job, OTHER)  # the first crash

        assert await claim_of(scene, job) is None, "the second one"

        assert (await scene.get(run)).status is Status.QUEUED
        assert await hand_over(scene) == []
        await scene.crash()  # starts the worker again, some time ago
        await scene.end_quarantine()
        (again,) = await hand_over(scene)
        assert (again.number, again.key, again.replaces) == (2, f"{run.id}.2", "inv-1")
        assert await claim_of(scene, job) is None, "a call for the earlier number"
        await claimed(scene, again)
        assert await claim_of(scene, again, OTHER) is None
        assert (await scene.get(run)).status is Status.FAILED

    async def test_an_unclaimed_job_is_sent_again_by_any_server(self, scene: Scene) -> None:
        await scene.start()
        (job,) = await hand_over(scene)
        assert await due(scene, OTHER) == []

        await pass_time(scene)

        assert as_sent(await due(scene, OTHER)) == [job]
        assert await due(scene) == [], "the other server sends it"
        await scene._execute("UPDATE jobs SET relay_at = 1, dispatched_at = dispatched_at - 60000")
        assert [round(old.age, -1) for old in await due(scene)] == [60]
        await claimed(scene, job)
        await pass_time(scene)
        assert await due(scene) == []

    async def test_jobs_of_a_dead_server_stay_with_the_engine(self, scene: Scene) -> None:
        run = await scene.start()
        (job,) = await hand_over(scene)

        await scene.crash()

        assert await hand_over(scene, OTHER) == []
        await pass_time(scene)
        assert as_sent(await due(scene, OTHER)) == [job]
        assert (await claimed(scene, job, OTHER)).attempt == 1
        assert (await scene.get(run)).status is Status.RUNNING

    async def test_a_run_whose_call_is_not_repeated_is_handed_over_again(
        self, scene: Scene
    ) -> None:
        run = await scene.start()
        (job,) = await hand_over(scene)
        await claimed(scene, job)

        await scene.crash()

        assert await claim_of(scene, job, OTHER) is None
        (again,) = await hand_over(scene, OTHER)
        assert (again.run_id, again.number, again.replaces) == (run.id, 2, "inv-1")
        assert (await claimed(scene, again, OTHER)).attempt == 2

    async def test_a_run_that_is_handed_back_waits_for_the_engines_next_call(
        self, scene: Scene
    ) -> None:
        run = await scene.start()
        (job,) = await hand_over(scene)
        claim = await claimed(scene, job)

        await scene.store.hand_back(claim.hold, at=scene.clock())

        assert (await scene.get(run)).status is Status.QUEUED
        assert await hand_over(scene, OTHER) == []
        assert (await claimed(scene, job, OTHER)).attempt == 2

    async def test_a_worker_that_was_declared_dead_claims_nothing(self, scene: Scene) -> None:
        await scene.start()
        (job,) = await hand_over(scene)
        await scene.store.deregister_worker(WORKER)

        with pytest.raises(Unavailable):
            await claim_of(scene, job)
        await claimed(scene, job, OTHER)

    async def test_an_answer_wakes_a_suspended_run_and_any_worker_continues_it(
        self, scene: Scene
    ) -> None:
        job, claim = await suspended(scene)
        assert await due(scene) == []
        await scene.crash()
        assert await hand_over(scene, OTHER) == [], "nothing executes it"

        await answer(scene, claim.run)

        (woken,) = await due(scene, OTHER)
        assert (woken.awakeable, woken.invocation) == ("awk-1", "inv-1")
        resumed = await claimed(scene, job, OTHER)
        assert resumed.attempt == 1
        assert [part.text for part in resumed.parts][-1] == "found"
        assert (await scene.types(claim.run)).count("started") == 1
        with pytest.raises(Superseded):
            await scene.say(claim, "late")
        await scene.finish(resumed)

    async def test_a_resumed_run_continues_the_time_of_its_attempt(self, scene: Scene) -> None:
        job, claim = await suspended(scene)
        await answer(scene, claim.run)
        await due(scene)

        resumed = await scene.store.claim_run(call_of(job), OTHER, at=LATER)

        assert resumed is not None
        assert (resumed.attempt, resumed.since) == (1, claim.since)
        again = await scene.store.claim_run(call_of(job), WORKER, at=LATER)
        assert again is not None
        assert (again.attempt, again.since) == (2, LATER), "a crash starts another attempt"

    async def test_only_the_last_answer_wakes_a_run(self, scene: Scene) -> None:
        await scene.start()
        (job,) = await hand_over(scene)
        claim = await claimed(scene, job)
        await call_tools(scene, claim, a_call("call-1"), a_call("call-2"))
        assert await scene.store.suspend(claim.hold, "awk-1", await need_of(scene, claim))

        await answer(scene, claim.run, "call-1")
        assert await due(scene) == []
        await answer(scene, claim.run, "call-2")
        assert len(await due(scene)) == 1

    async def test_a_run_is_not_suspended_after_its_answer(self, scene: Scene) -> None:
        await scene.start()
        (job,) = await hand_over(scene)
        claim = await claimed(scene, job)
        await call_tools(scene, claim, a_call())
        need = await need_of(scene, claim)

        await answer(scene, claim.run)

        assert not await scene.store.suspend(claim.hold, "awk-1", need)
        assert await claim_of(scene, job) is not None

    async def test_a_suspended_run_is_woken_when_its_time_has_passed(self, scene: Scene) -> None:
        job, _ = await suspended(scene)

        await pass_time(scene)

        (woken,) = as_sent(await due(scene))
        assert woken == replace(job, awakeable="awk-1", invocation="inv-1")

    async def test_a_suspended_run_gives_up_its_place_and_gets_it_before_new_runs(
        self, scene: Scene
    ) -> None:
        scene.rules = rules({"customer": 1})
        job, claim = await suspended(scene, tags=TAGS)
        later = [await scene.start(tags=TAGS) for _ in range(2)]
        (other,) = await hand_over(scene)
        assert other.run_id == later[0].id
        busy = await claimed(scene, other)

        await answer(scene, claim.run)

        assert await due(scene) == [], "its place is taken"
        await scene.finish(busy)
        assert await hand_over(scene) == [], "the place is kept for it"
        await pass_time(scene)
        assert [woken.run_id for woken in await due(scene)] == [job.run_id]
        await scene.finish(await claimed(scene, job))
        assert len(await hand_over(scene)) == 1

    async def test_a_cancelled_job_is_deleted_after_the_engine_was_told(self, scene: Scene) -> None:
        session = await scene.open_session()
        run, behind = [await scene.start(**in_session(session)) for _ in range(2)]
        (job,) = await hand_over(scene)

        await scene.cancel(run)

        assert (await scene.get(run)).status is Status.CANCELLED
        (cancelled,) = as_sent(await due(scene, OTHER))
        assert cancelled == replace(job, cancelled=True)
        await scene.store.drop_cancelled(cancelled)
        assert [next_one.run_id for next_one in await hand_over(scene)] == [behind.id]

    async def test_a_lost_cancellation_is_found_by_the_next_call(self, scene: Scene) -> None:
        session = await scene.open_session()
        job, claim = await suspended(scene, **in_session(session))
        behind = await scene.start(**in_session(session))

        await scene.cancel(claim.run)

        assert await claim_of(scene, job, OTHER) is None
        assert [one.run_id for one in await hand_over(scene)] == [behind.id]

    async def test_a_run_at_work_is_cancelled_at_its_next_write(self, scene: Scene) -> None:
        run = await scene.start()
        (job,) = await hand_over(scene)
        claim = await claimed(scene, job)

        await scene.cancel(run)

        with pytest.raises(Superseded):
            await scene.say(claim, "late")
        await scene.store.hand_back(claim.hold, at=scene.clock())
        assert await claim_of(scene, job) is None
        assert await due(scene) == []

    async def test_a_run_that_the_engine_has_lost_is_handed_over_again(self, scene: Scene) -> None:
        job, claim = await suspended(scene)

        await scene.store.take_back(job)

        (again,) = await hand_over(scene)
        assert again.run_id == claim.run.id
        assert again.number > job.number
        assert await claim_of(scene, job) is None
        assert (await claimed(scene, again)).run.id == claim.run.id

    async def test_the_embedded_queue_takes_all_runs_back(self, scene: Scene) -> None:
        _, waiting = await suspended(scene)
        run = await scene.start()
        (job,) = await hand_over(scene)

        assert await scene.store.recall() == 2

        assert {claim.run.id for claim in await scene.claim()} == {waiting.run.id, run.id}
        assert await claim_of(scene, job, OTHER) is None

    async def test_the_outbox_has_the_runs_that_no_worker_has_claimed(self, scene: Scene) -> None:
        assert await scene.store.outbox_state(at=scene.clock()) == (0, 0)
        await scene.start()
        (job,) = await hand_over(scene)
        await scene._execute("UPDATE jobs SET dispatched_at = dispatched_at - 60000")

        count, lag = await scene.store.outbox_state(at=scene.clock())

        assert count == 1
        assert 60 <= lag < 90
        await claimed(scene, job)
        assert await scene.store.outbox_state(at=scene.clock()) == (0, 0)
