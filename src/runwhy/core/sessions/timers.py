"""Timers: follow-ups that a session asked for, and what became of each."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from runwhy.errors import InvalidInput, Problem

MAX_PENDING = 100  # of one session
MAX_DELAY = 365 * 86_400.0
MAX_TYPE = 64
MAX_REASON = 500
MAX_KEY = 200


class TimerStatus(StrEnum):
    """What became of a timer. All but the first are final, unless its run never started."""

    PENDING = "pending"
    FIRED = "fired"
    BLOCKED = "blocked"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Timer:
    """A follow-up that a session asked for; it becomes a run through the same door as all others.

    It fires once, so its one occurrence is kept on it: `code` and `note` say why it came to
    nothing, `run_id` what it became, `cancelled_by` which message came first.
    """

    id: str
    workspace: int
    session_id: str
    type: str
    fire_at: datetime
    created_at: datetime
    asked_type: str = ""  # what it was called when it was asked for
    reason: str = ""
    key: str | None = None
    created_by: str = "api"  # api, agent or evaluator
    status: TimerStatus = TimerStatus.PENDING
    settled_at: datetime | None = None
    code: str | None = None
    note: str | None = None
    run_id: str | None = None
    cancelled_by: str | None = None
    seq: int = 0


def fire_time(
    *, delay: float | None, fire_at: datetime | None, now: datetime, least: float, most: float
) -> datetime:
    """When it is due, within what the policy allows. Raises: InvalidInput.

    A time that has passed already means at once.
    """
    if (delay is None) == (fire_at is None):
        rule = "give exactly one of delaySeconds and fireAt"
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
