"""Counting matched runs: by value, by key, and over time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, tzinfo
from enum import StrEnum
from heapq import nlargest, nsmallest
from zoneinfo import ZoneInfo

from runwhy.core.queries import COMPARABLE, LISTS, Compare, Field, Moment, Op, Query, parts_of
from runwhy.core.queries.renderer import TAG, tag_name
from runwhy.core.runs.tags import KEY_RULE, TAG_KEY
from runwhy.errors import InvalidInput, Problem

MAX_BARS = 10_080  # a week in minutes
_COMFORTABLE = 200  # the number of bars a person can tell apart
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_COUNTABLE = {str(name): name for name in Field if name not in COMPARABLE | LISTS}


@dataclass(frozen=True, slots=True)
class CountKey:
    """The key to count runs by: a field or a tag key."""

    field: Field | None
    tag: str = ""

    def __post_init__(self) -> None:
        if self.field is None and not TAG_KEY.fullmatch(self.tag):
            raise ValueError(f"not a tag key: {self.tag!r}")


def parse_key(text: str, *, at: str) -> CountKey:
    """Read a key as queries do: a field name, else a tag key; `tag.` in front always means a tag.

    Raises: InvalidInput: the field cannot be counted by, or the text cannot be a key.
    """
    if text in _COUNTABLE:
        return CountKey(_COUNTABLE[text])
    if text in COMPARABLE | LISTS:
        rule = f"cannot count runs by {text}; use {', '.join(_COUNTABLE)} or a tag key"
        raise InvalidInput([Problem(at, rule)])
    tag = text.removeprefix(TAG)
    if not TAG_KEY.fullmatch(tag):
        rule = f"must be a field or a tag key ({KEY_RULE})"
        raise InvalidInput([Problem(at, rule)])
    return CountKey(None, tag)


def key_name(key: CountKey) -> str:
    """Return the text that is read as this key."""
    return tag_name(key.tag) if key.field is None else key.field.value


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """A value or a key, and the number of runs that have it."""

    value: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Facet:
    """The values of one key among matched runs, most frequent first; `other` counts the rest."""

    values: Sequence[Count]
    other: int


def top(counts: Mapping[str, int], limit: int) -> Sequence[Count]:
    """Return the most frequent values, ties sorted by text, so that every store agrees."""
    least = min(nlargest(limit, counts.values()), default=0)  # sorts only the candidates
    ranked = nsmallest(
        limit, [(-count, value) for value, count in counts.items() if count >= least]
    )
    return [Count(value=value, count=-count) for count, value in ranked]


class Interval(StrEnum):
    """The width of a histogram bar."""

    MINUTE = "minute"
    HOUR = "hour"
    DAY = "day"
    WEEK = "week"  # from Monday

    @property
    def ms(self) -> int:
        """The width in milliseconds."""
        return _WIDTHS[self.value]

    def start_of(self, ms: int, zone: tzinfo = UTC) -> int:
        """Return the start of the bar that contains a time, in ms, by the clocks of a time zone."""
        if self is Interval.MINUTE or zone is UTC:
            first = 4 * _WIDTHS["day"] if self is Interval.WEEK else 0  # the first Monday of 1970
            return (ms - first) // self.ms * self.ms + first
        local = (_EPOCH + timedelta(milliseconds=ms)).astimezone(zone)
        start = local.replace(minute=0, second=0, microsecond=0)
        if self is Interval.HOUR:
            return _ms(start)  # `fold` is kept: an hour that clocks repeat has two bars
        days = local.weekday() if self is Interval.WEEK else 0
        return _ms(start.replace(hour=0, fold=0) - timedelta(days=days))

    def next_start(self, start: int, zone: tzinfo) -> int:
        """Return the start of the next bar. Days have 23 to 25 hours, and more in rare cases."""
        for after in (self.ms, self.ms + _WIDTHS["hour"], self.ms * 2):
            found = self.start_of(start + after, zone)
            if found > start:
                return found
        raise AssertionError("time does not pass")


def _ms(at: datetime) -> int:
    return (at - _EPOCH) // timedelta(milliseconds=1)


_WIDTHS = {"minute": 60_000, "hour": 3_600_000, "day": 86_400_000, "week": 604_800_000}


@dataclass(frozen=True, slots=True, kw_only=True)
class Histogram:
    """How many runs were created when, as consecutive bars.

    `groups` holds the bars of each value, most frequent first; `other` sums the remaining values.
    Runs without a value count in `totals` only.
    """

    interval: Interval
    bars: Sequence[int]  # the start of each bar, in ms
    totals: Sequence[int] = ()
    groups: Mapping[str, Sequence[int]] = field(default_factory=dict)
    other: Sequence[int] = ()


def choose_interval(first: int, last: int, longest: Interval = Interval.DAY) -> Interval:
    """Return the shortest interval that shows `first` to `last` (ms) in one chart."""
    for interval in Interval:
        if (last - first) // interval.ms < _COMFORTABLE or interval is longest:
            return interval
    return longest


def make_bars(first: int, last: int, interval: Interval, zone: tzinfo = UTC) -> Sequence[int]:
    """Return the starts of the bars that cover `first` to `last` (ms).

    Raises: InvalidInput: there would be too many.
    """
    width = interval.ms
    found = range(interval.start_of(first, zone), last + 1, width)
    if len(found) > MAX_BARS:
        rule = f"gives {len(found)} bars; the limit is {MAX_BARS}. Use a longer interval"
        raise InvalidInput([Problem("interval", rule, MAX_BARS, len(found))])
    if interval is Interval.MINUTE or zone is UTC:
        return found
    starts = [found.start]
    while (start := interval.next_start(starts[-1], zone)) <= last:
        starts.append(start)
    return starts


def read_zone(name: str, *, at: str) -> tzinfo:
    """Return the time zone with a name. Raises: InvalidInput."""
    try:
        return UTC if name == "UTC" else ZoneInfo(name)
    except (ValueError, OSError, LookupError):
        rule = f"unknown time zone {name!r}; use an IANA name such as Europe/Berlin"
        raise InvalidInput([Problem(at, rule)]) from None


def created_range(query: Query) -> tuple[int | None, int | None]:
    """Return the first and last creation time (ms) that a match can have; None means unbounded."""
    compared = [part for part in parts_of(query) if isinstance(part, Compare)]
    ranges = [whole_range(part) for part in compared if part.field is Field.CREATED]
    firsts = [first for first, _ in ranges if first is not None]
    lasts = [last for _, last in ranges if last is not None]
    return max(firsts, default=None), min(lasts, default=None)


def whole_range(term: Compare) -> tuple[int | None, int | None]:
    """Return the first and last whole number that a comparison matches.

    Stores hold times and durations in milliseconds, and a query may name a value between two of
    them. No stored number equals it, so the first exceeds the last.
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
