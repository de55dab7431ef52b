"""The budget and the alert of the demo, which count its runs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from runwhy.core.alerts.alert import Alert, AlertMeasure
from runwhy.core.budgets.budget import Action, Budget, Measure, Threshold
from runwhy.core.budgets.periods import Period
from runwhy.demo.agents import AUTHOR
from runwhy.services.alerts import Alerts
from runwhy.services.budgets import Budgets

DAY = 86_400  # seconds
CENT = Measure.COST.scale // 100


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetsAndAlerts:
    """Creates them through the real services, once the runs are in the workspace."""

    budgets: Budgets
    alerts: Alerts

    async def add(self, workspace: int, *, at: datetime) -> None:
        """Create a budget that warns, and an alert about the failures of the last day."""
        names = {budget.name for budget, _ in await self.budgets.list(workspace, within={})}
        await self.budgets.add(
            Budget(
                id="",
                workspace=workspace,
                name=_free("acme-weekly", names),
                query="demo:true customer:acme",
                measure=Measure.COST,
                period=Period.WEEK,
                limit=5 * CENT,
                actions=(Threshold(percent=80, action=Action.WARN),),
                created_at=at,
                updated_at=at,
                created_by=AUTHOR,
            )
        )
        names = {alert.name for alert, _ in await self.alerts.list(workspace, within={})}
        await self.alerts.add(
            Alert(
                id="",
                workspace=workspace,
                name=_free("prod-failures", names),
                query="demo:true env:prod",
                measure=AlertMeasure.FAILURE_RATE,
                window=DAY,
                threshold=0.05,  # at any time of day, more of the runs of the last day failed
                resolve_threshold=0.02,
                minimum=5,
                created_at=at,
                updated_at=at,
                watched_from=at,
                created_by=AUTHOR,
            )
        )

    async def remove(self, workspace: int) -> None:
        """Delete what `add` created."""
        for budget, _ in await self.budgets.list(workspace, within={}):
            if budget.created_by == AUTHOR:
                await self.budgets.remove(workspace, budget.id)
        for alert, _ in await self.alerts.list(workspace, within={}):
            if alert.created_by == AUTHOR:
                await self.alerts.remove(workspace, alert.id)


def _free(name: str, taken: set[str]) -> str:
    return f"{name}-demo" if name in taken else name
