"""The laws of the queue hold with concurrent workers and crashes, on both stores.

No limit is exceeded, every run starts, and a backlog delays another tenant by one round.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.contracts.conftest import emptied, opened, postgres_store, sqlite_store
from tests.support.builders import SPEC, an_origin
from tests.support.contracts.fair_queue import at_work, rules
from tests.support.contracts.scene import Scene, in_session

from runwhy.core.queue.dispatch import Dispatch
from runwhy.core.runs.run import Run
from runwhy.ports import Claim

PATIENCE = 60.0
WORKERS = 4
TRIGGERS = ("api", "cron", "daemon")  # a message, a schedule and a batch

limits = st.fixed_dictionaries(
    {},
    optional={
        "customer": st.integers(1, 3),
        "customer=a": st.integers(1, 2),
        "workspace": st.integers(1, 4),
        "model:echo": st.integers(1, 4),
        "executor:builtin": st.integers(1, 5),
    },
)
asked = st.lists(
    st.tuples(
        st.integers(0, 2),  # workspace
        st.sampled_from([None, "a", "b", "c"]),  # customer
        st.sampled_from(TRIGGERS),
        st.booleans(),  # in the session of its workspace
    ),
    min_size=1,
    max_size=24,
)
Check = Callable[[Sequence[Scene]], Coroutine[Any, Any, None]]


@asynccontextmanager
async def servers(postgres_url: str | None) -> AsyncIterator[Sequence[Scene]]:
    """Yield one server on a new SQLite file, or two on an empty PostgreSQL database."""
    if postgres_url is None:
        with tempfile.TemporaryDirectory() as folder:
            async with opened(sqlite_store(Path(folder) / "runwhy.db")) as store:
                yield [await Scene(store).open()]
        return
    async with opened(postgres_store(postgres_url)) as one:
        emptied(postgres_url)
        async with opened(postgres_store(postgres_url)) as two:
            first = await Scene(one).open()
            yield [first, Scene(two, beside=first)]


@pytest.fixture(params=["sqlite", "postgres"])
def holds(request: pytest.FixtureRequest) -> Callable[[Check], None]:
    """Return a function that checks a law on one kind of store."""
    url = request.getfixturevalue("postgres_url") if request.param == "postgres" else None

    async def check(law: Check) -> None:
        async with servers(url) as scenes, asyncio.timeout(PATIENCE):
            await law(scenes)

    return lambda law: asyncio.run(check(law))


def law(examples: int) -> Any:
    """Return the settings of a property that is checked on a database."""
    return settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))


async def start_all(scene: Scene, wanted: Sequence[tuple[int, str | None, str, bool]]) -> list[Run]:
    """Add runs to three workspaces, of which each has a session."""
    places = [1, *(await add_workspaces(scene, 2))]
    sessions = [await scene.open_session(workspace=place) for place in places]
    return [
        await scene.start(
            **(in_session(sessions[place], spec=SPEC) if chat else {"spec": SPEC}),
            workspace=places[place],
            tags={"customer": customer} if customer else {},
            origin=an_origin(trigger=trigger),
        )
        for place, customer, trigger, chat in wanted
    ]


async def add_workspaces(scene: Scene, count: int) -> list[int]:
    names = [f"w{number}" for number in range(count)]
    return [(await scene.store.add_workspace(name, name, at=scene.clock())).id for name in names]


@dataclass
class Worker:
    """Claims runs with its own rotation, and ends, releases or loses them by chance."""

    scene: Scene
    name: str
    chance: Random
    highest: Counter[str]
    ended: dict[str, list[int]]
    dispatch: Dispatch = field(default_factory=Dispatch)
    mine: list[Claim] = field(default_factory=list)

    async def work(self, total: int) -> None:
        await self.scene.store.register_worker(self.name, self.name, at=self.scene.clock())
        while sum(map(len, self.ended.values())) < total:
            most = self.chance.randint(1, 3)
            self.mine += await self.scene.claim(self.name, limit=most, dispatch=self.dispatch)
            self.highest |= await at_work(self.scene)
            await self._move_on()
            await asyncio.sleep(0)

    async def _move_on(self) -> None:
        happens = self.chance.random()
        if happens < 0.05:  # a crash: another server releases its runs
            await self.scene.store.deregister_worker(self.name)
            await self.scene.store.register_worker(self.name, self.name, at=self.scene.clock())
            self.mine.clear()
        elif self.mine and happens < 0.2:
            await self.scene.store.release(self._any().hold)
        elif self.mine and happens < 0.9:
            claim = self._any()
            await self.scene.finish(claim)
            self.ended.setdefault(claim.run.lane, []).append(claim.run.seq)

    def _any(self) -> Claim:
        return self.mine.pop(self.chance.randrange(len(self.mine)))


@law(12)
@given(limits=limits, wanted=asked, seed=st.integers(0, 999))
def test_no_limit_is_exceeded_and_every_run_starts_in_the_order_of_its_lane(
    holds: Callable[[Check], None], limits: dict[str, object], wanted: Any, seed: int
) -> None:
    highest: Counter[str] = Counter()
    ended: dict[str, list[int]] = {}

    async def check(scenes: Sequence[Scene]) -> None:
        for scene in scenes:
            scene.rules = rules(limits, fair_by="customer")
        runs = await start_all(scenes[0], wanted)
        workers = [
            Worker(scenes[n % len(scenes)], f"wrk_{n}", Random(seed + n), highest, ended)
            for n in range(WORKERS)
        ]
        await asyncio.gather(*(worker.work(len(runs)) for worker in workers))
        known = scenes[0].rules.limits
        for key, count in highest.items():
            limit = known.limit_of(key)
            assert limit is not None and count <= (limit.running or 0), (key, count)
        assert sorted(seq for lane in ended.values() for seq in lane) == [run.seq for run in runs]
        assert all(lane == sorted(lane) for lane in ended.values())

    holds(check)


@law(10)
@given(rate=st.integers(1, 8), count=st.integers(1, 12), seed=st.integers(0, 999))
def test_no_start_rate_is_exceeded_by_concurrent_workers(
    holds: Callable[[Check], None], rate: int, count: int, seed: int
) -> None:
    async def check(scenes: Sequence[Scene]) -> None:
        for scene in scenes:
            scene.rules = rules({"model:echo": f"{rate}/d"})
        await start_all(scenes[0], [(n % 3, None, TRIGGERS[n % 3], False) for n in range(count)])
        started: list[str] = []

        async def work(scene: Scene, name: str, chance: Random) -> None:
            dispatch = Dispatch()
            await scene.store.register_worker(name, name, at=scene.clock())
            for _ in range(count + 2):
                for claim in await scene.claim(name, limit=2, dispatch=dispatch):
                    started.append(claim.run.id)
                    if chance.random() < 0.3:  # a second start of this run counts again
                        await scene.store.release(claim.hold)
                    else:
                        await scene.finish(claim)

        names = [(scenes[n % len(scenes)], f"wrk_{n}", Random(seed + n)) for n in range(WORKERS)]
        await asyncio.gather(*(work(*name) for name in names))
        assert len(started) <= rate
        assert len(started) >= min(rate, count)

    holds(check)


@law(10)
@given(
    backlogs=st.lists(st.integers(3, 12), min_size=1, max_size=3),
    tenants=st.integers(1, 3),
    taken=st.integers(0, 4),
    is_new_workspace=st.booleans(),
    seed=st.integers(0, 999),
)
def test_a_backlog_delays_another_tenant_by_one_round_of_each_worker(
    holds: Callable[[Check], None],
    backlogs: Sequence[int],
    tenants: int,
    taken: int,
    is_new_workspace: bool,
    seed: int,
) -> None:
    async def check(scenes: Sequence[Scene]) -> None:
        first, chance = scenes[0], Random(seed)
        for scene in scenes:
            scene.rules = rules(fair_by="customer")
        places = await add_workspaces(first, len(backlogs))
        for place, size in zip(places, backlogs, strict=True):
            for number in range(size * tenants):
                await first.start(workspace=place, tags={"customer": f"c{number % tenants}"})
        workers = [(scenes[n % len(scenes)], f"wrk_{n}", Dispatch()) for n in range(WORKERS)]
        for scene, name, _ in workers:
            await scene.store.register_worker(name, name, at=scene.clock())

        async def next_run() -> list[Claim]:
            scene, name, dispatch = chance.choice(workers)
            return await scene.claim(name, limit=1, dispatch=dispatch)

        for _ in range(taken):
            await next_run()
        quiet = await first.start(
            workspace=1 if is_new_workspace else places[0], tags={"customer": "quiet"}
        )
        others = len(places) * (1 if is_new_workspace else tenants + 1)
        for _ in range(WORKERS * others + 1):
            if any(claim.run.id == quiet.id for claim in await next_run()):
                return
        raise AssertionError(f"the run waits for more than {WORKERS * others} others")

    holds(check)
