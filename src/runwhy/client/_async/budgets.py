"""Client methods for budgets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from runwhy.client._async.http import Http
from runwhy.client.answer_reader import read, read_all
from runwhy.client.config import segment
from runwhy.client.request_bodies import body_of, query_of
from runwhy.wire.budgets import (
    Budget,
    BudgetNoticeList,
    BudgetPeriod,
    BudgetPreview,
    MeasureName,
    PeriodName,
)

Actions = Sequence[Mapping[str, object]]


class BudgetCalls:
    """Methods for budgets."""

    _http: Http

    async def create_budget(
        self,
        name: str,
        *,
        measure: MeasureName,
        limit: float,
        period: PeriodName,
        query: str = "",
        timezone: str = "UTC",
        actions: Actions | None = None,
        price: Mapping[str, float] | None = None,
        idempotency_key: str | None = None,
    ) -> Budget:
        """Create a budget: a limit on what the runs that match a query may use in a period.

        `actions` are objects such as `{"action": "warn", "percent": 80}`. Without them, runs stop
        at the limit.
        """
        body = body_of(
            name=name,
            query=query,
            measure=measure,
            limit=limit,
            period=period,
            timezone=timezone,
            actions=actions,
            price=price,
        )
        return read(Budget, await self._http.create("/budgets", body, key=idempotency_key))

    async def preview_budget(
        self,
        *,
        measure: MeasureName,
        limit: float,
        period: PeriodName,
        query: str = "",
        timezone: str = "UTC",
        actions: Actions | None = None,
        price: Mapping[str, float] | None = None,
    ) -> BudgetPreview:
        """Return the effect that the budget would have had on the runs of the last 30 days."""
        body = body_of(
            name="preview",
            query=query,
            measure=measure,
            limit=limit,
            period=period,
            timezone=timezone,
            actions=actions,
            price=price,
        )
        return read(BudgetPreview, await self._http.create("/budgets/preview", body))

    async def get_budget(self, budget: str) -> Budget:
        """Return a budget by id or name, with its usage."""
        return read(Budget, await self._http.get(f"/budgets/{segment(budget)}"))

    async def list_budgets(self) -> Sequence[Budget]:
        """Return all budgets of the workspace, with their usage."""
        return read_all(Budget, (await self._http.get("/budgets")).get("budgets"))

    async def list_budget_periods(self, budget: str) -> Sequence[BudgetPeriod]:
        """Return the newest periods of a budget, with the usage in each."""
        found = await self._http.get(f"/budgets/{segment(budget)}/periods")
        return read_all(BudgetPeriod, found.get("periods"))

    async def list_budget_notices(
        self, budget: str, *, limit: int = 50, cursor: str | None = None
    ) -> BudgetNoticeList:
        """Return the actions of a budget: warnings, questions and stopped runs, newest first."""
        params = query_of(limit=limit, cursor=cursor)
        found = await self._http.get(f"/budgets/{segment(budget)}/notices", params)
        return read(BudgetNoticeList, found)

    async def update_budget(
        self,
        budget: str,
        *,
        name: str | None = None,
        limit: float | None = None,
        actions: Actions | None = None,
        price: Mapping[str, float] | None = None,
        enabled: bool | None = None,
    ) -> Budget:
        """Update the given fields of a budget, by id or name."""
        body = body_of(name=name, limit=limit, actions=actions, price=price, enabled=enabled)
        return read(Budget, await self._http.change(f"/budgets/{segment(budget)}", body))

    async def delete_budget(self, budget: str) -> None:
        """Delete a budget, by id or name."""
        await self._http.remove(f"/budgets/{segment(budget)}")
