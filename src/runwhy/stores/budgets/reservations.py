"""Reservations in SQL: the transaction that allows a model call, and the one that settles it.

The row with the scope `TOTAL` is not a reservation. Its `amount` is what was counted for a run
without reservations, and `at` is until when its time was counted.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy import (
    BigInteger,
    Connection,
    bindparam,
    case,
    delete,
    func,
    literal_column,
    select,
)
from sqlalchemy.dialects.postgresql import insert  # SQLite has the same upsert

from runwhy.core.agent_spec import BUILTIN
from runwhy.core.budgets.budget import Action, Budget, BudgetNotice, Measure, Threshold, Usage
from runwhy.core.budgets.periods import Period
from runwhy.core.budgets.reservation import (
    CallNeed,
    Decision,
    amount_of,
    approval_id,
    blocking_action,
    crossed,
    price_failure,
    settled_amount,
    stop_failure,
)
from runwhy.core.ids import make_id
from runwhy.core.inbox.findings import BudgetEvents
from runwhy.core.runs import usage as calls
from runwhy.core.runs.run import Run
from runwhy.ports import Claim, Superseded, inbox_topics
from runwhy.stores import tables
from runwhy.stores.budgets import usage
from runwhy.stores.budgets.budgets import budgets, rules_of
from runwhy.stores.budgets.changes import BudgetChange, queue_change
from runwhy.stores.budgets.usage import Slot, change_usage, lock_usage, slots_of
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.prepared_statements import PreparedStatement
from runwhy.stores.sql.records import Codec, Records

_reservations, _jobs, _approvals = tables.budget_reservations, tables.jobs, tables.approvals
_notices = Records(tables.budget_notices, BudgetNotice, limit=Codec(int, int, column="amount"))
TOTAL = ""
APPROVED = ("approve", "approve_for_run")
ALLOWED = Decision()

_of_run = _reservations.c.run_id == bindparam("of_run")
_HOLDS = PreparedStatement(
    select(_jobs.c.run_id)
    .where(
        _jobs.c.run_id == bindparam("of_run"),
        _jobs.c.worker == bindparam("of_worker"),
        _jobs.c.attempt == bindparam("of_attempt", type_=BigInteger),
        ~_jobs.c.cancelled,
    )
    .with_for_update()
)
_TAKE = PreparedStatement(
    delete(_reservations)
    .where(_of_run, _reservations.c.scope != bindparam("total"))
    .returning(_reservations.c.budget_id, _reservations.c.scope, _reservations.c.amount)
)
_added = insert(_reservations)
_ADD = PreparedStatement(
    _added.on_conflict_do_update(
        index_elements=("run_id", "budget_id", "scope"),
        set_={"amount": _reservations.c.amount + _added.excluded.amount, "at": _added.excluded.at},
    ),
    *("run_id", "budget_id", "scope", "amount", "at"),
)
_TOTALS = PreparedStatement(
    select(_reservations).where(_of_run, _reservations.c.scope == bindparam("total"))
)
_TAKE_ALL = PreparedStatement(
    delete(_reservations)
    .where(_of_run)
    .returning(_reservations.c.budget_id, _reservations.c.scope, _reservations.c.amount)
)


def reserve(
    tx: Tx, claim: Claim, need: CallNeed, *, at: datetime, is_locked: bool = False
) -> Decision:
    """Reserve what a model call may use at most, or say why it is not allowed.

    The job is locked here, unless the transaction has locked it. Raises: Superseded.
    """
    run = claim.run
    slots = slots_of(rules_of(tx, run.workspace), run, at)
    if not slots:
        return ALLOWED
    if not is_locked:
        _lock_job(tx, claim)
    usages = {slot: lock_usage(tx, slot) for slot in slots}
    usages |= _count_time(tx, claim, usages, at)
    amounts = {slot: amount_of(slot.budget, need) for slot in slots}
    refusal = _refusal(tx, run, usages, amounts, need, at)
    if refusal is not None:
        return refusal
    for slot, amount in amounts.items():
        if amount and not need.is_check:
            limit = slot.budget.limit
            change_usage(tx, slot.budget_id, slot.scope, reserved=amount, limit=limit)
            _add(tx, run.id, slot.budget_id, slot.scope, amount, at)
    return Decision(usages={slot.budget_id: found for slot, found in usages.items()})


def _lock_job(tx: Tx, claim: Claim) -> None:
    """Lock the job before any usage. Raises: Superseded."""
    held = {"of_run": claim.run.id, "of_worker": claim.worker, "of_attempt": claim.attempt}
    if _HOLDS(tx.conn, held).first() is None:
        raise Superseded(claim.run.id)


def _refusal(
    tx: Tx,
    run: Run,
    usages: Mapping[Slot, Usage],
    amounts: Mapping[Slot, int | None],
    need: CallNeed,
    at: datetime,
) -> Decision | None:
    """Return why a call is not allowed: a stop, or else a question that nobody has answered."""
    ask: Decision | None = None
    for slot, found in usages.items():
        budget, amount = slot.budget, amounts[slot]
        if amount is None:
            return Decision(failure=price_failure(budget, need.model))
        decided = _decision(tx, run, slot) if budget.thresholds(Action.ASK) else None
        threshold = blocking_action(budget, found, amount, approved=decided in APPROVED)
        if threshold is None:
            continue
        if threshold.action is Action.STOP:
            shown = 0 if need.is_check else amount
            add_notice(tx, slot, threshold, found.used, run.id, at, needed=shown)
            return Decision(failure=stop_failure(budget, found, shown))
        if ask is None and decided is None:
            add_notice(tx, slot, threshold, found.used, run.id, at, needed=amount)
        ask = ask or Decision(ask=(budget, found, amount))
    return ask


def _decision(tx: Tx, run: Run, slot: Slot) -> str | None:
    """Return what was decided about a run that wants to go on; empty while it is open."""
    mine = (_approvals.c.run_id == run.id) & (
        _approvals.c.id == approval_id(slot.budget_id, slot.scope)
    )
    found = tx.conn.execute(select(_approvals.c.decision).where(mine)).first()
    return None if found is None else found.decision or ""


def _add(tx: Tx, run_id: str, budget_id: str, scope: str, amount: int, at: datetime) -> None:
    """Add to the reservations of a run."""
    new = {"run_id": run_id, "budget_id": budget_id, "scope": scope, "amount": amount}
    _ADD(tx.conn, {**new, "at": rows.to_ms(at)})


def _totals(tx: Tx, run_id: str) -> dict[str, Any]:
    found = _TOTALS(tx.conn, {"of_run": run_id, "total": TOTAL}).mappings()
    return {row["budget_id"]: row for row in found}


def _count_time(
    tx: Tx, claim: Claim, usages: Mapping[Slot, Usage], at: datetime
) -> dict[Slot, Usage]:
    """Count the time since the last call, for budgets of run time; their rows are locked."""
    timed = [slot for slot in usages if slot.budget.measure is Measure.TIME]
    if not timed:
        return {}
    run, totals = claim.run, _totals(tx, claim.run.id)
    began = run.started_at if claim.attempt == 1 else at
    found = {}
    for slot in timed:
        lasted = _lasted(totals.get(slot.budget_id), began, at)
        count_used(tx, slot, lasted, run.id, at)
        _add(tx, run.id, slot.budget_id, TOTAL, 0, at)
        found[slot] = lock_usage(tx, slot)
    return found


def _lasted(mark: Any, began: datetime | None, at: datetime) -> int:
    """Return the time since a mark, or since a run began; nothing if the clock was set back."""
    since = rows.to_ms(began or at) if mark is None else mark["at"]
    return max(0, rows.to_ms(at) - since)


def count_used(tx: Tx, slot: Slot, used: int, run_id: str, at: datetime) -> None:
    """Count usage, and note the warnings that it crosses. The row is locked."""
    after = change_usage(tx, slot.budget_id, slot.scope, used=used, limit=slot.budget.limit)
    _warn(tx, slot.budget, slot.scope, after - used, after, run_id, at)


def _warn(
    tx: Tx, budget: Budget, scope: str, before: int, after: int, run_id: str, at: datetime
) -> None:
    for threshold in crossed(budget, before, after):
        if threshold.action is Action.WARN:
            place = Slot(budget.id, scope, budget, at, None)
            add_notice(tx, place, threshold, after, run_id, at)


def add_notice(
    tx: Tx,
    slot: Slot,
    threshold: Threshold,
    used: int,
    run_id: str,
    at: datetime,
    *,
    needed: int = 0,
) -> None:
    """Record what a budget did."""
    budget = slot.budget
    notice = BudgetNotice(
        id=make_id("bnt", ms=rows.to_ms(at), random=secrets.randbits(80)),
        workspace=budget.workspace,
        budget_id=budget.id,
        scope=slot.scope,
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
    """Return what the budgets of a workspace did, for the inbox, newest first.

    Warnings and stops of one period are one. Budgets of each run or session have no periods.
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
            of.removed_at.is_(None),
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
    """Return what a budget did, newest first."""
    mine = _notices.select(tables.budget_notices.c.budget_id == budget.id)
    return _notices.page(conn, mine, limit=limit, before=before)


def queue_settlement(tx: Tx, run: Run, used: calls.Usage, *, at: datetime) -> None:
    """Settle the reservations of a run when its calls are recorded."""
    slots = [] if run.executor == BUILTIN else slots_of(rules_of(tx, run.workspace), run, at)
    change = partial(settle, run=run, used=used, at=at)
    queue_change(tx, BudgetChange(change, slots=slots, run_ids=[run.id]))


def queue_end(tx: Tx, run: Run, used: calls.Usage, *, at: datetime, is_held: bool) -> None:
    """Count the rest of a run when it ends."""
    slots = slots_of(rules_of(tx, run.workspace), run, at)
    if run.executor == BUILTIN:
        slots = [slot for slot in slots if slot.budget.measure is Measure.TIME]
    change = partial(end, run=run, used=used, at=at, is_held=is_held)
    queue_change(tx, BudgetChange(change, slots=slots, run_ids=[run.id]))


def settle(tx: Tx, run: Run, used: calls.Usage, *, at: datetime) -> None:
    """Settle the reservations of a run by what its recorded calls have used.

    If a period ended between calls that are recorded together, all count in the newer one.
    """
    taken = _take(tx, run.id)
    if not taken and run.executor != BUILTIN:
        charge(tx, run, used, at=at)
        return
    known = _by_id(tx, run.workspace, {budget_id for budget_id, _ in taken})
    last = dict(sorted(taken))
    for (budget_id, scope), amount in sorted(taken.items()):
        budget = known.get(budget_id)
        reserved = sum(taken[key] for key in taken if key[0] == budget_id)
        settled = 0
        if last[budget_id] == scope:
            settled = reserved if budget is None else settled_amount(budget, used, reserved)
        after = change_usage(tx, budget_id, scope, used=settled, reserved=-amount)
        if budget is not None:
            _warn(tx, budget, scope, after - settled, after, run.id, at)


def settle_estimate(tx: Tx, run: Run, need: CallNeed) -> None:
    """Settle the reservations of a call that was cancelled, by what it has used so far."""
    change = partial(_settle_estimate, run=run, need=need)
    queue_change(tx, BudgetChange(change, run_ids=[run.id]))


def _settle_estimate(tx: Tx, run: Run, need: CallNeed) -> None:
    taken = _take(tx, run.id)
    known = _by_id(tx, run.workspace, {budget_id for budget_id, _ in taken})
    for (budget_id, scope), amount in sorted(taken.items()):
        budget = known.get(budget_id)
        found = amount_of(budget, need) if budget is not None else None
        used = amount if found is None else min(found, amount)
        change_usage(tx, budget_id, scope, used=used, reserved=-amount)


def settle_lost(tx: Tx, run_ids: Iterable[str]) -> None:
    """Settle calls whose end nobody has recorded: they may have used all that was reserved."""
    found: dict[tuple[str, str], int] = {}
    for run_id in sorted(run_ids):
        for row in _TAKE_ALL(tx.conn, {"of_run": run_id}).mappings():
            if row["scope"] != TOTAL:
                key = row["budget_id"], row["scope"]
                found[key] = found.get(key, 0) + row["amount"]
    for (budget_id, scope), amount in sorted(found.items()):
        change_usage(tx, budget_id, scope, used=amount, reserved=-amount)


def _take(tx: Tx, run_id: str) -> dict[tuple[str, str], int]:
    """Delete the reservations of a run, and return them. Each is settled once for that reason."""
    found = _TAKE(tx.conn, {"of_run": run_id, "total": TOTAL}).mappings()
    return {(row["budget_id"], row["scope"]): row["amount"] for row in found}


def _by_id(tx: Tx, workspace: int, ids: Iterable[str]) -> Mapping[str, Budget]:
    """Return budgets by id, also those that were removed."""
    rules = rules_of(tx, workspace).budgets
    found = {id: rules[id] for id in ids if id in rules}
    gone = [id for id in ids if id not in found]
    if gone:
        query = budgets.select(tables.budgets.c.id.in_(gone))
        found |= {each.id: each for each in budgets.all(tx.conn, query)}
    return found


def charge(tx: Tx, run: Run, used: calls.Usage, *, at: datetime, total: bool = False) -> None:
    """Count what a run without reservations has used: more, or `total` since its start."""
    slots = slots_of(rules_of(tx, run.workspace), run, at)
    counted = _totals(tx, run.id)
    for slot in slots:
        amount = settled_amount(slot.budget, used, 0)
        if total:
            amount -= counted[slot.budget_id]["amount"] if slot.budget_id in counted else 0
        if amount:
            lock_usage(tx, slot)
            count_used(tx, slot, amount, run.id, at)
            _add(tx, run.id, slot.budget_id, TOTAL, amount, at)


def end(tx: Tx, run: Run, used: calls.Usage, *, at: datetime, is_held: bool) -> None:
    """Count the rest of a run that ends. If a worker still has it, it settles its own call."""
    if run.executor != BUILTIN:
        charge(tx, run, used, at=at, total=True)
    slots = slots_of(rules_of(tx, run.workspace), run, at)
    timed = [slot for slot in slots if slot.budget.measure is Measure.TIME]
    totals = _totals(tx, run.id) if timed else {}
    for slot in timed if run.started_at is not None else ():
        lock_usage(tx, slot)
        lasted = _lasted(totals.get(slot.budget_id), run.started_at, at)
        count_used(tx, slot, lasted, run.id, at)
    if not is_held:
        settle_lost(tx, [run.id])


def check_usage(tx: Tx, claim: Claim, used: calls.Usage, *, at: datetime) -> Decision:
    """Count what a coding agent has used so far, and say whether it may go on.

    Raises: Superseded.
    """
    run = claim.run
    _lock_job(tx, claim)
    for slot in slots_of(rules_of(tx, run.workspace), run, at):
        budget = slot.budget
        is_priced = budget.price is not None or not used.cost.unpriced_calls
        if budget.measure is Measure.COST and not is_priced:
            return Decision(failure=price_failure(budget, ""))
    charge(tx, run, used, at=at, total=True)
    return reserve(tx, claim, CallNeed(is_check=True), at=at, is_locked=True)


def usages(tx: Tx, run: Run, at: datetime) -> Sequence[tuple[Budget, Usage]]:
    """Return what is used of each budget of a run now."""
    slots = slots_of(rules_of(tx, run.workspace), run, at)
    return [(slot.budget, usage.read_usage(tx.conn, slot)) for slot in slots]
