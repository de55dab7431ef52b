"""Timers: request body, requests of agents, and JSON."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from pydantic import Field

from runwhy.core.json import JsonObject, storable
from runwhy.core.sessions.autonomy import RequestedFollowUp
from runwhy.core.sessions.timers import MAX_DELAY, MAX_KEY, MAX_REASON, MAX_TYPE, Timer
from runwhy.errors import InvalidInput, Problem
from runwhy.wire.fields import Body
from runwhy.wire.responses import time_text


class TimerBody(Body):
    """Body of `POST /agent-sessions/{id}/timers`."""

    type: Annotated[str, Field(min_length=1, max_length=MAX_TYPE)]
    delay_seconds: Annotated[float, Field(ge=0, le=MAX_DELAY)] | None = None
    fire_at: Annotated[str, Field(max_length=64)] | None = None
    reason: Annotated[str, Field(max_length=MAX_REASON)] = ""
    key: Annotated[str, Field(min_length=1, max_length=MAX_KEY)] | None = None

    def when(self) -> datetime | None:
        """Return the time to fire, if `fireAt` is set. Raises: InvalidInput."""
        if self.fire_at is None:
            return None
        rule = "must be a time with a time zone, such as 2026-11-03T12:00:00Z"
        try:
            at = datetime.fromisoformat(self.fire_at).astimezone(UTC)
            has_zone = datetime.fromisoformat(self.fire_at).tzinfo is not None
        except (ValueError, OverflowError):
            raise InvalidInput([Problem("/fireAt", rule)]) from None
        if not has_zone:
            raise InvalidInput([Problem("/fireAt", rule)])
        return at


def read_follow_up(args: JsonObject) -> RequestedFollowUp:
    """Parse an agent's request. Raises: InvalidInput, which names every problem."""
    type, delay = args.get("type"), args.get("delaySeconds")
    reason, key = args.get("reason") or "", args.get("key") or None
    problems = [
        *_text_problems("type", type, MAX_TYPE),
        *_text_problems("reason", reason, MAX_REASON, least=0),
        *(_text_problems("key", key, MAX_KEY) if key is not None else ()),
    ]
    if isinstance(delay, bool) or not isinstance(delay, int | float) or not 0 <= delay < 1e15:
        problems.append(Problem("/delaySeconds", "must be a non-negative number of seconds"))
    if problems:
        raise InvalidInput(problems)
    assert isinstance(delay, int | float)
    return RequestedFollowUp(
        type=storable(str(type)),
        delay_seconds=float(delay),
        reason=storable(str(reason)),
        key=None if key is None else storable(str(key)),
    )


def _text_problems(name: str, value: object, most: int, least: int = 1) -> list[Problem]:
    if isinstance(value, str) and least <= len(value) <= most:
        return []
    return [Problem(f"/{name}", f"must be a string of {least} to {most} characters", most)]


def timer_json(timer: Timer) -> JsonObject:
    """Return a timer as JSON."""
    settled = timer.settled_at
    return {
        "id": timer.id,
        "sessionId": timer.session_id,
        "type": timer.type,
        "askedType": timer.asked_type,
        "reason": timer.reason,
        "key": timer.key,
        "fireAt": time_text(timer.fire_at),
        "status": timer.status,
        "code": timer.code,
        "note": timer.note,
        "runId": timer.run_id,
        "cancelledBy": timer.cancelled_by,
        "createdBy": timer.created_by,
        "createdByRun": timer.created_by_run,
        "createdAt": time_text(timer.created_at),
        "settledAt": None if settled is None else time_text(settled),
    }
