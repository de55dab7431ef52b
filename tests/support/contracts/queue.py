"""Contract of the queue: claims in lane order, and writes only under a valid claim."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace

import pytest
from tests.support.builders import a_part, a_reply
from tests.support.contracts.scene import OTHER, WORKER, Scene, in_session

from runwhy.core.runs.events import NewEvent
from runwhy.core.runs.run import EnvelopeFacts, Status
from runwhy.ports import Claim, Progress, Superseded


class QueueContract:
    """Claims of runs, and writes under a claim."""

    async def test_the_oldest_run_is_claimed_first(self, scene: Scene) -> None:
        runs = [await scene.start() for _ in range(4)]

        first, second = await scene.claim(limit=2), await scene.claim(OTHER, limit=9)

        assert [claim.run.id for claim in (*first, *second)] == [run.id for run in runs]
        assert await scene.claim() == []

    async def test_a_claim_contains_the_run_its_worker_and_its_log(self, scene: Scene) -> None:
        run = await scene.start("Hello")
        at = scene.clock.advance(seconds=1)
        (claim,) = await scene.claim()

        assert (claim.worker, claim.attempt) == (WORKER, 1)
        assert claim.run == replace(run, status=Status.RUNNING, started_at=at)
        assert await scene.get(run) == claim.run
        assert list(claim.parts) == list(await scene.store.list_parts(run.id))
        assert await scene.types(run) == ["queued", "started"]

    async def test_runs_of_a_session_execute_one_at_a_time_in_the_order_accepted(
        self, scene: Scene
    ) -> None:
        session = await scene.open_session()
        runs = [await scene.start(**in_session(session)) for _ in range(3)]

        for run in runs:
            claim = await scene.take(run)
            assert await scene.claim(OTHER) == []
            await scene.finish(claim)
        assert await scene.claim() == []

    async def test_lanes_do_not_wait_for_each_other(self, scene: Scene) -> None:
        busy, free = await scene.open_session(), await scene.open_session()
        await scene.started(**in_session(busy))
        await scene.start(**in_session(busy))
        other, lone = await scene.start(**in_session(free)), await scene.start()

        assert [claim.run.id for claim in await scene.claim()] == [other.id, lone.id]

    async def test_runs_behind_a_long_lane_are_found(self, scene: Scene) -> None:
        busy, free = await scene.open_session(), await scene.open_session()
        await scene.started(**in_session(busy))
        for _ in range(4):
            await scene.start(**in_session(busy))
        other, lone = await scene.start(**in_session(free)), await scene.start()

        assert [claim.run.id for claim in await scene.claim(limit=1)] == [other.id]
        assert [claim.run.id for claim in await scene.claim(OTHER)] == [lone.id]

    async def test_a_worker_that_has_not_joined_gets_no_runs(self, scene: Scene) -> None:
        await scene.start()
        await scene.store.deregister_worker(WORKER)

        assert await scene.claim(WORKER) == []
        assert len(await scene.claim(OTHER)) == 1

    async def test_a_worker_can_join_twice(self, scene: Scene) -> None:
        claim = await scene.started()
        await scene.store.register_worker(WORKER, "again", at=scene.clock())

        assert await scene.store.heartbeat(WORKER, at=scene.clock())
        await scene.finish(claim)

    async def test_the_runs_of_a_worker_are_listed(self, scene: Scene) -> None:
        first, second = await scene.started(), await scene.started()
        await scene.cancel(second.run)

        held = {hold.run_id: hold for hold in await scene.store.held(WORKER)}
        assert held == {
            first.run.id: first.hold,
            second.run.id: replace(second.hold, cancelled=True),
        }
        assert await scene.store.held(OTHER) == []

    async def test_events_of_a_run_are_numbered_and_stored(self, scene: Scene) -> None:
        claim = await scene.started()
        reply = a_reply("Hi", run_id=claim.run.id)
        events = [NewEvent(type="a", data={"n": 1}), NewEvent(type="b", data={})]

        written = await scene.store.record(
            claim,
            Progress(
                parts=[reply, reply],
                events=events,
                status=Status.WAITING,
                envelope=EnvelopeFacts(bytes=7, truncated=True, dropped=("tags",)),
            ),
            at=scene.clock(),
        )

        assert [part.index for part in written] == [1, 2]
        assert list(written) == list((await scene.store.list_parts(claim.run.id))[1:])
        assert await scene.types(claim.run) == ["queued", "started", "a", "b"]
        run = await scene.get(claim.run)
        assert run.status is Status.WAITING
        assert run.envelope == EnvelopeFacts(bytes=7, truncated=True, dropped=("tags",))

    async def test_a_forged_claim_writes_nothing(self, scene: Scene) -> None:
        claim = await scene.started()

        for forged in (replace(claim, worker=OTHER), replace(claim, attempt=2)):
            await _refused(scene, forged)
        await scene.finish(claim)

    async def test_nothing_can_be_written_after_the_end(self, scene: Scene) -> None:
        claim = await scene.started()
        await scene.finish(claim)

        await _refused(scene, claim)

    async def test_nothing_can_be_written_after_a_cancellation(self, scene: Scene) -> None:
        claim = await scene.started()
        await scene.cancel(claim.run)

        await _refused(scene, claim)

    async def test_nothing_can_be_written_after_a_release(self, scene: Scene) -> None:
        claim = await scene.started()
        await scene.store.release(claim.hold)

        await _refused(scene, claim)
        again = await scene.take(claim.run)  # even if the same worker claims it again
        await _refused(scene, claim)
        await scene.finish(again)

    async def test_the_queue_depth_counts_waiting_runs(self, scene: Scene) -> None:
        assert await scene.store.queue_depth() == (0, 0)
        since = round(scene.clock().timestamp() * 1000)
        claim = await scene.started()
        assert await scene.waiting() == 0
        await scene.start()
        scene.clock.advance(seconds=9)
        await scene.start()

        assert await scene.store.queue_depth() == (2, since)
        await scene.store.release(claim.hold)
        assert await scene.waiting() == 3

    async def test_no_run_is_claimed_twice(self, crowd: list[Scene]) -> None:
        runs = [await crowd[0].start() for _ in range(60)]
        sessions = [await crowd[0].open_session() for _ in range(5)]
        lanes = [
            [await crowd[0].start(**in_session(session)) for _ in range(3)] for session in sessions
        ]
        heads = [lane[0] for lane in lanes]

        async def take_all(scene: Scene, worker: str) -> list[Claim]:
            taken: list[Claim] = []
            while claims := await scene.claim(worker, limit=3):
                taken += claims
            return taken

        workers = [(scene, worker) for scene in crowd for worker in (WORKER, OTHER)] * 2
        taken = await asyncio.gather(*(take_all(*worker) for worker in workers))
        taken += [await take_all(crowd[0], WORKER)]  # runs that were locked during the other claims

        counted = Counter(claim.run.id for claims in taken for claim in claims)
        assert counted == Counter(run.id for run in (*runs, *heads))


async def _refused(scene: Scene, claim: Claim) -> None:
    """Check that nothing can be written under this claim."""
    before = await _all(scene, claim)
    event, part = NewEvent(type="late", data={}), a_part("late", run_id=claim.run.id)
    with pytest.raises(Superseded):
        await scene.store.record(claim, Progress(parts=[part], events=[event]), at=scene.clock())
    with pytest.raises(Superseded):
        await scene.finish(claim, parts=[part], events=[event])
    await scene.store.release(claim.hold)
    after = await _all(scene, claim)
    assert after == before


async def _all(scene: Scene, claim: Claim) -> object:
    return (
        await scene.get(claim.run),
        await scene.events(claim.run),
        await scene.store.list_parts(claim.run.id),
    )
