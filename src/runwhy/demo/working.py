"""Filling and emptying, one workspace at a time, while others watch how far it is."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from runwhy.demo import DAYS, RUNS
from runwhy.demo.filling import Filled, Progress, fill, remove
from runwhy.errors import Conflict
from runwhy.ports import Clock
from runwhy.stores.store import SqlStore


@dataclass(slots=True, kw_only=True)
class Work:
    """What is being made up or taken away in a workspace, and how far it is."""

    done: int = 0
    total: int = 0
    filled: Filled | None = None  # at its end
    failed: str | None = None

    @property
    def ended(self) -> bool:
        """Whether nothing more is going to happen."""
        return self.filled is not None or self.failed is not None

    def went(self, done: int, total: int) -> None:
        """It went on."""
        self.done, self.total = done, total


class DemoData:
    """Fills and empties workspaces of one store."""

    def __init__(self, *, store: SqlStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._works: dict[int, Work] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def last(self, workspace: int) -> Work | None:
        """What is under way in it, or was last."""
        return self._works.get(workspace)

    async def fill(
        self, workspace: int, *, runs: int = RUNS, days: int = DAYS, wait: bool = True
    ) -> Work:
        """Make up runs and sessions. Raises: Conflict while something is under way."""

        def work(progress: Progress) -> Awaitable[Filled]:
            now = self._clock()
            return fill(self._store, workspace, now=now, runs=runs, days=days, progress=progress)

        return await self._begin(workspace, work, wait=wait)

    async def remove(self, workspace: int, *, wait: bool = True) -> Work:
        """Take all of it away. Raises: Conflict while something is under way."""
        return await self._begin(
            workspace, lambda progress: remove(self._store, workspace, progress=progress), wait=wait
        )

    async def _begin(
        self, workspace: int, do: Callable[[Progress], Awaitable[Filled]], *, wait: bool
    ) -> Work:
        before = self._works.get(workspace)
        if before is not None and not before.ended:
            raise Conflict("demo data is being made up or taken away here; wait for its end")
        work = self._works[workspace] = Work()
        task = asyncio.create_task(_finish(work, do))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        if wait:
            await asyncio.shield(task)
        return work


async def _finish(work: Work, do: Callable[[Progress], Awaitable[Filled]]) -> None:
    try:
        work.filled = await do(work.went)
    except Exception as error:
        work.failed = f"{type(error).__name__}: {error}"
