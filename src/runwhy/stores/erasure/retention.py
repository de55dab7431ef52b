"""Retention rules in SQL."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from sqlalchemy import Connection, delete, select, update

from runwhy.core.erasure import EraseMode, RetentionRule
from runwhy.errors import Conflict
from runwhy.ports import ERASURES_TOPIC, IdempotencyKey
from runwhy.stores import tables
from runwhy.stores.accounts import accounts, audit
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Tx

_rules = tables.retention_rules


def add(tx: Tx, rule: RetentionRule, *, once: IdempotencyKey | None = None) -> RetentionRule:
    """Add a rule. Raises: Conflict if its name is taken."""
    first = accounts.find_earlier_result(tx, rule.workspace, once, rule.id, rule.created_at)
    if first is not None:
        return get(tx.conn, rule.workspace, first) or rule
    new = tx.dialect.insert_or_ignore(_rules).values(_row(rule)).returning(_rules.c.id)
    if tx.conn.execute(new).first() is None:
        raise Conflict(f"a retention rule {rule.name!r} already exists")
    audit.record(tx, "retention.added", rule.workspace, rule.id, after=_row(rule))
    tx.notify(ERASURES_TOPIC)
    return rule


def get(conn: Connection, workspace: int, id: str) -> RetentionRule | None:
    """Return the rule with this id or name."""
    named = (_rules.c.id == id) | (_rules.c.name == id)
    query = select(_rules).where(_rules.c.workspace == workspace, named)
    row = conn.execute(query.order_by(_rules.c.id != id)).mappings().first()
    return _rule_of(row) if row else None


def change(
    tx: Tx, workspace: int, id: str, decide: Callable[[RetentionRule], RetentionRule]
) -> RetentionRule | None:
    """Change a rule, with the row locked. Raises: Conflict if its new name is taken."""
    found = get(tx.conn, workspace, id)
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
        raise Conflict(f"a retention rule {new.name!r} already exists")
    tx.conn.execute(update(_rules).where(mine).values(_row(new)))
    audit.record(tx, "retention.changed", workspace, old.id, _row(old), _row(new))
    return new


def list_rules(conn: Connection, workspace: int | None) -> Sequence[RetentionRule]:
    """Return the rules of a workspace, or all rules, oldest first."""
    query = select(_rules).order_by(_rules.c.id)
    if workspace is not None:
        query = query.where(_rules.c.workspace == workspace)
    return [_rule_of(row) for row in conn.execute(query).mappings()]


def remove(tx: Tx, workspace: int, id: str) -> bool:
    """Remove a rule; return whether it existed."""
    old = get(tx.conn, workspace, id)
    if old is None:
        return False
    tx.conn.execute(delete(_rules).where(_rules.c.id == old.id))
    audit.record(tx, "retention.removed", workspace, old.id, before=_row(old))
    return True


def note_applied(tx: Tx, rule: RetentionRule, *, at: datetime) -> None:
    """Store when a rule was last applied."""
    mine = update(_rules).where(_rules.c.id == rule.id)
    tx.conn.execute(mine.values(applied_at=rows.to_ms(at)))
    was, now = {"applied_at": rule.applied_at}, {"applied_at": at}
    audit.record(tx, "retention.applied", rule.workspace, rule.id, before=was, after=now)


def _row(rule: RetentionRule) -> dict[str, object]:
    return {
        "id": rule.id,
        "workspace": rule.workspace,
        "name": rule.name,
        "query": rule.query,
        "age_seconds": round(rule.age.total_seconds()),
        "mode": rule.mode.value,
        "created_by": rule.created_by,
        "created_at": rows.to_ms(rule.created_at),
        "applied_at": rows.maybe_ms(rule.applied_at),
    }


def _rule_of(row: rows.Row) -> RetentionRule:
    return RetentionRule(
        id=row["id"],
        workspace=row["workspace"],
        name=row["name"],
        query=row["query"],
        age=timedelta(seconds=row["age_seconds"]),
        mode=EraseMode(row["mode"]),
        created_by=row["created_by"],
        created_at=rows.from_ms(row["created_at"]),
        applied_at=rows.maybe_time(row["applied_at"]),
    )
