"""Deliveries to subscriptions in SQL: created once per ended run, retried until accepted."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, delete, func, insert, select, update

from runwhy.core.runs.run import Run
from runwhy.core.triggers.subscriptions import Outgoing, OutgoingStatus, Subscriber
from runwhy.ports import OUTGOING_TOPIC
from runwhy.stores import tables
from runwhy.stores.accounts import audit
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.triggers.subscriptions import subscription_of

_outgoing, _ended, _runs = tables.outgoing, tables.ended_runs, tables.runs
_subscriptions = tables.subscriptions


def list_ended(conn: Connection, *, limit: int) -> Sequence[Run]:
    """Return ended runs whose deliveries are not created yet."""
    query = select(_runs).join(_ended, _ended.c.run_id == _runs.c.id).order_by(_runs.c.seq)
    return [rows.run_of(row) for row in conn.execute(query.limit(limit)).mappings()]


def settle(tx: Tx, run_id: str, made: Sequence[Outgoing]) -> bool:
    """Add the deliveries about a run; return False if another server has added them."""
    gone = tx.conn.execute(delete(_ended).where(_ended.c.run_id == run_id))
    if gone.rowcount != 1:
        return False
    add(tx, made)
    return True


def add(tx: Tx, made: Sequence[Outgoing]) -> None:
    """Add deliveries."""
    if made:
        tx.conn.execute(insert(_outgoing), [_row(outgoing) for outgoing in made])
        tx.notify(OUTGOING_TOPIC)


def claim(
    tx: Tx, *, at: datetime, until: datetime, limit: int
) -> Sequence[tuple[Outgoing, Subscriber]]:
    """Claim due deliveries; after a crash, they are due again at `until`."""
    due = select(_outgoing).where(_outgoing.c.next_at <= rows.to_ms(at))
    due = due.order_by(_outgoing.c.next_at).limit(limit)
    found = tx.conn.execute(tx.dialect.locked(due, skip=True)).mappings().all()
    taken = []
    for row in found:
        mine = _outgoing.c.id == row["id"]
        tx.conn.execute(update(_outgoing).where(mine).values(next_at=rows.to_ms(until)))
        query = select(_subscriptions).where(_subscriptions.c.id == row["subscription_id"])
        owner = tx.conn.execute(query).mappings().one()
        taken.append((_outgoing_of(row), subscription_of(owner)))
    return taken


def note_attempt(tx: Tx, tried: Outgoing) -> None:
    """Store the result of an attempt; one that an actor requested is recorded in the audit log."""
    mine = _outgoing.c.id == tried.id
    of = select(_subscriptions.c.workspace).where(_subscriptions.c.id == tried.subscription_id)
    if tx.acting is not None and (workspace := tx.conn.execute(of).scalar()) is not None:
        details = {"subscription_id": tried.subscription_id, "run_id": tried.run_id}
        audit.record(tx, "delivery.replayed", workspace, tried.id, after=details)
    tx.conn.execute(update(_outgoing).where(mine).values(**_row(tried)))
    if tried.next_at is not None:
        tx.notify(OUTGOING_TOPIC)


def next_due(conn: Connection) -> datetime | None:
    """Return when the next delivery is due."""
    query = select(func.min(_outgoing.c.next_at)).where(_outgoing.c.next_at.is_not(None))
    return rows.maybe_time(conn.execute(query).scalar())


def get(conn: Connection, subscription_id: str, id: str) -> Outgoing | None:
    """Return the delivery with this id."""
    mine = (_outgoing.c.subscription_id == subscription_id) & (_outgoing.c.id == id)
    row = conn.execute(select(_outgoing).where(mine)).mappings().first()
    return _outgoing_of(row) if row else None


def list_outgoing(
    conn: Connection, subscription_id: str, *, limit: int, before: int | None = None
) -> Sequence[Outgoing]:
    """Return deliveries of a subscription, newest first."""
    query = select(_outgoing).where(_outgoing.c.subscription_id == subscription_id)
    if before is not None:
        query = query.where(_outgoing.c.seq < before)
    found = conn.execute(query.order_by(_outgoing.c.seq.desc()).limit(limit))
    return [_outgoing_of(row) for row in found.mappings()]


def _row(outgoing: Outgoing) -> dict[str, object]:
    return {
        "id": outgoing.id,
        "subscription_id": outgoing.subscription_id,
        "run_id": outgoing.run_id,
        "type": outgoing.type,
        "payload": outgoing.payload,
        "status": outgoing.status.value,
        "attempts": outgoing.attempts,
        "next_at": rows.maybe_ms(outgoing.next_at),
        "last_status": outgoing.last_status,
        "last_error": outgoing.last_error,
        "created_at": rows.to_ms(outgoing.created_at),
        "delivered_at": rows.maybe_ms(outgoing.delivered_at),
    }


def _outgoing_of(row: rows.Row) -> Outgoing:
    return Outgoing(
        seq=row["seq"],
        id=row["id"],
        subscription_id=row["subscription_id"],
        run_id=row["run_id"],
        type=row["type"],
        payload=row["payload"],
        status=OutgoingStatus(row["status"]),
        attempts=row["attempts"],
        next_at=rows.maybe_time(row["next_at"]),
        last_status=row["last_status"],
        last_error=row["last_error"],
        created_at=rows.from_ms(row["created_at"]),
        delivered_at=rows.maybe_time(row["delivered_at"]),
    )
