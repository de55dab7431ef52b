"""Triggers in SQL: changes, due schedules, and the results of their runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

import msgspec
from sqlalchemy import Connection, bindparam, delete, func, select, update

from runwhy.core.runs.origin import Origin
from runwhy.core.runs.run import Status, is_terminal
from runwhy.core.triggers.trigger import (
    Occurrence,
    PastRun,
    Trigger,
    TriggerConfig,
    TriggerKind,
    TriggerPast,
)
from runwhy.errors import Conflict
from runwhy.ports import TRIGGERS_TOPIC, AlreadyFired, IdempotencyKey
from runwhy.stores import tables
from runwhy.stores.accounts import accounts, audit
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.prepared_statements import PreparedStatement
from runwhy.stores.triggers import occurrences, replies
from runwhy.wire.layers import layer_json, read_layer
from runwhy.wire.specs import spec_of

_triggers, _runs = tables.triggers, tables.runs
_occurrences, _deliveries = tables.occurrences, tables.hook_deliveries
_origin = msgspec.json.Decoder(Origin)
_ENDS = frozenset(status.value for status in Status if is_terminal(status))


def add(tx: Tx, trigger: Trigger, *, once: IdempotencyKey | None = None) -> Trigger:
    """Add a trigger, or return the one from an earlier attempt. Raises: Conflict."""
    first = accounts.find_earlier_result(
        tx, trigger.workspace, once, trigger.id, trigger.created_at
    )
    if first is not None:
        return get(tx.conn, trigger.workspace, first) or trigger
    made = tx.dialect.insert_or_ignore(_triggers).returning(_triggers.c.id)
    if tx.conn.execute(made, _row(trigger, tx.vault.seal)).first() is None:
        raise Conflict(f"a trigger {trigger.name!r} already exists")
    audit.record(tx, "trigger.added", trigger.workspace, trigger.id, after=trigger)
    tx.notify(TRIGGERS_TOPIC)
    return trigger


def get(conn: Connection, workspace: int, id: str) -> Trigger | None:
    """Return the trigger with this id, or else with this name."""
    query = select(_triggers).where(_triggers.c.workspace == workspace)
    for mine in (_triggers.c.id == id, _triggers.c.name == id):
        row = conn.execute(query.where(mine)).mappings().first()
        if row is not None:
            return trigger_of(row)
    return None


def find(conn: Connection, id: str) -> Trigger | None:
    """Return the trigger with this id in any workspace."""
    row = conn.execute(select(_triggers).where(_triggers.c.id == id)).mappings().first()
    return trigger_of(row) if row else None


def list_triggers(conn: Connection, workspace: int) -> Sequence[Trigger]:
    """Return all triggers of a workspace, by name."""
    query = select(_triggers).where(_triggers.c.workspace == workspace)
    found = conn.execute(query.order_by(_triggers.c.name))
    return [trigger_of(row) for row in found.mappings()]


def list_of_kind(conn: Connection, kind: TriggerKind) -> Sequence[Trigger]:
    """Return enabled triggers of one kind in all workspaces."""
    query = select(_triggers).where(_triggers.c.kind == kind.value, _triggers.c.enabled)
    return [trigger_of(row) for row in conn.execute(query.order_by(_triggers.c.id)).mappings()]


def change(tx: Tx, workspace: int, id: str, change: Callable[[Trigger], Trigger]) -> Trigger | None:
    """Change a trigger, with the row locked. Raises: Conflict if its name is taken."""
    mine = (_triggers.c.workspace == workspace) & (_triggers.c.id == id)
    row = tx.conn.execute(tx.dialect.locked(select(_triggers).where(mine))).mappings().first()
    if row is None:
        return None
    old = trigger_of(row)
    new = change(old)
    other = get(tx.conn, workspace, new.name)
    if other is not None and other.id != id:
        raise Conflict(f"a trigger {new.name!r} already exists")
    tx.conn.execute(update(_triggers).where(mine).values(**_row(new, tx.vault.seal)))
    audit.record(tx, "trigger.changed", workspace, id, before=old, after=new)
    tx.notify(TRIGGERS_TOPIC)
    return new


def remove(tx: Tx, workspace: int, id: str) -> bool:
    """Remove a trigger with its occurrences and deliveries, but not its runs; return whether
    it existed."""
    old = find(tx.conn, id)
    if old is None or old.workspace != workspace:
        return False
    audit.record(tx, "trigger.removed", workspace, id, before=old)
    for table in (_occurrences, _deliveries, tables.channel_sessions):
        tx.conn.execute(delete(table).where(table.c.trigger_id == id))
    replies.remove_trigger(tx, id)  # after the sessions, which new replies lock
    gone = delete(_triggers).where(_triggers.c.workspace == workspace, _triggers.c.id == id)
    tx.notify(TRIGGERS_TOPIC)
    return tx.conn.execute(gone).rowcount > 0


def list_due(conn: Connection, *, at: datetime, limit: int) -> Sequence[Trigger]:
    """Return schedules that are due, the most overdue first."""
    due = _triggers.c.enabled & (_triggers.c.next_at <= rows.to_ms(at))
    query = select(_triggers).where(due).order_by(_triggers.c.next_at).limit(limit)
    return [trigger_of(row) for row in conn.execute(query).mappings()]


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


def _row(trigger: Trigger, seal: rows.Seal) -> dict[str, object]:
    return {
        "id": trigger.id,
        "workspace": trigger.workspace,
        "kind": trigger.kind.value,
        "name": trigger.name,
        "enabled": trigger.enabled,
        "note": trigger.note,
        "tags": rows.to_json(trigger.tags),
        "spec": rows.spec_text(trigger.spec, seal),
        "agent_id": trigger.agent_id,
        "session_id": trigger.session_id,
        "prompt": trigger.prompt,
        "config": rows.to_json(layer_json(trigger.config)),
        "secret": None if trigger.secret is None else seal(trigger.secret),
        "next_at": rows.maybe_ms(trigger.next_at),
        "resumed_at": rows.maybe_ms(trigger.resumed_at),
        "cursor": trigger.cursor,
        "version": trigger.version,
        "created_by": trigger.created_by,
        "created_at": rows.to_ms(trigger.created_at),
        "updated_at": rows.to_ms(trigger.updated_at),
    }


def trigger_of(row: rows.Row) -> Trigger:
    """Return the trigger in a row."""
    return Trigger(
        id=row["id"],
        workspace=row["workspace"],
        kind=TriggerKind(row["kind"]),
        name=row["name"],
        enabled=bool(row["enabled"]),
        note=row["note"],
        tags=rows.from_json(row["tags"]),
        spec=spec_of(rows.from_json(row["spec"])),
        agent_id=row["agent_id"],
        session_id=row["session_id"],
        prompt=row["prompt"],
        config=read_layer(TriggerConfig, rows.from_json(row["config"])),
        secret=row["secret"],
        next_at=rows.maybe_time(row["next_at"]),
        resumed_at=rows.maybe_time(row["resumed_at"]),
        cursor=row["cursor"],
        version=row["version"],
        created_by=row["created_by"],
        created_at=rows.from_ms(row["created_at"]),
        updated_at=rows.from_ms(row["updated_at"]),
    )
