"""Deliveries to subscriptions in SQL: created once per ended run, retried until accepted."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, delete, func, insert, select, update

from runwhy.core.runs.run import Run
from runwhy.core.triggers.subscriptions import Outgoing, Subscriber
from runwhy.ports import OUTGOING_TOPIC
from runwhy.stores import tables
from runwhy.stores.accounts import audit
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.records import Records
from runwhy.stores.triggers.subscriptions import subscriptions

_outgoing, _ended, _runs = tables.outgoing, tables.ended_runs, tables.runs
_subscriptions = tables.subscriptions
_records = Records(_outgoing, Outgoing)


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
        tx.conn.execute(insert(_outgoing), [_records.row(outgoing) for outgoing in made])
        tx.notify(OUTGOING_TOPIC)


def claim(
    tx: Tx, *, at: datetime, until: datetime, limit: int
) -> Sequence[tuple[Outgoing, Subscriber]]:
    """Claim due deliveries; after a crash, they are due again at `until`."""
    due = _records.select(_outgoing.c.next_at <= rows.to_ms(at))
    due = due.order_by(_outgoing.c.next_at).limit(limit)
    taken = []
    for outgoing in _records.all(tx.conn, tx.dialect.locked(due, skip=True)):
        mine = _outgoing.c.id == outgoing.id
        tx.conn.execute(update(_outgoing).where(mine).values(next_at=rows.to_ms(until)))
        query = subscriptions.select(_subscriptions.c.id == outgoing.subscription_id)
        (owner,) = subscriptions.all(tx.conn, query)
        taken.append((outgoing, owner))
    return taken


def note_attempt(tx: Tx, tried: Outgoing) -> None:
    """Store the result of an attempt; one that an actor requested is recorded in the audit log."""
    mine = _outgoing.c.id == tried.id
    of = select(_subscriptions.c.workspace).where(_subscriptions.c.id == tried.subscription_id)
    if tx.acting is not None and (workspace := tx.conn.execute(of).scalar()) is not None:
        details = {"subscription_id": tried.subscription_id, "run_id": tried.run_id}
        audit.record(tx, "delivery.replayed", workspace, tried.id, after=details)
    tx.conn.execute(update(_outgoing).where(mine).values(_records.row(tried)))
    if tried.next_at is not None:
        tx.notify(OUTGOING_TOPIC)


def next_due(conn: Connection) -> datetime | None:
    """Return when the next delivery is due."""
    query = select(func.min(_outgoing.c.next_at)).where(_outgoing.c.next_at.is_not(None))
    return rows.maybe_time(conn.execute(query).scalar())


def get(conn: Connection, subscription_id: str, id: str) -> Outgoing | None:
    """Return the delivery with this id."""
    mine = (_outgoing.c.subscription_id == subscription_id) & (_outgoing.c.id == id)
    return _records.first(conn, _records.select(mine))


def list_outgoing(
    conn: Connection, subscription_id: str, *, limit: int, before: int | None = None
) -> Sequence[Outgoing]:
    """Return deliveries of a subscription, newest first."""
    mine = _records.select(_outgoing.c.subscription_id == subscription_id)
    return _records.page(conn, mine, limit=limit, before=before)
