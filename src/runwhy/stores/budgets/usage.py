"""Usage of budgets in SQL: counted per period, reserved before a call, settled after it.

A transaction locks usage rows last but for the counters of sessions, sorted by budget and scope.
Everything that changes them besides `reserve` is queued in `Tx.budget_changes` for that reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import BigInteger, Connection, bindparam, func, select, update

from runwhy.core.budgets.budget import Action, Budget, BudgetPeriod, Measure, Usage
from runwhy.core.budgets.periods import Period, window_at
from runwhy.core.budgets.reservation import check_new_run
from runwhy.core.budgets.rules import BudgetRules, scope_of
from runwhy.core.runs.run import Run
from runwhy.stores import tables
from runwhy.stores.budgets.budgets import rules_of
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.prepared_statements import PreparedStatement

_usage = tables.budget_usage
_of_budget = _usage.c.budget_id == bindparam("of_budget")
_of_scope = _usage.c.scope == bindparam("of_scope")
_ROW = select(_usage).where(_of_budget, _of_scope)
_READ = PreparedStatement(_ROW)
_LOCK = PreparedStatement(_ROW.with_for_update())
_CHANGE = PreparedStatement(
    update(_usage)
    .where(_of_budget, _of_scope)
    .values(
        used=_usage.c.used + bindparam("more_used", type_=BigInteger),
        reserved=_usage.c.reserved + bindparam("more_reserved", type_=BigInteger),
        refused=_usage.c.refused + bindparam("more_refused", type_=BigInteger),
        amount=func.coalesce(bindparam("new_amount", type_=BigInteger), _usage.c.amount),
    )
    .returning(_usage.c.used)
)


class Slot(NamedTuple):
    """The place in which the usage of a run is counted: a budget in one of its periods."""

    budget_id: str
    scope: str
    budget: Budget
    started_at: datetime
    ends_at: datetime | None


def slots_of(rules: BudgetRules, run: Run, at: datetime) -> list[Slot]:
    """Return where the usage of a run counts now, sorted as rows are locked.

    Budgets that were removed or disabled do not count.
    """
    found = []
    for applied in run.budgets:
        budget = rules.budgets.get(applied.id)
        if budget is None or not budget.enabled:
            continue
        scope = scope_of(budget, applied, run)
        found.append(_slot(budget, scope, at))
    return sorted(found, key=lambda slot: slot[:2])


def _slot(budget: Budget, scope: str | None, at: datetime) -> Slot:
    if scope is not None:
        return Slot(budget.id, scope, budget, at, None)
    window = window_at(budget.period, budget.timezone, at)
    start = str(rows.to_ms(window.start))
    return Slot(budget.id, start, budget, window.start, window.end)


def slot_now(budget: Budget, at: datetime) -> Slot | None:
    """Return the current period of a budget; None if it counts each run or session by itself."""
    if not budget.period.is_timed:
        is_single = budget.period is Period.FOREVER
        return Slot(budget.id, "forever", budget, at, None) if is_single else None
    return _slot(budget, None, at)


def read_usage(conn: Connection, slot: Slot) -> Usage:
    """Return what is used in a slot, without a lock."""
    found = _READ(conn, {"of_budget": slot.budget_id, "of_scope": slot.scope}).mappings()
    return usage_of(found[0] if found else None, slot)


def usage_of(row: rows.Row | None, slot: Slot | None) -> Usage:
    """Return the usage in a row; nothing is used of a slot without one."""
    if row is None:
        return Usage() if slot is None else Usage(scope=slot.scope, resets_at=slot.ends_at)
    return Usage(
        scope=row["scope"],
        used=row["used"],
        reserved=row["reserved"],
        refused=row["refused"],
        resets_at=rows.maybe_time(row["ends_at"]),
    )


def lock_row(tx: Tx, budget_id: str, scope: str) -> None:
    """Lock the row of a period, which exists."""
    _LOCK(tx.conn, {"of_budget": budget_id, "of_scope": scope})


def lock_usage(tx: Tx, slot: Slot) -> Usage:
    """Return what is used in a slot, with its row locked; the first use adds it."""
    key = {"of_budget": slot.budget_id, "of_scope": slot.scope}
    found = _LOCK(tx.conn, key).mappings()
    if not found:
        tx.conn.execute(tx.dialect.insert_or_ignore(_usage).values(_new_row(slot)))
        found = _LOCK(tx.conn, key).mappings()
    return usage_of(found[0], slot)


def _new_row(slot: Slot) -> dict[str, object]:
    return {
        "budget_id": slot.budget_id,
        "scope": slot.scope,
        "workspace": slot.budget.workspace,
        "started_at": rows.to_ms(slot.started_at),
        "ends_at": rows.maybe_ms(slot.ends_at),
        "amount": slot.budget.limit,
        "used": 0,
        "reserved": 0,
        "refused": 0,
    }


def change_usage(
    tx: Tx,
    budget_id: str,
    scope: str,
    *,
    used: int = 0,
    reserved: int = 0,
    refused: int = 0,
    limit: int | None = None,
) -> int:
    """Add to a period whose row exists; return what is used in it now."""
    values = {
        "of_budget": budget_id,
        "of_scope": scope,
        "more_used": used,
        "more_reserved": reserved,
        "more_refused": refused,
        "new_amount": limit,
    }
    return int(_CHANGE(tx.conn, values).scalar() or 0)


def check_refusals(tx: Tx, rules: BudgetRules, run: Run) -> Sequence[Slot]:
    """Check that budgets allow a new run; return where to count it. Raises: BudgetExceeded.

    Budgets that count runs are checked again when the run is counted, with their rows locked.
    """
    if not run.budgets:
        return ()
    now, counted = run.created_at, []
    for slot in slots_of(rules, run, now):
        if slot.budget.measure is Measure.RUNS:
            counted.append(slot)
        if slot.budget.level(Action.REFUSE) is not None:
            check_new_run(slot.budget, read_usage(tx.conn, slot), now=now)
    return counted


def count_run(tx: Tx, slots: Sequence[Slot], now: datetime) -> None:
    """Count a new run. Raises: BudgetExceeded."""
    for slot in slots:
        check_new_run(slot.budget, lock_usage(tx, slot), now=now)
        change_usage(tx, slot.budget_id, slot.scope, used=1, limit=slot.budget.limit)


def note_refusal(tx: Tx, workspace: int, budget_id: str, scope: str, *, at: datetime) -> None:
    """Count a run that a budget refused, unless the budget was removed meanwhile."""
    budget = rules_of(tx, workspace).budgets.get(budget_id)
    if budget is not None:
        slot = _slot(budget, None if budget.period.is_timed else scope, at)
        lock_usage(tx, slot)
        change_usage(tx, slot.budget_id, slot.scope, refused=1)


def list_periods(
    conn: Connection, budget: Budget, *, limit: int, before: datetime | None = None
) -> Sequence[BudgetPeriod]:
    """Return the newest periods of a budget in which anything was counted."""
    mine = select(_usage).where(_usage.c.budget_id == budget.id)
    if before is not None:
        mine = mine.where(_usage.c.started_at < rows.to_ms(before))
    query = mine.order_by(_usage.c.started_at.desc(), _usage.c.scope).limit(limit)
    return [
        BudgetPeriod(
            start=rows.from_ms(row["started_at"]), limit=row["amount"], usage=usage_of(row, None)
        )
        for row in conn.execute(query).mappings()
    ]


def usage_now(conn: Connection, budgets: Iterable[Budget], *, at: datetime) -> Mapping[str, Usage]:
    """Return what is used of each budget now; of its newest run or session if it counts each."""
    found = {}
    for budget in budgets:
        slot = slot_now(budget, at)
        if slot is not None:
            found[budget.id] = read_usage(conn, slot)
            continue
        newest = list_periods(conn, budget, limit=1)
        found[budget.id] = newest[0].usage if newest else Usage()
    return found
