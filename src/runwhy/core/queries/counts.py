"""How runs that were found are counted: by value, by key, and over time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from heapq import nlargest, nsmallest

from runwhy.core.queries import COMPARABLE, And, Compare, Field, Moment, Op, Query
from runwhy.core.queries.ast import TAG_KEY
from runwhy.core.queries.renderer import TAG
from runwhy.errors import InvalidInput, Problem

MAX_BARS = 10_080  # a week in minutes
_COMFORTABLE = 200  # bars that a person can still tell apart
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_COUNTABLE = {str(name): name for name in Field if name not in COMPARABLE}


@dataclass(frozen=True, slots=True)
class CountKey:
    """What runs are counted by: one of their fields, or the tag with this key."""

    field: Field | None
    tag: str = ""

    def __post_init__(self) -> None:
        if self.field is None and not TAG_KEY.fullmatch(self.tag):
            raise ValueError(f"not a tag key: {self.tag!r}")


def parse_key(text: str, *, at: str) -> CountKey:
    """Read a key as a query would: a field's name, else a tag's; `tag.` in front is a tag's too.

    Raises: InvalidInput for a field that cannot be counted by, or what cannot be a key.
    """
    if text in _COUNTABLE:
        return CountKey(_COUNTABLE[text])
    if text in COMPARABLE:
        rule = f"runs cannot be counted by {text}; one of {', '.join(_COUNTABLE)}, or a tag's key"
        raise InvalidInput([Problem(at, rule)])
    tag = text.removeprefix(TAG)
    if not TAG_KEY.fullmatch(tag):
        rule = "must be a field, or a tag's key: 1 to 64 of A-Z a-z 0-9 . _ -"
        raise InvalidInput([Problem(at, rule)])
    return CountKey(None, tag)


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """A value, or a key, and how many runs have it."""

    value: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Facet:
    """The values of one key under a query, the most frequent first; `other` is all the rest."""

    values: Sequence[Count]
    other: int


def top(counts: Mapping[str, int], limit: int) -> Sequence[Count]:
    """The most frequent values, ties in the order of their text: the same from every store."""
    least = min(nlargest(limit, counts.values()), default=0)  # of many values, few are sorted
    ranked = nsmallest(
        limit, [(-count, value) for value, count in counts.items() if count >= least]
    )
    return [Count(value=value, count=-count) for count, value in ranked]


class Interval(StrEnum):
    """How long a bar of a histogram lasts."""

    MINUTE = "minute"
    HOUR = "hour"
    DAY = "day"

    @property
    def ms(self) -> int:
        """Its length in milliseconds."""
        return {"minute": 60_000, "hour": 3_600_000, "day": 86_400_000}[self.value]


@dataclass(frozen=True, slots=True, kw_only=True)
class Histogram:
    """How many runs began when: one bar after the other, without a gap.

    `groups` holds the bars of each value, the most frequent first; `other` those of the values
    that are not named. What has no value at all is in `totals` alone.
    """

    interval: Interval
    bars: range  # when each begins, in ms
    totals: Sequence[int] = ()
    groups: Mapping[str, Sequence[int]] = field(default_factory=dict)
    other: Sequence[int] = ()


def choose_interval(first: int, last: int) -> Interval:
    """The shortest interval that shows the time from `first` to `last` (ms) in one picture."""
    for interval in Interval:
        if (last - first) // interval.ms < _COMFORTABLE:
            return interval
    return Interval.DAY


def make_bars(first: int, last: int, interval: Interval) -> range:
    """When the bars begin that hold the time from `first` to `last` (ms).

    Raises: InvalidInput when there would be too many.
    """
    width = interval.ms
    found = range(first // width * width, last + 1, width)
    if len(found) > MAX_BARS:
        rule = f"at most {MAX_BARS} bars, not {len(found)}: ask for a longer interval or less time"
        raise InvalidInput([Problem("interval", rule, MAX_BARS, len(found))])
    return found


def created_range(query: Query) -> tuple[int | None, int | None]:
    """The first and the last millisecond in which what matches can have begun; None is open."""
    parts = query.parts if isinstance(query, And) else (query,)
    ranges = [
        whole_range(part)
        for part in parts
        if isinstance(part, Compare) and part.field is Field.CREATED
    ]
    firsts = [first for first, _ in ranges if first is not None]
    lasts = [last for _, last in ranges if last is not None]
    return max(firsts, default=None), min(lasts, default=None)


def whole_range(term: Compare) -> tuple[int | None, int | None]:
    """What a comparison asks for, in the whole numbers that stores keep: the first and the last.

    Times and durations are kept in milliseconds, and what is asked for may lie between two of
    them. Then nothing is equal to it: the first comes after the last.
    """
    amount, unit = _amount(term.value)
    down, up = amount // unit, -(-amount // unit)
    match term.op:
        case Op.EQ:
            return up, down
        case Op.GT:
            return down + 1, None
        case Op.GE:
            return up, None
        case Op.LT:
            return None, up - 1
        case Op.LE:
            return None, down


def _amount(value: Moment | timedelta | int) -> tuple[int, int]:
    match value:
        case Moment(at=at):
            return (at - _EPOCH) // _MICROSECOND, 1000
        case timedelta():
            return value // _MICROSECOND, 1000
        case int():
            return value, 1
