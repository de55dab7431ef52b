"""Previews: when an alert would have fired on past data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple

from runwhy.core.alerts.alert import Alert, Comparison, Direction
from runwhy.core.alerts.decision import Transition
from runwhy.core.alerts.timeline import AbsenceTimeline, Watch, WindowTimeline, from_ms, to_ms
from runwhy.core.alerts.window import EndedRun, RollingWindow
from runwhy.core.triggers.schedules import Schedule

PREVIEWED = timedelta(days=7)  # by default
MAX_PREVIEWED = timedelta(days=31)
MAX_RUNS = 100_000
POINTS = 300
MAX_FIRINGS = 1000


class Asked(NamedTuple):
    """When an approval was requested, and when it was settled, in ms."""

    at: int
    until: int | None = None


class Point(NamedTuple):
    """The most extreme value in a part of the previewed time."""

    at: datetime
    value: float | None


class Firing(NamedTuple):
    """A time in which an alert would have fired; `until` is None if it still would."""

    since: datetime
    until: datetime | None
    value: float | None


@dataclass(slots=True, kw_only=True)
class Preview:
    """The effect that an alert would have had, had it been created at `since`."""

    since: datetime
    until: datetime
    runs: int = 0
    firings: Sequence[Firing] = ()
    points: Sequence[Point] = ()
    is_complete: bool = True


@dataclass(slots=True)
class ValueSeries:
    """Values over time, as the most extreme one in each of some equal parts."""

    since: int
    until: int
    is_above: bool = True
    values: list[float | None] = field(default_factory=lambda: [None] * POINTS)
    _part: int = 0
    _value: float | None = None

    @property
    def edges(self) -> Sequence[int]:
        """The start of each part."""
        length = self.until - self.since
        return [self.since + length * part // POINTS for part in range(POINTS)]

    def record(self, at: int, value: float | None) -> None:
        """Note that the value is this one from a time on."""
        if at < self.since:
            self._value = value
            self.values[0] = value
            return
        length = max(1, self.until - self.since)
        self._fill(min(POINTS - 1, (at - self.since) * POINTS // length))
        self._value = value
        self.values[self._part] = self._extreme(self.values[self._part], value)

    def points(self) -> Sequence[Point]:
        """Return the values of all parts."""
        self._fill(POINTS - 1)
        return [Point(from_ms(at), v) for at, v in zip(self.edges, self.values, strict=True)]

    def _fill(self, part: int) -> None:
        """Go to a part, and keep the value until there."""
        for each in range(self._part + 1, part + 1):
            self.values[each] = self._value
        self._part = max(self._part, part)

    def _extreme(self, one: float | None, other: float | None) -> float | None:
        if one is None or other is None:
            return other if one is None else one
        return max(one, other) if self.is_above else min(one, other)


def preview_window(
    alert: Alert, runs: Sequence[EndedRun], *, since: datetime, until: datetime
) -> Preview:
    """Simulate an alert on ended runs, in the order in which they ended."""
    start, end, watch = to_ms(since), to_ms(until), Watch(alert)
    series = ValueSeries(start, end, alert.direction is Direction.ABOVE)
    window = RollingWindow(alert.window, compares=alert.comparison is Comparison.PREVIOUS)
    timeline = _Recorded(window, [watch], series)
    before = [run for run in runs if run.at <= start]
    timeline.start(before, start)
    for run in runs[len(before) :]:
        timeline.add(run)
    timeline.advance(end)
    return Preview(
        since=since,
        until=until,
        runs=len(runs) - len(before),
        firings=firings_of(watch.take()),
        points=series.points(),
    )


class _Recorded(WindowTimeline):
    """A timeline that records the value after each change."""

    def __init__(
        self, window: RollingWindow, watches: Sequence[Watch], series: ValueSeries
    ) -> None:
        super().__init__(window, watches)
        self._series = series

    def _observe(self, at: int) -> None:
        super()._observe(at)
        self._series.record(at, self.watches[0].value)


def preview_absence(
    alert: Alert,
    matches: Sequence[int],
    *,
    since: datetime,
    until: datetime,
    schedule: Schedule | None = None,
    scheduled_since: datetime | None = None,
) -> Preview:
    """Simulate an alert about absence on the times of matches, which are sorted.

    `scheduled_since` is when the schedule was created: before that, nothing was planned.
    """
    start, end, watch = to_ms(since), to_ms(until), Watch(alert)
    series = ValueSeries(start, end)
    begin = start if scheduled_since is None else max(start, to_ms(scheduled_since))
    timeline = AbsenceTimeline(watch, begin, schedule)
    edges = iter([*series.edges[1:], end])
    edge = next(edges)
    counted = [at for at in matches if start < at <= end]
    for at in [*counted, end]:
        while edge < at:
            series.record(edge - 1, timeline.age(edge - 1))
            series.record(edge, timeline.age(edge))
            edge = next(edges)
        series.record(at, timeline.age(at))
        if at != end or (counted and counted[-1] == end):
            timeline.add(at)
        series.record(at, timeline.age(at))
    timeline.advance(end)
    return Preview(
        since=since,
        until=until,
        runs=len(counted),
        firings=firings_of(watch.take()),
        points=series.points(),
    )


def preview_approvals(
    alert: Alert, asked: Sequence[Asked], *, since: datetime, until: datetime
) -> Preview:
    """Simulate an alert about the age of approvals."""
    start, end, window = to_ms(since), to_ms(until), alert.window * 1000
    series = ValueSeries(start, end)
    late: list[Asked] = []
    for each in sorted(asked):
        settled = end if each.until is None else each.until
        if each.at + window < min(settled, end + 1):
            late.append(Asked(max(start, each.at + window), each.until))
    for edge in [*series.edges, end]:
        open_at = [each.at for each in asked if each.at <= edge and (each.until or end + 1) > edge]
        series.record(edge, (edge - min(open_at)) / 1000 if open_at else 0.0)
    found: list[Firing] = []
    for one in _union([each for each in late if each.until is None or each.until > start]):
        ends = None if one.until is None else from_ms(one.until)
        found.append(Firing(from_ms(one.at), ends, float(alert.window)))
    return Preview(
        since=since,
        until=until,
        runs=len(asked),
        firings=found[-MAX_FIRINGS:],
        points=series.points(),
    )


def _union(times: Sequence[Asked]) -> Sequence[Asked]:
    """Join times that overlap; they are sorted by their start."""
    joined: list[Asked] = []
    for each in times:
        last = joined[-1] if joined else None
        if last is not None and (last.until is None or each.at <= last.until):
            is_open = last.until is None or each.until is None
            until = None if is_open else max(last.until or 0, each.until or 0)
            joined[-1] = Asked(last.at, until)
        else:
            joined.append(each)
    return joined


def firings_of(transitions: Sequence[Transition]) -> Sequence[Firing]:
    """Return the times between a transition to firing and the next to resolved, the newest last."""
    found: list[Firing] = []
    for each in transitions:
        if each.is_firing:
            found.append(Firing(from_ms(each.at), None, each.value))
        elif found:
            found[-1] = found[-1]._replace(until=from_ms(each.at))
    return found[-MAX_FIRINGS:]
