"""Triggers in SQL: changes, due schedules, and the results of their runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

import msgspec
from sqlalchemy import Connection, bindparam, delete, func, select

from runwhy.core.runs.origin import Origin
from runwhy.core.runs.run import Status, is_terminal
from runwhy.core.triggers.trigger import Occurrence, PastRun, Trigger, TriggerKind, TriggerPast
from runwhy.ports import TRIGGERS_TOPIC, AlreadyFired, IdempotencyKey
from runwhy.stores import tables
from runwhy.stores.accounts.resources import Resources
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.prepared_statements import PreparedStatement
from runwhy.stores.triggers import occurrences, replies

_triggers, _runs = tables.triggers, tables.runs
_occurrences, _deliveries = tables.occurrences, tables.hook_deliveries
_origin = msgspec.json.Decoder(Origin)
_ENDS = frozenset(status.value for status in Status if is_terminal(status))


triggers = Resources(
    _triggers, Trigger, "trigger", named="a trigger", order=("name",), sealed=("secret",)
)


def add(tx: Tx, trigger: Trigger, *, once: IdempotencyKey | None = None) -> Trigger:
    """Add a trigger, or return the one from an earlier attempt. Raises: Conflict."""
    tx.notify(TRIGGERS_TOPIC)
    return triggers.add(tx, trigger, once=once)


def find(conn: Connection, id: str) -> Trigger | None:
    """Return the trigger with this id in any workspace."""
    return triggers.first(conn, triggers.select(_triggers.c.id == id))


def list_of_kind(conn: Connection, kind: TriggerKind) -> Sequence[Trigger]:
    """Return enabled triggers of one kind in all workspaces."""
    query = triggers.select(_triggers.c.kind == kind.value, _triggers.c.enabled)
    return triggers.all(conn, query.order_by(_triggers.c.id))


def change(tx: Tx, workspace: int, id: str, change: Callable[[Trigger], Trigger]) -> Trigger | None:
    """Change a trigger, with the row locked. Raises: Conflict if its name is taken."""
    tx.notify(TRIGGERS_TOPIC)
    return triggers.change(tx, workspace, id, change)


def remove(tx: Tx, workspace: int, id: str) -> bool:
    """Remove a trigger with its occurrences and deliveries, but not its runs; return whether
    it existed."""
    old = find(tx.conn, id)
    if old is None or old.workspace != workspace:
        return False
    for table in (_occurrences, _deliveries, tables.channel_sessions):
        tx.conn.execute(delete(table).where(table.c.trigger_id == id))
    replies.remove_trigger(tx, id)  # after the sessions, which new replies lock
    tx.notify(TRIGGERS_TOPIC)
    return triggers.remove(tx, workspace, id)


def list_due(conn: Connection, *, at: datetime, limit: int) -> Sequence[Trigger]:
    """Return schedules that are due, the most overdue first."""
    due = _triggers.c.enabled & (_triggers.c.next_at <= rows.to_ms(at))
    return triggers.all(conn, triggers.select(due).order_by(_triggers.c.next_at).limit(limit))


def next_due(conn: Connection) -> datetime | None:
    """Return when the next schedule is due."""
    waiting = _triggers.c.enabled & _triggers.c.next_at.is_not(None)
    next_at = select(func.min(_triggers.c.next_at)).where(waiting)
    return rows.maybe_time(conn.execute(next_at).scalar())


_LATEST = PreparedStatement(
    select(_runs.c.id, _runs.c.status, _runs.c.created_at, _runs.c.origin)
    .where(_runs.c.trigger_id == bindparam("of_trigger"))
    .order_by(_runs.c.seq.desc())
    .limit(bindparam("most"))
)
MAX_PAST_RUNS = 50  # newest runs that decide whether a trigger may fire


def past(conn: Connection, trigger: Trigger) -> TriggerPast:
    """Return the results of a trigger's runs: the last one, open ones, and how others ended."""
    most = max(MAX_PAST_RUNS, trigger.pause_after)
    found = _LATEST(conn, {"of_trigger": trigger.id, "most": most}).mappings()
    since = rows.to_ms(trigger.resumed_at) if trigger.resumed_at else 0
    ended = [Status(row["status"]) for row in found if row["created_at"] >= since]
    return TriggerPast(
        last=_past_run(found[0]) if found else None,
        busy=[_past_run(row) for row in reversed(found) if row["status"] not in _ENDS],
        ended=[status for status in ended if is_terminal(status)],
        missed=occurrences.skipped_since_fired(conn, trigger.id),
    )


def _past_run(row: rows.Row) -> PastRun:
    origin = _origin.decode(row["origin"])
    status = Status(row["status"])
    return PastRun(id=row["id"], status=status, scheduled_for=origin.scheduled_for)


def skip(tx: Tx, occurrence: Occurrence) -> bool:
    """Add an occurrence that started no run; return False if it exists."""
    try:
        occurrences.record(tx, occurrence)
    except AlreadyFired:
        return False
    return True
