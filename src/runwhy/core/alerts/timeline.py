"""Timelines: alerts followed through time, one change after the other.

The preview and the evaluation on a server use the same timelines, so they come to the same result.
Times are in ms.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from runwhy.core.alerts.alert import Alert
from runwhy.core.alerts.decision import Limits, Sample, Transition, fires, limits_of
from runwhy.core.alerts.window import EndedRun, RollingWindow, sample_of
from runwhy.core.triggers.schedules import Schedule

Record = Callable[[int, float | None], None]


def to_ms(at: datetime) -> int:
    """Return a time in ms."""
    return round(at.timestamp() * 1000)


def from_ms(ms: int) -> datetime:
    """Return the time of a number of ms."""
    return datetime.fromtimestamp(ms / 1000, UTC)


@dataclass(slots=True)
class Watch:
    """One alert on a timeline: whether it fires, its last value, and its new transitions."""

    alert: Alert
    is_firing: bool = False
    value: float | None = None
    transitions: list[Transition] = field(default_factory=list)
    limits: Limits = field(init=False)

    def __post_init__(self) -> None:
        self.limits = limits_of(self.alert)

    def observe(self, at: int, sample: Sample) -> None:
        """Decide with a new value."""
        self.value = sample.value
        is_firing = fires(self.limits, sample, firing=self.is_firing)
        if is_firing is not self.is_firing:
            self.is_firing = is_firing
            change = Transition(at=at, is_firing=is_firing, value=sample.value)
            self.transitions.append(change)

    def take(self) -> Sequence[Transition]:
        """Return the transitions since the last call."""
        taken, self.transitions = self.transitions, []
        return taken


class WindowTimeline:
    """Alerts with the same query and window."""

    def __init__(self, window: RollingWindow, watches: Sequence[Watch]) -> None:
        self.window = window
        self.watches = watches
        self.scheduled: int | None = None  # time of the next visit

    @property
    def watched(self) -> Sequence[Watch]:
        """All alerts on the timeline."""
        return self.watches

    def join(self, watch: Watch) -> None:
        """Add an alert, and decide about it."""
        self.watches = [*self.watches, watch]
        watch.observe(self.window.position, sample_of(watch.alert, self.window))

    def start(self, runs: Sequence[EndedRun], at: int) -> None:
        """Begin with the runs before a time, and decide once."""
        for run in runs:
            self.window.add(run)
        self.window.advance(at)
        self._observe(at)

    def add(self, run: EndedRun) -> None:
        """Decide about a run that has ended, after all changes before it."""
        self.advance(run.at)
        self.window.add(run)
        self._observe(self.window.position)

    def advance(self, to: int) -> None:
        """Decide about every change up to a time."""
        while (change := self.window.next_change) is not None and change <= to:
            self.window.advance(change)
            self._observe(self.window.position)
        self.window.advance(to)

    @property
    def next_change(self) -> int | None:
        """When the value changes without another run."""
        return self.window.next_change

    def _observe(self, at: int) -> None:
        for watch in self.watches:
            watch.observe(at, sample_of(watch.alert, self.window))


class AbsenceTimeline:
    """An alert that fires when nothing has matched for its window.

    With a schedule, the window begins at the first planned time after the last match.
    """

    def __init__(self, watch: Watch, last: int, schedule: Schedule | None = None) -> None:
        self.watch = watch
        self.scheduled: int | None = None  # time of the next visit
        self._schedule = schedule
        self.last = last
        self._due = self._find_due()

    @property
    def next_change(self) -> int | None:
        """When the alert fires without another match."""
        return None if self.watch.is_firing else self._due

    @property
    def watched(self) -> Sequence[Watch]:
        """All alerts on the timeline."""
        return (self.watch,)

    def start(self, at: int) -> None:
        """Decide once: an alert that fires is resolved if a run has matched since."""
        if self.watch.is_firing and (self._due is None or at < self._due):
            self.watch.observe(at, Sample(self.age(at)))
        self.advance(at)

    def add(self, at: int) -> None:
        """Decide about a match, after all changes before it."""
        self.advance(at)
        if at > self.last:
            self.last = at
            self._due = self._find_due()
        if self.watch.is_firing and (self._due is None or self._due > at):
            self.watch.observe(at, Sample(0.0))

    def advance(self, to: int) -> None:
        """Decide about every change up to a time."""
        self.watch.value = self.age(to)
        if not self.watch.is_firing and self._due is not None and self._due <= to:
            self.watch.observe(self._due, Sample(self._limit))

    def age(self, at: int) -> float:
        """Return for how many seconds a match is missing, as compared with the window."""
        if self._due is None:
            return 0.0
        return max(0.0, (at - self._due) / 1000 + self._limit)

    @property
    def _limit(self) -> float:
        return float(self.watch.alert.window)

    def _find_due(self) -> int | None:
        start = self.last
        if self._schedule is not None:
            planned = self._schedule.after(from_ms(self.last))
            if planned is None:
                return None
            start = to_ms(planned)
        return start + self.watch.alert.window * 1000


class ApprovalTimeline:
    """An alert that fires while an approval has waited for its window."""

    def __init__(self, watch: Watch) -> None:
        self.watch = watch

    def observe(self, at: int, asked: Sequence[int]) -> None:
        """Decide with the times of all requests that wait."""
        if not asked:
            self.watch.observe(at, Sample(0.0, is_empty=True))
            return
        oldest = min(asked)
        age = max(0.0, (at - oldest) / 1000)
        due = oldest + self.watch.alert.window * 1000
        self.watch.observe(due if not self.watch.is_firing and due <= at else at, Sample(age))
        self.watch.value = age
