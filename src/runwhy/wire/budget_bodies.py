"""Request bodies of budgets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from decimal import Decimal
from typing import Annotated

from pydantic import Field

from runwhy.core.budgets.budget import (
    DEFAULT_ACTIONS,
    MAX_ACTIONS,
    MAX_NAME,
    Action,
    Budget,
    Measure,
    Threshold,
)
from runwhy.core.budgets.periods import Period
from runwhy.core.queries import MAX_CHARACTERS
from runwhy.core.runs import prices
from runwhy.wire.budgets import ActionName, MeasureName, PeriodName
from runwhy.wire.fields import Body, with_example

MAX_PRICE = 1_000_000
NameField = Annotated[str, Field(min_length=1, max_length=MAX_NAME)]
LimitField = Annotated[
    float,
    Field(gt=0, le=9e12, allow_inf_nan=False, description="Dollars, tokens, runs or seconds."),
]
Rate = Annotated[float, Field(ge=0, le=MAX_PRICE, allow_inf_nan=False)]


class ActionBody(Body):
    """An action, and the share of the limit at which it happens."""

    action: ActionName
    percent: Annotated[int, Field(ge=1, le=100)] = 100

    def threshold(self) -> Threshold:
        """Return the action as a value."""
        return Threshold(action=Action(self.action), percent=self.percent)


class PriceBody(Body):
    """A price in dollars per million tokens."""

    input_per_1m_usd: Annotated[Rate, Field(alias="inputPer1MUsd")]
    output_per_1m_usd: Annotated[Rate, Field(alias="outputPer1MUsd")]
    cache_read_per_1m_usd: Annotated[Rate | None, Field(alias="cacheReadPer1MUsd")] = None
    cache_write_per_1m_usd: Annotated[Rate | None, Field(alias="cacheWritePer1MUsd")] = None

    def price(self) -> prices.Price:
        """Return the price as a value."""
        return prices.Price(
            input=_decimal(self.input_per_1m_usd),
            output=_decimal(self.output_per_1m_usd),
            cache_read=_maybe(self.cache_read_per_1m_usd),
            cache_write=_maybe(self.cache_write_per_1m_usd),
        )


Actions = Annotated[list[ActionBody], Field(min_length=1, max_length=MAX_ACTIONS)]


class BudgetPatchBody(Body):
    """Body of `PATCH /budgets/{id}`. Omitted fields keep their values.

    The query, measure, period and time zone are fixed; create another budget instead.
    """

    model_config = with_example(limit=30, actions=[{"action": "stop"}])

    name: NameField | None = None
    limit: LimitField | None = None
    actions: Actions | None = None
    price: PriceBody | None = None
    enabled: bool | None = None

    def over(self, old: Budget) -> Budget:
        """Return the budget with these changes; a price of null removes it."""
        limit = old.limit if self.limit is None else _amount(old.measure, self.limit)
        removes = "price" in self._given and self._given["price"] is None
        return replace(
            old,
            name=self.name or old.name,
            limit=limit,
            actions=old.actions if self.actions is None else _thresholds(self.actions),
            price=None if removes else self.price.price() if self.price else old.price,
            enabled=old.enabled if self.enabled is None else self.enabled,
        )


class BudgetBody(Body):
    """Body of `POST /budgets`, and of `POST /budgets/preview`."""

    model_config = with_example(
        name="acme-daily", query="customer:acme", measure="cost", limit=20, period="day"
    )

    name: NameField
    query: Annotated[str, Field(max_length=MAX_CHARACTERS)] = ""
    measure: MeasureName
    period: PeriodName
    timezone: Annotated[str, Field(max_length=100)] = "UTC"
    limit: LimitField
    actions: Actions | None = None
    price: PriceBody | None = None
    enabled: bool = True

    def draft(self, workspace: int, by: str, now: datetime) -> Budget:
        """Return the requested budget, without an id."""
        measure = Measure(self.measure)
        return Budget(
            id="",
            workspace=workspace,
            name=self.name,
            query=self.query.strip(),
            measure=measure,
            period=Period(self.period),
            timezone=self.timezone,
            limit=_amount(measure, self.limit),
            actions=DEFAULT_ACTIONS if self.actions is None else _thresholds(self.actions),
            price=self.price.price() if self.price else None,
            enabled=self.enabled,
            created_by=by,
            created_at=now,
            updated_at=now,
        )


def _thresholds(actions: Sequence[ActionBody]) -> tuple[Threshold, ...]:
    return tuple(sorted(each.threshold() for each in actions))


def _amount(measure: Measure, limit: float) -> int:
    """Return a limit in stored units; `repr` gives the decimal that was sent."""
    return round(_decimal(limit) * measure.scale)


def _decimal(number: float) -> Decimal:
    return Decimal(repr(number))


def _maybe(number: float | None) -> Decimal | None:
    return None if number is None else _decimal(number)
