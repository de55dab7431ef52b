"""The durable queue at work: takes runs, keeps its heart beating, frees what the dead had."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial

import structlog

from runwhy.errors import Unavailable
from runwhy.ports import (
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
PUT_BACK_WITHIN = 5.0  # who stops waits no longer for a database that does not answer
EVERYBODY = -1e10  # whatever the clock said when they were last heard: it may have been set back

_log = structlog.get_logger("runwhy.queue")


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
        look_every: float = LOOK_EVERY,
    ) -> None:
        self._store = store
        self._feed = feed
        self._clock = clock
        self.worker = worker
        self._name = name
        self._concurrency = concurrency
        self._alone = alone  # nobody else can be at work: whatever is taken was taken by the dead
        self._beat_every = beat_every
        self._dead_after = dead_after
        self._look_every = look_every
        self._active: dict[Hold, asyncio.Task[None]] = {}
        self._waiting: set[asyncio.Task[object] | None] = set()
        self._room = asyncio.Event()
        self._stopping = False
        self._outdated = False
        self._loops: list[asyncio.Task[None]] = []

    async def start(self, perform: Perform) -> None:
        """Join the workers and begin to take runs."""
        self._perform = perform
        await self._look_at_schema()
        silent = EVERYBODY if self._alone else self._dead_after
        await self._store.reap(older_than=silent, at=self._clock())
        await self._store.join(self.worker, self._name, at=self._clock())
        loops = (self._take_runs, self._beat, self._watch_claims)
        self._loops = [asyncio.create_task(self._forever(loop)) for loop in loops]

    async def stop(self, *, grace: float) -> None:
        """Take nothing more, let runs end for `grace` seconds, put the others back."""
        self._stopping = True
        with suppress(TimeoutError):
            async with asyncio.timeout(grace):
                await self._until_nobody_works()
        tasks = [*self._active.values(), *self._loops]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=PUT_BACK_WITHIN)
        try:
            await asyncio.wait_for(self._store.leave(self.worker), PUT_BACK_WITHIN)
        except (Unavailable, TimeoutError) as error:
            _log.warning("could not say goodbye: what we had is found later", error=repr(error))

    async def _until_nobody_works(self) -> None:
        """A run that waits for its client is not waited for: nobody can answer it here."""
        while any(task not in self._waiting for task in self._active.values()):
            self._room.clear()
            await self._room.wait()

    @asynccontextmanager
    async def idle(self) -> AsyncIterator[None]:
        """While a run waits for its client, another one may have its place."""
        task = asyncio.current_task()
        self._waiting.add(task)
        self._room.set()
        try:
            yield
        finally:
            self._waiting.discard(task)

    async def _take_runs(self) -> None:
        async with self._feed.subscribe(JOBS_TOPIC) as news:
            while not self._stopping:
                if self._outdated:
                    await news.wait(self._look_every)
                    continue
                free = self._concurrency - len(self._active) + len(self._waiting)
                if free <= 0:
                    self._room.clear()
                    await self._room.wait()
                    continue
                claims = await self._store.claim(self.worker, limit=free, clock=self._clock)
                for claim in claims:
                    self._begin(claim)
                if not claims:
                    await news.wait(self._look_every)

    def adopt(self, claim: Claim) -> None:
        """Perform a run that was taken in the name of this worker."""
        self._begin(claim)

    def _begin(self, claim: Claim) -> None:
        task = asyncio.create_task(self._run(claim), name=claim.run.id)
        self._active[claim.hold] = task
        task.add_done_callback(partial(self._ended, claim.hold))

    def _ended(self, hold: Hold, task: asyncio.Task[None]) -> None:
        del self._active[hold]
        self._room.set()
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("a run's task failed", run=hold.run_id, error=repr(error))

    async def _run(self, claim: Claim) -> None:
        try:
            await self._perform(claim)
        except (Superseded, Unavailable) as reason:
            _log.info("a run was left", run=claim.run.id, reason=repr(reason))
            await self._put_back(claim.hold)
        except BaseException:
            await self._put_back(claim.hold)
            raise

    async def _put_back(self, hold: Hold) -> None:
        try:
            await asyncio.shield(self._store.let_go(hold))
        except Unavailable as error:  # it is a stray now, and let go when the store is back
            _log.warning("could not put a run back yet", run=hold.run_id, error=repr(error))

    async def _beat(self) -> None:
        """Say that we are there, find the dead, put back what we lost track of.

        Who was away from the database does not judge at once: the others were away too.
        """
        time = asyncio.get_running_loop().time
        judge_from = time() + 2 * self._beat_every
        strays: set[Hold] = set()
        while True:
            if not await self._store.beat(self.worker, at=self._clock()):
                await self._rejoin()
            await self._look_at_schema()
            if time() >= judge_from and not self._alone:
                await self._store.reap(
                    older_than=self._dead_after, at=self._clock(), by=self.worker
                )
            strays = await self._let_strays_go(strays)
            await asyncio.sleep(self._beat_every)

    async def _look_at_schema(self) -> None:
        """A newer version may write what we cannot read: the runs are for its servers then."""
        outdated = await self._store.is_outdated()
        if outdated and not self._outdated:
            _log.error("a newer version has changed the database: no more runs are taken up here")
        self._outdated = outdated

    async def _rejoin(self) -> None:
        _log.warning("given up for dead: others have our runs now", worker=self.worker)
        for task in self._active.values():
            task.cancel()
        await self._store.join(self.worker, self._name, at=self._clock())

    async def _let_strays_go(self, before: set[Hold]) -> set[Hold]:
        """Put back what we hold but are not at work on: the store failed us at a bad moment."""
        held = await self._store.held(self.worker)
        strays = {hold for hold in held if replace(hold, cancelled=False) not in self._active}
        for hold in strays & before:
            await self._store.let_go(hold)
        return strays

    async def _watch_claims(self) -> None:
        """Stop at once what was cancelled, or is another's by now."""
        async with self._feed.subscribe(CANCEL_TOPIC) as news:
            while True:
                mine = dict(self._active)
                held = await self._store.held(self.worker)
                ours = {hold for hold in held if not hold.cancelled}
                for hold, task in mine.items():
                    if hold not in ours and not task.cancelling():
                        task.cancel()
                await news.wait(self._look_every)

    async def _forever(self, loop: Callable[[], Awaitable[None]]) -> None:
        """A loop outlives a database that is away for a while."""
        while True:
            try:
                return await loop()
            except Exception as error:
                _log.error("the queue stumbled; trying again", error=repr(error))
                await asyncio.sleep(min(1.0, self._beat_every))
