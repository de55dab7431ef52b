"""Reservations in SQL: the transaction that allows a model call.

The usual case is one statement for each budget, which reserves the amount if it stays below all
thresholds and the rules have not changed. Otherwise, the rows are locked and a decision is made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, select, update

from runwhy.core.budgets.budget import Action, Budget, Measure, Usage
from runwhy.core.budgets.reservation import (
    CallNeed,
    Decision,
    amount_of,
    approval_id,
    blocking_action,
    price_failure,
    stop_failure,
)
from runwhy.core.budgets.rules import slots_of
from runwhy.core.budgets.slots import Slot
from runwhy.core.runs import usage as calls
from runwhy.core.runs.run import Run
from runwhy.ports import Claim, Superseded
from runwhy.stores import tables
from runwhy.stores.budgets import usage
from runwhy.stores.budgets.budget_notices import add_notice
from runwhy.stores.budgets.budgets import recent_rules, rules_of
from runwhy.stores.budgets.changes import apply_changes
from runwhy.stores.budgets.job_reservations import TOTAL, JobReservations, entry_text, lasted
from runwhy.stores.budgets.settlements import HOLDS_JOB, charge, claim_values, count
from runwhy.stores.budgets.usage import add_within, change_usage, lock_usage
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.prepared_statements import PreparedStatement

_approvals, _jobs = tables.approvals, tables.jobs
APPROVED = ("approve", "approve_for_run")
ALLOWED = Decision()

_ADD_TO_JOB = PreparedStatement(
    update(_jobs)
    .where(HOLDS_JOB, ~_jobs.c.cancelled)
    .values(reserved=_jobs.c.reserved + bindparam("more"))
    .returning(_jobs.c.reserved)
)


def reserve(tx: Tx, claim: Claim, need: CallNeed, *, at: datetime) -> Decision:
    """Reserve the most that a model call may use, or return why it is not allowed.

    Raises: Superseded.
    """
    attempt = Reservation(tx, claim, need, at)
    job = _ADD_TO_JOB(tx.conn, {**claim_values(claim), "more": attempt.entries})
    attempt.send()
    return attempt.decide(_reserved_of(job, claim))


def _reserved_of(job: Any, claim: Claim) -> str:
    """Return the reservations in the job of a claim. Raises: Superseded."""
    found = job.first()
    if found is None:
        raise Superseded(claim.run.id)
    reserved: str = found.reserved
    return reserved


class Reservation:
    """A model call, in the usual case reserved by one statement for each budget.

    The statement that locks the job also adds the `entries` to it. The first budget's statement
    follows immediately, so that on PostgreSQL, both are answered together.
    """

    def __init__(self, tx: Tx, claim: Claim, need: CallNeed, at: datetime) -> None:
        self._tx, self._claim, self._need, self._at = tx, claim, need, at
        self._rules = recent_rules(tx, claim.run.workspace)
        self._amounts = [] if need.is_check else self._simple_amounts()
        ms = rows.to_ms(at)
        self.entries = "".join([entry_text(slot[:2], it, ms) for slot, it in self._amounts])
        self._first: Any = None

    def _simple_amounts(self) -> list[tuple[Slot, int]]:
        """Return the amounts to reserve; none if a decision is needed in any case."""
        found: list[tuple[Slot, int]] = []
        for slot in slots_of(self._rules, self._claim.run, self._at):
            if _counts_runs_only(slot.budget):
                continue
            amount = amount_of(slot.budget, self._need)
            if slot.budget.measure is Measure.TIME or not amount:
                return []
            found.append((slot, amount))
        return found

    def send(self) -> None:
        """Send the statement of the first budget. The job is locked."""
        if self._amounts:
            self._first = self._add(*self._amounts[0])

    def _add(self, slot: Slot, amount: int) -> Any:
        version = self._rules.version
        return add_within(self._tx, slot, slot.level, reserved=amount, version=version)

    def decide(self, reserved: str) -> Decision:
        """Return the decision. `reserved` is the column of the job, with the entries."""
        if self._amounts and self._add_all():
            return ALLOWED
        held = JobReservations(self._claim.run.id, reserved)
        held.forget(self.entries)
        decision = _decide(self._tx, self._claim, self._need, self._at, held)
        held.save(self._tx)
        return decision

    def _add_all(self) -> bool:
        """Add to one row after the other, in the order in which they are locked."""
        for number, (slot, amount) in enumerate(self._amounts):
            added = self._add(slot, amount) if number else self._first
            if added.rowcount == 0:
                for other, given in self._amounts[:number]:
                    change_usage(self._tx, *other[:2], reserved=-given)
                return False
        return True


def _counts_runs_only(budget: Budget) -> bool:
    """Whether a budget counts runs and has nothing to say about their calls."""
    return budget.measure is Measure.RUNS and budget.blocking_level is None


def _decide(tx: Tx, claim: Claim, need: CallNeed, at: datetime, held: JobReservations) -> Decision:
    """Reserve a call with the rows of all budgets locked, or return why it is not allowed.

    The caller saves the reservations in `held`.
    """
    run = claim.run
    slots = slots_of(rules_of(tx, run.workspace), run, at)
    slots = [slot for slot in slots if not _counts_runs_only(slot.budget)]
    usages = {slot: lock_usage(tx, slot) for slot in slots}
    usages |= _count_time(tx, claim, usages, at, held)
    amounts = {slot: amount_of(slot.budget, need) for slot in slots}
    refusal = _refusal(tx, run, usages, amounts, need, at)
    if refusal is not None:
        return refusal
    for slot, amount in amounts.items():
        if amount and not need.is_check:
            limit = slot.budget.limit
            change_usage(tx, slot.budget_id, slot.scope, reserved=amount, limit=limit)
            held.add(slot[:2], amount, at)
    return ALLOWED


def _refusal(
    tx: Tx,
    run: Run,
    usages: Mapping[Slot, Usage],
    amounts: Mapping[Slot, int | None],
    need: CallNeed,
    at: datetime,
) -> Decision | None:
    """Return why a call is not allowed: a stop, or else an unanswered question."""
    ask: Decision | None = None
    for slot, found in usages.items():
        budget, amount = slot.budget, amounts[slot]
        if amount is None:
            return Decision(failure=price_failure(budget, need.model))
        decided = _decision(tx, run, slot) if budget.thresholds(Action.ASK) else None
        threshold = blocking_action(budget, found, amount, approved=decided in APPROVED)
        if threshold is None:
            continue
        shown, needed = (0, 0) if need.is_check else (amount, found.reserved + amount)
        if threshold.action is Action.STOP:
            add_notice(tx, budget, slot.scope, threshold, found.used, run.id, at, needed=needed)
            return Decision(failure=stop_failure(budget, found, shown))
        if ask is None and decided is None and need.may_ask:
            add_notice(tx, budget, slot.scope, threshold, found.used, run.id, at, needed=needed)
        ask = ask or Decision(ask=(budget, found, shown))
    return ask


def _decision(tx: Tx, run: Run, slot: Slot) -> str | None:
    """Return the decision about a run that wants to continue; empty while it is open."""
    mine = (_approvals.c.run_id == run.id) & (
        _approvals.c.id == approval_id(slot.budget_id, slot.scope)
    )
    found = tx.conn.execute(select(_approvals.c.decision).where(mine)).first()
    return None if found is None else found.decision or ""


def _count_time(
    tx: Tx, claim: Claim, usages: Mapping[Slot, Usage], at: datetime, held: JobReservations
) -> dict[Slot, Usage]:
    """Count the time since the last call, for budgets of run time; their rows are locked."""
    timed = [slot for slot in usages if slot.budget.measure is Measure.TIME]
    if not timed:
        return {}
    run = claim.run
    totals = held.totals()
    found = {}
    for slot in timed:
        time = lasted(totals.get(slot.budget_id), run.started_at, at)
        count(slot, time, run.id, at).apply(tx)
        held.add((slot.budget_id, TOTAL), 0, at)
        found[slot] = lock_usage(tx, slot)
    return found


def check_usage(tx: Tx, claim: Claim, used: calls.Usage, *, at: datetime) -> Decision:
    """Count the use of a coding agent so far, and return whether it may continue.

    Raises: Superseded.
    """
    run = claim.run
    job = _ADD_TO_JOB(tx.conn, {**claim_values(claim), "more": ""})
    held = JobReservations(run.id, _reserved_of(job, claim))
    for slot in slots_of(rules_of(tx, run.workspace), run, at):
        budget = slot.budget
        is_priced = budget.price is not None or not used.cost.unpriced_calls
        if budget.measure is Measure.COST and not is_priced:
            return Decision(failure=price_failure(budget, ""))
    apply_changes(tx, charge(tx, run, used, held, at=at, counted=held.totals()))
    decision = _decide(tx, claim, CallNeed(is_check=True), at, held)
    held.save(tx)
    return decision


def usages(tx: Tx, run: Run, at: datetime) -> Sequence[tuple[Budget, Usage]]:
    """Return the current use of each budget of a run."""
    return request_usages(tx, run, at)()


def request_usages(tx: Tx, run: Run, at: datetime) -> Callable[[], Sequence[tuple[Budget, Usage]]]:
    """Query the use of each budget of a run. The returned function returns the result."""
    rules = recent_rules(tx, run.workspace)
    asked = [(slot, usage.peek(tx.conn, slot)) for slot in slots_of(rules, run, at)]

    def answer() -> Sequence[tuple[Budget, Usage]]:
        found = [(slot, result.first()) for slot, result in asked]
        if found and all(row.version == rules.version for _, row in found):
            return [(slot.budget, usage.peeked(row, slot)) for slot, row in found]
        slots = slots_of(rules_of(tx, run.workspace), run, at)  # the budgets have changed
        return [(slot.budget, usage.read_usage(tx.conn, slot)) for slot in slots]

    return answer
