"""Health of triggers: whether their runs succeed and start on time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import takewhile

from runwhy.core.runs.run import Status, is_terminal
from runwhy.core.triggers.trigger import ON_TIME, Occurrence, Trigger, TriggeredRun

MAX_RECENT = 20  # newest runs that health is about


class HealthState(StrEnum):
    """The state of a trigger, in the order of trouble."""

    FAILING = "failing"
    LATE = "late"
    PAUSED = "paused"
    OK = "ok"
    IDLE = "idle"


@dataclass(frozen=True, slots=True, kw_only=True)
class Activity:
    """The recent activity of a trigger.

    The newest runs, newest first, the last occurrence that fired, and the number of planned ones
    that were skipped since. Of the runs, only that of `fired` and failed ones have the times
    of their start and end. `start_error` is the reason if the last planned time could not start a
    run; `blocked_since` is when this first happened since `fired`.
    """

    recent: Sequence[TriggeredRun] = ()
    fired: Occurrence | None = None
    missed: int = 0
    start_error: str | None = None
    blocked_since: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """Whether a trigger works. `lateness` is that of its last run, if that was planned."""

    state: HealthState
    recent: Sequence[TriggeredRun] = ()
    failure_streak: int = 0
    missed: int = 0
    lateness: timedelta | None = None
    start_error: str | None = None
    blocked_since: datetime | None = None

    @property
    def lateness_ms(self) -> int | None:
        """The lateness in milliseconds."""
        return None if self.lateness is None else self.lateness // timedelta(milliseconds=1)

    def without_reasons(self) -> Health:
        """Return the health for a caller that cannot read runs."""
        return replace(self, recent=[replace(run, reason=None) for run in self.recent])


@dataclass(frozen=True, slots=True, kw_only=True)
class _Signs:
    """The input of the rules."""

    paused: bool
    ran: bool
    blocked: bool
    streak: int
    missed: int
    missed_before: int  # the last run
    lateness: timedelta
    overdue: timedelta


_Rule = tuple[HealthState, Callable[[_Signs], bool]]
# The first rule that applies decides.
_RULES: Sequence[_Rule] = (
    (HealthState.PAUSED, lambda signs: signs.paused),
    (HealthState.FAILING, lambda signs: signs.blocked or signs.streak > 0),
    (HealthState.LATE, lambda signs: signs.missed + signs.missed_before > 0),
    (HealthState.LATE, lambda signs: signs.lateness > ON_TIME),
    (HealthState.LATE, lambda signs: signs.overdue > ON_TIME),
    (HealthState.OK, lambda signs: signs.ran),
    (HealthState.IDLE, lambda signs: True),
)
_ORDER = {state: place for place, state in enumerate(HealthState)}


def health_of(trigger: Trigger, activity: Activity, *, now: datetime) -> Health:
    """Return the health of a trigger."""
    lateness = _lateness(activity, now)
    signs = _Signs(
        paused=not trigger.enabled,
        ran=bool(activity.recent),
        blocked=activity.start_error is not None,
        streak=failure_streak([run.status for run in activity.recent]),
        missed=activity.missed,
        missed_before=activity.recent[0].missed_before if activity.recent else 0,
        lateness=lateness or timedelta(),
        overdue=now - trigger.next_at if trigger.next_at else timedelta(),
    )
    return Health(
        state=next(state for state, applies in _RULES if applies(signs)),
        recent=activity.recent,
        failure_streak=signs.streak,
        missed=activity.missed,
        lateness=lateness,
        start_error=activity.start_error,
        blocked_since=activity.blocked_since,
    )


def failure_streak(statuses: Sequence[Status]) -> int:
    """Return how many of the newest ended runs failed in a row; `statuses` are newest first."""
    ended = filter(is_terminal, statuses)
    return sum(1 for _ in takewhile(lambda status: status is Status.FAILED, ended))


def trouble_order(trigger: Trigger, health: Health) -> tuple[int, int, int, str]:
    """Return the sort key of a list that starts with the triggers in most trouble."""
    return _ORDER[health.state], -health.failure_streak, -health.missed, trigger.name


def _lateness(activity: Activity, now: datetime) -> timedelta | None:
    """Return how late the last occurrence started; one that is still queued gets later."""
    fired = activity.fired
    if fired is None or fired.planned_at is None:
        return None
    run = next((run for run in activity.recent if run.id == fired.run_id), None)
    started = fired.at
    if run is not None and run.started_at is not None:
        started = run.started_at
    elif run is not None and run.status is Status.QUEUED:
        started = now
    return max(started - fired.planned_at, timedelta())
