"""Retention rules in SQL."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import Connection, update

from runwhy.core.erasure import RetentionRule
from runwhy.ports import ERASURES_TOPIC
from runwhy.stores import tables
from runwhy.stores.accounts import audit
from runwhy.stores.accounts.resources import Resources
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.records import Codec

_rules = tables.retention_rules
_AGE = Codec(
    lambda age: round(age.total_seconds()), lambda s: timedelta(seconds=s), column="age_seconds"
)


class _Rules(Resources[RetentionRule]):
    def state(self, value: RetentionRule) -> object:
        return self.row(value)


rules = _Rules(
    _rules,
    RetentionRule,
    "retention",
    named="a retention rule",
    topics={"added": ERASURES_TOPIC},
    age=_AGE,
)


def list_rules(conn: Connection, workspace: int | None) -> Sequence[RetentionRule]:
    """Return the rules of a workspace, or all rules, oldest first."""
    if workspace is not None:
        return rules.list(conn, workspace)
    return rules.all(conn, rules.select().order_by(_rules.c.id))


def note_applied(tx: Tx, rule: RetentionRule, *, at: datetime) -> None:
    """Store when a rule was last applied."""
    mine = update(_rules).where(_rules.c.id == rule.id)
    tx.conn.execute(mine.values(applied_at=rows.to_ms(at)))
    was, now = {"applied_at": rule.applied_at}, {"applied_at": at}
    audit.record(tx, "retention.applied", rule.workspace, rule.id, before=was, after=now)
