"""The board: all alerts of a server in memory, sorted by their tags and their next change.

A run is compared only with the queries whose tags it has, and alerts with the same query and window
share its totals. Timelines that do not change cost nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from runwhy.core.alerts.alert import (
    Alert,
    AlertMeasure,
    Comparison,
    counts_at_creation,
)
from runwhy.core.alerts.timeline import AbsenceTimeline, ApprovalTimeline, Watch, WindowTimeline
from runwhy.core.alerts.window import EndedRun, RollingWindow, end_order
from runwhy.core.queries import Query, QuerySubject, TagIs, Text, matches, parts_of, terms
from runwhy.core.triggers.schedules import Schedule

Timeline = WindowTimeline | AbsenceTimeline


class MeasuredRun(NamedTuple):
    """A run for alerts: its queryable values, and its measures if it has ended."""

    workspace: int
    subject: QuerySubject
    created: int  # ms
    ended: EndedRun | None


class OpenApproval(NamedTuple):
    """A request for approval that waits, and its run."""

    run: MeasuredRun
    asked: int  # ms


class WindowKey(NamedTuple):
    """The properties that alerts with a shared window have in common."""

    seconds: int
    compares: bool


def window_key(alert: Alert) -> WindowKey:
    """Return which window an alert needs."""
    return WindowKey(alert.window, alert.comparison is Comparison.PREVIOUS)


@dataclass(slots=True, eq=False)
class QueryGroup:
    """All alerts of a workspace with the same query."""

    workspace: int
    text: str
    query: Query
    windows: dict[WindowKey, WindowTimeline] = field(default_factory=dict)
    absences: dict[str, AbsenceTimeline] = field(default_factory=dict)  # by alert
    approvals: dict[str, ApprovalTimeline] = field(default_factory=dict)
    at_creation: bool = field(init=False)

    def __post_init__(self) -> None:
        self.at_creation = counts_at_creation(self.query)

    def is_empty(self) -> bool:
        """Whether no alert is left."""
        return not (self.windows or self.absences or self.approvals)


class AlertBoard:
    """Alerts in memory. It decides, but reads and writes nothing."""

    def __init__(self) -> None:
        self.watches: dict[str, Watch] = {}
        self._groups: dict[tuple[int, str], QueryGroup] = {}
        self._by_tag: defaultdict[tuple[int, str, str], list[QueryGroup]] = defaultdict(list)
        self._general: defaultdict[int, list[QueryGroup]] = defaultdict(list)
        self._due: list[tuple[int, int, Timeline]] = []
        self._order = count()
        self._changed: set[str] = set()

    @property
    def workspaces(self) -> Sequence[int]:
        """The workspaces that have alerts."""
        return sorted({group.workspace for group in self._groups.values()})

    @property
    def needs_created(self) -> bool:
        """Whether an alert depends on runs when they are created."""
        return any(group.absences and group.at_creation for group in self._groups.values())

    @property
    def needs_text(self) -> bool:
        """Whether a query searches the text of runs."""
        return any(
            isinstance(term, Text) for group in self._groups.values() for term in terms(group.query)
        )

    @property
    def needs_approvals(self) -> bool:
        """Whether an alert depends on the age of approvals."""
        return any(group.approvals for group in self._groups.values())

    # Alerts

    def put_window(
        self, watch: Watch, query: Query, loaded: Sequence[EndedRun] | None, *, at: int
    ) -> None:
        """Add an alert to its window, which begins with the loaded runs if it is new."""
        group, key = self._group(watch.alert, query), window_key(watch.alert)
        timeline = group.windows.get(key)
        if timeline is None:
            window = RollingWindow(key.seconds, compares=key.compares)
            timeline = group.windows[key] = WindowTimeline(window, [watch])
            timeline.start(loaded or (), at)
        else:
            timeline.advance(at)
            timeline.join(watch)
        self._watch(watch, timeline)

    def has_window(self, alert: Alert) -> bool:
        """Whether another alert has the same query and window."""
        group = self._groups.get((alert.workspace, alert.query))
        return group is not None and window_key(alert) in group.windows

    def put_absence(
        self, watch: Watch, query: Query, last: int, schedule: Schedule | None, *, at: int
    ) -> None:
        """Add an alert about absence, with the time of the last match."""
        timeline = AbsenceTimeline(watch, last, schedule)
        self._group(watch.alert, query).absences[watch.alert.id] = timeline
        timeline.start(at)
        self._watch(watch, timeline)

    def put_approval(self, watch: Watch, query: Query) -> None:
        """Add an alert about the age of approvals."""
        self._group(watch.alert, query).approvals[watch.alert.id] = ApprovalTimeline(watch)
        self.watches[watch.alert.id] = watch

    def remove(self, alert_id: str) -> None:
        """Remove an alert. Its window stays if another alert has it."""
        watch = self.watches.pop(alert_id, None)
        self._changed.discard(alert_id)
        if watch is None:
            return
        alert = watch.alert
        group = self._groups[alert.workspace, alert.query]
        group.absences.pop(alert_id, None)
        group.approvals.pop(alert_id, None)
        timeline = group.windows.get(window_key(alert))
        if timeline is not None:
            timeline.watches = [each for each in timeline.watches if each is not watch]
            if not timeline.watches:
                del group.windows[window_key(alert)]
        if group.is_empty():
            self._drop(group)

    def _group(self, alert: Alert, query: Query) -> QueryGroup:
        key = alert.workspace, alert.query
        if key not in self._groups:
            group = QueryGroup(alert.workspace, alert.query, query)
            self._groups[key] = group
            self._bucket(group).append(group)
        return self._groups[key]

    def _drop(self, group: QueryGroup) -> None:
        del self._groups[group.workspace, group.text]
        self._bucket(group).remove(group)

    def _bucket(self, group: QueryGroup) -> list[QueryGroup]:
        """Return where a group is found: by one of its tags if it needs any."""
        for part in parts_of(group.query):
            if isinstance(part, TagIs):
                return self._by_tag[group.workspace, part.key, part.value]
        return self._general[group.workspace]

    # Changes

    def add_ended(self, runs: Iterable[MeasuredRun]) -> None:
        """Count runs that have ended."""
        for run in sorted(runs, key=lambda each: end_order(each.ended or EndedRun(0))):
            if run.ended is None:
                continue
            for group in self._matching(run):
                for timeline in group.windows.values():
                    timeline.add(run.ended)
                    self._note(timeline, timeline.watches)
                at = run.created if group.at_creation else run.ended.at
                self._add_match(group, at)

    def add_created(self, runs: Iterable[MeasuredRun]) -> None:
        """Note runs that were created, for alerts about absence."""
        for run in sorted(runs, key=lambda each: each.created):
            for group in self._matching(run):
                if group.at_creation:
                    self._add_match(group, run.created)

    def _add_match(self, group: QueryGroup, at: int) -> None:
        for timeline in group.absences.values():
            timeline.add(at)
            self._note(timeline, (timeline.watch,))

    def see_approvals(self, found: Sequence[OpenApproval], *, at: int) -> None:
        """Decide about all alerts on the age of approvals."""
        asked: defaultdict[QueryGroup, list[int]] = defaultdict(list)
        for approval in found:
            for group in self._matching(approval.run):
                asked[group].append(approval.asked)
        for group in self._groups.values():
            for timeline in group.approvals.values():
                timeline.observe(at, asked[group])
                self._noted(timeline.watch)

    def advance(self, to: int) -> None:
        """Decide about all changes that time causes."""
        while self._due and self._due[0][0] <= to:
            timeline = heappop(self._due)[2]
            timeline.scheduled = None
            timeline.advance(to)
            self._note(timeline, timeline.watched)

    def take_changed(self) -> Sequence[Watch]:
        """Return the alerts whose state has changed since the last call."""
        found = [self.watches[id] for id in self._changed if id in self.watches]
        self._changed.clear()
        return found

    def values(self, *, at: int) -> Mapping[str, float | None]:
        """Return the present value of each alert."""
        for group in self._groups.values():
            for timeline in group.absences.values():
                timeline.watch.value = timeline.age(at)
        return {id: watch.value for id, watch in self.watches.items()}

    def _matching(self, run: MeasuredRun) -> Iterator[QueryGroup]:
        workspace, subject = run.workspace, run.subject
        for group in self._general.get(workspace, ()):
            if matches(group.query, subject):
                yield group
        for key, value in subject.tags.items():
            for group in self._by_tag.get((workspace, key, value), ()):
                if matches(group.query, subject):
                    yield group

    def _watch(self, watch: Watch, timeline: Timeline) -> None:
        self.watches[watch.alert.id] = watch
        self._note(timeline, (watch,))

    def _note(self, timeline: Timeline, watches: Iterable[Watch]) -> None:
        """Note which alerts have changed, and when the timeline changes next."""
        for watch in watches:
            self._noted(watch)
        change = timeline.next_change
        if change is not None and (timeline.scheduled is None or change < timeline.scheduled):
            timeline.scheduled = change
            heappush(self._due, (change, next(self._order), timeline))

    def _noted(self, watch: Watch) -> None:
        if watch.transitions:
            self._changed.add(watch.alert.id)


def is_window(alert: Alert) -> bool:
    """Whether an alert measures a window, and not an age."""
    return alert.measure not in (AlertMeasure.ABSENCE, AlertMeasure.APPROVAL_AGE)
