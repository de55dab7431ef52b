"""Store methods for the durable queue."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from runwhy.core.agents.coding_agents import EntryBatch
from runwhy.core.runs.crashes import CRASH_LIMIT
from runwhy.core.runs.events import NewEvent
from runwhy.core.runs.log import Part
from runwhy.core.runs.memory_facts import MemoryFacts
from runwhy.core.runs.run import EnvelopeFacts, Outcome, Status
from runwhy.ports import Claim, Clock, Hold
from runwhy.stores.runs import queue
from runwhy.stores.sql.migration import is_outdated
from runwhy.stores.sql.transactions import Transactions


class SqlQueue(Transactions):
    """The durable queue."""

    async def register_worker(self, worker: str, name: str, *, at: datetime) -> None:
        return await self._beat(queue.register_worker, worker, name, at)

    async def heartbeat(self, worker: str, *, at: datetime) -> bool:
        return await self._beat(queue.heartbeat, worker, at)

    async def deregister_worker(self, worker: str) -> None:
        return await self._write(queue.deregister_worker, worker)

    async def claim(self, worker: str, *, limit: int, clock: Clock) -> Sequence[Claim]:
        return await self._write(queue.claim, worker, limit, clock)

    async def held(self, worker: str) -> Sequence[Hold]:
        return await self._read(queue.held, worker)

    async def reap(
        self,
        *,
        older_than: float,
        at: datetime,
        by: str | None = None,
        crash_limit: int = CRASH_LIMIT,
    ) -> int:
        return await self._write(queue.reap, older_than, at, by, crash_limit)

    async def release(self, hold: Hold) -> None:
        return await self._write_patiently(hold.run_id, queue.release, hold)

    async def record(
        self,
        claim: Claim,
        *,
        at: datetime,
        parts: Sequence[Part] = (),
        events: Sequence[NewEvent] = (),
        status: Status | None = None,
        envelope: EnvelopeFacts | None = None,
        batch: EntryBatch | None = None,
        memory: MemoryFacts | None = None,
    ) -> Sequence[Part]:
        return await self._write_patiently(
            _key(claim), queue.record, claim, at, parts, events, status, envelope, batch, memory
        )

    async def finish(
        self,
        claim: Claim,
        outcome: Outcome,
        *,
        at: datetime,
        parts: Sequence[Part] = (),
        events: Sequence[NewEvent] = (),
    ) -> None:
        return await self._write_patiently(
            _key(claim), queue.finish, claim, outcome, at, parts, events
        )

    async def is_outdated(self) -> bool:
        return await self._check(is_outdated, self.dialect.name)

    async def queue_depth(self) -> tuple[int, int]:
        return await self._read(queue.queue_depth)


def _key(claim: Claim) -> str:
    return claim.run.session_id or claim.run.id
