"""Origin: where a run came from, as recorded by the server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal, cast

from runwhy.core.redaction import redact_json, redact_text

ActorKind = Literal["local", "key", "system", "channel", "agent", "anonymous"]

Fact = str | int | bool | None

MAX_CORRELATION = 128
CONTINUES = "continues_run_id"  # fact: the run whose tool calls or conversation this one continues
UNATTENDED = frozenset({"daemon", "cron", "timer", "webhook", "subtask", "import", "mcp"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """The requester of a run: a key, the user of this machine, or a part of the server."""

    kind: ActorKind
    id: str | None = None
    name: str | None = None

    @property
    def label(self) -> str:
        """The name, or else the id or the kind."""
        return self.name or self.id or self.kind


@dataclass(frozen=True, slots=True, kw_only=True)
class OriginalRun:
    """Where the run came from that a rerun repeats. The rerun does not claim it as its own."""

    trigger: str
    requested_at: datetime
    trigger_id: str | None = None
    trigger_name: str | None = None
    scheduled_for: datetime | None = None
    facts: Mapping[str, Fact] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where a run came from: the trigger, the actor, the time, and the trigger's facts.

    The server sets it from the route and the credential. A caller's own description of its trigger
    is stored in `claimed` and never trusted.
    """

    trigger: str
    actor: Actor
    attended: bool
    requested_at: datetime
    trigger_id: str | None = None
    trigger_name: str | None = None
    correlation_id: str | None = None
    scheduled_for: datetime | None = None
    facts: Mapping[str, Fact] = field(default_factory=dict)
    claimed: Mapping[str, object] = field(default_factory=dict)
    rerun_of: str | None = None  # the run that this one repeats
    original: OriginalRun | None = None  # where the first of its repeated runs came from

    def __post_init__(self) -> None:
        for at in (self.requested_at, self.scheduled_for):
            if at is not None and at.tzinfo is None:
                raise ValueError("the times of an origin need a time zone")


def redacted_origin(origin: Origin, *, known: Sequence[str] = ()) -> Origin:
    """Redact names, facts and the caller's description, which are stored and shown to the model."""
    original = origin.original
    if not (origin.facts or origin.claimed or origin.trigger_name or original):
        return origin
    return replace(
        origin,
        trigger_name=_redacted_name(origin.trigger_name, known),
        facts=_redacted(origin.facts, known),
        claimed=_redacted(origin.claimed, known),
        original=original
        and replace(
            original,
            trigger_name=_redacted_name(original.trigger_name, known),
            facts=_redacted(original.facts, known),
        ),
    )


def _redacted(values: Mapping[str, object], known: Sequence[str]) -> Any:
    return redact_json(cast(Any, values), known=known)


def _redacted_name(name: str | None, known: Sequence[str]) -> str | None:
    return name and redact_text(name, known=known)


def original_of(origin: Origin) -> OriginalRun:
    """Return the part of a run's origin that its rerun keeps.

    A rerun of a rerun keeps the origin of the first run, which is why the work exists.
    """
    return origin.original or OriginalRun(
        trigger=origin.trigger,
        trigger_id=origin.trigger_id,
        trigger_name=origin.trigger_name,
        requested_at=origin.requested_at,
        scheduled_for=origin.scheduled_for,
        facts=origin.facts,
    )


def is_attended(trigger: str) -> bool:
    """Whether a person can answer, unless the trigger says otherwise."""
    return trigger not in UNATTENDED
