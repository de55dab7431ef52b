"""The durable queue at work: takes runs, keeps its heart beating, frees what the dead had."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import structlog

from whence.ports import (
    CANCEL_TOPIC,
    JOBS_TOPIC,
    Claim,
    Clock,
    Feed,
    Hold,
    JobStore,
    Perform,
    Superseded,
)

BEAT_EVERY = 3.0
DEAD_AFTER = 12.0  # with a beat and a look around in between: picked up in under 20 s
LOOK_EVERY = 2.0  # if the feed should ever miss something

_log = structlog.get_logger("whence.jobs")


class DurableJobs:
    """Runs what the store's queue holds, `concurrency` at a time, each in a task of its own.

    A run that waits for its client does not count. A server that stops puts back what it has
    not finished; one that dies is found dead by the others, or by itself at its next start.
    """

    def __init__(
        self,
        store: JobStore,
        feed: Feed,
        clock: Clock,
        *,
        worker: str,
        name: str,
        concurrency: int = 64,
        alone: bool = False,
        beat_every: float = BEAT_EVERY,
        dead_after: float = DEAD_AFTER,
    ) -> None:
        self._store = store
        self._feed = feed
        self._clock = clock
        self._worker = worker
        self._name = name
        self._concurrency = concurrency
        self._alone = alone  # nobody else can be at work: whatever is taken was taken by the dead
        self._beat_every = beat_every
        self._dead_after = dead_after
        self._active: dict[str, asyncio.Task[None]] = {}
        self._idle = 0
        self._room = asyncio.Event()
        self._stopping = False
        self._loops: list[asyncio.Task[None]] = []

    async def start(self, perform: Perform) -> None:
        """Join the workers and begin to take runs."""
        self._perform = perform
        await self._store.reap(
            older_than=-1.0 if self._alone else self._dead_after, at=self._clock()
        )
        await self._store.join(self._worker, self._name, at=self._clock())
        loops = (self._take_runs, self._beat, self._heed_cancels)
        self._loops = [asyncio.create_task(_forever(loop)) for loop in loops]

    async def stop(self, *, grace: float) -> None:
        """Take nothing more, let runs end for `grace` seconds, put the others back."""
        self._stopping = True
        self._room.set()
        if self._active:
            await asyncio.wait(self._active.values(), timeout=grace)
        for task in (*self._active.values(), *self._loops):
            task.cancel()
        await asyncio.gather(*self._active.values(), *self._loops, return_exceptions=True)
        await self._store.leave(self._worker)

    @asynccontextmanager
    async def idle(self) -> AsyncIterator[None]:
        """While a run waits for its client, another one may have its place."""
        self._idle += 1
        self._room.set()
        try:
            yield
        finally:
            self._idle -= 1

    async def _take_runs(self) -> None:
        async with self._feed.subscribe(JOBS_TOPIC) as news:
            while not self._stopping:
                free = self._concurrency - len(self._active) + self._idle
                if free <= 0:
                    self._room.clear()
                    await self._room.wait()
                    continue
                claims = await self._store.claim(self._worker, limit=free, at=self._clock())
                for claim in claims:
                    self._begin(claim)
                if not claims:
                    await news.wait(LOOK_EVERY)

    def _begin(self, claim: Claim) -> None:
        task = asyncio.create_task(self._run(claim), name=claim.run.id)
        self._active[claim.run.id] = task
        task.add_done_callback(lambda _: self._ended(claim.run.id, task))

    def _ended(self, run_id: str, task: asyncio.Task[None]) -> None:
        if self._active.get(run_id) is task:
            del self._active[run_id]
        self._room.set()
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("a run's task failed", run=run_id, error=repr(error))

    async def _run(self, claim: Claim) -> None:
        try:
            await self._perform(claim)
        except Superseded:
            await self._store.let_go(claim.hold)
        except BaseException:
            await asyncio.shield(self._store.let_go(claim.hold))
            raise

    async def _beat(self) -> None:
        stray: set[Hold] = set()
        while True:
            if not await self._store.beat(self._worker, at=self._clock()):
                await self._rejoin()
            await self._store.reap(older_than=self._dead_after, at=self._clock())
            stray = await self._let_strays_go(stray)
            await asyncio.sleep(self._beat_every)

    async def _rejoin(self) -> None:
        _log.warning("given up for dead: others have our runs now", worker=self._worker)
        for task in self._active.values():
            task.cancel()
        await self._store.join(self._worker, self._name, at=self._clock())

    async def _let_strays_go(self, before: set[Hold]) -> set[Hold]:
        """Put back what we hold but are not at work on: the store failed us at a bad moment."""
        held = {hold for hold in await self._store.held(self._worker) if not self._at(hold)}
        for hold in held & before:
            await self._store.let_go(hold)
        return held - before

    def _at(self, hold: Hold) -> bool:
        return hold.run_id in self._active

    async def _heed_cancels(self) -> None:
        async with self._feed.subscribe(CANCEL_TOPIC) as news:
            while True:
                for hold in await self._store.held(self._worker):
                    task = self._active.get(hold.run_id)
                    if hold.cancelled and task is not None:
                        task.cancel()
                await news.wait(LOOK_EVERY)


async def _forever(loop: Callable[[], Awaitable[None]]) -> None:
    """A loop outlives a database that is away for a while."""
    while True:
        try:
            return await loop()
        except Exception as error:
            _log.error("the queue stumbled; trying again", error=repr(error))
            await asyncio.sleep(1.0)
