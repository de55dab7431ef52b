"""Erasure receipts in SQL."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, insert, select, update

from runwhy.core.erasure import EraseMode, Erasure, Phase
from runwhy.core.runs.origin import Actor
from runwhy.ports import ERASURES_TOPIC, IdempotencyKey
from runwhy.stores import tables
from runwhy.stores.accounts import accounts, audit
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Tx

_erasures = tables.erasures


def add(tx: Tx, erasure: Erasure, *, once: IdempotencyKey | None = None) -> Erasure:
    """Start an erasure, or return the one that an earlier attempt of this request started."""
    made = erasure
    first = accounts.find_earlier_result(tx, made.workspace, once, made.id, made.created_at)
    if first is not None:
        return get(tx.conn, made.workspace, first) or made
    tx.conn.execute(insert(_erasures), _row(made))
    details = {"mode": made.mode, "query": None if made.hide_query else made.query}
    audit.record(tx, "erasure.started", made.workspace, made.id, after=details)
    tx.notify(ERASURES_TOPIC)
    return get(tx.conn, made.workspace, made.id) or made


def get(conn: Connection, workspace: int, id: str) -> Erasure | None:
    """Return the erasure with this id."""
    mine = (_erasures.c.workspace == workspace) & (_erasures.c.id == id)
    row = conn.execute(select(_erasures).where(mine)).mappings().first()
    return _erasure_of(row) if row else None


def list_erasures(
    conn: Connection, workspace: int, *, limit: int, before: int | None = None
) -> Sequence[Erasure]:
    """Return erasures of a workspace, newest first."""
    query = select(_erasures).where(_erasures.c.workspace == workspace)
    if before is not None:
        query = query.where(_erasures.c.seq < before)
    found = conn.execute(query.order_by(_erasures.c.seq.desc()).limit(limit))
    return [_erasure_of(row) for row in found.mappings()]


def unfinished(conn: Connection) -> Sequence[Erasure]:
    """Return the erasures that are not finished, oldest first."""
    query = select(_erasures).where(_erasures.c.finished_at.is_(None)).order_by(_erasures.c.seq)
    return [_erasure_of(row) for row in conn.execute(query).mappings()]


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
    values = _row(erasure)
    if erasure.finished_at is not None and erasure.hide_query:
        values["query"] = ""
    tx.conn.execute(update(_erasures).where(_erasures.c.id == erasure.id).values(values))
    return erasure


def _row(erasure: Erasure) -> dict[str, object]:
    return {
        "id": erasure.id,
        "workspace": erasure.workspace,
        "query": erasure.query,
        "hide_query": erasure.hide_query,
        "mode": erasure.mode.value,
        "rule_id": erasure.rule_id,
        "actor_kind": erasure.actor.kind,
        "actor_id": erasure.actor.id,
        "actor_name": erasure.actor.name,
        "total": erasure.total,
        "phase": erasure.phase.value,
        "place": erasure.place,
        "counts": rows.to_json(erasure.counts),
        "digest": erasure.digest,
        "created_at": rows.to_ms(erasure.created_at),
        "finished_at": rows.maybe_ms(erasure.finished_at),
    }


def _erasure_of(row: rows.Row) -> Erasure:
    return Erasure(
        seq=row["seq"],
        id=row["id"],
        workspace=row["workspace"],
        query=row["query"],
        hide_query=bool(row["hide_query"]),
        mode=EraseMode(row["mode"]),
        rule_id=row["rule_id"],
        actor=Actor(kind=row["actor_kind"], id=row["actor_id"], name=row["actor_name"]),
        total=row["total"],
        phase=Phase(row["phase"]),
        place=row["place"],
        counts=rows.from_json(row["counts"]),
        digest=row["digest"],
        created_at=rows.from_ms(row["created_at"]),
        finished_at=rows.maybe_time(row["finished_at"]),
    )
