"""Rewinds in SQL: schedules that moved ahead while the clock was wrong, and their way back."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, delete, exists, func, or_, select, update

from runwhy.core.triggers.trigger import Occurrence, OccurrenceStatus, Trigger, trimmed_skip
from runwhy.ports import TRIGGERS_TOPIC
from runwhy.stores import tables
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.triggers.occurrences import occurrences
from runwhy.stores.triggers.triggers import triggers

_occurrences, _triggers = tables.occurrences, tables.triggers


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

    These times were not missed, because they are still to come. What fired stays, so that it does
    not fire again. Return False if the schedule has changed in the meantime.
    """
    same = (_triggers.c.id == trigger.id) & (_triggers.c.next_at == rows.maybe_ms(trigger.next_at))
    moved = tx.conn.execute(update(_triggers).where(same).values(next_at=rows.to_ms(next_at)))
    if moved.rowcount == 0:
        return False
    early = occurrences.select(
        _occurrences.c.trigger_id == trigger.id,
        _occurrences.c.status == OccurrenceStatus.SKIPPED.value,
        func.coalesce(_occurrences.c.until, _occurrences.c.planned_at) > rows.to_ms(at),
    )
    for skipped in occurrences.all(tx.conn, early):
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
