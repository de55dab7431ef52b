"""The durable queue: claims runs, sends heartbeats and reclaims the runs of dead workers."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, nullcontext, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import structlog

from runwhy.core.queue.dispatch import Dispatch
from runwhy.core.queue.rules import DEFAULT_RULES, QueueRules
from runwhy.core.runs.crashes import CRASH_LIMIT
from runwhy.errors import Locked, Unavailable
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
DEAD_AFTER = 12.0  # seconds; with the heartbeat and poll intervals, reclaimed in under 20 s
RESUME_EVERY = 0.5  # seconds between two tries to continue, in case the feed misses a change
LOOK_EVERY = 2.0  # seconds, in case the feed misses a change
PUT_BACK_WITHIN = 5.0  # seconds that a stopping server waits for the database
ALL_WORKERS = -1e10  # matches every heartbeat, even if the clock was set back

_log = structlog.get_logger("runwhy.queue")
_HOLD: ContextVar[Hold] = ContextVar("hold")  # the lease of the run that a task works on


@dataclass(slots=True, kw_only=True, eq=False)
class DurableJobs:
    """Runs queued jobs, up to `concurrency` at a time, each in its own task.

    A run that waits for its client does not count. A stopping server puts unfinished runs back.
    Other servers reclaim the runs of a dead one, or it does so at its next start.
    """

    store: JobStore
    feed: Feed
    clock: Clock
    worker: str
    name: str
    concurrency: int = 64
    alone: bool = False  # the only server: every existing claim is from a dead worker
    beat_every: float = BEAT_EVERY
    dead_after: float = DEAD_AFTER
    look_every: float = LOOK_EVERY
    crash_limit: int = CRASH_LIMIT
    dispatch: Dispatch = field(default_factory=Dispatch)
    rules: QueueRules = DEFAULT_RULES
    _perform: Perform = field(init=False)
    _active: dict[Hold, asyncio.Task[Any]] = field(default_factory=dict, init=False)
    _waiting: set[asyncio.Task[object] | None] = field(default_factory=set, init=False)
    _idle: Counter[Hold] = field(default_factory=Counter, init=False)
    _slot_freed: asyncio.Event = field(default_factory=asyncio.Event, init=False)
    _claiming: asyncio.Lock = field(default_factory=asyncio.Lock, init=False)
    _stopping: bool = field(default=False, init=False)
    _outdated: bool = field(default=False, init=False)
    _loops: list[asyncio.Task[None]] = field(default_factory=list, init=False)

    async def start(self, perform: Perform) -> None:
        """Register this worker and start claiming runs."""
        self._perform = perform
        await self._check_schema()
        with suppress(Locked):  # done again by `_reclaim`
            await self._reap(ALL_WORKERS if self.alone else self.dead_after, by=None)
        await self._register()
        self._loops = [asyncio.create_task(self._forever(loop)) for loop in self._make_loops()]

    def _make_loops(self) -> Sequence[Callable[[], Awaitable[None]]]:
        return self._claim_runs, self._beat, self._reclaim, self._watch_claims

    @property
    def patience(self) -> float | None:
        """None: a run that waits for its client keeps its task."""
        return None

    async def _register(self) -> None:
        await self.store.register_worker(
            self.worker,
            self.name,
            at=self.clock(),
            pools=self.dispatch.pools,
            slots=self.concurrency,
        )

    async def stop(self, *, grace: float) -> None:
        """Stop claiming, let runs finish for `grace` seconds and put the rest back."""
        self._stopping = True
        with suppress(TimeoutError):
            async with asyncio.timeout(PUT_BACK_WITHIN), self._claiming:
                pass  # runs that are being claimed have begun now
        with suppress(TimeoutError):
            async with asyncio.timeout(grace):
                await self._wait_until_idle()
        tasks = [*self._active.values(), *self._loops]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=PUT_BACK_WITHIN)
        try:
            await asyncio.wait_for(self.store.deregister_worker(self.worker), PUT_BACK_WITHIN)
        except (Unavailable, TimeoutError) as error:
            _log.warning("worker.deregister_failed", error=repr(error))

    async def _wait_until_idle(self) -> None:
        """Wait for active runs, except those that wait for their client."""
        while any(task not in self._waiting for task in self._active.values()):
            self._slot_freed.clear()
            await self._slot_freed.wait()

    @asynccontextmanager
    async def idle(self) -> AsyncIterator[None]:
        """Free this run's slot, and its places under limits, while it waits for its client."""
        task, hold = asyncio.current_task(), _HOLD.get(None)
        self._waiting.add(task)
        self._slot_freed.set()
        try:
            async with self._without_places(hold) if hold is not None else nullcontext():
                yield
        finally:
            self._waiting.discard(task)

    @asynccontextmanager
    async def _without_places(self, hold: Hold) -> AsyncIterator[None]:
        """Give up a run's places under limits, and wait for them afterwards.

        Parts of a run may wait at the same time; the last one takes the places again.
        """
        if not self.dispatch.limits.by_name:
            yield
            return
        self._idle[hold] += 1
        if self._idle[hold] == 1:
            await self.store.set_idle(hold)
        try:
            yield
        finally:
            self._idle[hold] -= 1
            is_last = self._idle[hold] == 0
            if is_last:
                del self._idle[hold]
        if is_last:
            await self._wait_for_places(hold)

    async def _wait_for_places(self, hold: Hold) -> None:
        async with self.feed.subscribe(JOBS_TOPIC) as news:
            while not await self.store.end_idle(hold, self.dispatch.limits):
                await news.wait(RESUME_EVERY)

    async def _claim_runs(self) -> None:
        await self._apply_rules()
        async with self.feed.subscribe(JOBS_TOPIC) as news:
            while not self._stopping:
                if self._outdated:
                    await news.wait(self.look_every)
                    continue
                free = self.concurrency - len(self._active) + len(self._waiting)
                if free <= 0:
                    self._slot_freed.clear()
                    await self._slot_freed.wait()
                    continue
                if not await self._claim(free):
                    await news.wait(min(self.look_every, self.dispatch.retry_in or self.look_every))

    async def _apply_rules(self) -> None:
        """Apply this server's rules to queued runs that other settings were used for."""
        while await self.store.regroup(self.rules):
            pass

    async def _claim(self, limit: int) -> bool:
        """Claim and begin queued runs; return whether there were any."""
        async with self._claiming:
            claims = await self.store.claim(
                self.worker, limit=limit, clock=self.clock, dispatch=self.dispatch
            )
            for claim in claims:
                self._begin(claim)
        return bool(claims)

    def adopt(self, claim: Claim) -> None:
        """Perform a run that was claimed for this worker."""
        self._begin(claim)

    def _begin(self, claim: Claim) -> None:
        task = asyncio.create_task(self._run(claim), name=claim.run.id)
        self._active[claim.hold] = task
        task.add_done_callback(partial(self._ended, claim.hold))

    def _ended(self, hold: Hold, task: asyncio.Task[None]) -> None:
        del self._active[hold]
        self._slot_freed.set()
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("worker.run_failed", run=hold.run_id, error=repr(error))

    async def _run(self, claim: Claim) -> None:
        try:
            await self._execute(claim)
        except (Superseded, Unavailable) as reason:
            _log.info("worker.run_abandoned", run=claim.run.id, reason=repr(reason))
            await self._put_back(claim.hold)
        except BaseException:
            await self._put_back(claim.hold)
            raise

    async def _execute(self, claim: Claim) -> None:
        _HOLD.set(claim.hold)
        await self._perform(claim)

    async def _put_back(self, hold: Hold) -> None:
        try:
            await asyncio.shield(self.store.release(hold))
        except Unavailable as error:  # a stray claim, released when the store is back
            _log.warning("worker.release_failed", run=hold.run_id, error=repr(error))

    async def _beat(self) -> None:
        """Send heartbeats, and nothing that may wait for a lock."""
        while True:
            if not await self.store.heartbeat(self.worker, at=self.clock()):
                await self._register_again()
            await self._check_schema()
            await asyncio.sleep(self.beat_every)

    async def _reclaim(self) -> None:
        """Reclaim the runs of dead workers and release stray claims.

        After an outage, others are not declared dead immediately, because they could not send
        heartbeats either.
        """
        time = asyncio.get_running_loop().time
        reap_from = time() + 2 * self.beat_every
        strays: set[Hold] = set()
        while True:
            if time() >= reap_from and not self.alone:
                with suppress(Locked):  # the dead worker's transaction is still open
                    await self._reap(self.dead_after, by=self.worker)
            strays = await self._release_strays(strays)
            await asyncio.sleep(self.beat_every)

    async def _reap(self, older_than: float, *, by: str | None) -> None:
        limit = self.crash_limit
        await self.store.reap(older_than=older_than, at=self.clock(), by=by, crash_limit=limit)

    async def _check_schema(self) -> None:
        """Stop claiming if a newer version changed the schema."""
        outdated = await self.store.is_outdated()
        if outdated and not self._outdated:
            _log.error("worker.schema_outdated")
        self._outdated = outdated

    async def _register_again(self) -> None:
        _log.warning("worker.declared_dead", worker=self.worker)
        for task in self._active.values():
            task.cancel()
        await self._register()

    async def _release_strays(self, before: set[Hold]) -> set[Hold]:
        """Release claims that no task works on, left behind when the store failed."""
        held = await self.store.held(self.worker)
        strays = {hold for hold in held if replace(hold, cancelled=False) not in self._active}
        for hold in strays & before:
            await self.store.release(hold)
        return strays

    async def _watch_claims(self) -> None:
        """Cancel runs that were cancelled or claimed by another worker."""
        async with self.feed.subscribe(CANCEL_TOPIC) as news:
            while True:
                mine = dict(self._active)
                held = await self.store.held(self.worker)
                ours = {hold for hold in held if not hold.cancelled}
                for hold, task in mine.items():
                    if hold not in ours and not task.cancelling():
                        task.cancel()
                await news.wait(self.look_every)

    async def _forever(self, loop: Callable[[], Awaitable[None]]) -> None:
        """Restart a loop after errors, such as a database outage."""
        while True:
            try:
                return await loop()
            except Exception as error:
                _log.error("queue.loop_failed", error=repr(error))
                await asyncio.sleep(min(1.0, self.beat_every))
