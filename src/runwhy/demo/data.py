"""Fill workspaces with demo data, remove it, and report the progress."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, aclosing
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Protocol

from runwhy.core.accounts.workspaces import Workspace
from runwhy.core.erasure import EraseMode, Erasure
from runwhy.core.queries import parse
from runwhy.core.runs.origin import Actor
from runwhy.core.runs.run import Run
from runwhy.demo import DAYS, DEMO_TAGS, RUNS
from runwhy.demo.agents import AUTHOR, DemoAgents
from runwhy.demo.budgets_and_alerts import BudgetsAndAlerts
from runwhy.demo.timeline import Progress, play
from runwhy.demo.transfer import read_rows, write_rows
from runwhy.demo.world import OPEN, PING_EVERY, World
from runwhy.errors import Conflict
from runwhy.ports import Claim, Clock, RunFilter
from runwhy.services.deliveries import Deliveries
from runwhy.services.erasure import Erasures
from runwhy.services.runs import Runs
from runwhy.services.triggers import Triggers
from runwhy.stores.store import SqlStore

QUERY = "demo:true"
PAGE = 200
POLL_EVERY = 0.05  # seconds, while another server erases


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoCounts:
    """Counts of the runs, sessions and triggers that were made or removed."""

    runs: int
    sessions: int
    triggers: int


@dataclass(slots=True, kw_only=True)
class DemoProgress:
    """The progress of filling or emptying one workspace."""

    done: int = 0
    total: int = 0
    counts: DemoCounts | None = None
    failed: str | None = None

    @property
    def ended(self) -> bool:
        """Whether the work is finished or failed."""
        return self.counts is not None or self.failed is not None

    def record(self, done: int, total: int) -> None:
        """Record the progress."""
        self.done, self.total = done, total


class DemoWorker(Protocol):
    """A worker that executes the runs handed to it, and never claims from the queue."""

    worker: str

    def adopt(self, claim: Claim) -> None: ...
    async def stop(self, *, grace: float) -> None: ...


class DemoSupport(Protocol):
    """Provides the world and the worker that demo data needs."""

    def open_world(self, start: datetime) -> AbstractAsyncContextManager[World]: ...
    async def open_worker(self) -> DemoWorker: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoData:
    """Fills and empties workspaces of one store."""

    store: SqlStore
    clock: Clock
    runs: Runs
    triggers: Triggers
    deliveries: Deliveries
    erasures: Erasures
    watched: BudgetsAndAlerts
    agents: DemoAgents
    support: DemoSupport
    _progress: dict[int, DemoProgress] = field(default_factory=dict, init=False)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set, init=False)
    _workers: dict[int, DemoWorker] = field(default_factory=dict, init=False)

    def last(self, workspace: int) -> DemoProgress | None:
        """Return the current work in a workspace, or the last one."""
        return self._progress.get(workspace)

    async def fill(
        self, workspace: Workspace, *, runs: int = RUNS, days: int = DAYS, wait: bool = True
    ) -> DemoProgress:
        """Make runs, sessions and triggers. Raises: Conflict if the workspace has demo data.

        One coding agent's run stays open: it waits for an approval.
        """
        id = workspace.id
        if await self._is_filled(id):
            rule = (
                "this workspace already has demo data; remove it first with `runwhy demo --remove`"
            )
            raise Conflict(rule)
        work = await self._begin(
            id, lambda progress: self._fill(id, runs, days, progress), wait=wait
        )
        details = {"runs": runs, "days": days}
        await self.store.note_change(id, "demo.filled", workspace.slug, details)
        return work

    async def remove(
        self, workspace: Workspace, actor: Actor, *, wait: bool = True
    ) -> DemoProgress:
        """Erase every run with the tag `demo=true`. Raises: Conflict while other work runs."""
        id = workspace.id
        await self.store.note_change(id, "demo.removed", workspace.slug)
        return await self._begin(id, lambda progress: self._remove(id, actor, progress), wait=wait)

    async def aclose(self) -> None:
        """Stop the work. Call it after the server's own worker, which would claim requeued runs."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for workspace in [*self._workers]:
            await self._stop_worker(workspace)

    async def _begin(
        self, workspace: int, do: Callable[[Progress], Awaitable[DemoCounts]], *, wait: bool
    ) -> DemoProgress:
        before = self._progress.get(workspace)
        if before is not None and not before.ended:
            raise Conflict("demo data is being created or removed; wait until that is done")
        work = self._progress[workspace] = DemoProgress()
        task = asyncio.create_task(_finish(work, do))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        if wait:
            await asyncio.shield(task)
        return work

    async def _is_filled(self, workspace: int) -> bool:
        return bool(await self.store.list_runs(workspace, RunFilter(tags=DEMO_TAGS), limit=1))

    async def _fill(self, workspace: int, runs: int, days: int, progress: Progress) -> DemoCounts:
        taken = {trigger.name for trigger in await self.triggers.list(workspace)}
        agents = {agent.name for agent in await self.agents.agents.list(workspace)}
        now = self.clock()
        async with self.support.open_world(now - timedelta(days=days)) as world:
            await play(
                world,
                runs=runs,
                days=days,
                until=now,
                taken=taken,
                taken_agents=agents,
                progress=progress,
            )
            rows = await world.store.in_transaction(read_rows, world.workspace)
        await self._stop_worker(workspace)
        worker = self._workers[workspace] = await self.support.open_worker()
        claims = await self.store.in_transaction(
            write_rows, rows, workspace, worker=worker.worker, at=self.clock()
        )
        for claim in claims:
            worker.adopt(claim)
            await self._wait_for_approval(claim.run)
        await self.watched.add(workspace, at=self.clock())
        made = Counter(line.section for lines in rows for line in lines)
        return _counts(made, triggers=made["triggers"])

    async def _wait_for_approval(self, run: Run) -> None:
        events = self.runs.follow(run, after=0, stopping=lambda: False, ping_every=PING_EVERY)
        async with aclosing(events):
            async for event in events:
                if event is not None and event.type == "approval_request":
                    return

    async def _remove(self, workspace: int, actor: Actor, progress: Progress) -> DemoCounts:
        await self._stop_worker(workspace)
        await self._cancel_runs(workspace)
        await self.watched.remove(workspace)
        await self.agents.remove(workspace)
        triggers = await self._remove_triggers(workspace)
        if not await self._is_filled(workspace):
            return _counts({}, triggers=triggers)
        now = self.clock()
        draft = Erasure(
            id="",
            workspace=workspace,
            query=QUERY,
            mode=EraseMode.ALL,
            actor=actor,
            created_at=now,
        )
        erasure = await self.erasures.start(draft)
        while erasure.finished_at is None:
            await self.erasures.work_off()
            erasure = await self.erasures.get(workspace, erasure.id)
            progress(erasure.counts.get("runs", 0), erasure.total)
            await asyncio.sleep(0 if erasure.finished_at else POLL_EVERY)
        return _counts(erasure.counts, triggers=triggers)

    async def _cancel_runs(self, workspace: int) -> None:
        """Cancel open runs, which cannot be erased."""
        filter = RunFilter(query=parse(OPEN, now=self.clock()), tags=DEMO_TAGS)
        for run in await self.store.list_runs(workspace, filter, limit=PAGE):
            await self.runs.cancel(workspace, run.id, reason="demo data was removed")

    async def _remove_triggers(self, workspace: int) -> int:
        for subscription in await self.deliveries.list(workspace):
            if subscription.created_by == AUTHOR:
                await self.deliveries.remove(workspace, subscription.id)
        marked = [
            trigger
            for trigger in await self.triggers.list(workspace)
            if DEMO_TAGS.items() <= trigger.tags.items()
        ]
        for trigger in marked:
            await self.triggers.remove(workspace, trigger.id)
        return len(marked)

    async def _stop_worker(self, workspace: int) -> None:
        if worker := self._workers.pop(workspace, None):
            await worker.stop(grace=0)


def _counts(counts: Mapping[str, int], *, triggers: int) -> DemoCounts:
    runs, sessions = counts.get("runs", 0), counts.get("sessions", 0)
    return DemoCounts(runs=runs, sessions=sessions, triggers=triggers)


async def _finish(work: DemoProgress, do: Callable[[Progress], Awaitable[DemoCounts]]) -> None:
    try:
        work.counts = await do(work.record)
    except Exception as error:
        work.failed = f"{type(error).__name__}: {error}"
