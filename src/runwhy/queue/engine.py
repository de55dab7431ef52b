"""A queue on an engine: hands runs to the engine when they may start, and performs its calls."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, cast

import structlog

from runwhy.errors import Unavailable
from runwhy.ports import (
    RELAY_TOPIC,
    Claim,
    DispatchedJob,
    Engine,
    EngineAway,
    EngineCall,
    Hold,
    Perform,
    Superseded,
    Suspended,
    Waiting,
)
from runwhy.queue.durable import PUT_BACK_WITHIN, DurableJobs

PATIENCE = 1.0  # seconds; a client that answers sooner is faster than suspending and waking the run
SEND_EVERY = 1.0  # seconds between two looks for jobs that have to be sent again
SENT_AT_ONCE = 100  # jobs
UNCLAIMED_FOR = 30.0  # seconds after which a run is handed over again, to the newest workers

_log = structlog.get_logger("runwhy.queue")


@dataclass(slots=True, kw_only=True, eq=False)
class EngineJobs(DurableJobs):
    """Decides which runs start next, as `DurableJobs` does, and lets an engine execute them.

    The job is the outbox. It is sent until a worker has claimed it.
    """

    engine: Engine
    suspend_after: float | None = PATIENCE
    _calls: dict[tuple[str, int], asyncio.Task[Waiting | None]] = field(
        default_factory=dict, init=False
    )
    _starting: int = field(default=0, init=False)  # calls that have a slot and no claim yet
    _away_until: float | None = field(default=None, init=False)

    @property
    def patience(self) -> float | None:
        """Seconds after which a run that waits for its client is suspended."""
        return self.suspend_after

    async def start(self, perform: Perform) -> None:
        """Register this worker, offer it to the engine, and start handing over runs."""
        await DurableJobs.start(self, perform)
        try:
            await self.engine.start(self, self.dispatch.pools)
        except BaseException:
            await DurableJobs.stop(self, grace=0)
            raise

    def _make_loops(self) -> Sequence[Callable[[], Awaitable[None]]]:
        return *DurableJobs._make_loops(self), self._send_due

    async def stop(self, *, grace: float) -> None:
        """Refuse further calls, let runs finish for `grace` seconds and hand the rest back."""
        self._stopping = True
        self.engine.pause()
        with suppress(TimeoutError):
            async with asyncio.timeout(grace):
                await self._wait_until_idle()
        calls = list(self._calls.values())
        for task in calls:
            task.cancel()
        if calls:
            await asyncio.wait(calls, timeout=PUT_BACK_WITHIN)
        await self.engine.stop()
        await DurableJobs.stop(self, grace=0)

    # Handing over

    async def _claim(self, limit: int) -> bool:
        """Hand runs to the engine that may start now; return whether there were any."""
        if self._away_until is not None and self._time() < self._away_until:
            return False
        async with self._claiming:
            jobs = await self.store.dispatch(
                self.worker, limit=limit, clock=self.clock, dispatch=self.dispatch
            )
        await asyncio.gather(*(self._send(job) for job in jobs))
        return bool(jobs)

    async def _send_due(self) -> None:
        """Send unclaimed jobs again; wake and cancel runs that the engine has."""
        async with self.feed.subscribe(RELAY_TOPIC) as news:
            while True:
                jobs = await self.store.take_due(
                    self.worker, at=self.clock(), limits=self.dispatch.limits, limit=SENT_AT_ONCE
                )
                await asyncio.gather(*(self._send(job) for job in jobs))
                if len(jobs) < SENT_AT_ONCE:
                    await news.wait(SEND_EVERY)

    async def _send(self, job: DispatchedJob) -> None:
        """Tell the engine about a job. If it cannot be reached, the job is sent again later."""
        try:
            await self._tell(job)
        except EngineAway as error:
            if self._away_until is None:
                _log.warning("engine.away", run=job.run_id, error=str(error))
            self._away_until = self._time() + SEND_EVERY
        else:
            if self._away_until is not None:
                _log.warning("engine.back", run=job.run_id)
            self._away_until = None

    async def _tell(self, job: DispatchedJob) -> None:
        if job.cancelled:
            await self.engine.cancel(job)
            await self.store.drop_cancelled(job)
            return
        if job.age > UNCLAIMED_FOR:  # its worker may have had an address that no longer exists
            await self.engine.abandon(job)
            await self._take_back(job)
            return
        if job.replaces is not None:
            await self.engine.kill(job.replaces)
        has_it = await (self.engine.wake(job) if job.awakeable else self.engine.dispatch(job))
        if not has_it:
            await self._take_back(job)

    async def _take_back(self, job: DispatchedJob) -> None:
        """Queue a run that the engine does not execute; it is handed over again."""
        _log.warning("engine.run_taken_back", run=job.run_id, number=job.number)
        await self.store.take_back(job)

    def _time(self) -> float:
        return asyncio.get_running_loop().time()

    # Calls of the engine

    async def perform(self, call: EngineCall) -> Waiting | None:
        """Execute the run of a call; a repeated call waits for the first one. Raises: Unavailable.

        The engine repeats a call after it lost its connection, for example when it restarts.
        """
        key = (call.run_id, call.number)
        task = self._calls.get(key)
        if task is None:
            if self._stopping or self._outdated:
                raise Unavailable("this worker is stopping")
            task = asyncio.create_task(self._perform_call(call), name=call.run_id)
            self._calls[key] = task
            task.add_done_callback(partial(self._call_ended, key))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if task.cancelled():
                raise Unavailable("the run was interrupted") from None
            raise

    def _call_ended(self, key: tuple[str, int], task: asyncio.Task[Waiting | None]) -> None:
        del self._calls[key]
        if not task.cancelled():
            task.exception()  # which the engine has got, unless it has lost its connection

    async def suspend(self, waiting: Waiting, awakeable: str) -> bool:
        """Store the event that wakes a run; return False if it has to be performed again now."""
        return await self.store.suspend(waiting.hold, awakeable, waiting.need)

    async def _perform_call(self, call: EngineCall) -> Waiting | None:
        await self._wait_for_slot()
        self._starting += 1
        try:
            claim = await self.store.claim_run(
                call, self.worker, at=self.clock(), crash_limit=self.crash_limit
            )
            if claim is None:
                return None
            self._active[claim.hold] = cast(asyncio.Task[Any], asyncio.current_task())
        finally:
            self._starting -= 1
            self._slot_freed.set()
        try:
            return await self._perform_claim(claim)
        finally:
            del self._active[claim.hold]
            self._slot_freed.set()

    async def _perform_claim(self, claim: Claim) -> Waiting | None:
        try:
            await self._execute(claim)
        except Suspended as wait:
            return Waiting(hold=claim.hold, need=wait.need)
        except BaseException as reason:
            if not isinstance(reason, asyncio.CancelledError | Superseded):
                _log.info("worker.run_abandoned", run=claim.run.id, reason=repr(reason))
            await self._put_back(claim.hold)
            raise
        return None

    async def _wait_for_slot(self) -> None:
        while len(self._active) + self._starting - len(self._waiting) >= self.concurrency:
            self._slot_freed.clear()
            await self._slot_freed.wait()

    async def _put_back(self, hold: Hold) -> None:
        try:
            await asyncio.shield(self.store.hand_back(hold, at=self.clock()))
        except Unavailable as error:  # the engine calls again, and that call takes it over
            _log.warning("worker.release_failed", run=hold.run_id, error=repr(error))

    # Dead workers

    async def _reap(self, older_than: float, *, by: str | None) -> None:
        """Requeue runs of dead workers whose calls the engine has not repeated.

        The engine may not have noticed that a host has vanished, and its lane would wait. Where a
        run is handed over again, its earlier execution is killed then.
        """
        lost = await self.store.lost_invocations(older_than=older_than, at=self.clock())
        await DurableJobs._reap(self, older_than, by=by)
        with suppress(EngineAway, TimeoutError):
            async with asyncio.timeout(PUT_BACK_WITHIN):
                await asyncio.gather(*map(self.engine.kill, lost))
