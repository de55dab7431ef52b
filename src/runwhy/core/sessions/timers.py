"""Timers: follow-ups scheduled by a session."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from runwhy.errors import InvalidInput, Problem

MAX_PENDING = 100  # per session
MAX_DELAY = 365 * 86_400.0
MAX_TYPE = 64
MAX_REASON = 500
MAX_KEY = 200
BY_CALLER = "api"  # created by a caller of the API, not by a run
BY_EVALUATOR = "evaluator"
NOT_EVALUATED = "not_evaluated"  # the code of a timer that records why no evaluator ran


class TimerStatus(StrEnum):
    """State of a timer. All but the first are final, unless the timer's run never started."""

    PENDING = "pending"
    FIRED = "fired"
    BLOCKED = "blocked"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Timer:
    """A follow-up scheduled by a session.

    It fires once, so it also holds its one occurrence: `code` and `note` are why it was blocked or
    waits, `run_id` is the run it started, `cancelled_by` the message that came first. A timer that
    waits for its session is checked again at `deferred_to` at the latest. `created_by_run` is the
    run that scheduled it, or that the evaluator judged. If the evaluator could not start, a blocked
    timer records the reason.
    """

    id: str
    workspace: int
    session_id: str
    type: str
    fire_at: datetime
    created_at: datetime
    asked_type: str = ""  # the type as requested
    reason: str = ""
    key: str | None = None
    created_by: str = BY_CALLER  # or agent, or evaluator
    created_by_run: str | None = None
    status: TimerStatus = TimerStatus.PENDING
    settled_at: datetime | None = None
    code: str | None = None
    note: str | None = None
    run_id: str | None = None
    cancelled_by: str | None = None
    deferred_to: datetime | None = None
    seq: int = 0


def fire_time(
    *, delay: float | None, fire_at: datetime | None, now: datetime, least: float, most: float
) -> datetime:
    """Return when the timer is due, checked against the policy. Raises: InvalidInput.

    A time in the past means now.
    """
    if (delay is None) == (fire_at is None):
        rule = "set exactly one of delaySeconds and fireAt"
        raise InvalidInput([Problem("/delaySeconds", rule)])
    field = "/delaySeconds" if fire_at is None else "/fireAt"
    seconds = delay if fire_at is None else (fire_at - now).total_seconds()
    assert seconds is not None
    if seconds < least and least > 0:
        rule = f"must be at least {least:.12g} seconds from now (minDelaySeconds)"
        raise InvalidInput([Problem(field, rule, int(least), int(seconds))])
    if seconds > most:
        rule = f"must be at most {most:.12g} seconds from now (maxDelaySeconds)"
        raise InvalidInput([Problem(field, rule, int(most), int(seconds))])
    return now + timedelta(milliseconds=round(max(seconds, 0.0) * 1000))
