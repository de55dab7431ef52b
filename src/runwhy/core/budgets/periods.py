"""Periods: the windows of time that usage is counted in, correct when clocks change."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

from runwhy.errors import Problem

_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)


class Period(StrEnum):
    """The scope of usage: one run, one session, a window of time, or everything."""

    RUN = "run"
    SESSION = "session"
    HOUR = "hour"
    DAY = "day"
    WEEK = "week"  # from Monday
    MONTH = "month"
    FOREVER = "forever"

    @property
    def is_timed(self) -> bool:
        """Whether the period starts again by the clock."""
        return self in _TIMED


_TIMED = frozenset({Period.HOUR, Period.DAY, Period.WEEK, Period.MONTH})


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """One window of time in UTC, from `start` until before `end`."""

    start: datetime
    end: datetime


def window_at(period: Period, zone: str, at: datetime) -> Window:
    """Return the window that contains a time.

    Days, weeks and months begin at local midnight, or right after it if clocks skip midnight. An
    hour that occurs twice is two windows, and a clock change by half an hour cuts one short.
    """
    local = at.astimezone(ZoneInfo(zone))
    if period is Period.HOUR:
        into = timedelta(minutes=local.minute, seconds=local.second, microseconds=local.microsecond)
        start = at.astimezone(UTC) - into
        return Window(start=_after_change(start, local, zone), end=start + _HOUR)
    return _days_from(period, zone, _first_day(period, local.date()))


def _after_change(start: datetime, at: datetime, zone: str) -> datetime:
    """Return the start of an hour, or the end of the hour before it if clocks changed since."""
    if start.astimezone(at.tzinfo).utcoffset() == at.utcoffset():
        return start
    earlier = window_at(Period.HOUR, zone, start).end
    return earlier if earlier <= at else start


@lru_cache(maxsize=256)
def _days_from(period: Period, zone: str, first: date) -> Window:
    return Window(start=_midnight(first, zone), end=_midnight(_next(period, first), zone))


def zone_problems(zone: str) -> list[Problem]:
    """Return the problem of a time zone that is not known."""
    try:
        ZoneInfo(zone)
    except (ValueError, OSError, LookupError):
        close = sorted(name for name in available_timezones() if name.endswith(f"/{zone}"))
        hint = f"did you mean {close[0]}?" if close else "use an IANA name such as Europe/Berlin"
        return [Problem("/timezone", f"unknown time zone {zone!r}; {hint}")]
    return []


def _first_day(period: Period, day: date) -> date:
    match period:
        case Period.DAY:
            return day
        case Period.WEEK:
            return day - day.weekday() * _DAY
        case Period.MONTH:
            return day.replace(day=1)
        case _:
            raise ValueError(f"a {period} is not a window of time")


def _next(period: Period, first: date) -> date:
    match period:
        case Period.DAY:
            return first + _DAY
        case Period.WEEK:
            return first + 7 * _DAY
        case _:
            return (first + 31 * _DAY).replace(day=1)


def _midnight(day: date, zone: str) -> datetime:
    """Return the first moment of a day in UTC.

    If clocks skip midnight, the offset from before the change gives the moment of the change.
    """
    return datetime(day.year, day.month, day.day, tzinfo=ZoneInfo(zone)).astimezone(UTC)
