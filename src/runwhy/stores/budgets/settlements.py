"""Settlements in SQL: the use of model calls and runs, counted once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy import BigInteger, and_, bindparam, select

from runwhy.core.agent_spec import BUILTIN
from runwhy.core.budgets.budget import Budget, Measure
from runwhy.core.budgets.reservation import CallNeed, amount_of, settled_amount
from runwhy.core.budgets.rules import BudgetRules, slots_of
from runwhy.core.budgets.slots import Slot
from runwhy.core.runs import usage as calls
from runwhy.core.runs.run import Run, Tokens
from runwhy.ports import Claim
from runwhy.stores import tables
from runwhy.stores.budgets.budgets import budgets, recent_rules, rules_of
from runwhy.stores.budgets.changes import UsageChange, queue_changes
from runwhy.stores.budgets.job_reservations import (
    TOTAL,
    Entry,
    JobReservations,
    Key,
    Reserved,
    lasted,
)
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.prepared_statements import PreparedStatement


def queue_settlement(tx: Tx, run: Run, used: calls.Usage, reserved: str, *, at: datetime) -> None:
    """Settle the reservations of a run when its calls are recorded, maybe with its end.

    `reserved` is the column of the job, which is locked.
    """
    _queue(tx, _Settlement(run=run, at=at, held=JobReservations(run.id, reserved), used=used))


def queue_end(
    tx: Tx, run: Run, total: calls.Usage, reserved: str, *, at: datetime, is_held: bool
) -> None:
    """Count the rest of a run that ends. If a worker still has it, it settles its own call."""
    settlement: _Settlement | None = tx.settlements.get(run.id)
    if settlement is None:
        held = JobReservations(run.id, reserved)
        settlement = _Settlement(run=run, at=at, held=held, is_held=is_held)
        _queue(tx, settlement)
    settlement.total = total


def _queue(tx: Tx, settlement: _Settlement) -> None:
    tx.settlements[settlement.run.id] = settlement
    queue_changes(tx, settlement.plan)


@dataclass(slots=True, kw_only=True, eq=False)
class _Settlement:
    """The part of a run that a transaction settles.

    The rest of `held` is written back, unless the run ends, which deletes its job.
    Calls of the builtin engine are settled by the rules that their reservations have checked.
    """

    run: Run
    at: datetime
    held: JobReservations
    used: calls.Usage | None = None  # of the recorded calls
    total: calls.Usage | None = None  # of the run, if it ends
    is_held: bool = False  # by a worker, which settles the calls of a run that was cancelled

    def plan(self, tx: Tx) -> Iterable[UsageChange]:
        """Return the changes of usage."""
        run = self.run
        reserved = {} if self.is_held else self.held.take()
        changes = self._settle(tx, reserved) if reserved else []
        rules = recent_rules(tx, run.workspace)
        if run.executor != BUILTIN or rules.measures_time:
            changes += self._count_rest(tx, rules, has_settled=bool(reserved))
        if self.total is None:
            self.held.save(tx)
        return changes

    def _count_rest(
        self, tx: Tx, rules: BudgetRules, *, has_settled: bool
    ) -> Iterator[UsageChange]:
        """Yield the usage of an executor that reserves nothing, and the time of a run that ends."""
        run, at = self.run, self.at
        is_builtin = run.executor == BUILTIN
        if self.total is None:
            if self.used is not None and not has_settled and not is_builtin:
                yield from charge(tx, run, self.used, self.held, at=at)
            return
        totals = self.held.totals()
        if not is_builtin:
            yield from charge(tx, run, self.total, None, at=at, counted=totals)
        for slot in slots_of(rules, run, at) if rules.measures_time else ():
            if slot.budget.measure is Measure.TIME and run.started_at is not None:
                time = lasted(totals.get(slot.budget_id), run.started_at, at)
                yield count(slot, time, run.id, at)

    def _settle(self, tx: Tx, reserved: Reserved) -> list[UsageChange]:
        """Return the use of the recorded calls; without any, the reserved amounts.

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
            for key, (amount, _) in reserved.items()
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
            return reserved[key].amount
        if newest[budget_id] != scope:
            return 0
        most = sum([entry.amount for each, entry in reserved.items() if each[0] == budget_id])
        return most if budget is None else settled_amount(budget, self.used, most)


_jobs = tables.jobs
HOLDS_JOB = and_(  # whether the worker still has the job of its claim
    _jobs.c.run_id == bindparam("of_run"),
    _jobs.c.worker == bindparam("of_worker"),
    _jobs.c.attempt == bindparam("of_attempt", type_=BigInteger),
)
_LOCK_JOB = PreparedStatement(select(_jobs.c.reserved).where(HOLDS_JOB).with_for_update())


def claim_values(claim: Claim) -> dict[str, object]:
    """Return the parameters of `HOLDS_JOB`."""
    return {"of_run": claim.run.id, "of_worker": claim.worker, "of_attempt": claim.attempt}


def settle_estimate(tx: Tx, claim: Claim, need: CallNeed, used: CallNeed, *, at: datetime) -> None:
    """Settle a call that is not recorded, by the used part of its reservation.

    A worker that lost the run settles nothing, because this was done when the run was released.
    """
    run = claim.run
    job = _LOCK_JOB(tx.conn, claim_values(claim)).first()
    if job is None:
        return
    held = JobReservations(run.id, job.reserved)
    changes = list(_settle_one(tx, held, run=run, need=need, used=used, at=at))
    held.save(tx)
    queue_changes(tx, lambda _: changes)


def _settle_one(
    tx: Tx, held: JobReservations, run: Run, need: CallNeed, used: CallNeed, at: datetime
) -> Iterator[UsageChange]:
    """Yield the changes of one call. Calls of the run that are not recorded yet stay reserved."""
    reserved = held.take()
    known = _by_id(tx, run.workspace, [budget_id for budget_id, _ in reserved])
    newest = dict(sorted(reserved))
    for key, (amount, _) in reserved.items():
        budget = known.get(key[0])
        of_call = _most(budget, need, amount) if newest[key[0]] == key[1] else 0
        if amount > of_call:
            held.add(key, amount - of_call, at)
        yield UsageChange(
            key=key,
            run_id=run.id,
            at=at,
            used=_most(budget, used, of_call),
            reserved=-of_call,
            budget=budget,
        )


def _most(budget: Budget | None, need: CallNeed, limit: int) -> int:
    """Return how much of a budget a call uses, up to a limit; if unknown, the limit."""
    found = None if budget is None else amount_of(budget, need)
    return limit if found is None else min(found, limit)


def settle_lost(tx: Tx, jobs: Iterable[Any], *, deleted: Iterable[Any]) -> None:
    """Settle calls whose end was not recorded: they may have used the whole reservation.

    The rows of the jobs are locked.
    """
    lost: list[tuple[str, Key, Entry]] = []
    for job in (*jobs, *deleted):
        held = JobReservations(job.run_id, job.reserved)
        lost += [(job.run_id, key, entry) for key, entry in held.reserved().items()]
    queue_changes(tx, partial(_plan_lost, lost=lost))
    for job in jobs:
        clear(tx, job.run_id, job.reserved)


def clear(tx: Tx, run_id: str, reserved: str) -> None:
    """Remove the reservations of a job, once they are settled."""
    held = JobReservations(run_id, reserved)
    held.clear()
    held.save(tx)


def _plan_lost(tx: Tx, lost: Sequence[tuple[str, Key, Entry]]) -> Iterator[UsageChange]:
    known = _find_budgets(tx, {budget_id for _, (budget_id, _), _ in lost})
    for run_id, key, (amount, at) in lost:
        yield UsageChange(
            key=key,
            run_id=run_id,
            at=rows.from_ms(at),
            used=amount,
            reserved=-amount,
            budget=known.get(key[0]),
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
    held: JobReservations | None,
    *,
    at: datetime,
    counted: Mapping[str, Entry] | None = None,
) -> Iterator[UsageChange]:
    """Yield the use of a run without reservations, beyond the `counted` part of its total.

    Without that, it is used in addition. Either is added to the job's `held`. The total of a run
    that was cancelled lacks the calls of a coding agent, so it takes back nothing that was counted.
    """
    is_partial = used.tokens == Tokens() or bool(used.cost.unpriced_calls)
    for slot in slots_of(rules_of(tx, run.workspace), run, at):
        amount = settled_amount(slot.budget, used, 0)
        if counted is not None and slot.budget_id in counted:
            amount -= counted[slot.budget_id].amount
            amount = max(amount, 0) if is_partial else amount
        if not amount:
            continue
        if held is not None:
            held.add((slot.budget_id, TOTAL), amount, at)
        yield count(slot, amount, run.id, at)


def count(slot: Slot, used: int, run_id: str, at: datetime) -> UsageChange:
    """Return usage in a slot, whose row may be missing."""
    return UsageChange(key=slot[:2], run_id=run_id, at=at, used=used, budget=slot.budget, slot=slot)
