"""The state of the queue: waiting runs with their reasons, and workers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from runwhy.core.queue.limits import NO_LIMITS, Limits
from runwhy.core.queue.wait_reasons import (
    QueuedRun,
    WaitKind,
    WaitReason,
    WorkerState,
    reason_of_ready,
    reason_to_wait,
)
from runwhy.core.runs.tags import Tags, carries
from runwhy.ports import Clock
from runwhy.ports.queue import QueueReader

LANE = "lane"  # an earlier run of the session or trigger
_LANE_KINDS = (WaitKind.SESSION, WaitKind.TRIGGER)
REASONS = (LANE, *(kind.value for kind in WaitKind if kind not in _LANE_KINDS))
BOUND_SCAN = 1000  # waiting runs that are searched for those with the tags of a caller


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """Runs that wait, with the reason of each; `total` counts all of them."""

    runs: Sequence[tuple[QueuedRun, WaitReason]]
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueState:
    """Use cases for looking at the queue."""

    store: QueueReader
    clock: Clock
    limits: Limits = NO_LIMITS

    async def workers(self) -> Sequence[WorkerState]:
        """Return the servers that execute runs."""
        return await self.store.list_workers(at=self.clock())

    async def count_by_reason(self) -> Mapping[str, int]:
        """Count the queued runs of all workspaces by the reason for which they wait."""
        workers, groups = await self.workers(), await self.store.list_waiting_groups()
        at = self.clock()
        use = await self.store.limit_use(self.limits, at=at)
        counts = dict.fromkeys(REASONS, 0)
        for group in groups:
            reason = LANE
            if group.is_ready and group.is_delayed:
                reason = WaitKind.DELAY.value
            elif group.is_ready:
                found = reason_of_ready(group.pool, group.keys, workers, at=at, use=use)
                reason = found.kind.value
            counts[reason] += group.count
        return counts

    async def waiting(
        self, workspace: int, *, tags: Tags, limit: int, run_id: str | None = None
    ) -> Waiting:
        """Return the runs of a workspace that wait and have these tags, first in the queue first.

        With `run_id`, return only that run, wherever it is in the queue.
        A caller with tags does not learn which run is ahead: it may have other tags.
        """
        workers = await self.workers()
        most = max(limit, BOUND_SCAN) if tags else limit
        found = await self.store.list_queued(workspace, limit=most, run_id=run_id)
        if tags:
            found = [one for one in found if carries(one.run.tagging.tags, tags)]
        at = self.clock()
        use = await self.store.limit_use(self.limits, at=at)
        reasons = [(one, reason_to_wait(one, workers, at=at, use=use)) for one in found[:limit]]
        if tags:
            reasons = [(one, replace(reason, run_id=None)) for one, reason in reasons]
            return Waiting(runs=reasons, total=len(found))
        dispatched = sum(one.is_dispatched for one in found)
        total = await self.store.count_waiting(workspace) + dispatched
        return Waiting(runs=reasons, total=total)
