"""Store methods for subscriptions and outgoing deliveries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from runwhy.core.runs.run import Run
from runwhy.core.triggers.subscriptions import Outgoing, Subscriber
from runwhy.ports import IdempotencyKey
from runwhy.stores.sql.transactions import Transactions
from runwhy.stores.triggers import outgoing_deliveries, subscriptions


class SqlSubscriptions(Transactions):
    """Subscriptions and outgoing deliveries."""

    async def add_subscription(
        self, subscription: Subscriber, *, once: IdempotencyKey | None = None
    ) -> Subscriber:
        return await self._write(subscriptions.add, subscription, once)

    async def get_subscription(self, workspace: int, id: str) -> Subscriber | None:
        return await self._read(subscriptions.get, workspace, id)

    async def list_subscriptions(self, workspace: int) -> Sequence[Subscriber]:
        return await self._read(subscriptions.list_subscriptions, workspace)

    async def change_subscription(
        self, workspace: int, id: str, change: Callable[[Subscriber], Subscriber]
    ) -> Subscriber | None:
        return await self._write(subscriptions.change, workspace, id, change)

    async def remove_subscription(self, workspace: int, id: str) -> bool:
        return await self._write(subscriptions.remove, workspace, id)

    async def list_ended(self, *, limit: int) -> Sequence[Run]:
        return await self._read(outgoing_deliveries.list_ended, limit)

    async def settle_ended(self, run_id: str, made: Sequence[Outgoing]) -> bool:
        return await self._write(outgoing_deliveries.settle, run_id, made)

    async def claim_outgoing(
        self, *, at: datetime, until: datetime, limit: int
    ) -> Sequence[tuple[Outgoing, Subscriber]]:
        return await self._write(outgoing_deliveries.claim, at, until, limit)

    async def note_attempt(self, tried: Outgoing) -> None:
        return await self._write(outgoing_deliveries.note_attempt, tried)

    async def next_outgoing(self) -> datetime | None:
        return await self._read(outgoing_deliveries.next_due)

    async def get_outgoing(self, subscription_id: str, id: str) -> Outgoing | None:
        return await self._read(outgoing_deliveries.get, subscription_id, id)

    async def list_outgoing(
        self, subscription_id: str, *, limit: int, before: int | None = None
    ) -> Sequence[Outgoing]:
        return await self._read(outgoing_deliveries.list_outgoing, subscription_id, limit, before)
