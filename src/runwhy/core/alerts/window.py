"""Rolling windows: totals of the runs that ended in the last minutes, in 60 steps.

The right edge of a window is exact. Its left edge moves in steps, so a window is up to a sixtieth
longer than its length. Memory is bounded by the steps, whatever the number of runs.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import Counter, deque
from dataclasses import dataclass, field
from typing import NamedTuple

from runwhy.core.alerts.alert import Alert, AlertMeasure, Comparison, Direction
from runwhy.core.alerts.decision import Sample
from runwhy.core.queries.aggregates import bucket_middle, duration_bucket, nearest_rank
from runwhy.core.runs.cost import DECIMALS

STEPS = 60
MIN_STEP = 1000  # ms
PERCENT = 95
_PICOS = float(10**DECIMALS)


class EndedRun(NamedTuple):
    """The measures of a run that has ended. Times are in ms, the cost in picodollars."""

    at: int
    is_failed: bool = False
    duration: int | None = None
    cost: int = 0


def end_order(run: EndedRun) -> tuple[int, bool, int, int]:
    """Return the key to sort ended runs by their time."""
    return run.at, run.is_failed, run.duration or 0, run.cost


@dataclass(slots=True)
class Totals:
    """Totals of some runs."""

    count: int = 0
    failed: int = 0
    cost: int = 0
    timed: int = 0
    durations: Counter[int] = field(default_factory=Counter)  # by bucket
    buckets: list[int] = field(default_factory=list)  # of the durations, sorted

    def add(self, run: EndedRun) -> None:
        """Add a run."""
        self.count += 1
        self.failed += run.is_failed
        self.cost += run.cost
        if run.duration is not None:
            self.timed += 1
            self._count(duration_bucket(run.duration), 1)

    def merge(self, other: Totals, sign: int) -> None:
        """Add or subtract other totals."""
        self.count += sign * other.count
        self.failed += sign * other.failed
        self.cost += sign * other.cost
        self.timed += sign * other.timed
        for bucket, number in other.durations.items():
            self._count(bucket, sign * number)

    def _count(self, bucket: int, more: int) -> None:
        before = self.durations[bucket]
        after = before + more
        if not before:
            insort(self.buckets, bucket)
        if after:
            self.durations[bucket] = after
        else:
            del self.durations[bucket]
            self.buckets.pop(bisect_left(self.buckets, bucket))

    def p95(self) -> float | None:
        """Return the duration in seconds that 95 % of the runs do not exceed."""
        if not self.timed:
            return None
        longer = self.timed - nearest_rank(self.timed, PERCENT)
        for bucket in reversed(self.buckets):  # few are beyond it
            longer -= self.durations[bucket]
            if longer < 0:
                return bucket_middle(bucket) / 1000
        return None

    def measure(self, measure: AlertMeasure) -> float | None:
        """Return the value of a measure; None if it is unknown."""
        match measure:
            case AlertMeasure.COUNT:
                return float(self.count)
            case AlertMeasure.FAILED:
                return float(self.failed)
            case AlertMeasure.FAILURE_RATE:
                return self.failed / self.count if self.count else None
            case AlertMeasure.P95:
                return self.p95()
            case AlertMeasure.COST:
                return self.cost / _PICOS
            case _:
                raise ValueError(f"{measure} is not a measure of a window")


class RollingWindow:
    """The runs of a window and, for comparisons, of the window before it."""

    def __init__(self, seconds: int, *, compares: bool = False) -> None:
        length = seconds * 1000
        self.step = max(MIN_STEP, length // STEPS)
        self._steps = -(-length // self.step) + 1  # with the one that has just begun
        self.now = Totals()
        self.before = Totals()
        self._compares = compares
        self._new: deque[tuple[int, Totals]] = deque()  # by number of the step
        self._old: deque[tuple[int, Totals]] = deque()
        self.position = 0  # ms

    @property
    def reach(self) -> int:
        """How far back the window reaches, in ms."""
        return (self._steps * (2 if self._compares else 1)) * self.step

    @property
    def next_change(self) -> int | None:
        """When a run leaves the window, or the window before it, in ms."""
        edges = [
            (steps[0][0] + kept) * self.step
            for steps, kept in ((self._new, self._steps), (self._old, 2 * self._steps))
            if steps
        ]
        return min(edges, default=None)

    def advance(self, to: int) -> None:
        """Move the window to a time, in ms. It does not move back."""
        self.position = max(self.position, to)
        newest = self.position // self.step
        while self._new and self._new[0][0] <= newest - self._steps:
            number, totals = self._new.popleft()
            self.now.merge(totals, -1)
            if self._compares:
                self.before.merge(totals, 1)
                self._old.append((number, totals))
        while self._old and self._old[0][0] <= newest - 2 * self._steps:
            self.before.merge(self._old.popleft()[1], -1)

    def add(self, run: EndedRun) -> None:
        """Add a run to its step. A run that ended before the window is ignored."""
        self.advance(run.at)
        number, newest = run.at // self.step, self.position // self.step
        if number > newest - self._steps:
            self.now.add(run)
            _step(self._new, number).add(run)
        elif self._compares and number > newest - 2 * self._steps:
            self.before.add(run)
            _step(self._old, number).add(run)


def _step(steps: deque[tuple[int, Totals]], number: int) -> Totals:
    """Return the totals of a step, which is nearly always the last."""
    if not steps or steps[-1][0] < number:
        steps.append((number, Totals()))
        return steps[-1][1]
    place = bisect_left(steps, number, key=lambda each: each[0])
    if steps[place][0] != number:
        steps.insert(place, (number, Totals()))
    return steps[place][1]


def sample_of(alert: Alert, window: RollingWindow) -> Sample:
    """Return the value of an alert in a window."""
    totals, measure = window.now, alert.measure
    is_empty = not totals.count
    counted = totals.failed if measure is AlertMeasure.FAILED else totals.count
    if counted < alert.minimum and alert.direction is Direction.ABOVE:
        return Sample(None, is_empty)
    value = totals.measure(measure)
    if alert.comparison is Comparison.PREVIOUS and value is not None:
        before = window.before.measure(measure)
        if measure in (AlertMeasure.COUNT, AlertMeasure.FAILED):
            before = max(before or 0.0, 1.0)  # so that the first failures have a ratio
        value = value / before if before else None
    return Sample(value, is_empty)
