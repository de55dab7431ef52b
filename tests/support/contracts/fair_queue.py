"""Contract of the fair queue: turns of tenants, limits, priorities and pools."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from typing import Any

from tests.support.builders import SPEC, an_origin
from tests.support.contracts.scene import OTHER, WORKER, Scene, in_session

from runwhy.core.agent_spec import AgentSpec
from runwhy.core.queue.dispatch import Dispatch
from runwhy.core.queue.limits import Limits, parse_limit
from runwhy.core.queue.rules import QueueRules
from runwhy.core.runs.run import Run
from runwhy.ports import Claim
from runwhy.stores.runs.limits import count_at_work

PATIENCE = 90.0


def rules(limits: dict[str, object] | None = None, **more: Any) -> QueueRules:
    """Return rules with limits as they are written in the settings."""
    parsed = {name: parse_limit(value) for name, value in (limits or {}).items()}
    return QueueRules(limits=Limits(by_name=parsed), **more)


class FairQueueContract:
    """Order of tenants, limits, priorities and pools."""

    async def test_a_backlog_does_not_delay_another_workspace(self, scene: Scene) -> None:
        other = await scene.store.add_workspace("other", "Other", at=scene.clock())
        dispatch = Dispatch()
        for _ in range(20):
            await scene.start()
        await scene.claim(limit=3, dispatch=dispatch)

        mine = await scene.start(workspace=other.id)

        claims = await scene.claim(limit=1, dispatch=dispatch)
        assert [claim.run.id for claim in claims] == [mine.id]

    async def test_tenants_of_a_workspace_take_turns(self, scene: Scene) -> None:
        scene.rules, dispatch = rules(fair_by="customer"), Dispatch()
        for customer in ("a", "a", "a", "a", "b", "b", "c"):
            await scene.start(tags={"customer": customer})

        order = [await scene.claim(limit=1, dispatch=dispatch) for _ in range(7)]

        assert [one.run.tagging.tags["customer"] for (one,) in order] == list("abcabaa")

    async def test_waiting_runs_are_counted_by_workspace(self, scene: Scene) -> None:
        other = await scene.store.add_workspace("other", "Other", at=scene.clock())
        runs = [await scene.start() for _ in range(3)]
        await scene.start(workspace=other.id)

        assert await scene.store.count_waiting(other.id) == 1
        assert await scene.store.count_waiting(runs[0].workspace) == 3
        (claim,) = await scene.claim(limit=1)
        await scene.cancel(runs[1])
        assert await scene.store.count_waiting(claim.run.workspace) == 1
        await scene.store.release(claim.hold)
        assert await scene.store.count_waiting(claim.run.workspace) == 2
        assert await scene.store.queue_depth() == (3, _ms(scene))

    async def test_a_limit_on_a_tag_counts_each_value_in_each_workspace(self, scene: Scene) -> None:
        other = await scene.store.add_workspace("other", "Other", at=scene.clock())
        scene.rules = rules({"customer": 2})
        for workspace in (1, other.id):
            for customer in ("a", "a", "a", "b"):
                await scene.start(workspace=workspace, tags={"customer": customer})

        claims = await scene.claim()

        found = Counter((c.run.workspace, c.run.tagging.tags["customer"]) for c in claims)
        assert found == {(1, "a"): 2, (1, "b"): 1, (other.id, "a"): 2, (other.id, "b"): 1}

    async def test_a_run_starts_when_another_one_frees_its_place(self, scene: Scene) -> None:
        scene.rules = rules({"executor:builtin": 1, "model:echo": 2})
        runs = [await scene.start(spec=SPEC) for _ in range(4)]

        first = await scene.take(runs[0])
        assert await scene.claim(OTHER) == []
        await scene.finish(first)
        second = await scene.take(runs[1])
        await scene.store.release(second.hold)
        second = await scene.take(runs[1])
        await scene.cancel(runs[1])  # the worker has not stopped yet
        assert await scene.claim() == []
        await scene.store.release(second.hold)
        await scene.crash(WORKER)
        await scene.take(runs[2])
        await scene.store.deregister_worker(WORKER)
        await scene.take(runs[2], OTHER)

    async def test_a_limit_does_not_hold_up_runs_without_it(self, scene: Scene) -> None:
        scene.rules = rules({"customer": 1})
        for _ in range(5):
            await scene.start(tags={"customer": "a"})
        free = await scene.start()

        claims = await scene.claim()

        assert len(claims) == 2
        assert claims[-1].run.id == free.id

    async def test_a_start_rate_counts_starts_and_not_runsat_work(self, scene: Scene) -> None:
        scene.rules, dispatch = rules({"model:echo": "2/d"}), Dispatch()
        for _ in range(3):
            await scene.start(spec=SPEC)

        claims = await scene.claim(dispatch=dispatch)
        assert len(claims) == 2
        for claim in claims:
            await scene.finish(claim)
        assert await scene.claim(dispatch=dispatch) == []
        assert dispatch.retry_in is not None
        assert 86_000 < dispatch.retry_in <= 86_400
        await scene.age_starts(days=1)
        assert len(await scene.claim()) == 1

    async def test_a_run_that_waits_frees_its_place_and_gets_it_back_first(
        self, scene: Scene
    ) -> None:
        scene.rules = rules({"customer": 1})
        limits = scene.rules.limits
        parent, child, later = [await scene.start(tags={"customer": "a"}) for _ in range(3)]
        first = await scene.take(parent)
        await scene.store.set_idle(first.hold)

        second = await scene.take(child)
        assert not await scene.store.end_idle(first.hold, limits)
        await scene.finish(second)
        assert await scene.claim() == []  # the place is kept for the run that continues
        assert await scene.store.end_idle(first.hold, limits)
        assert await scene.claim() == []
        await scene.finish(first)
        await scene.take(later)

    async def test_a_worker_takes_only_runs_of_its_pools(self, scene: Scene) -> None:
        scene.rules = rules(pools={"codex": "coding"})
        plain = await scene.start()
        routed = await scene.start(spec=AgentSpec(executor="codex"))
        named = await scene.start(spec=AgentSpec(system_prompt="Help.", pool="gpu"))

        assert _ids(await scene.claim()) == [plain.id]
        pools = Dispatch(pools=("coding", "gpu"))
        assert _ids(await scene.claim(dispatch=pools)) == [routed.id, named.id]

    async def test_a_person_comes_before_a_schedule_and_a_schedule_before_a_batch(
        self, scene: Scene
    ) -> None:
        lowered = AgentSpec(system_prompt="Help.", priority="batch")
        raised = AgentSpec(system_prompt="Help.", priority="message")
        batch = await scene.start(origin=an_origin(trigger="daemon"), spec=raised)
        polite = await scene.start(spec=lowered)
        schedule = await scene.start(origin=an_origin(trigger="cron"))
        message = await scene.start()
        dispatch = Dispatch()

        order = [_ids(await scene.claim(limit=1, dispatch=dispatch)) for _ in range(4)]

        assert order == [[run.id] for run in (message, schedule, batch, polite)]

    async def test_queued_runs_follow_changed_rules(self, scene: Scene) -> None:
        running = await scene.started(tags={"customer": "a"})
        for _ in range(2):
            await scene.start(tags={"customer": "a"})
        scene.rules = rules({"customer": 2})

        while await scene.store.regroup(scene.rules):
            pass

        assert len(await scene.claim()) == 1
        await scene.finish(running)
        assert len(await scene.claim()) == 1

    async def test_the_next_run_of_a_lane_becomes_ready_in_any_order(self, scene: Scene) -> None:
        session = await scene.open_session()
        runs = [await scene.start(**in_session(session)) for _ in range(5)]
        first = await scene.take(runs[0])
        await scene.cancel(runs[1])
        await scene.cancel(runs[0])
        await scene.store.release(first.hold)
        await scene.cancel(runs[2])

        await scene.finish(await scene.take(runs[3]))
        await scene.finish(await scene.take(runs[4]))
        await scene.take(await scene.start(**in_session(session)))

    async def test_no_limit_is_exceeded_by_concurrent_workers(self, crowd: list[Scene]) -> None:
        limits: dict[str, object] = {"customer": 2, "model:echo": 3, "executor:builtin": 4}
        for scene in crowd:
            scene.rules = rules(limits)
        sessions = [await crowd[0].open_session() for _ in range(3)]
        runs = [await _start_one(crowd[0], number, sessions) for number in range(60)]
        highest: Counter[str] = Counter()
        started: dict[str, list[int]] = {}

        async def work(scene: Scene, worker: str) -> None:
            while sum(map(len, started.values())) < len(runs):
                claims = await scene.claim(worker, limit=2)
                for key, count in (await at_work(scene)).items():
                    highest[key] = max(highest[key], count)
                for claim in claims:
                    started.setdefault(claim.run.lane, []).append(claim.run.seq)
                    await scene.finish(claim)

        workers = [(scene, worker) for scene in crowd for worker in (WORKER, OTHER)] * 2
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(work(*worker) for worker in workers))

        found = {key: crowd[0].rules.limits.limit_of(key) for key in highest}
        assert all(limit and highest[key] <= (limit.running or 0) for key, limit in found.items())
        assert highest["executor:builtin"] > 1
        assert all(numbers == sorted(numbers) for numbers in started.values())


async def at_work(scene: Scene) -> Counter[str]:
    """Return the active runs by limit key, in one snapshot of the database."""
    found: list[Counter[str]] = []
    await scene.store.in_transaction(lambda tx: found.append(count_at_work(tx.conn)))
    return found[0]


async def _start_one(scene: Scene, number: int, sessions: Sequence[Any]) -> Run:
    tags = {"customer": f"c{number % 4}"} if number % 3 else {}
    if number % 5 == 0:
        return await scene.start(**in_session(sessions[number % 3], spec=SPEC), tags=tags)
    origin = an_origin(trigger=("api", "cron", "daemon")[number % 3])
    return await scene.start(spec=SPEC, tags=tags, origin=origin)


def _ids(claims: Sequence[Claim]) -> list[str]:
    return [claim.run.id for claim in claims]


def _ms(scene: Scene) -> int:
    return round(scene.clock().timestamp() * 1000)
