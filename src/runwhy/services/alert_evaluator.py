"""Evaluation of alerts: one of several servers follows all runs, and decides about all alerts.

The board in memory can be read again at any time. Decisions are stored together with their notices.
If two servers evaluate, only one of them can change a state.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

import structlog

from runwhy.core.alerts.alert import (
    MAX_AGE,
    Alert,
    AlertMeasure,
    AlertState,
    AlertStatus,
    counts_at_creation,
    parse_alert_query,
)
from runwhy.core.alerts.board import AlertBoard, MeasuredRun, OpenApproval, is_window, window_key
from runwhy.core.alerts.decision import announces
from runwhy.core.alerts.preview import MAX_RUNS
from runwhy.core.alerts.timeline import Watch, to_ms
from runwhy.core.alerts.window import RollingWindow
from runwhy.core.queries import Query
from runwhy.core.triggers.schedules import Schedule
from runwhy.core.triggers.trigger import TriggerKind
from runwhy.errors import InvalidInput, Problem
from runwhy.ports import AlertStore, Clock
from runwhy.ports.alerts import AlertChange
from runwhy.services.alert_changes import AlertChanges

LEASE = "alerts"
LEASE_FOR = 15.0  # seconds
RENEW_AFTER = 5.0
EVERY = timedelta(seconds=1)
SETTLED = 1000  # ms until all runs that ended at a time are surely stored
LOAD_FOR = 0.5  # seconds of each round in which new windows are read
AT_ONCE = 100  # changes that are stored in one transaction
NOTE_EVERY = 15.0  # seconds between two writes of the present values
STEP_BACK = timedelta(minutes=1)  # of the clock, after which everything is read again
DISABLED = "the alert was disabled"

_log = structlog.get_logger("runwhy.alerts")


@dataclass(slots=True, kw_only=True)
class AlertEvaluator:
    """Evaluates alerts while this server holds the lease."""

    store: AlertStore
    changes: AlertChanges
    clock: Clock
    server: str
    board: AlertBoard = field(default_factory=AlertBoard)
    _held_until: float = 0.0  # when the lease is renewed, by the monotonic clock
    _signature: tuple[int, ...] | None = None
    _alerts: dict[str, Alert] = field(default_factory=dict)
    _states: dict[str, AlertState] = field(default_factory=dict)
    _pending: dict[str, Alert] = field(default_factory=dict)  # not on the board yet
    _ends: tuple[int, ...] | None = None
    _created: tuple[int, int] = (0, 0)  # numbers of the newest runs, now and a round ago
    _last_round: datetime | None = None
    _noted_at: float = 0.0
    _noted: dict[str, float | None] = field(default_factory=dict)

    async def evaluate(self) -> datetime | None:
        """Evaluate changes if this server holds the lease; return the time of the next round."""
        signature = await self.store.alert_signature()
        if not signature[0]:
            return None  # there has never been an alert
        now = self.clock()
        if not await self._hold(now):
            self._forget()
            return now + timedelta(seconds=RENEW_AFTER)
        if self._last_round is not None and now < self._last_round - STEP_BACK:
            _log.warning("alerts.clock_stepped_back", seconds=(self._last_round - now).seconds)
            self._forget()
        self._last_round = now
        if signature != self._signature:
            await self._read_alerts()
            self._signature = signature
        if self._alerts:
            await self._round(now)
        return now + EVERY if self._alerts else None

    async def _hold(self, now: datetime) -> bool:
        if time.monotonic() < self._held_until:
            return True
        held = await self.store.hold_lease(LEASE, self.server, seconds=LEASE_FOR, at=now)
        self._held_until = time.monotonic() + RENEW_AFTER if held else 0.0
        return held

    def _forget(self) -> None:
        """Forget everything, because another server evaluates or time has changed."""
        self.board = AlertBoard()
        self._signature = self._ends = self._last_round = None
        self._created = (0, 0)
        for known in (self._alerts, self._states, self._pending, self._noted):
            known.clear()

    # Alerts

    async def _read_alerts(self) -> None:
        """Put new and changed alerts on the board, and remove others."""
        found = {alert.id: (alert, state) for alert, state in await self.store.list_watched()}
        for id in [*self._alerts]:
            if id not in found:
                self._remove(id)
        for id, (alert, state) in found.items():
            same = self._alerts.get(id) == alert and alert.schedule is None
            if not same or self._states[id].version != state.version:
                self._remove(id)
                self._alerts[id], self._states[id] = alert, state
                self._pending[id] = alert

    def _remove(self, id: str) -> None:
        self.board.remove(id)
        for known in (self._alerts, self._states, self._pending, self._noted):
            known.pop(id, None)

    # One round

    async def _round(self, now: datetime) -> None:
        horizon = to_ms(now) - SETTLED
        await self._read_runs(horizon)
        await self._load(now, horizon)
        await self._settle(self.board.take_changed())
        await self._end_silences(now)
        await self._note_values(now)

    async def _read_runs(self, horizon: int) -> None:
        """Read the runs since the last round, and decide about them."""
        board = self.board
        try:
            new = await self.store.new_runs(
                board.workspaces,
                self._ends,
                created_after=self._created[1] if board.needs_created else None,
                with_text=board.needs_text,
            )
        except InvalidInput:  # too many runs have ended since
            _log.warning("alerts.read_again")
            self._start_again()
            return
        first = self._ends is None
        self._ends = new.ends
        self._created = (new.last, new.last if first else self._created[0])
        approvals: Sequence[OpenApproval] = ()
        if board.needs_approvals:
            approvals = await self.store.list_open_approvals(board.workspaces)
        if len(new.ended) + len(new.created) > 50:
            await asyncio.to_thread(self._decide, new.ended, new.created, approvals, horizon)
        else:
            self._decide(new.ended, new.created, approvals, horizon)

    def _decide(
        self,
        ended: Sequence[MeasuredRun],
        created: Sequence[MeasuredRun],
        approvals: Sequence[OpenApproval],
        horizon: int,
    ) -> None:
        self.board.add_ended(ended)
        self.board.add_created(created)
        if self.board.needs_approvals:
            self.board.see_approvals(approvals, at=horizon + SETTLED)
        self.board.advance(horizon)

    def _start_again(self) -> None:
        """Put all alerts on an empty board."""
        self.board = AlertBoard()
        self._ends = None
        self._pending = dict(self._alerts)

    # Loading

    async def _load(self, now: datetime, horizon: int) -> None:
        """Put pending alerts on the board, for a part of the round; the rest follows."""
        if self._ends is None:
            return
        until = time.monotonic() + LOAD_FOR
        for id in sorted(self._pending, key=lambda id: (self._alerts[id].window, id)):
            await self._load_alert(self._pending[id], now, horizon)
            del self._pending[id]
            if time.monotonic() > until:
                break

    async def _load_alert(self, alert: Alert, now: datetime, horizon: int) -> None:
        state = self._states[alert.id]
        if not alert.enabled:
            await self._set_status(alert, AlertStatus.OK, DISABLED)
            return
        try:
            query = parse_alert_query(alert.query, now=now)
            schedule = await self._schedule(alert)
        except InvalidInput as error:
            problem = "; ".join(each.problem for each in error.problems)
            if (state.status, state.problem) != (AlertStatus.BROKEN, problem):
                await self._set_status(alert, AlertStatus.BROKEN, problem)
            return
        if state.status is AlertStatus.BROKEN:
            await self._set_status(alert, AlertStatus.OK, "the alert can be evaluated again")
            state = self._states[alert.id]
        watch = Watch(alert, state.status is AlertStatus.FIRING, state.value)
        await self._put(watch, query, schedule, now, horizon)

    async def _put(
        self, watch: Watch, query: Query, schedule: Schedule | None, now: datetime, horizon: int
    ) -> None:
        alert = watch.alert
        if is_window(alert):
            loaded = None
            if not self.board.has_window(alert):
                key = window_key(alert)
                reach = RollingWindow(key.seconds, compares=key.compares).reach
                loaded = await self.store.list_ended_matches(
                    alert.workspace,
                    query,
                    since=now - timedelta(milliseconds=reach + SETTLED),
                    limit=MAX_RUNS,
                    ends=self._ends,
                )
            self.board.put_window(watch, query, loaded, at=horizon)
        elif alert.measure is AlertMeasure.ABSENCE:
            last = max(await self._last_match(alert, query, now), to_ms(alert.watched_from))
            self.board.put_absence(watch, query, last, schedule, at=horizon)
        else:
            self.board.put_approval(watch, query)

    async def _last_match(self, alert: Alert, query: Query, now: datetime) -> int:
        if counts_at_creation(query):
            return await self.store.newest_created(alert.workspace, query) or 0
        since = max(alert.watched_from, now - timedelta(seconds=MAX_AGE))
        found = await self.store.list_ended_matches(alert.workspace, query, since=since, limit=1)
        return found[-1].at if found else 0

    async def _schedule(self, alert: Alert) -> Schedule | None:
        if alert.schedule is None:
            return None
        trigger = await self.store.get_trigger(alert.workspace, alert.schedule)
        if trigger is None or trigger.kind is not TriggerKind.CRON:
            problem = f"the schedule {alert.schedule} does not exist"
            raise InvalidInput([Problem("/schedule", problem)])
        return trigger.schedule

    # Decisions

    async def _settle(self, watches: Sequence[Watch]) -> None:
        """Store the decisions about alerts, many in one transaction."""
        for start in range(0, len(watches), AT_ONCE):
            some = [
                await self.changes.of_transitions(
                    watch.alert, self._states[watch.alert.id], watch.take()
                )
                for watch in watches[start : start + AT_ONCE]
            ]
            await self._store(some)

    async def _set_status(self, alert: Alert, status: AlertStatus, reason: str) -> None:
        change = await self.changes.of_status(alert, self._states[alert.id], status, reason)
        await self._store([change])

    async def _end_silences(self, now: datetime) -> None:
        """Notify recipients of states that changed while an alert was silenced."""
        for id, state in [*self._states.items()]:
            if state.status is AlertStatus.BROKEN or id in self._pending:
                continue
            alert = self._alerts[id]
            if announces(
                is_firing=state.status is AlertStatus.FIRING,
                is_announced=state.is_announced,
                is_silenced=alert.is_silenced(now),
            ):
                await self._store([await self.changes.of_silence(alert, state)])

    async def _store(self, changes: Sequence[AlertChange]) -> None:
        """Store changes; if another server was first, read the alerts again."""
        try:
            stored = await self.store.settle_alerts(changes)
        except BaseException:  # the decision may be lost
            self._forget()
            raise
        for change, is_stored in zip(changes, stored, strict=True):
            state = change.state
            if not is_stored:
                self._signature = None
                continue
            self._states[state.alert_id] = state
            late = (self.clock() - state.since).total_seconds()
            _log.info(f"alert.{state.status}", alert=state.alert_id, late=round(late, 3))

    async def _note_values(self, now: datetime) -> None:
        """Store the values that have changed, from time to time."""
        if time.monotonic() < self._noted_at + NOTE_EVERY:
            return
        self._noted_at = time.monotonic()
        values = self.board.values(at=to_ms(now))
        changed = [
            replace(self._states[id], value=value, measured_at=now)
            for id, value in values.items()
            if id not in self._noted or self._noted[id] != value
        ]
        if changed:
            await self.store.note_measured(changed)
            self._noted = dict(values)
