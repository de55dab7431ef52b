"""Answers about budgets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Literal, Self

from msgspec import Meta

from runwhy.core.budgets.preview import Preview, highest, shown_periods
from runwhy.core.budgets.reservation import reached_text
from runwhy.core.runs.prices import price_json
from runwhy.wire.answer import Answer, Cursor, Json, Time, answer_time, maybe_time

if TYPE_CHECKING:
    from runwhy.core.budgets import budget as core

MeasureName = Literal["cost", "tokens", "runs", "time"]
PeriodName = Literal["run", "session", "hour", "day", "week", "month", "forever"]
ActionName = Literal["warn", "ask", "stop", "refuse"]
BudgetId = Annotated[str, Meta(examples=["bud_01k9abcdefghjkmnpqrstvwxyz"])]


class BudgetAction(Answer):
    """The action of a budget when a share of its limit is used."""

    action: ActionName
    percent: Annotated[int, Meta(description="Share of the limit, 1 to 100.")]


class Budget(Answer):
    """A budget. Amounts are in dollars, tokens, runs or seconds, depending on the measure."""

    id: BudgetId
    name: str
    query: str
    measure: MeasureName
    period: PeriodName
    timezone: str
    limit: float
    actions: Sequence[BudgetAction]
    price: Annotated[Json | None, Meta(description="Replaces the prices of all models.")]
    enabled: bool
    used: Annotated[
        float,
        Meta(description="In the current period, or in the newest run or session."),
    ]
    reserved: Annotated[float, Meta(description="Reserved by model calls in progress.")]
    left: float
    refused: Annotated[int, Meta(description="Runs that were refused in this period.")]
    resets_at: Annotated[Time | None, Meta(description="When the next period begins.")]
    notice: Annotated[
        str | None,
        Meta(description="The present effect of the budget; null if there is none."),
    ]
    created_by: str
    created_at: Time
    updated_at: Time

    @classmethod
    def of(cls, budget: core.Budget, usage: core.Usage, /) -> Self:
        scale = budget.measure.scale
        return cls(
            id=budget.id,
            name=budget.name,
            query=budget.query,
            measure=budget.measure.value,
            period=budget.period.value,
            timezone=budget.timezone,
            limit=budget.limit / scale,
            actions=[
                BudgetAction(action=each.action.value, percent=each.percent)
                for each in sorted(budget.actions)
            ],
            price=price_json(budget.price),
            enabled=budget.enabled,
            used=usage.used / scale,
            reserved=usage.reserved / scale,
            left=max(0, budget.limit - usage.total) / scale,
            refused=usage.refused,
            resets_at=maybe_time(usage.resets_at),
            notice=reached_text(budget, usage),
            created_by=budget.created_by,
            created_at=answer_time(budget.created_at),
            updated_at=answer_time(budget.updated_at),
        )


class BudgetList(Answer):
    """The budgets of a workspace, sorted by name."""

    budgets: Sequence[Budget]


class BudgetPeriod(Answer):
    """The usage of a budget in one period."""

    scope: Annotated[str | None, Meta(description="The run or session, if the budget is for each.")]
    start: Time
    end: Time | None
    limit: float
    used: float
    reserved: float
    refused: int

    @classmethod
    def of(cls, budget: core.Budget, period: core.BudgetPeriod, /) -> Self:
        scale, usage = budget.measure.scale, period.usage
        return cls(
            scope=None if budget.period.is_timed else usage.scope,
            start=answer_time(period.start),
            end=maybe_time(usage.resets_at),
            limit=period.limit / scale,
            used=usage.used / scale,
            reserved=usage.reserved / scale,
            refused=usage.refused,
        )


class PreviewedPeriod(Answer):
    """One period of a preview: the expected use, and the number of affected runs."""

    start: Time
    used: float
    affected: int


class BudgetPreview(Answer):
    """The effect that a budget would have had on the runs of the last 30 days."""

    since: Time
    until: Time
    runs: Annotated[int, Meta(description="Ended runs that match the query.")]
    unpriced_runs: Annotated[int, Meta(description="Runs whose cost is not completely known.")]
    used: Annotated[float, Meta(description="The total that all runs would have used.")]
    highest: Annotated[float, Meta(description="The highest amount used in one period.")]
    warned: Annotated[int, Meta(description="Times that a warning would have been given.")]
    asked: Annotated[int, Meta(description="Runs that would have needed an approval.")]
    stopped: Annotated[int, Meta(description="Runs that would have been stopped.")]
    refused: Annotated[int, Meta(description="Runs that would have been refused.")]
    examples: Annotated[Sequence[str], Meta(description="Newest runs stopped or refused.")]
    periods: Annotated[Sequence[PreviewedPeriod], Meta(description="Newest periods first.")]
    complete: Annotated[bool, Meta(description="False if there are more than 100,000 runs.")]

    @classmethod
    def of(cls, budget: core.Budget, found: Preview, /) -> Self:
        scale = budget.measure.scale
        counts = {action.value: count for action, count in found.counts.items()}
        return cls(
            since=answer_time(found.since),
            until=answer_time(found.until),
            runs=found.runs,
            unpriced_runs=found.unpriced,
            used=found.used / scale,
            highest=highest(found).used / scale,
            warned=counts.get("warn", 0),
            asked=counts.get("ask", 0),
            stopped=counts.get("stop", 0),
            refused=counts.get("refuse", 0),
            examples=found.examples,
            periods=[
                PreviewedPeriod(
                    start=answer_time(each.start),
                    used=each.used / scale,
                    affected=each.affected,
                )
                for each in shown_periods(found, limit=60)
                if each.start is not None
            ],
            complete=found.is_complete,
        )


class BudgetNotice(Answer):
    """Something that a budget did: a warning, a question, or a stopped run."""

    id: Annotated[str, Meta(examples=["bnt_01k9abcdefghjkmnpqrstvwxyz"])]
    action: ActionName
    percent: int
    used: float
    needed: Annotated[
        float,
        Meta(
            description="The most that the stopped model call and those in progress may have used;"
            " 0 for a warning."
        ),
    ]
    limit: float
    run_id: Annotated[str | None, Meta(description="The run; null if it was erased.")]
    at: Time

    @classmethod
    def of(cls, budget: core.Budget, notice: core.BudgetNotice, /) -> Self:
        scale = budget.measure.scale
        return cls(
            id=notice.id,
            action=notice.action.value,
            percent=notice.percent,
            used=notice.used / scale,
            needed=notice.needed / scale,
            limit=notice.limit / scale,
            run_id=notice.run_id,
            at=answer_time(notice.at),
        )


class BudgetNoticeList(Answer):
    """The actions of a budget, newest first."""

    notices: Sequence[BudgetNotice]
    next_cursor: Cursor


class BudgetPeriodList(Answer):
    """The newest periods of a budget in which anything was counted, newest first."""

    periods: Sequence[BudgetPeriod]
