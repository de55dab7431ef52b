"""Receipts of erasures, and the rules of what is erased by itself, in SQL."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from sqlalchemy import Connection, delete, insert, select, update

from whence.core.erasing import EraseMode, Erasure, Phase, RetentionRule
from whence.core.origin import Actor
from whence.errors import Conflict
from whence.ports import ERASURES_TOPIC, Once
from whence.stores import accounts, audit, rows, tables
from whence.stores.dialect import Tx

_erasures, _rules = tables.erasures, tables.retention_rules


def add(tx: Tx, erasure: Erasure, once: Once | None) -> Erasure:
    """Begin an erasure, or give the one that this request began before."""
    made = erasure
    first = accounts.seen_before(tx, made.workspace, once, made.id, made.created_at)
    if first is not None:
        return get(tx.conn, made.workspace, first) or made
    tx.conn.execute(insert(_erasures), _row(made))
    told = {"mode": made.mode, "query": None if made.hide_query else made.query}
    audit.note(tx, "erasure.started", made.workspace, made.id, after=told)
    tx.tell(ERASURES_TOPIC)
    return get(tx.conn, made.workspace, made.id) or made


def get(conn: Connection, workspace: int, id: str) -> Erasure | None:
    """The erasure with this id."""
    mine = (_erasures.c.workspace == workspace) & (_erasures.c.id == id)
    row = conn.execute(select(_erasures).where(mine)).mappings().first()
    return _erasure_of(row) if row else None


def list_erasures(
    conn: Connection, workspace: int, limit: int, before: int | None
) -> Sequence[Erasure]:
    """Newest first, behind a place in the list."""
    query = select(_erasures).where(_erasures.c.workspace == workspace)
    if before is not None:
        query = query.where(_erasures.c.seq < before)
    found = conn.execute(query.order_by(_erasures.c.seq.desc()).limit(limit))
    return [_erasure_of(row) for row in found.mappings()]


def unfinished(conn: Connection) -> Sequence[Erasure]:
    """What is still to be done, oldest first."""
    query = select(_erasures).where(_erasures.c.finished_at.is_(None)).order_by(_erasures.c.seq)
    return [_erasure_of(row) for row in conn.execute(query).mappings()]


def is_under_way(conn: Connection, workspace: int, *modes: EraseMode) -> bool:
    """Whether runs are being erased now in one of these ways."""
    mine = (_erasures.c.workspace == workspace) & _erasures.c.mode.in_(modes)
    query = select(_erasures.c.seq).where(mine, _erasures.c.finished_at.is_(None)).limit(1)
    return conn.execute(query).first() is not None


def lock(tx: Tx, erasure: Erasure) -> bool:
    """Keep others from going on with it; whether it is where we think it is."""
    query = select(_erasures.c.phase, _erasures.c.place).where(_erasures.c.id == erasure.id)
    row = tx.conn.execute(tx.dialect.locked(query)).first()
    return row is not None and (row.phase, row.place) == (erasure.phase.value, erasure.place)


def save(tx: Tx, erasure: Erasure) -> Erasure:
    """Keep how far it is; at the end, without a query that is to be forgotten."""
    values = _row(erasure)
    if erasure.finished_at is not None and erasure.hide_query:
        values["query"] = ""
    tx.conn.execute(update(_erasures).where(_erasures.c.id == erasure.id).values(values))
    return erasure


def _row(erasure: Erasure) -> dict[str, object]:
    finished = erasure.finished_at
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
        "finished_at": rows.to_ms(finished) if finished else None,
    }


def _erasure_of(row: rows.Row) -> Erasure:
    finished = row["finished_at"]
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
        finished_at=None if finished is None else rows.from_ms(finished),
    )


def add_rule(tx: Tx, rule: RetentionRule, once: Once | None) -> RetentionRule:
    """Keep a rule. Raises: Conflict when its name is taken."""
    first = accounts.seen_before(tx, rule.workspace, once, rule.id, rule.created_at)
    if first is not None:
        return get_rule(tx.conn, rule.workspace, first) or rule
    new = tx.dialect.insert_or_nothing(_rules).values(_rule_row(rule)).returning(_rules.c.id)
    if tx.conn.execute(new).first() is None:
        raise Conflict(f"there is a retention rule {rule.name!r} already")
    audit.note(tx, "retention.added", rule.workspace, rule.id, after=_rule_row(rule))
    tx.tell(ERASURES_TOPIC)
    return rule


def get_rule(conn: Connection, workspace: int, id: str) -> RetentionRule | None:
    """The rule with this id, or of this name."""
    named = (_rules.c.id == id) | (_rules.c.name == id)
    query = select(_rules).where(_rules.c.workspace == workspace, named)
    row = conn.execute(query.order_by(_rules.c.id != id)).mappings().first()
    return _rule_of(row) if row else None


def change_rule(
    tx: Tx, workspace: int, id: str, decide: Callable[[RetentionRule], RetentionRule]
) -> RetentionRule | None:
    """Change a rule, one change after the other. Raises: Conflict when its new name is taken."""
    found = get_rule(tx.conn, workspace, id)
    if found is None:
        return None
    mine = _rules.c.id == found.id
    row = tx.conn.execute(tx.dialect.locked(select(_rules).where(mine))).mappings().first()
    if row is None:
        return None
    old = _rule_of(row)
    new = decide(old)
    same = (_rules.c.workspace == workspace) & (_rules.c.name == new.name) & ~mine
    if tx.conn.execute(select(_rules.c.id).where(same)).first() is not None:
        raise Conflict(f"there is a retention rule {new.name!r} already")
    tx.conn.execute(update(_rules).where(mine).values(_rule_row(new)))
    audit.note(tx, "retention.changed", workspace, old.id, _rule_row(old), _rule_row(new))
    return new


def list_rules(conn: Connection, workspace: int | None) -> Sequence[RetentionRule]:
    """The rules of a workspace, or of all, oldest first."""
    query = select(_rules).order_by(_rules.c.id)
    if workspace is not None:
        query = query.where(_rules.c.workspace == workspace)
    return [_rule_of(row) for row in conn.execute(query).mappings()]


def remove_rule(tx: Tx, workspace: int, id: str) -> bool:
    """Whether there was one."""
    old = get_rule(tx.conn, workspace, id)
    if old is None:
        return False
    tx.conn.execute(delete(_rules).where(_rules.c.id == old.id))
    audit.note(tx, "retention.removed", workspace, old.id, before=_rule_row(old))
    return True


def note_applied(tx: Tx, rule: RetentionRule, at: datetime) -> None:
    """Remember when a rule was looked at last."""
    mine = update(_rules).where(_rules.c.id == rule.id)
    tx.conn.execute(mine.values(applied_at=rows.to_ms(at)))
    was, now = {"applied_at": rule.applied_at}, {"applied_at": at}
    audit.note(tx, "retention.applied", rule.workspace, rule.id, before=was, after=now)


def _rule_row(rule: RetentionRule) -> dict[str, object]:
    return {
        "id": rule.id,
        "workspace": rule.workspace,
        "name": rule.name,
        "query": rule.query,
        "age_seconds": round(rule.age.total_seconds()),
        "mode": rule.mode.value,
        "created_by": rule.created_by,
        "created_at": rows.to_ms(rule.created_at),
        "applied_at": rows.to_ms(rule.applied_at) if rule.applied_at else None,
    }


def _rule_of(row: rows.Row) -> RetentionRule:
    applied = row["applied_at"]
    return RetentionRule(
        id=row["id"],
        workspace=row["workspace"],
        name=row["name"],
        query=row["query"],
        age=timedelta(seconds=row["age_seconds"]),
        mode=EraseMode(row["mode"]),
        created_by=row["created_by"],
        created_at=rows.from_ms(row["created_at"]),
        applied_at=None if applied is None else rows.from_ms(applied),
    )
