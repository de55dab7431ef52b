"""Answers that count runs, and suggestions for queries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from msgspec import Meta

from runwhy.wire.answer import Answer, Copied, Suggestion, Time, answer_time

if TYPE_CHECKING:
    from runwhy.core import queries
    from runwhy.core.queries.counts import Count, Histogram

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class ValueCount(Copied):
    """A value, with the number of runs that have it."""

    value: str
    count: int


class Facet(Copied):
    """The most frequent values of a key. `other` counts the runs with any other value."""

    key: str
    values: Sequence[ValueCount]
    other: int


class KeyCount(Answer):
    """A tag key, with the number of runs that have it."""

    key: str
    count: int


class RunKeys(Answer):
    """Tag keys, most frequent first."""

    keys: Sequence[KeyCount]

    @classmethod
    def of(cls, keys: Sequence[Count]) -> Self:
        return cls(keys=[KeyCount(key=each.value, count=each.count) for each in keys])


class Bucket(Answer):
    """Runs started in one interval; with `groupBy`, also per value."""

    start: Time
    count: int
    counts: Mapping[str, int] | None = None
    other: Annotated[int | None, Meta(description="Runs with a value not in `groups`.")] = None
    none: Annotated[int | None, Meta(description="Runs without a value.")] = None

    @classmethod
    def of(cls, histogram: Histogram, at: int, *, grouped: bool) -> Self:
        start = answer_time(_EPOCH + timedelta(milliseconds=histogram.bars[at]))
        groups = _groups(histogram, at) if grouped else {}
        return cls(start=start, count=histogram.totals[at], **groups)


def _groups(histogram: Histogram, at: int) -> dict[str, Any]:
    counts = {value: bars[at] for value, bars in histogram.groups.items() if bars[at]}
    other = histogram.other[at] if histogram.other else 0
    none = histogram.totals[at] - sum(counts.values()) - other
    return {"counts": counts, "other": other, "none": none}


class RunHistogram(Answer):
    """Consecutive intervals, and the values they are grouped by, most frequent first."""

    interval: Literal["minute", "hour", "day", "week"]
    timezone: Annotated[str, Meta(description="Time zone of hours, days and weeks.")]
    group_by: str | None
    groups: Sequence[str]
    buckets: Sequence[Bucket]

    @classmethod
    def of(cls, histogram: Histogram, group_by: str | None, timezone: str) -> Self:
        grouped = group_by is not None
        return cls(
            interval=histogram.interval.value,
            timezone=timezone,
            group_by=group_by,
            groups=list(histogram.groups),
            buckets=[
                Bucket.of(histogram, at, grouped=grouped) for at in range(len(histogram.bars))
            ],
        )


def suggested(found: Sequence[queries.Suggestion]) -> Sequence[Suggestion] | None:
    """Return suggestions, or None if there are none."""
    shown = [Suggestion(written=s.written, meant=s.meant, message=str(s)) for s in found]
    return shown or None
