"""Port for alerts, their states and measurements."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple, Protocol

from runwhy.core.alerts.alert import Alert, AlertEvent, AlertState
from runwhy.core.alerts.board import MeasuredRun, OpenApproval
from runwhy.core.alerts.preview import Asked
from runwhy.core.alerts.window import EndedRun
from runwhy.core.inbox.notices import Notice
from runwhy.core.queries import Query
from runwhy.core.triggers.subscriptions import Outgoing, Subscriber
from runwhy.core.triggers.trigger import Trigger
from runwhy.ports.context import IdempotencyKey


class NewRuns(NamedTuple):
    """Runs that ended or were created since the last look, and where the next look begins."""

    ends: tuple[int, ...]
    last: int
    ended: Sequence[MeasuredRun]
    created: Sequence[MeasuredRun]


@dataclass(frozen=True, slots=True, kw_only=True)
class AlertChange:
    """A new state of an alert, with its history and the notices about it, written together.

    `is_incomplete` is whether a recipient does not exist.
    """

    state: AlertState
    events: Sequence[AlertEvent] = ()
    outgoing: Sequence[Outgoing] = ()
    messages: Sequence[Notice] = ()
    is_incomplete: bool = False


class AlertStore(Protocol):
    """The part of a store that holds alerts."""

    async def add_alert(self, alert: Alert, *, once: IdempotencyKey | None = None) -> Alert: ...
    async def get_alert(self, workspace: int, id: str) -> Alert | None: ...
    async def list_alerts(self, workspace: int) -> Sequence[Alert]: ...
    async def alert_states(self, alerts: Sequence[Alert]) -> Mapping[str, AlertState]: ...
    async def change_alert(
        self, workspace: int, id: str, change: Callable[[Alert], Alert]
    ) -> Alert | None: ...
    async def remove_alert(self, workspace: int, id: str) -> bool: ...
    async def list_alert_events(
        self, alert: Alert, *, limit: int, before: int | None = None
    ) -> Sequence[AlertEvent]: ...
    async def list_ended_matches(
        self,
        workspace: int,
        query: Query,
        *,
        since: datetime,
        limit: int,
        ends: tuple[int, ...] | None = None,
    ) -> Sequence[EndedRun]: ...
    async def list_created_matches(
        self, workspace: int, query: Query, *, since: datetime, limit: int
    ) -> Sequence[int]: ...
    async def list_asked(
        self, workspace: int, query: Query, *, since: datetime, limit: int
    ) -> Sequence[Asked]: ...
    async def get_trigger(self, workspace: int, id: str) -> Trigger | None: ...
    async def list_triggers(self, workspace: int) -> Sequence[Trigger]: ...
    async def get_subscription(self, workspace: int, id: str) -> Subscriber | None: ...
    async def newest_created(self, workspace: int, query: Query) -> int | None: ...
    async def alert_signature(self) -> tuple[int, ...]: ...
    async def list_watched(self) -> Sequence[tuple[Alert, AlertState]]: ...
    async def new_runs(
        self,
        workspaces: Sequence[int],
        ends: tuple[int, ...] | None,
        *,
        created_after: int | None,
        with_text: bool,
    ) -> NewRuns: ...
    async def list_open_approvals(self, workspaces: Sequence[int]) -> Sequence[OpenApproval]: ...
    async def settle_alerts(self, changes: Sequence[AlertChange]) -> Sequence[bool]: ...
    async def note_measured(self, measured: Sequence[AlertState]) -> None: ...
    async def hold_lease(self, name: str, holder: str, *, seconds: float, at: datetime) -> bool: ...
