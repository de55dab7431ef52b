"""Contract of the end of runs, and of dead workers."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest
from tests.support.builders import a_reply
from tests.support.contracts.scene import DONE, OTHER, WORKER, Scene, Silence, in_session

from runwhy.core.runs.cost import Cost
from runwhy.core.runs.events import TERMINAL, NewEvent
from runwhy.core.runs.run import ErrorClass, Failure, ModelUsed, Outcome, Status, Tokens
from runwhy.errors import NotFound
from runwhy.ports import Progress, Superseded

NOBODY, EVERYBODY = 3600.0, -3600.0  # heartbeat ages that no worker or every worker exceeds

OUTCOMES = [
    Outcome(
        status=Status.SUCCEEDED,
        text="Grüße 🙂",
        turns=2,
        tokens=Tokens(input=1, cached=2, cache_write=4, reasoning=3, output=2**40),
        cost=Cost(picos=2**60, unpriced_calls=5),
        first_token_ms=250,
        model=ModelUsed(id="m", provider="p", vendor_model_id="v", reasoning_effort="high"),
    ),
    Outcome(
        status=Status.FAILED,
        failure=Failure(
            message="too much",
            error_class=ErrorClass.RATE_LIMIT,
            code="429",
            finish_reason="length",
            partial_text="I was say",
        ),
    ),
    Outcome(status=Status.FAILED, failure=Failure(message="no model was asked")),
]


class OutcomesContract:
    """A run ends once, and nothing changes it afterwards."""

    @pytest.mark.parametrize("outcome", OUTCOMES[:2], ids=["succeeded", "failed"])
    async def test_a_failed_run_cancels_its_subtasks(self, scene: Scene, outcome: Outcome) -> None:
        parent = await scene.started()
        child = await scene.start(parent_run_id=parent.run.id)
        below = await scene.start(parent_run_id=child.id)
        other = await scene.start()

        await scene.finish(parent, outcome)

        left = [(await scene.get(run)).status for run in (child, below, other)]
        ended = Status.CANCELLED if outcome.status is Status.FAILED else Status.QUEUED
        assert left == [ended, ended, Status.QUEUED]
        if ended is Status.CANCELLED:
            assert (await scene.get(child)).failure_reason == f"{parent.run.id} failed"
            assert (await scene.types(below))[-1] == "cancelled"

    @pytest.mark.parametrize("outcome", OUTCOMES, ids=["succeeded", "rate-limited", "failed"])
    async def test_the_outcome_is_stored_with_one_terminal_event(
        self, scene: Scene, outcome: Outcome
    ) -> None:
        claim = await scene.started()
        at = scene.clock.advance(seconds=2)
        reply = a_reply("Hi", run_id=claim.run.id)
        event = NewEvent(type="assistant_message", data={"text": "Hi"})
        await scene.finish(claim, outcome, parts=[reply], events=[event])

        run = await scene.get(claim.run)
        assert (run.status, run.final_text, run.failure) == (
            outcome.status,
            outcome.text,
            outcome.failure,
        )
        assert (run.model, run.tokens, run.turns) == (outcome.model, outcome.tokens, outcome.turns)
        assert (run.cost, run.first_token_ms) == (outcome.cost, outcome.first_token_ms)
        assert run.finished_at == at
        *before, last = await scene.events(claim.run)
        assert [event.type for event in before] == ["queued", "started", "assistant_message"]
        assert last.type in TERMINAL
        assert await scene.store.last_event(claim.run.id) == last
        assert [p.text for p in await scene.store.list_parts(claim.run.id)] == ["Hello", "Hi"]
        assert await scene.store.held(WORKER) == []

    async def test_a_queued_run_is_cancelled_immediately(self, scene: Scene) -> None:
        run = await scene.start()
        cancelled = await scene.cancel(run, "changed my mind")

        assert (cancelled.status, cancelled.failure_reason) == (Status.CANCELLED, "changed my mind")
        assert await scene.get(run) == cancelled
        assert await scene.claim() == []
        assert await scene.waiting() == 0
        last = await scene.store.last_event(run.id)
        assert last is not None
        assert (last.type, last.data) == ("cancelled", {"reason": "changed my mind"})

    async def test_a_cancelled_run_blocks_its_lane_until_its_worker_releases_it(
        self, scene: Scene
    ) -> None:
        session = await scene.open_session()
        claim = await scene.started(**in_session(session))
        following = await scene.start(**in_session(session))

        assert (await scene.cancel(claim.run)).status is Status.CANCELLED
        assert await scene.claim(OTHER) == []
        await scene.store.release(claim.hold)
        await scene.take(following, OTHER)
        assert (await scene.get(claim.run)).status is Status.CANCELLED

    async def test_a_cancelled_run_of_a_dead_worker_frees_its_lane(self, scene: Scene) -> None:
        session = await scene.open_session()
        claim = await scene.started(**in_session(session))
        following = await scene.start(**in_session(session))
        await scene.cancel(claim.run)

        assert await scene.store.reap(older_than=EVERYBODY, at=scene.clock()) == 0
        await scene.store.register_worker(WORKER, "again", at=scene.clock())
        await scene.take(following)

    async def test_an_ended_run_does_not_change(self, scene: Scene) -> None:
        done, cancelled = await scene.started(), await scene.start()
        await scene.finish(done)
        await scene.cancel(cancelled)
        before = [await scene.get(done.run), await scene.get(cancelled)]

        assert [await scene.cancel(done.run), await scene.cancel(cancelled)] == before
        assert (await scene.types(done.run))[-1] == "result"
        assert await scene.types(cancelled) == ["queued", "cancelled"]

    async def test_runs_of_another_workspace_cannot_be_cancelled(self, scene: Scene) -> None:
        run = await scene.start()
        with pytest.raises(NotFound):
            await scene.store.cancel_run(2, run.id, reason="mine", at=scene.clock())

    async def test_a_released_run_is_claimed_again_before_later_ones(self, scene: Scene) -> None:
        session = await scene.open_session()
        claim = await scene.started(**in_session(session))
        await scene.start(**in_session(session))
        started_at = claim.run.started_at
        scene.clock.advance(seconds=5)
        await scene.store.release(claim.hold)

        put_back = await scene.get(claim.run)
        assert (put_back.status, put_back.attempt) == (Status.QUEUED, 2)
        again = await scene.take(claim.run, OTHER)
        assert (again.attempt, again.run.attempt, again.run.started_at) == (2, 2, started_at)
        assert [e.data.get("attempt") for e in await scene.events(claim.run)] == [None, 1, 2]

    async def test_a_run_that_waits_for_its_client_can_be_released(self, scene: Scene) -> None:
        claim = await scene.started()
        await scene.store.record(claim, Progress(status=Status.WAITING), at=scene.clock())
        await scene.store.release(claim.hold)

        assert (await scene.get(claim.run)).status is Status.QUEUED

    async def test_the_runs_of_a_dead_worker_are_released(self, scene: Scene) -> None:
        runs = [(await scene.started()).run for _ in range(3)]
        assert await scene.store.reap(older_than=NOBODY, at=scene.clock()) == 0
        assert await scene.store.reap(older_than=EVERYBODY, at=scene.clock()) == 3

        assert not await scene.store.heartbeat(WORKER, at=scene.clock())
        await scene.store.register_worker(OTHER, "again", at=scene.clock())
        claims = await scene.claim(OTHER)
        assert [claim.run.id for claim in claims] == [run.id for run in runs]
        assert {claim.attempt for claim in claims} == {2}

    async def test_only_workers_without_heartbeat_are_removed(
        self, scene: Scene, silence: Silence
    ) -> None:
        (mine,), (theirs,) = [await scene.started()], [await scene.start()]
        await scene.take(theirs, OTHER)
        await silence(WORKER, 60.0)
        assert await scene.store.heartbeat(OTHER, at=scene.clock())

        assert await scene.store.reap(older_than=30.0, at=scene.clock()) == 1
        assert (await scene.get(mine.run)).status is Status.QUEUED
        assert (await scene.get(theirs)).status is Status.RUNNING
        assert await scene.store.heartbeat(OTHER, at=scene.clock())

    async def test_a_worker_that_reaps_does_not_remove_itself(
        self, scene: Scene, silence: Silence
    ) -> None:
        claim = await scene.started()
        await silence(WORKER, 60.0)  # as if its last heartbeat was written late

        assert await scene.store.reap(older_than=30.0, at=scene.clock(), by=WORKER) == 0
        assert (await scene.get(claim.run)).status is Status.RUNNING
        assert await scene.store.reap(older_than=30.0, at=scene.clock(), by=OTHER) == 1

    async def test_a_removed_worker_cannot_write(self, scene: Scene) -> None:
        claim = await scene.started()
        await scene.store.reap(older_than=EVERYBODY, at=scene.clock())

        with pytest.raises(Superseded):
            await scene.say(claim, "late")
        with pytest.raises(Superseded):
            await scene.finish(claim)
        assert await scene.types(claim.run) == ["queued", "started"]

    async def test_runs_of_an_unknown_worker_are_released(
        self, scene: Scene, silence: Silence
    ) -> None:
        claim = await scene.started()
        await silence(WORKER, None)  # deletes the worker's row

        assert await scene.store.reap(older_than=NOBODY, at=scene.clock()) == 1
        await scene.take(claim.run, OTHER)

    async def test_a_worker_that_leaves_releases_its_runs(self, scene: Scene) -> None:
        claim = await scene.started()
        await scene.store.deregister_worker(WORKER)

        assert not await scene.store.heartbeat(WORKER, at=scene.clock())
        assert (await scene.take(claim.run, OTHER)).attempt == 2

    async def test_only_one_of_many_simultaneous_ends_takes_effect(
        self, crowd: list[Scene]
    ) -> None:
        for _ in range(10):
            claim = await crowd[0].started()
            ends = [scene.finish(claim, DONE) for scene in crowd]
            ends += [scene.store.release(claim.hold) for scene in crowd]
            cancels = [scene.cancel(claim.run) for scene in crowd]
            await asyncio.gather(*ends, *cancels, return_exceptions=True)

            types = await crowd[0].types(claim.run)
            assert [type for type in types if type in TERMINAL] == types[-1:]
            assert await crowd[0].claim() == []

    async def test_reaping_does_not_disturb_writing(self, crowd: list[Scene]) -> None:
        session = await crowd[0].open_session()
        for _ in range(5):
            await crowd[0].start(**in_session(session))
            await crowd[0].start()

        async def work(scene: Scene, worker: str) -> None:
            while claims := await scene.claim(worker, limit=2):
                for claim in claims:
                    with suppress(Superseded):
                        await scene.say(claim, "a", "b")
                        await scene.finish(claim)

        async def reap(scene: Scene) -> None:
            for _ in range(5):
                await scene.store.reap(older_than=NOBODY, at=scene.clock())
                await scene.store.deregister_worker(OTHER)
                await scene.store.register_worker(OTHER, "again", at=scene.clock())

        await asyncio.gather(*(work(s, w) for s in crowd for w in (WORKER, OTHER)), reap(crowd[0]))
        await crowd[0].store.deregister_worker(OTHER)
        await work(crowd[0], WORKER)

        for run_id in await crowd[0].ids():
            types = [event.type for event in await crowd[0].store.list_events(run_id)]
            assert sum(type in TERMINAL for type in types) == 1
