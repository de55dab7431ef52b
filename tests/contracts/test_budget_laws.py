"""The reservation law: limits hold with concurrent workers and crashes, on both stores."""

from __future__ import annotations

import asyncio
import random
import tempfile
from collections.abc import Coroutine
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select
from tests.contracts.conftest import emptied, opened, postgres_store, sqlite_store
from tests.support.builders import WORKSPACE, a_reply
from tests.support.contracts.budgets import a_budget, reserve
from tests.support.contracts.scene import Scene

from runwhy.core.budgets.budget import Action, Measure, Threshold
from runwhy.core.budgets.reservation import CallNeed
from runwhy.core.runs.run import Outcome, Status
from runwhy.ports import Claim, Progress, Superseded
from runwhy.stores import tables
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.store import SqlStore

LIMIT = 1000
STEPS = ("reply", "overrun", "fail", "cancel", "crash", "stop", "both")
scripts = st.lists(
    st.lists(
        st.tuples(st.sampled_from(STEPS), st.integers(1, 300), st.integers(0, 100)),
        min_size=1,
        max_size=5,
    ),
    min_size=1,
    max_size=6,
)


@dataclass
class Ledger:
    """The real usage: settled amounts, and by how much calls exceeded their reservation."""

    settled: int = 0
    overrun: int = 0
    highest: int = 0
    runs: list[str] = field(default_factory=list)


class Worker:
    """Executes one run by a script of calls, each of which may crash."""

    def __init__(self, scene: Scene, ledger: Ledger, name: str) -> None:
        self.scene, self.ledger, self.name = scene, ledger, name

    async def work(self, claim: Claim, script: list[tuple[str, int, int]]) -> None:
        store, clock = self.scene.store, self.scene.clock
        for step, size, percent in script:
            need = CallNeed(input=size)
            if not await reserve(self.scene, claim, need):
                break
            await asyncio.sleep(0)  # others reserve in between
            used = size * percent // 100
            if step == "both" and await reserve(self.scene, claim, CallNeed(input=percent)):
                other = CallNeed(input=percent)  # a second call, which fails before the first ends
                await store.settle_estimate(claim, other, CallNeed(), at=clock())
            if step == "crash":
                await self._crash(claim)
                self.ledger.settled += size
                return
            if step == "cancel":
                await store.cancel_run(WORKSPACE, claim.run.id, reason="x", at=clock())
                await store.settle_estimate(claim, need, CallNeed(input=used), at=clock())
                await store.release(claim.hold)
                self.ledger.settled += used
                return
            if step == "overrun":
                used = size + percent
                self.ledger.overrun += percent
            part = a_reply("x", run_id=claim.run.id, data={"tokens": {"input": used}})
            if step == "stop":
                part = replace(part, data={})
                used = size
            self.ledger.settled += 0 if step == "fail" else used
            if step == "fail":
                await store.settle_estimate(claim, need, CallNeed(), at=clock())
            else:
                await store.record(claim, Progress(parts=[part]), at=clock())
        await store.finish(claim, Outcome(status=Status.SUCCEEDED), at=clock())

    async def _crash(self, claim: Claim) -> None:
        """Die during a call: another server releases the run, and this one may not write."""
        store, clock = self.scene.store, self.scene.clock
        await store.deregister_worker(self.name)
        late = a_reply("x", run_id=claim.run.id, data={"tokens": {"input": 1}})
        with pytest.raises(Superseded):
            await store.record(claim, Progress(parts=[late]), at=clock())
        need = CallNeed(input=1)
        await store.settle_estimate(claim, need, need, at=clock())  # comes too late
        await store.cancel_run(WORKSPACE, claim.run.id, reason="given up", at=clock())


async def numbers(store: SqlStore) -> tuple[int, int, int]:
    """Return the used and reserved amounts, and the number of jobs with reservations."""

    def read(tx: Tx) -> tuple[int, int, int]:
        usage = tables.budget_usage
        row = tx.conn.execute(select(usage.c.used, usage.c.reserved)).first()
        held = tables.jobs.c.reserved != ""
        left = tx.conn.execute(select(tables.jobs.c.run_id).where(held)).all()
        return (row.used, row.reserved, len(left)) if row else (0, 0, len(left))

    return await store.in_transaction(read)


async def hold_the_law(stores: list[SqlStore], scripts: Any, seed: int) -> None:
    scenes = [Scene(stores[0])]
    scenes += [Scene(store, scenes[0]) for store in stores[1:]]
    first = await scenes[0].open()
    stop = (Threshold(action=Action.STOP),)
    budget = a_budget(first, query="", measure=Measure.TOKENS, limit=LIMIT, actions=stop)
    await first.store.add_budget(budget)
    ledger, order = Ledger(), random.Random(seed)
    jobs: list[Coroutine[Any, Any, None]] = []
    for number, script in enumerate(scripts):
        scene = scenes[number % len(scenes)]
        name = f"wrk_{number}"
        await scene.store.register_worker(name, name, at=scene.clock())
        run = await scene.start()
        claim = await _claim(scene, run.id, name)
        jobs.append(Worker(scene, ledger, name).work(claim, script))
    order.shuffle(jobs)
    watch = asyncio.create_task(_watch(stores[0], ledger))
    await asyncio.gather(*jobs)
    watch.cancel()

    used, reserved, left = await numbers(stores[0])
    assert (reserved, left) == (0, 0)
    assert used == ledger.settled
    assert max(used, ledger.highest) <= LIMIT + ledger.overrun


async def _claim(scene: Scene, run_id: str, worker: str) -> Claim:
    """Claim one run for a new worker."""
    (claim,) = await scene.store.claim(worker, limit=1, clock=scene.clock)
    assert claim.run.id == run_id
    return claim


async def _watch(store: SqlStore, ledger: Ledger) -> None:
    """Note the highest amount that was used and reserved at any time."""
    while True:
        used, reserved, _ = await numbers(store)
        ledger.highest = max(ledger.highest, used + reserved)
        await asyncio.sleep(0)


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(scripts, st.integers(0, 9))
def test_the_law_holds_on_sqlite(scripts: Any, seed: int) -> None:
    async def check() -> None:
        with tempfile.TemporaryDirectory() as directory:
            async with opened(sqlite_store(Path(directory) / "runwhy.db")) as store:
                await hold_the_law([store], scripts, seed)

    asyncio.run(check())


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(scripts, st.integers(0, 9))
def test_the_law_holds_on_two_servers_with_postgresql(
    postgres_url: str, scripts: Any, seed: int
) -> None:
    async def check() -> None:
        async with opened(postgres_store(postgres_url)) as one:
            emptied(postgres_url)
            async with opened(postgres_store(postgres_url)) as two:
                await hold_the_law([one, two], scripts, seed)

    asyncio.run(check())


def test_a_hundred_runs_on_two_servers_never_exceed_the_limit(postgres_url: str) -> None:
    scripts = [[("reply", 90, 100)] * 3 for _ in range(100)]

    async def check() -> None:
        async with opened(postgres_store(postgres_url)) as one:
            emptied(postgres_url)
            async with opened(postgres_store(postgres_url)) as two:
                await hold_the_law([one, two], scripts, 1)
                assert (await numbers(one))[0] == LIMIT // 90 * 90

    asyncio.run(check())
