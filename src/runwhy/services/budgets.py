"""Budgets: limits on what runs may use, and how much of them is used."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from runwhy.core.budgets.budget import Budget, BudgetPeriod, Usage, check_budget, is_within
from runwhy.core.budgets.preview import MAX_RUNS, PREVIEWED, Preview, preview_budget
from runwhy.core.runs.tags import Tags
from runwhy.ports import BudgetStore, Clock, IdempotencyKey, NewId
from runwhy.services.operations import must_find, pages

SHOWN_PERIODS = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Budgets:
    """Use cases for budgets. Readers limited to tags see only budgets of runs with these tags."""

    store: BudgetStore
    clock: Clock
    new_id: NewId

    notices = pages(BudgetStore.list_budget_notices)

    async def add(self, draft: Budget, *, once: IdempotencyKey | None = None) -> Budget:
        """Create a budget. Raises: InvalidInput, Conflict."""
        now = self.clock()
        made = replace(draft, id=self.new_id("bud"), created_at=now, updated_at=now)
        check_budget(made, now=now)
        used = await self.store.used_before(made)
        return await self.store.add_budget(made, used=used, once=once)

    async def get(self, workspace: int, id: str, *, within: Tags) -> Budget:
        """Return a budget by id or name. Raises: NotFound."""
        found = await self.store.get_budget(workspace, id)
        visible = found if found is not None and is_within(found, within) else None
        return must_find(visible, f"budget {id}")

    async def list(self, workspace: int, *, within: Tags) -> Sequence[tuple[Budget, Usage]]:
        """Return the budgets with their present usage."""
        found = await self.store.list_budgets(workspace)
        visible = [each for each in found if is_within(each, within)]
        usages = await self.store.budget_usage(visible, at=self.clock())
        return [(each, usages[each.id]) for each in visible]

    async def usage(self, budget: Budget) -> Usage:
        """Return the present usage of a budget."""
        return (await self.store.budget_usage([budget], at=self.clock()))[budget.id]

    async def periods(self, budget: Budget) -> Sequence[BudgetPeriod]:
        """Return the newest periods of a budget, newest first."""
        return await self.store.list_budget_periods(budget, limit=SHOWN_PERIODS)

    async def preview(self, draft: Budget) -> Preview:
        """Return what a budget would have done in the last 30 days. Raises: InvalidInput."""
        now = self.clock()
        check_budget(draft, now=now)
        since = now - PREVIEWED
        runs = await self.store.list_past_runs(draft, since=since, limit=MAX_RUNS + 1)
        found = await asyncio.to_thread(
            preview_budget, draft, runs[:MAX_RUNS], since=since, until=now
        )
        found.is_complete = len(runs) <= MAX_RUNS
        return found

    async def change(self, workspace: int, id: str, change: Callable[[Budget], Budget]) -> Budget:
        """Change a budget, by id or name. Raises: NotFound, InvalidInput, Conflict."""

        def decide(old: Budget) -> Budget:
            new = replace(change(old), updated_at=self.clock())
            check_budget(new, now=self.clock())
            return new

        return must_find(await self.store.change_budget(workspace, id, decide), f"budget {id}")

    async def remove(self, workspace: int, id: str) -> None:
        """Delete a budget, by id or name. Raises: NotFound."""
        removed = await self.store.remove_budget(workspace, id, at=self.clock())
        must_find(removed or None, f"budget {id}")
