"""Changes of usage that a transaction makes last, with their rows locked in one order."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter
from typing import Protocol

from runwhy.core.budgets.budget import Action, Budget
from runwhy.core.budgets.reservation import check_new_run
from runwhy.core.budgets.slots import Slot
from runwhy.stores.budgets.budget_notices import warn
from runwhy.stores.budgets.usage import add_within, change_usage, lock_usage, read_usage
from runwhy.stores.sql.dialect import Tx


class QueuedChange(Protocol):
    """A change of the usage in one period of a budget."""

    @property
    def key(self) -> tuple[str, str]:
        """The budget and the scope of the row."""

    def apply(self, tx: Tx) -> None:
        """Make the change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UsageChange:
    """Usage of a run. The row exists, unless a `slot` is given.

    The warnings of the `budget` are noted; it is None if it is not known.
    """

    key: tuple[str, str]
    run_id: str
    at: datetime
    used: int = 0
    reserved: int = 0
    budget: Budget | None = None
    slot: Slot | None = None

    def apply(self, tx: Tx) -> None:
        """Change the row. The usage is read only for warnings."""
        limit = None
        if self.slot is not None:
            lock_usage(tx, self.slot)
            limit = self.slot.budget.limit
        used, budget = self.used, self.budget
        warns = used != 0 and budget is not None and budget.has(Action.WARN)
        after = change_usage(
            tx, *self.key, used=used, reserved=self.reserved, limit=limit, read=warns
        )
        if warns and budget is not None:
            warn(tx, budget, self.key[1], after - self.used, after, self.run_id, self.at)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunCount:
    """A new run, counted by a budget. Raises: BudgetExceeded."""

    slot: Slot
    run_id: str
    at: datetime
    version: int  # of the rules

    @property
    def key(self) -> tuple[str, str]:
        """The budget and the scope of the row."""
        return self.slot[:2]

    def apply(self, tx: Tx) -> None:
        """Count the run, if the budget allows it. The usage is read only for warnings."""
        slot, budget = self.slot, self.slot.budget
        level = budget.level(Action.REFUSE)
        if add_within(tx, slot, level, used=1, version=self.version).rowcount == 0:
            check_new_run(budget, lock_usage(tx, slot), now=self.at)
            change_usage(tx, *self.key, used=1, limit=budget.limit)
        if budget.has(Action.WARN):
            used = read_usage(tx.conn, slot).used
            warn(tx, budget, slot.scope, used - 1, used, self.run_id, self.at)


Plan = Callable[[Tx], Iterable[QueuedChange]]


def queue_changes(tx: Tx, plan: Plan) -> None:
    """Make changes at the end of the transaction; they are planned then, too."""
    if not tx.budget_changes:
        tx.last_steps.append(_apply_all)
    tx.budget_changes.append(plan)


def _apply_all(tx: Tx) -> None:
    apply_changes(tx, [change for plan in tx.budget_changes for change in plan(tx)])


def apply_changes(tx: Tx, changes: Iterable[QueuedChange]) -> None:
    """Make changes sorted by budget and scope, so that transactions cannot deadlock."""
    for change in sorted(changes, key=attrgetter("key")):
        change.apply(tx)
