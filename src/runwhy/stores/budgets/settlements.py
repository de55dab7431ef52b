"""Settlements in SQL: what model calls and runs have used, counted once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy import BigInteger, bindparam, select

from runwhy.core.agent_spec import BUILTIN
from runwhy.core.budgets.budget import Budget, Measure
from runwhy.core.budgets.reservation import CallNeed, amount_of, settled_amount
from runwhy.core.budgets.rules import BudgetRules, slots_of
from runwhy.core.budgets.slots import Slot
from runwhy.core.runs import usage as calls
from runwhy.core.runs.run import Run
from runwhy.ports import Claim
from runwhy.stores import tables
from runwhy.stores.budgets import reservation_rows
from runwhy.stores.budgets.budgets import budgets, recent_rules, rules_of
from runwhy.stores.budgets.changes import UsageChange, queue_changes
from runwhy.stores.budgets.reservation_rows import Reserved, lasted, reserved_of, totals_of
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.prepared_statements import PreparedStatement


def queue_settlement(
    tx: Tx, run: Run, used: calls.Usage, *, at: datetime, ends: bool = False
) -> None:
    """Settle the reservations of a run when its calls are recorded, maybe with its end."""
    take = reservation_rows.take_all if ends else reservation_rows.take
    _queue(tx, _Settlement(run=run, at=at, taken=take(tx, run.id), used=used))


def queue_end(tx: Tx, run: Run, total: calls.Usage, *, at: datetime, is_held: bool) -> None:
    """Count the rest of a run that ends. If a worker still has it, it settles its own call."""
    settlement: _Settlement | None = tx.settlements.get(run.id)
    if settlement is None:
        take = reservation_rows.find_totals if is_held else reservation_rows.take_all
        settlement = _Settlement(run=run, at=at, taken=take(tx, run.id))
        _queue(tx, settlement)
    settlement.total = total


def _queue(tx: Tx, settlement: _Settlement) -> None:
    tx.settlements[settlement.run.id] = settlement
    queue_changes(tx, settlement.plan)


@dataclass(slots=True, kw_only=True, eq=False)
class _Settlement:
    """The part of a run that a transaction settles, and the rows that it has taken for that.

    Calls of the builtin engine are settled by the rules that their reservations have checked.
    """

    run: Run
    at: datetime
    taken: Any  # a result with rows
    used: calls.Usage | None = None  # of the recorded calls
    total: calls.Usage | None = None  # of the run, if it ends

    def plan(self, tx: Tx) -> Iterable[UsageChange]:
        """Return the changes of usage."""
        run, taken = self.run, self.taken.mappings()
        reserved = reserved_of(taken)
        changes = self._settle(tx, reserved) if reserved else []
        rules = recent_rules(tx, run.workspace)
        if run.executor != BUILTIN or rules.measures_time:
            changes += self._count_rest(tx, rules, has_settled=bool(reserved))
        return changes

    def _count_rest(
        self, tx: Tx, rules: BudgetRules, *, has_settled: bool
    ) -> Iterator[UsageChange]:
        """Yield the usage of an executor that reserves nothing, and the time of a run that ends."""
        run, at, totals = self.run, self.at, totals_of(self.taken.mappings())
        is_builtin = run.executor == BUILTIN
        if self.total is None:
            if self.used is not None and not has_settled and not is_builtin:
                yield from charge(tx, run, self.used, at=at)
            return
        if not is_builtin:
            yield from charge(tx, run, self.total, at=at, counted=totals)
        for slot in slots_of(rules, run, at) if rules.measures_time else ():
            if slot.budget.measure is Measure.TIME and run.started_at is not None:
                time = lasted(totals.get(slot.budget_id), run.started_at, at)
                yield count(slot, time, run.id, at)

    def _settle(self, tx: Tx, reserved: Reserved) -> list[UsageChange]:
        """Return what the recorded calls have used; all that was reserved, if there are none.

        If a period ended between calls that are recorded together, all count in the newer one.
        """
        known = _by_id(tx, self.run.workspace, [budget_id for budget_id, _ in reserved])
        newest = dict(sorted(reserved))
        return [
            UsageChange(
                key=key,
                run_id=self.run.id,
                at=self.at,
                used=self._settled(key, reserved, newest, known.get(key[0])),
                reserved=-amount,
                budget=known.get(key[0]),
            )
            for key, amount in reserved.items()
        ]

    def _settled(
        self,
        key: tuple[str, str],
        reserved: Reserved,
        newest: Mapping[str, str],
        budget: Budget | None,
    ) -> int:
        budget_id, scope = key
        if self.used is None:
            return reserved[key]
        if newest[budget_id] != scope:
            return 0
        most = sum([amount for each, amount in reserved.items() if each[0] == budget_id])
        return most if budget is None else settled_amount(budget, self.used, most)


HELD_JOB = (  # locks the job of a claim, if the worker still has it
    select(tables.jobs.c.run_id)
    .where(
        tables.jobs.c.run_id == bindparam("of_run"),
        tables.jobs.c.worker == bindparam("of_worker"),
        tables.jobs.c.attempt == bindparam("of_attempt", type_=BigInteger),
    )
    .with_for_update()
)
_HELD = PreparedStatement(HELD_JOB)


def claim_values(claim: Claim) -> dict[str, object]:
    """Return the parameters of `HELD_JOB`."""
    return {"of_run": claim.run.id, "of_worker": claim.worker, "of_attempt": claim.attempt}


def settle_estimate(tx: Tx, claim: Claim, need: CallNeed, used: CallNeed, *, at: datetime) -> None:
    """Settle a call that is not recorded, by what it has used of its reservation.

    A worker that lost the run settles nothing, because this was done when the run was released.
    """
    run = claim.run
    if _HELD(tx.conn, claim_values(claim)).first() is None:
        return
    taken = reservation_rows.take(tx, run.id)
    plan = partial(_plan_estimate, run=run, need=need, used=used, at=at, taken=taken)
    queue_changes(tx, plan)


def _plan_estimate(
    tx: Tx, run: Run, need: CallNeed, used: CallNeed, at: datetime, taken: Any
) -> Iterator[UsageChange]:
    """Yield the changes of one call. Calls of the run that are not recorded yet stay reserved."""
    reserved = reserved_of(taken.mappings())
    known = _by_id(tx, run.workspace, [budget_id for budget_id, _ in reserved])
    newest = dict(sorted(reserved))
    for key, amount in reserved.items():
        budget = known.get(key[0])
        of_call = _most(budget, need, amount) if newest[key[0]] == key[1] else 0
        if amount > of_call:
            reservation_rows.add(tx, run.id, *key, amount - of_call, at)
        yield UsageChange(
            key=key,
            run_id=run.id,
            at=at,
            used=_most(budget, used, of_call),
            reserved=-of_call,
            budget=budget,
        )


def _most(budget: Budget | None, need: CallNeed, limit: int) -> int:
    """Return what a call uses of a budget, up to a limit; all of it if this is unknown."""
    found = None if budget is None else amount_of(budget, need)
    return limit if found is None else min(found, limit)


def settle_lost(tx: Tx, run_ids: Sequence[str]) -> None:
    """Settle calls whose end nobody has recorded: they may have used all that was reserved."""
    taken = [reservation_rows.take_all(tx, run_id) for run_id in sorted(run_ids)]
    queue_changes(tx, partial(_plan_lost, taken=taken))


def _plan_lost(tx: Tx, taken: Sequence[Any]) -> Iterator[UsageChange]:
    found = [row for result in taken for row in result.mappings()]
    lost = [row for row in found if row["scope"] != reservation_rows.TOTAL]
    known = _find_budgets(tx, {row["budget_id"] for row in lost})
    for row in lost:
        yield UsageChange(
            key=(row["budget_id"], row["scope"]),
            run_id=row["run_id"],
            at=rows.from_ms(row["at"]),
            used=row["amount"],
            reserved=-row["amount"],
            budget=known.get(row["budget_id"]),
        )


def _by_id(tx: Tx, workspace: int, ids: Collection[str]) -> Mapping[str, Budget]:
    """Return budgets by id, also those that were removed."""
    rules = recent_rules(tx, workspace).budgets
    unknown = [id for id in ids if id not in rules]
    return {**rules, **_find_budgets(tx, unknown)} if unknown else rules


def _find_budgets(tx: Tx, ids: Collection[str]) -> Mapping[str, Budget]:
    if not ids:
        return {}
    query = budgets.select(tables.budgets.c.id.in_(ids))
    return {each.id: each for each in budgets.all(tx.conn, query)}


def charge(
    tx: Tx,
    run: Run,
    used: calls.Usage,
    *,
    at: datetime,
    counted: Mapping[str, rows.Row] | None = None,
    keep: bool = False,
) -> Iterator[UsageChange]:
    """Yield what a run without reservations has used, beyond what was `counted` of its total.

    Without that, it is used in addition. Either is stored, unless the run has ended.
    """
    for slot in slots_of(rules_of(tx, run.workspace), run, at):
        amount = settled_amount(slot.budget, used, 0)
        if counted is not None and slot.budget_id in counted:
            amount -= counted[slot.budget_id]["amount"]
        if not amount:
            continue
        if keep or counted is None:
            reservation_rows.add(tx, run.id, slot.budget_id, reservation_rows.TOTAL, amount, at)
        yield count(slot, amount, run.id, at)


def count(slot: Slot, used: int, run_id: str, at: datetime) -> UsageChange:
    """Return usage in a slot, whose row may be missing."""
    return UsageChange(key=slot[:2], run_id=run_id, at=at, used=used, budget=slot.budget, slot=slot)
