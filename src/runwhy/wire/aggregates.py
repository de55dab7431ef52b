"""Answers about measures of runs: by value and over time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from msgspec import UNSET, Meta, UnsetType

from runwhy.core.queries.aggregates import Measure
from runwhy.core.runs.cost import maybe_usd
from runwhy.wire.answer import Answer, Time, answer_time

if TYPE_CHECKING:
    from runwhy.core.queries.aggregates import Aggregate, AggregateRequest, Group, RunTotals

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_WITH = {
    Measure.COST: ("unpriced_calls",),
    Measure.TOKENS: ("cached_tokens", "input_tokens"),
}

MeasureName = Literal["count", "failed", "rate", "p50", "p95", "cost", "tokens"]


class MeasuredValues(Answer):
    """The requested measures of a set of runs; others are omitted."""

    count: int | UnsetType = UNSET
    failed: int | UnsetType = UNSET
    rate: Annotated[
        float | UnsetType | None,
        Meta(description="Failed runs per ended run, 0 to 1; null if none has ended."),
    ] = UNSET
    p50: Annotated[int | UnsetType | None, Meta(description="Median duration in ms.")] = UNSET
    p95: Annotated[
        int | UnsetType | None, Meta(description="Duration in ms that 95 % do not exceed.")
    ] = UNSET
    cost: Annotated[
        str | UnsetType | None,
        Meta(description="USD as a decimal; null if nothing but unknown prices."),
    ] = UNSET
    unpriced_calls: Annotated[
        int | UnsetType, Meta(description="Model calls that `cost` does not include.")
    ] = UNSET
    tokens: int | UnsetType = UNSET
    cached_tokens: int | UnsetType = UNSET
    input_tokens: int | UnsetType = UNSET

    @classmethod
    def of(cls, totals: RunTotals, measures: Sequence[Measure]) -> Self:
        values: dict[str, Any] = {}
        for measure in measures:
            value: Any = totals.value(measure)
            values[measure.value] = maybe_usd(value) if measure is Measure.COST else value
            values |= {name: getattr(totals, name) for name in _WITH.get(measure, ())}
        return cls(**values)


class Measured(Answer):
    """Measures of a set of runs, and of each bucket if an interval was given."""

    values: MeasuredValues
    series: Sequence[MeasuredValues]

    @classmethod
    def of(cls, group: Group, measures: Sequence[Measure]) -> Self:
        return cls(
            values=MeasuredValues.of(group.totals, measures),
            series=[MeasuredValues.of(totals, measures) for totals in group.series],
        )


class MeasuredGroup(Measured):
    """Measures of the runs with one combination of values."""

    key: Annotated[
        Sequence[str | None], Meta(description="A value per key; null if it is not set.")
    ]

    @classmethod
    def of(cls, group: Group, measures: Sequence[Measure]) -> Self:
        measured = Measured.of(group, measures)
        return cls(key=list(group.key), values=measured.values, series=measured.series)


class RunAggregate(Answer):
    """Measures of the matching runs, of the first groups in order, and of all other groups."""

    measures: Sequence[MeasureName]
    by: Sequence[str]
    interval: Literal["minute", "hour", "day", "week"] | None
    timezone: Annotated[str, Meta(description="Time zone of hours, days and weeks.")]
    buckets: Annotated[Sequence[Time], Meta(description="Start of each interval.")]
    total: Measured
    groups: Sequence[MeasuredGroup]
    other: Annotated[
        Measured | None, Meta(description="Runs in groups that are not listed; null if none are.")
    ]

    @classmethod
    def of(cls, found: Aggregate, request: AggregateRequest, by: Sequence[str]) -> Self:
        measures = request.measures
        return cls(
            measures=[measure.value for measure in measures],
            by=by,
            interval=found.interval.value if found.interval else None,
            timezone=str(request.zone),
            buckets=[answer_time(_EPOCH + timedelta(milliseconds=start)) for start in found.bars],
            total=Measured.of(found.total, measures),
            groups=[MeasuredGroup.of(group, measures) for group in found.groups],
            other=Measured.of(found.other, measures) if found.other else None,
        )
