"""Runwhy's durable queue on a SQLite file, measured in this process."""

from __future__ import annotations

import asyncio
import secrets
from datetime import UTC, datetime
from pathlib import Path

from bench.queue_figures import (
    IDLE_SECONDS,
    LATENCIES,
    RUNS,
    Countdown,
    QueueFigures,
    Stopwatch,
    cpu_seconds,
)

from runwhy.core.agent_spec import AgentSpec
from runwhy.core.ids import make_id
from runwhy.core.requests.plan import InputMessage, RunRequest, plan_run
from runwhy.core.runs.origin import Actor, Origin
from runwhy.core.runs.run import Outcome, Status
from runwhy.feeds.in_process import InProcessFeed
from runwhy.ports import Claim
from runwhy.queue.durable import DurableJobs
from runwhy.stores.sqlite import SqliteStore


def now() -> datetime:
    return datetime.now(UTC)


class RunwhyQueue:
    """A durable queue whose runs succeed immediately."""

    def __init__(self, directory: Path) -> None:
        self.done = asyncio.Event()
        self.runs = Countdown(self.done.set)
        self._feed = InProcessFeed()
        self._store = SqliteStore(directory / "runwhy.db", self._feed.publish)
        self._jobs = DurableJobs(
            store=self._store,
            feed=self._feed,
            clock=now,
            worker="wrk_bench",
            name="bench",
            alone=True,
        )
        self._workspace = 0

    async def start(self) -> None:
        await self._store.open()
        await self._feed.start()
        self._workspace = (await self._store.add_workspace("bench", "Bench", at=now())).id
        await self._jobs.start(self._perform)

    async def stop(self) -> None:
        await self._jobs.stop(grace=1)
        await self._feed.stop()
        await self._store.close()

    async def enqueue(self) -> None:
        at = now()
        request = RunRequest(
            workspace=self._workspace,
            origin=Origin(trigger="api", actor=Actor(kind="local"), attended=True, requested_at=at),
            messages=[InputMessage(role="user", text="x")],
            spec=AgentSpec(system_prompt="x"),
        )
        id = make_id("run", ms=round(at.timestamp() * 1000), random=secrets.randbits(80))
        await self._store.add_run(request, lambda around: plan_run(request, around, id=id, at=at))

    async def _perform(self, claim: Claim) -> None:
        await self._store.finish(claim, Outcome(status=Status.SUCCEEDED), at=now())
        self.runs.one_is_done()


async def measure(directory: Path) -> QueueFigures:
    """Measure runs one at a time, then many together, then an idle queue."""
    queue = RunwhyQueue(directory)
    await queue.start()
    latencies = [await _one(queue) for _ in range(LATENCIES)]
    queue.done.clear()
    queue.runs.left = RUNS
    watch = Stopwatch()
    await asyncio.gather(*(queue.enqueue() for _ in range(RUNS)))
    enqueued = watch.read()
    await queue.done.wait()
    drained = watch.read()
    before = cpu_seconds()
    await asyncio.sleep(IDLE_SECONDS)
    idle = (cpu_seconds() - before) / IDLE_SECONDS
    await queue.stop()
    return QueueFigures(latencies=latencies, enqueued=enqueued, drained=drained, idle=idle)


async def _one(queue: RunwhyQueue) -> float:
    queue.done.clear()
    queue.runs.left = 1
    watch = Stopwatch()
    await queue.enqueue()
    await queue.done.wait()
    return watch.read()
