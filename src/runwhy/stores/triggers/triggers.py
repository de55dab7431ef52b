"""Triggers in SQL: changes, due schedules and rewound ones, and the results of their runs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec
from sqlalchemy import Connection, bindparam, delete, exists, func, or_, select, update

from runwhy.core.runs.origin import Origin
from runwhy.core.runs.run import Status, is_terminal
from runwhy.core.triggers.trigger import (
    Occurrence,
    OccurrenceStatus,
    PastRun,
    Trigger,
    TriggerKind,
    TriggerPast,
    trimmed_skip,
)
from runwhy.ports import TRIGGERS_TOPIC, AlreadyFired
from runwhy.stores import tables
from runwhy.stores.accounts.resources import Resources
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.prepared_statements import PreparedStatement
from runwhy.stores.triggers import channels, occurrences

_triggers, _runs = tables.triggers, tables.runs
_occurrences, _deliveries = tables.occurrences, tables.hook_deliveries
_origin = msgspec.json.Decoder(Origin)
_ENDS = frozenset(status.value for status in Status if is_terminal(status))


triggers = Resources(
    _triggers,
    Trigger,
    "trigger",
    named="a trigger",
    order=("name",),
    topics=dict.fromkeys(("added", "changed", "removed"), TRIGGERS_TOPIC),
    in_inbox=True,
)


def find(conn: Connection, id: str) -> Trigger | None:
    """Return the trigger with this id in any workspace."""
    return triggers.first(conn, triggers.select(_triggers.c.id == id))


def list_of_kind(conn: Connection, kind: TriggerKind) -> Sequence[Trigger]:
    """Return enabled triggers of one kind in all workspaces."""
    query = triggers.select(_triggers.c.kind == kind.value, _triggers.c.enabled)
    return triggers.all(conn, query.order_by(_triggers.c.id))


def remove(tx: Tx, workspace: int, id: str) -> bool:
    """Remove a trigger with its occurrences and deliveries, but not its runs; return whether
    it existed."""
    old = find(tx.conn, id)
    if old is None or old.workspace != workspace:
        return False
    for table in (_occurrences, _deliveries, tables.channel_sessions):
        tx.conn.execute(delete(table).where(table.c.trigger_id == id))
    channels.remove_replies(tx, id)  # after the sessions, which new replies lock
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
    occurrences.notify(tx, occurrence.trigger_id)
    return True


def list_written_after(conn: Connection, at: datetime) -> Sequence[Trigger]:
    """Return enabled schedules that were changed or fired last at a time after `at`."""
    newest = (
        select(_occurrences.c.at)
        .where(_occurrences.c.trigger_id == _triggers.c.id)
        .order_by(_occurrences.c.seq.desc())
        .limit(1)
        .scalar_subquery()
    )
    written = or_(_triggers.c.updated_at > rows.to_ms(at), newest > rows.to_ms(at))
    waiting = _triggers.c.enabled & _triggers.c.next_at.is_not(None)
    return triggers.all(conn, triggers.select(waiting, written))


def rewind(tx: Tx, trigger: Trigger, next_at: datetime, *, at: datetime) -> bool:
    """Set a schedule back, and remove the times after `at` from its recorded skips.

    These times were not missed, because they are still to come. A timer that fired stays, so that
    it does not fire again. Return False if the schedule has changed in the meantime.
    """
    same = (_triggers.c.id == trigger.id) & (_triggers.c.next_at == rows.maybe_ms(trigger.next_at))
    moved = tx.conn.execute(update(_triggers).where(same).values(next_at=rows.to_ms(next_at)))
    if moved.rowcount == 0:
        return False
    early = occurrences.occurrences.select(
        _occurrences.c.trigger_id == trigger.id,
        _occurrences.c.status == OccurrenceStatus.SKIPPED.value,
        func.coalesce(_occurrences.c.until, _occurrences.c.planned_at) > rows.to_ms(at),
    )
    for skipped in occurrences.occurrences.all(tx.conn, early):
        _trim(tx, skipped, trigger, at)
    tx.notify(TRIGGERS_TOPIC)
    return True


def _trim(tx: Tx, skipped: Occurrence, trigger: Trigger, at: datetime) -> None:
    kept = trimmed_skip(skipped, trigger.schedule, now=at)
    mine = _occurrences.c.seq == skipped.seq
    if kept is None:
        tx.conn.execute(delete(_occurrences).where(mine))
    else:
        left = {"until": rows.maybe_ms(kept.until), "count": kept.count}
        tx.conn.execute(update(_occurrences).where(mine).values(left))


def pass_over(tx: Tx, occurrence: Occurrence) -> None:
    """Advance a schedule past an occurrence that is recorded already."""
    recorded = exists().where(
        _occurrences.c.trigger_id == occurrence.trigger_id, _occurrences.c.key == occurrence.key
    )
    here = (_triggers.c.id == occurrence.trigger_id) & (
        _triggers.c.next_at == rows.maybe_ms(occurrence.planned_at)
    )
    passed = update(_triggers).where(here, recorded)
    tx.conn.execute(passed.values(next_at=rows.maybe_ms(occurrence.moves_to)))
