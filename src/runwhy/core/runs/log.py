"""The log: everything said and done in a run, as parts that are never rewritten."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from typing import Literal

from runwhy.core.json import JsonObject
from runwhy.core.runs.provenance import Provenance, speaks_for_a_person
from runwhy.core.runs.tags import Tags

Role = Literal["user", "assistant", "system", "tool"]
REPEATS = "repeats"  # in the data of a message: the run that it was first written for


class PartKind(StrEnum):
    """The kind of a part."""

    MESSAGE = "message"  # sent to the agent: the task, or history supplied with it
    ENVELOPE = "envelope"  # the run context for the model
    CONTEXT = "context"  # collected for the model: commands, a webhook's body; quoted data
    REPLY = "reply"  # one completed model call: text, thinking, tool calls
    TOOL_RESULT = "tool_result"
    SUMMARY = "summary"  # replaces parts that left the model's window
    NOTE = "note"  # written by the engine for the model, such as a loop warning
    FAILED_CALL = "failed_call"  # a model call without a reply; no model ever sees it


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """A tool call requested by the model."""

    id: str
    name: str
    args: JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One item of the log. Its provenance decides what it is allowed to do.

    `index` counts within the run. `synthetic` marks a message that Runwhy wrote on its own; only
    this mark identifies it, never its text. `damaged` means that the stored fields after `text`
    could not be read. `memo` has values that pure functions derived from the part. Every later run
    of its session needs them again.
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
    damaged: bool = False
    memo: dict[str, str] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def by_a_person(self) -> bool:
        """Whether the part is a person's own words."""
        return (
            self.kind is PartKind.MESSAGE
            and not self.damaged
            and self.role == "user"
            and speaks_for_a_person(self.provenance, synthetic=self.synthetic)
        )


@dataclass(frozen=True, kw_only=True)  # without slots, because of the cached property
class Turn:
    """A run as part of its session's log."""

    run_id: str
    trigger: str
    parts: Sequence[Part]
    rolled_back: bool = False
    open: bool = False  # not ended yet
    tags: Tags = field(default_factory=dict)

    @cached_property
    def is_plain(self) -> bool:
        """Whether later turns see all parts unchanged and in order, such as message and reply."""
        return all(map(_is_plain, self.parts))


def _is_plain(part: Part) -> bool:
    """Whether later turns see a part unchanged and at its place, if all parts are like this."""
    if part.tool_calls or part.damaged:
        return False
    if part.kind is PartKind.REPLY:
        return part.text != ""
    return part.kind is PartKind.MESSAGE and part.role in ("user", "assistant")


def context_part(
    run_id: str,
    at: datetime,
    text: str,
    *,
    provenance: Provenance,
    data: JsonObject,
    index: int = 0,  # assigned by the store
) -> Part:
    """Return collected material for the model as a part of quoted data."""
    return Part(
        run_id=run_id,
        index=index,
        kind=PartKind.CONTEXT,
        role="user",
        provenance=provenance,
        at=at,
        text=text,
        data=data,
    )


def unanswered_calls(parts: Sequence[Part]) -> tuple[ToolCall, ...]:
    """Return the calls of the last reply that have no result yet."""
    replies = [at for at, part in enumerate(parts) if part.kind is PartKind.REPLY]
    if not replies:
        return ()
    reply, *later = parts[replies[-1] :]  # models may reuse ids of earlier calls
    answered = {part.tool_use_id for part in later if part.kind is PartKind.TOOL_RESULT}
    return tuple(call for call in reply.tool_calls if call.id not in answered)
