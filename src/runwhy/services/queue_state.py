"""The state of the queue: waiting runs with their reasons, and workers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from runwhy.core.runs.tags import Tags, carries
from runwhy.core.runs.wait_reasons import QueuedRun, WaitReason, WorkerState, reason_to_wait
from runwhy.ports import Clock
from runwhy.ports.queue import QueueReader

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

    async def workers(self) -> Sequence[WorkerState]:
        """Return the servers that execute runs."""
        return await self.store.list_workers(at=self.clock())

    async def waiting(self, workspace: int, *, tags: Tags, limit: int) -> Waiting:
        """Return the runs of a workspace that wait and have these tags, first in the queue first.

        A caller with tags does not learn which run is ahead: it may have other tags.
        """
        workers = await self.workers()
        most = max(limit, BOUND_SCAN) if tags else limit
        found = await self.store.list_queued(workspace, limit=most)
        if tags:
            found = [one for one in found if carries(one.run.tagging.tags, tags)]
        at = self.clock()
        reasons = [(one, reason_to_wait(one, workers, at=at)) for one in found[:limit]]
        if tags:
            reasons = [(one, replace(reason, run_id=None)) for one, reason in reasons]
            return Waiting(runs=reasons, total=len(found))
        return Waiting(runs=reasons, total=await self.store.count_queued(workspace))
