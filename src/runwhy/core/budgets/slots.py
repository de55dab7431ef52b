"""Slots: where usage is counted, which is a budget in one of its periods."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from runwhy.core.budgets.budget import Budget
from runwhy.core.budgets.periods import Period, window_at

FOREVER = "forever"


class Slot(NamedTuple):
    """A budget in one of its periods. `scope` is the start of the period, a run, or a session."""

    budget_id: str
    scope: str
    budget: Budget
    started_at: datetime
    ends_at: datetime | None
    level: int | None  # above which a model call is not simply allowed

    def contains(self, at: datetime) -> bool:
        """Whether a time is in the period. Without an end, this is unknown, so it is false."""
        return self.ends_at is not None and self.started_at <= at < self.ends_at


def slot_of(budget: Budget, scope: str | None, at: datetime) -> Slot:
    """Return the slot of a scope, or that of the present window of time."""
    if scope is not None:
        return Slot(budget.id, scope, budget, at, None, budget.blocking_level)
    window = window_at(budget.period, budget.timezone, at)
    start = str(round(window.start.timestamp() * 1000))
    return Slot(budget.id, start, budget, window.start, window.end, budget.blocking_level)


def slot_now(budget: Budget, at: datetime) -> Slot | None:
    """Return the current period of a budget; None if it counts each run or session separately."""
    if budget.period.is_timed:
        return slot_of(budget, None, at)
    return slot_of(budget, FOREVER, at) if budget.period is Period.FOREVER else None
