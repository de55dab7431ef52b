"""Ports for the inbox."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from runwhy.core.inbox.findings import (
    DecidedApproval,
    FailedDeliveries,
    FailedReply,
    IdleQueue,
    SuspectRun,
    WaitingRun,
)
from runwhy.core.inbox.items import Dismissal
from runwhy.core.runs.run import Run
from runwhy.core.triggers.health import Activity
from runwhy.core.triggers.trigger import Trigger


class InboxStore(Protocol):
    """The part of a store that finds what waits for a person."""

    async def list_waiting(self, workspace: int, *, limit: int) -> Sequence[WaitingRun]: ...
    async def list_decided(
        self, workspace: int, *, since: datetime, limit: int
    ) -> Sequence[DecidedApproval]: ...
    async def list_suspects(self, workspace: int, *, limit: int) -> Sequence[SuspectRun]: ...
    async def list_crashed(
        self, workspace: int, *, since: datetime, limit: int
    ) -> Sequence[Run]: ...
    async def list_failed_deliveries(
        self, workspace: int, *, since: datetime, limit: int
    ) -> Sequence[FailedDeliveries]: ...
    async def list_failed_replies(
        self, workspace: int, *, since: datetime, limit: int
    ) -> Sequence[FailedReply]: ...
    async def find_idle_queue(
        self, workspace: int, *, silent_for: float, at: datetime, limit: int
    ) -> IdleQueue | None: ...
    async def list_triggers(self, workspace: int) -> Sequence[Trigger]: ...
    async def list_activity(
        self, workspace: int, id: str | None = None
    ) -> Mapping[str, Activity]: ...
    async def list_dismissals(self, workspace: int) -> Sequence[Dismissal]: ...
    async def dismiss_item(self, workspace: int, dismissal: Dismissal) -> None: ...
