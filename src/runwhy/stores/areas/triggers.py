"""Store methods for triggers, occurrences, webhook deliveries and channels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from runwhy.core.triggers.replies import Reply
from runwhy.core.triggers.trigger import HookDelivery, Occurrence, Trigger, TriggerKind, TriggerPast
from runwhy.ports import IdempotencyKey
from runwhy.stores.sql.transactions import Transactions
from runwhy.stores.triggers import (
    channels,
    occurrences,
    replies,
    rewinds,
    triggers,
    webhook_deliveries,
)


class SqlTriggers(Transactions):
    """Triggers, occurrences, webhook deliveries and channels."""

    async def add_trigger(self, trigger: Trigger, *, once: IdempotencyKey | None = None) -> Trigger:
        return await self._write(triggers.add, trigger, once)

    async def get_trigger(self, workspace: int, id: str) -> Trigger | None:
        return await self._read(triggers.get, workspace, id)

    async def find_trigger(self, id: str) -> Trigger | None:
        return await self._read(triggers.find, id)

    async def list_triggers(self, workspace: int) -> Sequence[Trigger]:
        return await self._read(triggers.list_triggers, workspace)

    async def list_triggers_of(self, kind: TriggerKind) -> Sequence[Trigger]:
        return await self._read(triggers.list_of_kind, kind)

    async def change_trigger(
        self, workspace: int, id: str, change: Callable[[Trigger], Trigger]
    ) -> Trigger | None:
        return await self._write_in(id, triggers.change, workspace, id, change)

    async def remove_trigger(self, workspace: int, id: str) -> bool:
        return await self._write_in(id, triggers.remove, workspace, id)

    async def list_due(self, *, at: datetime, limit: int) -> Sequence[Trigger]:
        return await self._read(triggers.list_due, at, limit)

    async def next_due(self) -> datetime | None:
        return await self._read(triggers.next_due)

    async def list_triggers_written_after(self, at: datetime) -> Sequence[Trigger]:
        return await self._read(rewinds.list_written_after, at)

    async def rewind_trigger(self, trigger: Trigger, next_at: datetime, *, at: datetime) -> bool:
        return await self._write(rewinds.rewind, trigger, next_at, at)

    async def pass_over(self, occurrence: Occurrence) -> None:
        return await self._write(rewinds.pass_over, occurrence)

    async def trigger_past(self, trigger: Trigger) -> TriggerPast:
        return await self._read(triggers.past, trigger)

    async def skip_occurrence(self, occurrence: Occurrence) -> bool:
        return await self._write_in(occurrence.trigger_id, triggers.skip, occurrence)

    async def find_occurrence(self, trigger_id: str, key: str) -> Occurrence | None:
        return await self._read(occurrences.find, trigger_id, key)

    async def list_occurrences(
        self, trigger_id: str, *, limit: int, before: int | None = None
    ) -> Sequence[Occurrence]:
        return await self._read(occurrences.list_occurrences, trigger_id, limit, before)

    async def newest_occurrences(self, workspace: int) -> Sequence[Occurrence]:
        return await self._read(occurrences.newest, workspace)

    async def add_delivery(self, delivery: HookDelivery, *, keep: int) -> None:
        return await self._write(webhook_deliveries.add, delivery, keep)

    async def get_delivery(self, trigger_id: str, id: str) -> HookDelivery | None:
        return await self._read(webhook_deliveries.get, trigger_id, id)

    async def list_deliveries(self, trigger_id: str) -> Sequence[HookDelivery]:
        return await self._read(webhook_deliveries.list_deliveries, trigger_id)

    async def list_replies(self, trigger_id: str, *, at: datetime) -> Sequence[Reply]:
        return await self._read(replies.list_open, trigger_id, at)

    async def next_reply(self, trigger_id: str) -> datetime | None:
        return await self._read(replies.next_due, trigger_id)

    async def note_reply(self, reply: Reply) -> None:
        return await self._write(replies.note, reply)

    async def find_reply(
        self, trigger_id: str, conversation: str, *, message_id: int | None
    ) -> Reply | None:
        return await self._read(replies.find_said, trigger_id, conversation, message_id)

    async def move_cursor(self, trigger_id: str, cursor: int) -> None:
        return await self._write(channels.move_cursor, trigger_id, cursor)

    async def get_channel_session(self, trigger_id: str, key: str) -> str | None:
        return await self._read(channels.get_session, trigger_id, key)

    async def set_channel_session(self, trigger_id: str, key: str, session_id: str) -> None:
        return await self._write(channels.set_session, trigger_id, key, session_id)

    async def hold_lease(self, name: str, holder: str, *, seconds: float, at: datetime) -> bool:
        return await self._write(channels.hold_lease, name, holder, seconds, at)

    async def drop_lease(self, name: str, holder: str) -> None:
        return await self._write(channels.drop_lease, name, holder)
