"""What a made-up run is: what was asked, what was done, how it ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from runwhy.core.json import JsonObject
from runwhy.core.runs.origin import Actor, Origin, is_attended
from runwhy.core.runs.run import ErrorClass, Failure, Status

DEMO_TAGS = {"demo": "true"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A tool that was used: with what, what came back, how long it took."""

    name: str
    args: JsonObject
    result: str
    ok: bool = True
    seconds: float = 0.4


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One model call: what it said, the tools it asked for, how long it took."""

    text: str
    calls: Sequence[Call] = ()
    thinking: str = ""
    seconds: float = 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """How it ended; the tokens are those of the whole run."""

    status: Status = Status.SUCCEEDED
    failure: Failure | None = None
    reason: str | None = None
    tokens_in: int = 1200
    tokens_out: int = 200
    cached: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """A run as it will be written, all of it in the past."""

    at: datetime
    origin: Origin
    prompt: str
    spec: JsonObject
    steps: Sequence[Step]
    ending: Ending = field(default_factory=Ending)
    tags: Mapping[str, str] = field(default_factory=dict)
    trigger_tags: Mapping[str, str] = field(default_factory=dict)
    session: str | None = None
    synthetic: bool = False
    trigger_type: str | None = None
    trigger_reason: str | None = None
    waited: float = 0.03


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """A session and the runs in it."""

    id: str
    at: datetime
    name: str
    spec: JsonObject
    tags: Mapping[str, str]
    autonomy: JsonObject | None = None
    stories: Sequence[Story] = ()


def origin(
    trigger: str,
    at: datetime,
    actor: Actor,
    *,
    facts: Mapping[str, str | int | bool | None] | None = None,
    trigger_id: str | None = None,
    due: datetime | None = None,
) -> Origin:
    """The origin of a demo run."""
    return Origin(
        trigger=trigger,
        actor=actor,
        attended=is_attended(trigger),
        requested_at=at,
        trigger_id=trigger_id,
        scheduled_for=due,
        facts=facts or {},
    )


def failed(error_class: ErrorClass, message: str, *, tokens_in: int = 900) -> Ending:
    """An ending with an error."""
    failure = Failure(message=message, error_class=error_class)
    return Ending(status=Status.FAILED, failure=failure, tokens_in=tokens_in, tokens_out=0)


def later(at: datetime, seconds: float) -> datetime:
    """Some seconds on, to the millisecond."""
    return at + timedelta(milliseconds=round(seconds * 1000))
