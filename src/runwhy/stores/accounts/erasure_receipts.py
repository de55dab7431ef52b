"""Erasure receipts in SQL."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, select, update

from runwhy.core.erasure import EraseMode, Erasure
from runwhy.ports import ERASURES_TOPIC, IdempotencyKey, resources_topic
from runwhy.stores import tables
from runwhy.stores.accounts import audit
from runwhy.stores.accounts.idempotency import find_earlier_result
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.records import Records

_erasures = tables.erasures
_receipts = Records(_erasures, Erasure, actor=audit.ACTOR)


def add(tx: Tx, erasure: Erasure, *, once: IdempotencyKey | None = None) -> Erasure:
    """Start an erasure, or return the one that an earlier attempt of this request started."""
    made = erasure
    first = find_earlier_result(tx, made.workspace, once, made.id, made.created_at)
    if first is not None:
        return get(tx.conn, made.workspace, first) or made
    _receipts.insert(tx, made)
    details = {"mode": made.mode, "query": None if made.hide_query else made.query}
    audit.record(tx, "erasure.started", made.workspace, made.id, after=details)
    tx.notify(ERASURES_TOPIC)
    return get(tx.conn, made.workspace, made.id) or made


def get(conn: Connection, workspace: int, id: str) -> Erasure | None:
    """Return the erasure with this id."""
    mine = (_erasures.c.workspace == workspace) & (_erasures.c.id == id)
    return _receipts.first(conn, _receipts.select(mine))


def list_erasures(
    conn: Connection, workspace: int, *, limit: int, before: int | None = None
) -> Sequence[Erasure]:
    """Return erasures of a workspace, newest first."""
    mine = _receipts.select(_erasures.c.workspace == workspace)
    return _receipts.page(conn, mine, limit=limit, before=before)


def unfinished(conn: Connection) -> Sequence[Erasure]:
    """Return the erasures that are not finished, oldest first."""
    query = _receipts.select(_erasures.c.finished_at.is_(None))
    return _receipts.all(conn, query.order_by(_erasures.c.seq))


def is_under_way(conn: Connection, workspace: int, *modes: EraseMode) -> bool:
    """Return whether an erasure in one of these modes is in progress."""
    mine = (_erasures.c.workspace == workspace) & _erasures.c.mode.in_(modes)
    query = select(_erasures.c.seq).where(mine, _erasures.c.finished_at.is_(None)).limit(1)
    return conn.execute(query).first() is not None


def lock(tx: Tx, erasure: Erasure) -> bool:
    """Lock an erasure until the commit; return False if another server has advanced it."""
    query = select(_erasures.c.phase, _erasures.c.place).where(_erasures.c.id == erasure.id)
    row = tx.conn.execute(tx.dialect.locked(query)).first()
    return row is not None and (row.phase, row.place) == (erasure.phase.value, erasure.place)


def save(tx: Tx, erasure: Erasure) -> Erasure:
    """Store the progress of an erasure; a finished one loses its query if `hide_query` is set."""
    values = _receipts.row(erasure)
    if erasure.finished_at is not None and erasure.hide_query:
        values["query"] = ""
    tx.conn.execute(update(_erasures).where(_erasures.c.id == erasure.id).values(values))
    tx.notify(resources_topic(erasure.workspace))
    return erasure
