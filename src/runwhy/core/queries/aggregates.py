"""Aggregates of matched runs: measures such as the failure rate or p95, by value and over time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, tzinfo
from enum import StrEnum
from heapq import nlargest, nsmallest
from struct import pack, unpack
from typing import Literal

from runwhy.core.queries.counts import CountKey, Interval
from runwhy.errors import InvalidInput, Problem

MAX_KEYS = 2
MAX_CELLS = 50_000  # groups times bars of one answer

Key = tuple[str | None, ...]  # the value of each key; None: the run has no value
Value = int | float | None


class Measure(StrEnum):
    """A measure of a set of runs."""

    COUNT = "count"
    FAILED = "failed"
    RATE = "rate"
    P50 = "p50"
    P95 = "p95"
    COST = "cost"
    TOKENS = "tokens"


PERCENTILES: Mapping[Measure, int] = {Measure.P50: 50, Measure.P95: 95}


@dataclass(frozen=True, slots=True, kw_only=True)
class AggregateRequest:
    """The measures to compute, by the values of up to two keys, over time or not."""

    measures: tuple[Measure, ...] = (Measure.COUNT,)
    by: tuple[CountKey, ...] = ()
    interval: Interval | Literal["auto"] | None = None
    zone: tzinfo = UTC  # of days and weeks
    limit: int = 10
    order_by: Measure | None = None  # the first measure by default

    def __post_init__(self) -> None:
        if not self.measures or len(self.by) > MAX_KEYS:
            raise ValueError("an aggregate has at least one measure and at most two keys")

    @property
    def order(self) -> Measure:
        """The measure that groups are sorted by."""
        return self.order_by or self.measures[0]

    @property
    def needed(self) -> frozenset[Measure]:
        """The measures to compute, including the one for the order."""
        return frozenset({*self.measures, self.order})


@dataclass(frozen=True, slots=True, kw_only=True)
class RunTotals:
    """Sums over a set of runs, and percentiles of their durations, as requested."""

    count: int = 0
    failed: int = 0
    ended: int = 0
    tokens: int = 0
    input_tokens: int = 0
    cached_tokens: int = 0
    cost: int = 0  # picodollars
    unpriced_calls: int = 0
    p50: int | None = None
    p95: int | None = None

    def value(self, measure: Measure) -> Value:
        """Return the value of a measure; None if it is unknown."""
        match measure:
            case Measure.RATE:
                return self.failed / self.ended if self.ended else None
            case Measure.COST:
                return None if not self.cost and self.unpriced_calls else self.cost
            case _:
                value: int | None = getattr(self, measure.value)
                return value

    def rank(self, measure: Measure) -> Value:
        """Return the value that groups are sorted by: the measure, or the known part of a cost."""
        return self.cost if measure is Measure.COST else self.value(measure)


def duration_bucket(ms: int) -> int:
    """Return the number of the bucket of a duration: the upper half of its 32-bit float.

    Buckets are exact below 256 ms; beyond, there are 128 of them per doubling.
    """
    return int.from_bytes(pack(">f", max(0, ms))[:2])


def bucket_middle(bucket: int) -> int:
    """Return the duration in the middle of a bucket, less than 0.4 % from any other in it."""
    middle: float = unpack(">f", bucket.to_bytes(2) + b"\x80\x00")[0]
    return int(middle)


def nearest_rank(number: int, percent: int) -> int:
    """Return which of a number of sorted values, counted from 1, `percent` do not exceed."""
    return -(-number * percent // 100)


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """The totals of a set of runs, and those of each bar."""

    key: Key
    totals: RunTotals
    series: Sequence[RunTotals] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Aggregate:
    """Totals of all matched runs, of the first groups in order, and of all other groups."""

    interval: Interval | None
    bars: Sequence[int]  # the start of each bar, in ms
    total: Group
    groups: Sequence[Group] = ()
    other: Group | None = None


def rank(values: Mapping[Key, Value], limit: int) -> Sequence[Key]:
    """Return the keys with the largest values, unknown ones last, ties sorted by text."""
    known = {key: value for key, value in values.items() if value is not None}
    if len(known) >= limit:  # sort only the candidates
        least = min(nlargest(limit, known.values()))
        values = {key: value for key, value in known.items() if value >= least}
    return nsmallest(limit, values, key=lambda key: (_descending(values[key]), _sortable(key)))


def _descending(value: Value) -> tuple[bool, float]:
    return (True, 0) if value is None else (False, -value)


def _sortable(key: Key) -> Sequence[tuple[bool, str]]:
    return [(text is None, text or "") for text in key]


def check_cells(groups: int, bars: int) -> None:
    """Check the size of an answer. Raises: InvalidInput."""
    cells = (groups + 2) * bars  # and the total and the other groups
    if cells > MAX_CELLS:
        rule = (
            f"{bars} intervals for {groups} groups give {cells} values per measure; the limit is"
            f" {MAX_CELLS}. Use a longer interval, a shorter time range or a lower `limit`"
        )
        raise InvalidInput([Problem("interval", rule, MAX_CELLS, cells)])
