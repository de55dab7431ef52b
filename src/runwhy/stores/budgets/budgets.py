"""Budgets in SQL: the resource, and the compiled rules of a workspace."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, Connection, Select, bindparam, select, update

from runwhy.core.budgets.budget import (
    MAX_BUDGETS,
    Action,
    Budget,
    Measure,
    Threshold,
    parse_scope_query,
)
from runwhy.core.budgets.periods import Period, Window, window_at
from runwhy.core.budgets.preview import PastRun
from runwhy.core.budgets.rules import NO_RULES, BudgetRules, compile_rules
from runwhy.core.budgets.slots import FOREVER
from runwhy.core.queries import Compare, Field, Moment, Op, all_of
from runwhy.core.runs.prices import price_json, read_price
from runwhy.core.runs.run import Tokens
from runwhy.errors import Conflict
from runwhy.ports import IdempotencyKey, inbox_topics
from runwhy.stores import tables
from runwhy.stores.accounts.idempotency import find_earlier_result
from runwhy.stores.accounts.resources import Resources
from runwhy.stores.sql import rows
from runwhy.stores.sql.agent_names import resolve_agents
from runwhy.stores.sql.clauses import Clause, execute, select_where
from runwhy.stores.sql.conditions import RUNS, Conditions
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.prepared_statements import PreparedStatement
from runwhy.stores.sql.records import Codec
from runwhy.stores.sql.versions import change_version

_budgets, _versions, _usage = tables.budgets, tables.budget_versions, tables.budget_usage
_IN_FORCE = _budgets.c.removed_at.is_(None)
_ACTIONS = Codec(
    lambda actions: rows.to_json([[each.action, each.percent] for each in actions]),
    lambda text: tuple(
        Threshold(action=Action(action), percent=percent)
        for action, percent in rows.from_json(text)
    ),
)
_PRICE = Codec(
    lambda price: rows.to_json(price_json(price)), lambda text: read_price(rows.from_json(text))
)
_VERSION = PreparedStatement(
    select(_versions.c.version).where(_versions.c.workspace == bindparam("mine", type_=BigInteger))
)
# Use by ended runs, for a budget that begins within a period.
_SUMS = {
    Measure.COST: "coalesce(sum(runs.cost), 0)",
    Measure.TOKENS: "coalesce(sum(runs.input_tokens + runs.output_tokens), 0)",
    Measure.RUNS: "count(*)",
    Measure.TIME: "coalesce(sum(runs.finished_at - runs.started_at), 0)",
}
_COUNTS = ("input", "cached", "cache_write", "output")


class _Budgets(Resources[Budget]):
    def state(self, value: Budget) -> object:
        """Return the budget with its limit as in the API, not in stored units."""
        scale = value.measure.scale
        shown = value.limit // scale if value.limit % scale == 0 else value.limit / scale
        return {name: it for name, it in self.row(value).items() if name != "amount"} | {
            "limit": shown
        }

    def find(self, workspace: int, id: str) -> Select[Any]:
        return super().find(workspace, id).where(_IN_FORCE)


budgets = _Budgets(
    _budgets,
    Budget,
    "budget",
    named="a budget",
    limit=Codec(int, int, column="amount"),
    actions=_ACTIONS,
    price=_PRICE,
)


def list_budgets(conn: Connection, workspace: int) -> Sequence[Budget]:
    """Return the budgets of a workspace, sorted by name."""
    mine = budgets.select(_budgets.c.workspace == workspace, _IN_FORCE)
    return budgets.all(conn, mine.order_by(_budgets.c.name))


def rules_of(tx: Tx, workspace: int) -> BudgetRules:
    """Return the compiled budgets of a workspace, which are parsed once after each change."""
    rules: BudgetRules | None = tx.budget_rules.get(workspace)
    if rules is None:
        rules = tx.budget_rules[workspace] = _find_rules(tx, workspace)
    return rules


def recent_rules(tx: Tx, workspace: int) -> BudgetRules:
    """Return the compiled budgets of a workspace, which may have changed since they were read.

    The version must be compared, unless newer rules make no difference.
    """
    known = tx.budget_rules.get(workspace) or tx.cache.get(("budgets", workspace))
    return known if isinstance(known, BudgetRules) else rules_of(tx, workspace)


def _find_rules(tx: Tx, workspace: int) -> BudgetRules:
    version: int = _VERSION(tx.conn, {"mine": workspace}).scalar() or 0
    if not version:
        return NO_RULES
    cached = tx.cache.get(("budgets", workspace))
    if isinstance(cached, BudgetRules) and cached.version == version:
        return cached
    found = compile_rules(list_budgets(tx.conn, workspace), version)
    tx.cache["budgets", workspace] = found
    return found


def add_budget(
    tx: Tx, budget: Budget, *, used: int = 0, once: IdempotencyKey | None = None
) -> Budget:
    """Add a budget, which starts with the amount `used` in the current period.

    A budget that was removed before is restored with its history. It continues with the earlier
    use, or with that of runs in the meantime if this is more. Raises: Conflict.
    """
    first = find_earlier_result(tx, budget.workspace, once, budget.id, budget.created_at)
    if first is not None:
        return budgets.get(tx.conn, budget.workspace, first) or replace(budget, id=first)
    change_version(tx, _versions, budget.workspace)  # locks the row: one change at a time
    existing = list_budgets(tx.conn, budget.workspace)
    if any(each.name == budget.name for each in existing):
        raise Conflict(f"a budget {budget.name!r} already exists")
    if len(existing) >= MAX_BUDGETS:
        raise Conflict(f"the workspace has {MAX_BUDGETS} budgets, which is the limit")
    removed = _removed(tx, budget)
    if removed is not None:
        made = replace(budget, id=removed.id)
        mine = update(_budgets).where(_budgets.c.id == removed.id)
        tx.conn.execute(mine.values(budgets.row(made)))
        budgets.record_change(tx, "added", after=made)
        _add_usage(tx, made, used)
        return made
    budgets.insert(tx, budget)
    budgets.record_change(tx, "added", after=budget)
    _add_usage(tx, budget, used)
    return budget


def _removed(tx: Tx, budget: Budget) -> Budget | None:
    """Return the newest removed budget that counts the same."""
    same = [
        _budgets.c[name] == getattr(budget, name)
        for name in ("workspace", "query", "measure", "period", "timezone")
    ]
    query = budgets.select(*same, _budgets.c.removed_at.is_not(None))
    return budgets.first(tx.conn, query.order_by(_budgets.c.removed_at.desc()).limit(1))


def used_before(tx: Tx, budget: Budget) -> int:
    """Return the usage of runs that ended in the current period of a new budget.

    This may take long, so it is not a part of the transaction that adds the budget.
    """
    if budget.period not in (*_TIMED, Period.FOREVER):
        return 0
    at, window = budget.created_at, _first_window(budget)
    parts = [parse_scope_query(budget.query, now=at)]
    if window is not None:
        field = Field.CREATED if budget.measure is Measure.RUNS else Field.FINISHED
        parts.append(Compare(field, Op.GE, Moment(window.start)))
    where = Clause("runs.workspace = ?", (budget.workspace,))
    query = resolve_agents(tx.conn, budget.workspace, all_of(parts))
    where &= Conditions(tx.dialect.search, RUNS).of(query)
    if budget.price is not None:
        counts = ", ".join(f"sum(runs.{name}_tokens) AS {name}_tokens" for name in _COUNTS)
        (row,) = execute(tx.conn, select_where(f"{counts} FROM runs", where)).mappings()
        tokens = Tokens(**{name: int(row[f"{name}_tokens"] or 0) for name in _COUNTS})
        return budget.price.cost(tokens)
    found = execute(tx.conn, select_where(f"{_SUMS[budget.measure]} FROM runs", where)).scalar()
    return int(found or 0)


def _first_window(budget: Budget) -> Window | None:
    if not budget.period.is_timed:
        return None
    return window_at(budget.period, budget.timezone, budget.created_at)


def _add_usage(tx: Tx, budget: Budget, used: int) -> None:
    if budget.period not in (*_TIMED, Period.FOREVER):
        return
    window = _first_window(budget)
    started = window.start if window is not None else budget.created_at
    scope = str(rows.to_ms(started)) if window is not None else FOREVER
    tx.conn.execute(
        tx.dialect.insert_or_ignore(_usage).values(
            budget_id=budget.id,
            scope=scope,
            workspace=budget.workspace,
            started_at=rows.to_ms(started),
            ends_at=rows.maybe_ms(window.end if window else None),
            amount=budget.limit,
            used=used,
            reserved=0,
            refused=0,
        )
    )
    mine = (_usage.c.budget_id == budget.id) & (_usage.c.scope == scope)
    tx.conn.execute(update(_usage).where(mine, _usage.c.used < used).values(used=used))


_TIMED = tuple(period for period in Period if period.is_timed)


def list_past_runs(tx: Tx, budget: Budget, *, since: datetime, limit: int) -> Sequence[PastRun]:
    """Return the ended runs that a budget would count, in the order in which they were created."""
    query = all_of(
        [
            parse_scope_query(budget.query, now=budget.created_at),
            Compare(Field.CREATED, Op.GE, Moment(since)),
        ]
    )
    where = Clause("runs.workspace = ? AND runs.finished_at IS NOT NULL", (budget.workspace,))
    query = resolve_agents(tx.conn, budget.workspace, query)
    where &= Conditions(tx.dialect.search, RUNS).of(query)
    found = execute(
        tx.conn, select_where(f"{_PAST} FROM runs", where, "ORDER BY runs.seq LIMIT ?", limit)
    )
    return [_past_run(row) for row in found.mappings()]


_PAST = (
    "id, created_at, session_id, root_run_id, cost, unpriced_calls, input_tokens, cached_tokens,"
    " cache_write_tokens, reasoning_tokens, output_tokens, started_at, finished_at"
)


def _past_run(row: rows.Row) -> PastRun:
    began = row["started_at"] or row["finished_at"]
    root = row["root_run_id"] or row["id"]
    return PastRun(
        id=row["id"],
        created_at=rows.from_ms(row["created_at"]),
        scope=row["session_id"] or root,
        root=root,
        cost=row["cost"] or 0,
        tokens=rows.tokens_of(row),
        lasted_ms=max(0, row["finished_at"] - began),
        is_priced=not row["unpriced_calls"],
    )


def change_budget(tx: Tx, workspace: int, id: str, change: Any) -> Budget | None:
    """Change a budget, by id or name. Raises: Conflict if its new name is taken."""
    change_version(tx, _versions, workspace)
    old = budgets.get(tx.conn, workspace, id)
    if old is None:
        return None
    new: Budget = change(old)
    taken = budgets.get(tx.conn, workspace, new.name)
    if taken is not None and taken.id != old.id:
        raise Conflict(f"a budget {new.name!r} already exists")
    tx.conn.execute(update(_budgets).where(_budgets.c.id == old.id).values(budgets.row(new)))
    budgets.record_change(tx, "changed", old, new)
    tx.notify(*inbox_topics(workspace))
    return new


def remove_budget(tx: Tx, workspace: int, id: str, *, at: datetime) -> bool:
    """Remove a budget, by id or name; return whether it existed."""
    change_version(tx, _versions, workspace)
    old = budgets.get(tx.conn, workspace, id)
    if old is None:
        return False
    mine = update(_budgets).where(_budgets.c.id == old.id)
    tx.conn.execute(mine.values(removed_at=rows.to_ms(at)))
    budgets.record_change(tx, "removed", before=old)
    tx.notify(*inbox_topics(workspace))
    return True
