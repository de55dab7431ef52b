"""Notices of budgets in SQL, for their pages and the inbox."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, case, func, literal_column, select

from runwhy.core.budgets.budget import Action, Budget, BudgetNotice, Threshold
from runwhy.core.budgets.periods import Period
from runwhy.core.budgets.reservation import crossed
from runwhy.core.ids import make_id
from runwhy.core.inbox.findings import BudgetEvents
from runwhy.ports import inbox_topics
from runwhy.stores import tables
from runwhy.stores.budgets.budgets import budgets
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.records import Codec, Records

_notices = Records(tables.budget_notices, BudgetNotice, limit=Codec(int, int, column="amount"))


def warn(
    tx: Tx, budget: Budget, scope: str, before: int, after: int, run_id: str, at: datetime
) -> None:
    """Record the warnings between two used amounts."""
    for threshold in crossed(budget, before, after):
        if threshold.action is Action.WARN:
            add_notice(tx, budget, scope, threshold, after, run_id, at)


def add_notice(
    tx: Tx,
    budget: Budget,
    scope: str,
    threshold: Threshold,
    used: int,
    run_id: str,
    at: datetime,
    *,
    needed: int = 0,
) -> None:
    """Record an action of a budget."""
    notice = BudgetNotice(
        id=make_id("bnt", ms=rows.to_ms(at), random=secrets.randbits(80)),
        workspace=budget.workspace,
        budget_id=budget.id,
        scope=scope,
        action=threshold.action,
        percent=threshold.percent,
        used=used,
        needed=needed,
        limit=budget.limit,
        run_id=run_id,
        at=at,
    )
    _notices.insert(tx, notice)
    tx.notify(*inbox_topics(budget.workspace))


def list_events(
    conn: Connection, workspace: int, *, since: datetime, limit: int
) -> Sequence[BudgetEvents]:
    """Return the actions of a workspace's budgets, for the inbox, newest first.

    Warnings and stops of one period are one. Budgets of each run or session have no periods. A
    warning or stop at a lower limit than the present one is settled.
    """
    c, of = tables.budget_notices.c, tables.budgets.c
    single = of.period.in_([Period.RUN.value, Period.SESSION.value])
    scope = case((single, literal_column("''")), else_=c.scope).label("of_scope")
    last = func.max(c.at).label("last_at")
    query = (
        select(
            c.budget_id,
            scope,
            c.action,
            c.percent,
            func.count().label("times"),
            last,
            func.max(c.used).label("most_used"),
            func.min(c.at).label("first_at"),
        )
        .join(tables.budgets, of.id == c.budget_id)
        .where(
            c.workspace == workspace,
            c.at > rows.to_ms(since),
            c.action.in_([Action.WARN.value, Action.STOP.value]),
            of.removed_at.is_(None) & (c.amount >= of.amount),
        )
        .group_by(c.budget_id, scope, c.action, c.percent)
        .order_by(last.desc())
        .limit(limit)
    )
    found = conn.execute(query).all()
    mine = budgets.select(of.id.in_({row.budget_id for row in found}))
    by_id = {each.id: each for each in budgets.all(conn, mine)} if found else {}
    return [
        BudgetEvents(
            budget=by_id[row.budget_id],
            scope=row.of_scope,
            action=Action(row.action),
            percent=row.percent,
            count=row.times,
            used=row.most_used,
            first_at=rows.from_ms(row.first_at),
            last_at=rows.from_ms(row.last_at),
        )
        for row in found
    ]


def list_notices(
    conn: Connection, budget: Budget, *, limit: int, before: int | None = None
) -> Sequence[BudgetNotice]:
    """Return the actions of a budget, newest first."""
    mine = _notices.select(tables.budget_notices.c.budget_id == budget.id)
    return _notices.page(conn, mine, limit=limit, before=before)
