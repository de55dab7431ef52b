"""A queue without background tasks: a test executes the runs one at a time."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from runwhy.ports import Clock, JobStore, Perform, Superseded


class InlineJobs:
    """Executes queued runs in the task of the caller, without heartbeats."""

    patience: float | None = None

    def __init__(self, store: JobStore, clock: Clock, *, worker: str) -> None:
        self._store = store
        self._clock = clock
        self._worker = worker

    async def start(self, perform: Perform) -> None:
        """Set the function that executes a run."""
        self._perform = perform
        await self._store.register_worker(self._worker, "inline", at=self._clock())

    async def stop(self, *, grace: float) -> None:
        """Release all claims."""
        await self._store.deregister_worker(self._worker)

    @asynccontextmanager
    async def idle(self) -> AsyncIterator[None]:
        """Do nothing: no other run waits for a slot."""
        yield

    async def run_next(self) -> str | None:
        """Execute the first run that is due; return its id, or None."""
        for claim in await self._store.claim(self._worker, limit=1, clock=self._clock):
            try:
                await self._perform(claim)
            except Superseded:
                await self._store.release(claim.hold)
            except BaseException:
                await self._store.release(claim.hold)
                raise
            return claim.run.id
        return None

    async def run_all(self) -> list[str]:
        """Execute runs until none is due; return their ids in order."""
        done = []
        while (run_id := await self.run_next()) is not None:
            done.append(run_id)
        return done
