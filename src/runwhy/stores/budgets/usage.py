"""Usage of budgets in SQL: counted per period, reserved before a call, settled after it.

A transaction locks usage rows sorted by budget and scope, after all other rows except the counters
of sessions. For that reason, all changes of them except `reserve` are queued; see `changes`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, Connection, and_, bindparam, func, select, update

from runwhy.core.budgets.budget import Action, Budget, BudgetPeriod, Measure, Usage
from runwhy.core.budgets.reservation import check_new_run
from runwhy.core.budgets.rules import BudgetRules, slots_of
from runwhy.core.budgets.slots import Slot, slot_now, slot_of
from runwhy.core.queries import MAX_NUMBER
from runwhy.core.runs.run import Run
from runwhy.stores import tables
from runwhy.stores.budgets.budgets import rules_of
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.prepared_statements import PreparedStatement

_usage, _versions = tables.budget_usage, tables.budget_versions
_of_budget = _usage.c.budget_id == bindparam("of_budget")
_of_scope = _usage.c.scope == bindparam("of_scope")
_ROW = select(_usage).where(_of_budget, _of_scope)
_READ = PreparedStatement(_ROW)
_LOCK = PreparedStatement(_ROW.with_for_update())
_change = (
    update(_usage)
    .where(_of_budget, _of_scope)
    .values(
        used=_usage.c.used + bindparam("more_used", type_=BigInteger),
        reserved=_usage.c.reserved + bindparam("more_reserved", type_=BigInteger),
        refused=_usage.c.refused + bindparam("more_refused", type_=BigInteger),
        amount=func.coalesce(bindparam("new_amount", type_=BigInteger), _usage.c.amount),
    )
)
_CHANGE, _CHANGE_AND_READ = (
    PreparedStatement(_change),
    PreparedStatement(_change.returning(_usage.c.used)),
)
_used, _reserved = (bindparam(name, type_=BigInteger) for name in ("more_used", "more_reserved"))
_version = select(_versions.c.version).where(
    _versions.c.workspace == bindparam("mine", type_=BigInteger)
)
_ADD_WITHIN = PreparedStatement(
    update(_usage)
    .where(
        _of_budget,
        _of_scope,
        _usage.c.used + _usage.c.reserved + _used + _reserved
        <= bindparam("level", type_=BigInteger),
        _version.scalar_subquery() == bindparam("version", type_=BigInteger),
    )
    .values(
        used=_usage.c.used + _used,
        reserved=_usage.c.reserved + _reserved,
        amount=bindparam("new_amount", type_=BigInteger),
    )
)
_PEEK = PreparedStatement(
    select(_versions.c.version, _usage.c.used, _usage.c.reserved, _usage.c.refused)
    .select_from(_versions.outerjoin(_usage, and_(_of_budget, _of_scope)))
    .where(_versions.c.workspace == bindparam("mine", type_=BigInteger))
)


def _key(slot: Slot) -> dict[str, str]:
    return {"of_budget": slot.budget_id, "of_scope": slot.scope}


def read_usage(conn: Connection, slot: Slot) -> Usage:
    """Return the usage of a slot, without a lock."""
    found = _READ(conn, _key(slot)).mappings()
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


def peek(conn: Connection, slot: Slot) -> Any:
    """Query the usage of a slot and the version of the rules, as one row."""
    return _PEEK(conn, {**_key(slot), "mine": slot.budget.workspace})


def peeked(row: Any, slot: Slot) -> Usage:
    """Return the usage in a row of `peek`; nothing is used of a slot without one."""
    return Usage(
        scope=slot.scope,
        used=row.used or 0,
        reserved=row.reserved or 0,
        refused=row.refused or 0,
        resets_at=slot.ends_at,
    )


def lock_usage(tx: Tx, slot: Slot) -> Usage:
    """Return the usage of a slot, with its row locked; the first use adds the row."""
    key = _key(slot)
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
    read: bool = False,
) -> int:
    """Add to a period whose row exists; with `read`, return its usage."""
    values = {
        "of_budget": budget_id,
        "of_scope": scope,
        "more_used": used,
        "more_reserved": reserved,
        "more_refused": refused,
        "new_amount": limit,
    }
    if read:
        return int(_CHANGE_AND_READ(tx.conn, values).scalar() or 0)
    _CHANGE(tx.conn, values)
    return 0


def add_within(
    tx: Tx, slot: Slot, level: int | None, *, version: int, used: int = 0, reserved: int = 0
) -> Any:
    """Add to a period up to a level; return a result, whose `rowcount` says if this was possible.

    Otherwise, the level would be exceeded, the row is missing, or the rules have changed.
    """
    values = {
        **_key(slot),
        "mine": slot.budget.workspace,
        "more_used": used,
        "more_reserved": reserved,
        "level": MAX_NUMBER if level is None else level,
        "version": version,
        "new_amount": slot.budget.limit,
    }
    return _ADD_WITHIN(tx.conn, values)


def check_refusals(tx: Tx, rules: BudgetRules, run: Run) -> Sequence[Slot]:
    """Check that budgets allow a new run; return where to count it. Raises: BudgetExceeded.

    Budgets that count runs are checked again when the run is counted, with their rows locked.
    """
    if not run.budgets or not rules.concerns_new_runs:
        return ()
    now = run.created_at
    slots = slots_of(rules, run, now)
    refusing = [slot for slot in slots if slot.budget.level(Action.REFUSE) is not None]
    asked = [(slot, _READ(tx.conn, _key(slot))) for slot in refusing]
    for slot, result in asked:
        row = result.mappings()
        check_new_run(slot.budget, usage_of(row[0] if row else None, slot), now=now)
    return [slot for slot in slots if slot.budget.measure is Measure.RUNS]


def note_refusal(tx: Tx, workspace: int, budget_id: str, scope: str, *, at: datetime) -> None:
    """Count a run that a budget refused, unless the budget was removed since."""
    budget = rules_of(tx, workspace).budgets.get(budget_id)
    if budget is not None:
        slot = slot_of(budget, None if budget.period.is_timed else scope, at)
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
    """Return the current use of each budget; of its newest run or session if it counts each."""
    found = {}
    for budget in budgets:
        slot = slot_now(budget, at)
        if slot is not None:
            found[budget.id] = read_usage(conn, slot)
            continue
        newest = list_periods(conn, budget, limit=1)
        found[budget.id] = newest[0].usage if newest else Usage()
    return found
