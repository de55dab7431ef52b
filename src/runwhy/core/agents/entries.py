"""Entries: what happened in a run, in the same words for every agent."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Literal

import msgspec

from runwhy.core.agents.actions import Action, Attachment, Status, Tagged, ToolResult, Value
from runwhy.core.runs.provenance import Provenance

Topic = Literal[
    "session", "notice", "warning", "retry", "hook", "compaction", "command", "prompt", "task"
]
Scope = Literal["call", "turn", "thread", "run"]
Unknown = Literal["not_json", "unknown_type", "unexpected_shape"]


class Stamp(Value, frozen=True, kw_only=True, gc=False):
    """An agent's own marks on an entry; None where the agent cannot tell (or not yet)."""

    agent: str
    agent_session: str | None = None
    model: str | None = None
    extensions: Mapping[str, object] = {}


class EntryFields(Tagged, frozen=True, kw_only=True, gc=False):
    """What every entry has.

    `id` is made of the agent's own ids, so the same thing has the same id however often it is
    told; `index` orders entries by first sight; `parent` is the id of the tool use whose subagent
    this belongs to.
    """

    id: str
    index: int
    stamp: Stamp
    time: datetime | None = None
    provenance: Provenance = Provenance.SYSTEM
    parent: str | None = None


class SystemMessage(EntryFields, frozen=True, kw_only=True, gc=False, tag="system_message"):
    """Something that neither a person nor the model said: a notice, a summary, a hook."""

    topic: Topic
    text: str


class UserMessage(EntryFields, frozen=True, kw_only=True, gc=False, tag="user_message"):
    """What the run was asked; its provenance is that of whoever asked."""

    text: str
    attachments: tuple[Attachment, ...] = ()
    client_id: str | None = None  # the id that whoever sent it gave it


class AssistantMessage(EntryFields, frozen=True, kw_only=True, gc=False, tag="assistant_message"):
    """What the model said; while `partial`, deltas make it grow."""

    provenance: Provenance = Provenance.AGENT
    text: str
    partial: bool = False
    phase: str | None = None


class Thinking(EntryFields, frozen=True, kw_only=True, gc=False, tag="thinking"):
    """What the model thought, or a summary of it; empty where its provider keeps it."""

    provenance: Provenance = Provenance.AGENT
    text: str
    partial: bool = False


class ToolUse(EntryFields, frozen=True, kw_only=True, gc=False, tag="tool_use"):
    """One use of a tool: what was asked for, how it went, what came back."""

    provenance: Provenance = Provenance.TOOL
    tool: str
    action: Action
    status: Status = "running"
    result: ToolResult | None = None
    ended: datetime | None = None


class Error(EntryFields, frozen=True, kw_only=True, gc=False, tag="error"):
    """A failure of the run; one failure has one of these, however often it is told."""

    message: str
    code: str | None = None


class Usage(Value, frozen=True, kw_only=True, gc=False):
    """Tokens and cost as the agent reports them, and what they are the sum of."""

    scope: Scope
    reported: Mapping[str, object]


class Result(EntryFields, frozen=True, kw_only=True, gc=False, tag="result"):
    """The end of a turn: whether it went well, the last text, the bill."""

    provenance: Provenance = Provenance.AGENT
    ok: bool
    reason: str | None = None
    text: str | None = None
    structured: object = None
    turns: int | None = None
    duration_ms: int | None = None
    usage: tuple[Usage, ...] = ()


class Unrecognized(EntryFields, frozen=True, kw_only=True, gc=False, tag="unrecognized"):
    """A line that we do not know, whole."""

    line: str
    reason: Unknown


Entry = (
    SystemMessage
    | UserMessage
    | AssistantMessage
    | Thinking
    | ToolUse
    | Error
    | Result
    | Unrecognized
)


class EntryDelta(Tagged, frozen=True, kw_only=True, gc=False, tag="delta"):
    """More text at the end of an entry; `last` means that nothing more will come."""

    id: str
    text: str
    last: bool = False


class Retraction(Tagged, frozen=True, kw_only=True, gc=False, tag="retraction"):
    """An entry that is taken back: what it showed was never said in the end."""

    id: str


EntryChange = Entry | EntryDelta | Retraction


def entry_json(entry: Entry) -> dict[str, object]:
    """The wire form of an entry: the stamp becomes `agent` and `metadata`."""
    fields: dict[str, object] = msgspec.to_builtins(entry, builtin_types=(datetime,))
    del fields["stamp"]
    for name in _NOT_PLAIN & fields.keys():
        fields[name] = _wire(fields[name])
    stamp = entry.stamp
    fields["agent"] = stamp.agent
    fields["metadata"] = {
        "sessionId": stamp.agent_session,
        "model": stamp.model,
        **stamp.extensions,
    }
    return fields


def change_json(change: EntryChange) -> dict[str, object]:
    """The wire form of anything that a normalizer gives: entries, deltas and retractions."""
    if isinstance(change, (EntryDelta, Retraction)):
        fields: dict[str, object] = msgspec.to_builtins(change)
        return fields
    return entry_json(change)


_NOT_PLAIN = frozenset({"time", "ended", "action", "result", "attachments", "usage"})


def _wire(value: object) -> object:
    """Times as text, and lists for tuples; JSON that came from outside is that already."""
    if isinstance(value, datetime):
        text = value.astimezone(UTC).isoformat(timespec="milliseconds")
        return text.removesuffix("+00:00") + "Z"
    if isinstance(value, tuple):
        return [_wire(item) for item in value]
    if isinstance(value, dict):
        tuples = {name: _wire(item) for name, item in value.items() if isinstance(item, tuple)}
        return {**value, **tuples} if tuples else value
    return value
