"""Occurrences in SQL, each with its run or the reason for skipping it, and received webhooks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    FromClause,
    Select,
    bindparam,
    delete,
    func,
    literal_column,
    select,
    update,
)

from runwhy.core.runs.run import Status
from runwhy.core.triggers.trigger import (
    HookDelivery,
    Occurrence,
    OccurrenceStatus,
    TriggeredRun,
)
from runwhy.ports import AlreadyFired, resources_topic
from runwhy.stores import tables
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Dialect, Tx
from runwhy.stores.sql.prepared_statements import PreparedStatement
from runwhy.stores.sql.records import Records

_occurrences, _triggers, _runs = tables.occurrences, tables.triggers, tables.runs
# Columns that are not used since `replies` exists; some are not null.
_UNUSED = {"answered": True, "reply_id": None, "reply_parts": 0}
_deliveries = tables.hook_deliveries

MAX_REASON = 200  # characters

occurrences = Records(_occurrences, Occurrence, moves_to=None, lane=None, run=None)
deliveries = Records(_deliveries, HookDelivery)


def record(tx: Tx, occurrence: Occurrence) -> None:
    """Add an occurrence, and advance its schedule. Raises: AlreadyFired.

    A schedule that was paused, changed or advanced in the meantime does not fire. Runs of one lane
    are numbered in commit order, because the trigger's row stays locked.
    """
    if occurrence.planned_at is None and occurrence.lane is not None:
        mine = select(_triggers.c.id).where(_triggers.c.id == occurrence.trigger_id)
        tx.conn.execute(tx.dialect.locked(mine))
    if occurrence.planned_at is not None and not _advance_schedule(tx, occurrence):
        raise AlreadyFired(_run_of(tx.conn, occurrence))
    if not add(tx, occurrence):
        raise AlreadyFired(_run_of(tx.conn, occurrence))


def add(tx: Tx, occurrence: Occurrence) -> bool:
    """Add an occurrence; return False if its key exists."""
    insert = _ADD.get(tx.dialect.name) or _prepare_add(tx.dialect)
    return insert(tx.conn, {**occurrences.row(occurrence), **_UNUSED}).scalar() is not None


_ADD: dict[str, PreparedStatement] = {}  # by dialect, because the conflict clauses differ


def _prepare_add(dialect: Dialect) -> PreparedStatement:
    insert = dialect.insert_or_ignore(_occurrences).returning(_occurrences.c.seq)
    given = [column.name for column in _occurrences.columns if column.name != "seq"]
    _ADD[dialect.name] = PreparedStatement(insert, *given)
    return _ADD[dialect.name]


_ADVANCE_SCHEDULE = PreparedStatement(
    update(_triggers)
    .where(
        _triggers.c.id == bindparam("of_trigger"),
        _triggers.c.next_at == bindparam("planned_at"),
        _triggers.c.enabled,
    )
    .values(next_at=bindparam("moves_to"))
)


def _advance_schedule(tx: Tx, occurrence: Occurrence) -> bool:
    assert occurrence.planned_at is not None
    values = {
        "of_trigger": occurrence.trigger_id,
        "planned_at": rows.to_ms(occurrence.planned_at),
        "moves_to": rows.maybe_ms(occurrence.moves_to),
    }
    return _ADVANCE_SCHEDULE(tx.conn, values).rowcount == 1


def _run_of(conn: Connection, occurrence: Occurrence) -> str | None:
    query = select(_occurrences.c.run_id).where(
        _occurrences.c.trigger_id == occurrence.trigger_id, _occurrences.c.key == occurrence.key
    )
    found: str | None = conn.execute(query).scalar()
    return found


def list_occurrences(
    conn: Connection, trigger_id: str, *, limit: int, before: int | None = None
) -> Sequence[Occurrence]:
    """Return occurrences of a trigger, newest first."""
    mine = _occurrences.c.trigger_id == trigger_id
    if before is not None:
        mine &= _occurrences.c.seq < before
    newest = _with_runs(mine).order_by(_occurrences.c.seq.desc()).limit(limit)
    return [_read_with_run(row) for row in conn.execute(newest).mappings()]


def newest(conn: Connection, workspace: int) -> Sequence[Occurrence]:
    """Return the last occurrence of each trigger of a workspace, with one index lookup each."""
    last = select(func.max(_occurrences.c.seq)).where(_occurrences.c.trigger_id == _triggers.c.id)
    lasts = select(last.scalar_subquery()).where(_triggers.c.workspace == workspace)
    query = _with_runs(_occurrences.c.seq.in_(lasts))
    return [_read_with_run(row) for row in conn.execute(query).mappings()]


def run_columns(run: FromClause) -> Sequence[ColumnElement[Any]]:
    """Return the values that `read_run` reads of a run, in its order."""
    reason = func.substr(run.c.failure_reason, 1, MAX_REASON)
    shown = (run.c.id, run.c.status, run.c.created_at, run.c.started_at, run.c.finished_at, reason)
    return [column.label(name) for column, name in zip(shown, _RUN_NAMES, strict=True)]


_RUN_NAMES = ("run_id", "run_status", "created_at", "started_at", "finished_at", "run_reason")
_STATUSES = {status.value: status for status in Status}  # faster than `Status(…)`


def read_run(
    id: str,
    status: str,
    created: int,
    started: int | None,
    finished: int | None,
    reason: str | None,
) -> TriggeredRun:
    """Return the run in a row."""
    return TriggeredRun(
        id=id,
        status=_STATUSES[status],
        created_at=rows.from_ms(created),
        started_at=rows.maybe_time(started),
        finished_at=rows.maybe_time(finished),
        reason=reason,
    )


def _with_runs(where: ColumnElement[bool]) -> Select[Any]:
    joined = _occurrences.outerjoin(_runs, _runs.c.id == _occurrences.c.run_id)
    _, *columns = run_columns(_runs)  # the id is in both tables
    return select(_occurrences, *columns).select_from(joined).where(where)


def _read_with_run(row: rows.Row) -> Occurrence:
    found = occurrences.read(row)
    if row["run_status"] is None:
        return found
    return replace(found, run=read_run(*(row[name] for name in _RUN_NAMES)))


def find(conn: Connection, trigger_id: str, key: str) -> Occurrence | None:
    """Return the occurrence with this key."""
    mine = (_occurrences.c.trigger_id == trigger_id) & (_occurrences.c.key == key)
    return occurrences.first(conn, occurrences.select(mine))


def _skipped_since_fired() -> PreparedStatement:
    mine = _occurrences.c.trigger_id == bindparam("of_trigger")
    fired = select(func.max(_occurrences.c.seq)).where(
        mine, _occurrences.c.status == literal_column(f"'{OccurrenceStatus.FIRED.value}'")
    )
    later = _occurrences.c.seq > func.coalesce(fired.scalar_subquery(), literal_column("0"))
    planned = _occurrences.c.planned_at.is_not(None)
    return PreparedStatement(select(func.sum(_occurrences.c.count)).where(mine, later, planned))


_SKIPPED = _skipped_since_fired()


def skipped_since_fired(conn: Connection, trigger_id: str) -> int:
    """Return how many occurrences were skipped since the last one that fired."""
    return int(_SKIPPED(conn, {"of_trigger": trigger_id}).scalar() or 0)


def find_workspace(conn: Connection, trigger_id: str) -> int | None:
    """Return the workspace of a trigger, or None if the trigger was deleted."""
    mine = select(_triggers.c.workspace).where(_triggers.c.id == trigger_id)
    return conn.execute(mine).scalar()


def notify(tx: Tx, trigger_id: str) -> None:
    """Notify the followers of the workspace that something of a trigger has changed."""
    workspace = find_workspace(tx.conn, trigger_id)
    if workspace is not None:
        tx.notify(resources_topic(workspace))


def add_delivery(tx: Tx, delivery: HookDelivery, *, keep: int) -> None:
    """Add a delivery, and delete the oldest beyond `keep`."""
    deliveries.insert(tx, delivery)
    notify(tx, delivery.trigger_id)
    mine = (_deliveries.c.trigger_id == delivery.trigger_id) & (
        _deliveries.c.verified == delivery.verified  # forged requests cannot displace real ones
    )
    newest = select(_deliveries.c.seq).where(mine).order_by(_deliveries.c.seq.desc())
    oldest = tx.conn.execute(newest.offset(keep).limit(1)).scalar()
    if oldest is not None:
        tx.conn.execute(delete(_deliveries).where(mine, _deliveries.c.seq <= oldest))


def get_delivery(conn: Connection, trigger_id: str, id: str) -> HookDelivery | None:
    """Return the delivery with this id."""
    mine = (_deliveries.c.trigger_id == trigger_id) & (_deliveries.c.id == id)
    return deliveries.first(conn, deliveries.select(mine))


def list_deliveries(conn: Connection, trigger_id: str) -> Sequence[HookDelivery]:
    """Return the stored deliveries of a trigger, newest first."""
    mine = deliveries.select(_deliveries.c.trigger_id == trigger_id)
    return deliveries.all(conn, mine.order_by(_deliveries.c.seq.desc()))
