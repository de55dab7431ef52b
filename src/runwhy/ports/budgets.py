"""Port for budgets and their usage."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from runwhy.core.budgets.budget import Budget, BudgetNotice, BudgetPeriod, Usage
from runwhy.core.budgets.preview import PastRun
from runwhy.ports.context import IdempotencyKey


class BudgetStore(Protocol):
    """The part of a store that holds budgets."""

    async def used_before(self, budget: Budget) -> int: ...
    async def add_budget(
        self, budget: Budget, *, used: int = 0, once: IdempotencyKey | None = None
    ) -> Budget: ...
    async def get_budget(self, workspace: int, id: str) -> Budget | None: ...
    async def list_budgets(self, workspace: int) -> Sequence[Budget]: ...
    async def change_budget(
        self, workspace: int, id: str, change: Callable[[Budget], Budget]
    ) -> Budget | None: ...
    async def remove_budget(self, workspace: int, id: str, *, at: datetime) -> bool: ...
    async def budget_usage(
        self, budgets: Iterable[Budget], *, at: datetime
    ) -> Mapping[str, Usage]: ...
    async def list_budget_periods(
        self, budget: Budget, *, limit: int, before: datetime | None = None
    ) -> Sequence[BudgetPeriod]: ...
    async def list_past_runs(
        self, budget: Budget, *, since: datetime, limit: int
    ) -> Sequence[PastRun]: ...
    async def list_budget_notices(
        self, budget: Budget, *, limit: int, before: int | None = None
    ) -> Sequence[BudgetNotice]: ...
