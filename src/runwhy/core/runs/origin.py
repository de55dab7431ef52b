"""Origin: where a run came from, as recorded by the server."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

ActorKind = Literal["local", "key", "system", "channel", "agent"]

MAX_CORRELATION = 128
UNATTENDED = frozenset({"daemon", "cron", "timer", "webhook", "subtask", "import"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """Who asked: a key, the person at this machine, or a part of the server."""

    kind: ActorKind
    id: str | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where a run came from: the trigger, the actor, the time, and the trigger's facts.

    Stamped by the server from the route and the credential; what a caller says of its own
    trigger is kept under `claimed` and never believed.
    """

    trigger: str
    actor: Actor
    attended: bool
    requested_at: datetime
    trigger_id: str | None = None
    correlation_id: str | None = None
    scheduled_for: datetime | None = None
    facts: Mapping[str, str | int | bool | None] = field(default_factory=dict)
    claimed: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for at in (self.requested_at, self.scheduled_for):
            if at is not None and at.tzinfo is None:
                raise ValueError("times of an origin need a time zone")


def is_attended(trigger: str) -> bool:
    """Whether somebody is there to answer, unless the trigger knows better."""
    return trigger not in UNATTENDED
