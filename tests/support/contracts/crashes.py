"""Contract of crashes: a run whose servers die is retried with care, then fails."""

from __future__ import annotations

import asyncio

from tests.support.builders import a_reply
from tests.support.contracts.scene import OTHER, WORKER, Scene, in_session

from runwhy.core.queries.parser import parse
from runwhy.core.runs.run import ErrorClass, Run, Status
from runwhy.ports import Claim, Progress


class CrashesContract:
    """Runs of workers that died."""

    async def test_a_run_that_crashes_three_times_fails(self, scene: Scene) -> None:
        run = await scene.start()
        for attempt in (1, 2, 3):
            claim = await scene.take(run)
            assert claim.attempt == attempt
            await scene.crash()
            await scene.end_quarantine()

        ended = await scene.get(run)
        assert ended.status is Status.FAILED
        assert ended.failure is not None
        assert ended.failure.error_class is ErrorClass.CRASHED_REPEATEDLY
        assert (await scene.types(run))[-1] == "error"
        assert await scene.claim() == []
        assert await scene.ids(query=parse("error:crashed_repeatedly", now=scene.clock())) == [
            run.id
        ]

    async def test_the_crash_limit_is_a_setting(self, scene: Scene) -> None:
        run = await scene.start()
        for _ in range(2):
            await scene.take(run)
            await scene.crash(limit=2)
            await scene.end_quarantine()

        assert (await scene.get(run)).status is Status.FAILED

    async def test_progress_resets_the_count_of_crashes(self, scene: Scene) -> None:
        run = await scene.start()
        for _ in range(6):
            claim = await scene.take(run)
            part = a_reply("more", run_id=run.id)
            await scene.store.record(claim, Progress(parts=[part]), at=scene.clock())
            await scene.crash()
            await scene.end_quarantine()

        await scene.finish(await scene.take(run))

    async def test_crashes_with_progress_are_bounded_as_well(self, scene: Scene) -> None:
        run = await scene.start()
        for _ in range(30):
            claim = await scene.take(run)
            part = a_reply("more", run_id=run.id)
            await scene.store.record(claim, Progress(parts=[part]), at=scene.clock())
            await scene.crash()
            await scene.end_quarantine()

        assert (await scene.get(run)).status is Status.FAILED

    async def test_a_worker_that_leaves_has_not_crashed(self, scene: Scene) -> None:
        run = await scene.start()
        for _ in range(4):
            await scene.take(run)
            await scene.store.deregister_worker(WORKER)
            await scene.store.register_worker(WORKER, WORKER, at=scene.clock())

        await scene.finish(await scene.take(run))

    async def test_a_run_that_waits_for_its_client_does_not_crash(self, scene: Scene) -> None:
        run = await scene.start()
        for _ in range(4):
            claim = await scene.take(run)
            await scene.store.record(claim, Progress(status=Status.WAITING), at=scene.clock())
            await scene.crash()

        await scene.finish(await scene.take(run))

    async def test_the_run_behind_a_crashed_one_proceeds(self, scene: Scene) -> None:
        session = await scene.open_session()
        poison = await scene.start(**in_session(session))
        behind = await scene.start(**in_session(session))
        await _crash_until_it_ends(scene, poison)

        await scene.finish(await scene.take(behind))

    async def test_suspects_execute_one_at_a_time_on_all_servers(self, crowd: list[Scene]) -> None:
        scene = crowd[0]
        runs = [await scene.start() for _ in range(5)]
        await _crash_twice(scene)
        assert await scene.claim() == []  # the delay has not passed
        await scene.end_quarantine()

        for run in runs:
            tries = [one.claim(worker) for one in crowd for worker in (WORKER, OTHER)]
            (claim,) = [claim for claims in await asyncio.gather(*tries) for claim in claims]
            assert claim.run.id == run.id
            assert await scene.claim(OTHER) == []
            await scene.finish(claim)

    async def test_a_suspect_with_progress_makes_room_for_the_next_one(self, scene: Scene) -> None:
        runs = [await scene.start() for _ in range(2)]
        await _crash_twice(scene)
        await scene.end_quarantine()
        first = await scene.take(runs[0])
        part = a_reply("more", run_id=first.run.id)
        await scene.store.record(first, Progress(parts=[part]), at=scene.clock())

        second = await scene.take(runs[1])
        await scene.store.record(second, Progress(status=Status.WAITING), at=scene.clock())
        await scene.finish(first)

    async def test_other_runs_execute_beside_a_suspect(self, scene: Scene) -> None:
        run = await scene.start()
        await _crash_twice(scene)
        await scene.end_quarantine()
        await scene.take(run)

        await scene.finish(await scene.started())

    async def test_a_server_that_has_just_started_takes_no_suspect(self, scene: Scene) -> None:
        run = await scene.start()
        await _crash_twice(scene)
        await scene.end_quarantine()
        await scene.store.deregister_worker(WORKER)
        await scene.store.register_worker(WORKER, "new", at=scene.clock())

        assert await scene.claim() == []
        await scene.store.deregister_worker(OTHER)
        await scene.crash(OTHER)  # up for a day
        await scene.take(run, OTHER)

    async def test_a_suspect_can_be_cancelled(self, scene: Scene) -> None:
        run = await scene.start()
        await _crash_twice(scene)
        await scene.cancel(run)
        await scene.end_quarantine()

        assert (await scene.get(run)).status is Status.CANCELLED
        assert await scene.claim() == []


async def _crash_twice(scene: Scene) -> None:
    for _ in range(2):
        await scene.claim()
        await scene.crash()


async def _crash_until_it_ends(scene: Scene, run: Run) -> list[Claim]:
    claims = []
    while (await scene.get(run)).status is not Status.FAILED:
        claims.append(await scene.take(run))
        await scene.crash()
        await scene.end_quarantine()
    return claims
