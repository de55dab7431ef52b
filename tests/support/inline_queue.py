"""The queue without a background: runs go when the test says so, one after the other."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from runwhy.ports import Clock, JobStore, Perform, Superseded


class InlineJobs:
    """Runs what is queued in the caller's own task: no threads of time, no heartbeat."""

    def __init__(self, store: JobStore, clock: Clock, *, worker: str) -> None:
        self._store = store
        self._clock = clock
        self._worker = worker

    async def start(self, perform: Perform) -> None:
        """Remember how to run a run."""
        self._perform = perform
        await self._store.join(self._worker, "inline", at=self._clock())

    async def stop(self, *, grace: float) -> None:
        """Put back whatever is held."""
        await self._store.leave(self._worker)

    @asynccontextmanager
    async def idle(self) -> AsyncIterator[None]:
        """Nobody waits for the place of a run."""
        yield

    async def run_next(self) -> str | None:
        """Run the run that is due first; its id, or None when nothing is due."""
        for claim in await self._store.claim(self._worker, limit=1, clock=self._clock):
            try:
                await self._perform(claim)
            except Superseded:
                await self._store.let_go(claim.hold)
            except BaseException:
                await self._store.let_go(claim.hold)
                raise
            return claim.run.id
        return None

    async def run_all(self) -> list[str]:
        """Run until nothing is due; what was run, in order."""
        done = []
        while (run_id := await self.run_next()) is not None:
            done.append(run_id)
        return done
