"""Schedules: cron expressions in a time zone, correct when clocks change."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from itertools import islice
from zoneinfo import ZoneInfo, available_timezones

from cronsim import CronSim, CronSimError

from runwhy.errors import InvalidInput, Problem

MAX_EXPRESSION = 200
_ANCHOR = datetime(2024, 1, 1)  # noqa: DTZ001 (only to see whether an expression can be read)
_DAY = timedelta(days=1)
_SECOND = timedelta(seconds=1)
_NEAR, _FAR = timedelta(days=2), timedelta(days=4)  # a zone's offsets differ by less


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """A cron schedule: 5 fields, or 6 with seconds first, in an IANA time zone.

    If minute and hour are both fixed, it is a time of day: it fires once on the day clocks go back,
    and right after the gap on the day they go forward. Any other schedule repeats by local time, so
    it fires twice in an hour that occurs twice.
    """

    expression: str
    zone: str = "UTC"

    @property
    def is_time_of_day(self) -> bool:
        """Whether minute and hour are both fixed."""
        minute, hour = self.expression.split()[-5:-3]
        return not minute.startswith("*") and not hour.startswith("*")

    def after(self, at: datetime) -> datetime | None:
        """Return the first time after `at` in UTC, or None if there is none within 50 years."""
        zone = UTC if self.zone == "UTC" else ZoneInfo(self.zone)
        if self.is_time_of_day:
            return _next_time_of_day(self.expression, zone, at.astimezone(UTC))
        return _next_repeated(self.expression, zone, at.astimezone(UTC))

    def following(self, at: datetime) -> Iterator[datetime]:
        """Yield all times after `at`, without end."""
        due = self.after(at)
        while due is not None:
            yield due
            due = self.after(due)

    def first(self, count: int, *, after: datetime) -> list[datetime]:
        """Return the next few times."""
        known = _UPCOMING.get(self)  # the same until the first of them has passed
        if known is None or not known[0] <= after < known[1][0] or len(known[1]) < count:
            times = list(islice(self.following(after), count))
            if len(times) < count or not times:  # it ends
                return times
            if len(_UPCOMING) >= _MOST_UPCOMING:
                _UPCOMING.clear()
            known = _UPCOMING[self] = (after, times)
        return known[1][:count]

    def in_words(self) -> str:
        """Return the schedule in English, with its time zone unless it is the same in all zones."""
        words = _explain(self.expression)
        if self.zone != "UTC":
            return f"{words}, {self.zone} time"
        is_same = set(self.expression.split()[-4:]) == {"*"}  # every hour of every day
        return words if is_same else f"{words}, UTC"


# Lists of triggers show the next times of each schedule, and computing them takes 0.3 ms.
_UPCOMING: dict[Schedule, tuple[datetime, list[datetime]]] = {}
_MOST_UPCOMING = 10_000


@lru_cache(maxsize=_MOST_UPCOMING)
def _explain(expression: str) -> str:
    return CronSim(expression, _ANCHOR).explain()


def parse_schedule(expression: str, zone: str, *, after: datetime) -> Schedule:
    """Parse a schedule from outside. Raises: InvalidInput, which names every broken rule."""
    problems = [*_expression_problems(expression), *_zone_problems(zone)]
    if not problems:
        schedule = Schedule(expression=" ".join(expression.split()), zone=zone)
        if schedule.after(after) is not None:
            return schedule
        problems.append(Problem("/schedule", "is never due"))
    raise InvalidInput(problems)


def _expression_problems(expression: str) -> Iterator[Problem]:
    if len(expression) > MAX_EXPRESSION:
        yield Problem.over("/schedule", "characters", len(expression), MAX_EXPRESSION)
        return
    try:
        CronSim(expression, _ANCHOR)
    except (CronSimError, ValueError, AssertionError, TypeError) as error:
        rule = f"{expression!r} is not a cron expression of 5 or 6 fields (such as '0 2 * * *')"
        yield Problem("/schedule", f"{rule}: {str(error) or 'invalid syntax'}")


def _zone_problems(zone: str) -> Iterator[Problem]:
    try:
        ZoneInfo(zone)
    except (ValueError, OSError, LookupError):
        close = sorted(name for name in available_timezones() if name.endswith(f"/{zone}"))
        hint = f"did you mean {close[0]}?" if close else "use an IANA name such as Europe/Berlin"
        yield Problem("/timezone", f"unknown time zone {zone!r}; {hint}")


def _next_time_of_day(expression: str, zone: tzinfo, at: datetime) -> datetime | None:
    local = at.astimezone(zone).replace(tzinfo=None, microsecond=0, fold=0)
    for wall in CronSim(expression, local):
        due = _on_the_wall(wall, zone)
        if due > at:  # in a repeated hour, local time shows times that have passed
            return due
    return None


def _on_the_wall(wall: datetime, zone: tzinfo) -> datetime:
    """Return when clocks first show this time, or the first minute after a gap that skips it."""
    due = wall.replace(tzinfo=zone).astimezone(UTC)
    while due.astimezone(zone).replace(tzinfo=None) != wall:
        wall += timedelta(minutes=1)
        due = wall.replace(tzinfo=zone).astimezone(UTC)
    return due


def _next_repeated(expression: str, zone: tzinfo, at: datetime) -> datetime | None:
    """Return the next time, searching from one clock change to the next."""
    since, offset = at, _offset(zone, at)
    while True:
        found = next(CronSim(expression, at.astimezone(timezone(offset))), None)
        if found is None:
            return None
        due = found.astimezone(UTC)
        if due - since > _FAR:  # nothing can be due before that, at any offset
            since = at = due - _NEAR
            offset = _offset(zone, since)
            continue
        change = _first_change(zone, since, due)
        if change is None:
            return due
        since, at, offset = change, change - _SECOND, _offset(zone, change)


def _first_change(zone: tzinfo, since: datetime, until: datetime) -> datetime | None:
    """Return the first second after `since`, up to `until`, with a different offset."""
    start = _offset(zone, since)
    early = since
    while early < until:
        late = min(early + _DAY, until)
        if _offset(zone, late) != start:
            return _bisect(zone, start, early, late)
        early = late
    return None


def _bisect(zone: tzinfo, start: timedelta, early: datetime, late: datetime) -> datetime:
    while late - early > _SECOND:
        middle = (early + (late - early) / 2).replace(microsecond=0)
        if middle <= early:
            break
        early, late = (middle, late) if _offset(zone, middle) == start else (early, middle)
    return late.replace(microsecond=0)


def _offset(zone: tzinfo, at: datetime) -> timedelta:
    found = at.astimezone(zone).utcoffset()
    assert found is not None
    return found
