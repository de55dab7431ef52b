"""The log: everything said and done in a run, as parts that are never rewritten."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Literal

from runwhy.core.json import JsonObject
from runwhy.core.runs.provenance import Provenance, speaks_for_a_person
from runwhy.core.runs.tags import Tags

Role = Literal["user", "assistant", "system", "tool"]


class PartKind(StrEnum):
    """What a part of the log is."""

    MESSAGE = "message"  # said to the agent: the task, or history that came with it
    ENVELOPE = "envelope"  # what the model was told about the run
    CONTEXT = "context"  # gathered for the model: commands, a webhook's body; quoted data
    REPLY = "reply"  # one completed model call: text, thinking, tool calls
    TOOL_RESULT = "tool_result"
    SUMMARY = "summary"  # stands in the model's window for what has left it
    NOTE = "note"  # written by the engine for the model, such as the nudge out of a loop


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """A tool that the model asked for."""

    id: str
    name: str
    args: JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One entry of the log. Provenance says who it came from, and so what it may do.

    `index` counts within the run. `synthetic` marks a message that Runwhy wrote in nobody's
    name; it is known by this mark alone, never by its text.
    """

    run_id: str
    index: int
    kind: PartKind
    role: Role
    provenance: Provenance
    at: datetime
    text: str = ""
    thinking: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    tool_use_id: str | None = None
    tool_name: str | None = None
    ok: bool = True
    synthetic: bool = False
    trigger_type: str | None = None
    trigger_reason: str | None = None
    data: JsonObject = field(default_factory=dict)

    @property
    def by_a_person(self) -> bool:
        """Whether these are a person's own words."""
        return (
            self.kind is PartKind.MESSAGE
            and self.role == "user"
            and speaks_for_a_person(self.provenance, synthetic=self.synthetic)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A run as a part of its session's log."""

    run_id: str
    trigger: str
    parts: Sequence[Part]
    rolled_back: bool = False
    open: bool = False  # has not ended yet
    tags: Tags = field(default_factory=dict)


def unanswered_calls(parts: Sequence[Part]) -> tuple[ToolCall, ...]:
    """The calls of the last reply that have no result yet."""
    replies = [at for at, part in enumerate(parts) if part.kind is PartKind.REPLY]
    if not replies:
        return ()
    reply, *later = parts[replies[-1] :]  # a model may give an id again that it gave before
    answered = {part.tool_use_id for part in later if part.kind is PartKind.TOOL_RESULT}
    return tuple(call for call in reply.tool_calls if call.id not in answered)
