"""Entries: the actions of a coding agent in a run, in one form for every agent."""

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
    """An agent's own identifiers on an entry; None if the agent does not report one (yet)."""

    agent: str
    agent_session: str | None = None
    model: str | None = None
    extensions: Mapping[str, object] = {}


class EntryFields(Tagged, frozen=True, kw_only=True, gc=False):
    """Fields of every entry.

    `id` is derived from the agent's own ids, so repeated output keeps the same id. `index` orders
    entries by first appearance. `parent` is the tool use whose subagent made this entry.
    """

    id: str
    index: int
    stamp: Stamp
    time: datetime | None = None
    provenance: Provenance = Provenance.SYSTEM
    parent: str | None = None


class SystemMessage(EntryFields, frozen=True, kw_only=True, gc=False, tag="system_message"):
    """A message from neither a person nor the model: a notice, a summary, a hook."""

    topic: Topic
    text: str


class UserMessage(EntryFields, frozen=True, kw_only=True, gc=False, tag="user_message"):
    """The task of the run, with the provenance of its sender."""

    text: str
    attachments: tuple[Attachment, ...] = ()
    client_id: str | None = None  # the id assigned by its sender


class AssistantMessage(EntryFields, frozen=True, kw_only=True, gc=False, tag="assistant_message"):
    """Text of the model; while `partial`, deltas extend it."""

    provenance: Provenance = Provenance.AGENT
    text: str
    partial: bool = False
    phase: str | None = None


class Thinking(EntryFields, frozen=True, kw_only=True, gc=False, tag="thinking"):
    """The model's thinking or a summary of it; empty if its provider withholds it."""

    provenance: Provenance = Provenance.AGENT
    text: str
    partial: bool = False


class ToolUse(EntryFields, frozen=True, kw_only=True, gc=False, tag="tool_use"):
    """One use of a tool: the action, its status, and the result."""

    provenance: Provenance = Provenance.TOOL
    tool: str
    action: Action
    status: Status = "running"
    result: ToolResult | None = None
    ended: datetime | None = None


class Error(EntryFields, frozen=True, kw_only=True, gc=False, tag="error"):
    """A failure of the run; repeated reports of one failure share an entry."""

    message: str
    code: str | None = None


class Usage(Value, frozen=True, kw_only=True, gc=False):
    """Tokens and cost as reported by the agent, and the scope they cover."""

    scope: Scope
    reported: Mapping[str, object]


class Result(EntryFields, frozen=True, kw_only=True, gc=False, tag="result"):
    """The end of a turn: success, final text, and cost."""

    provenance: Provenance = Provenance.AGENT
    ok: bool
    reason: str | None = None
    text: str | None = None
    structured: object = None
    turns: int | None = None
    duration_ms: int | None = None
    usage: tuple[Usage, ...] = ()


class Unrecognized(EntryFields, frozen=True, kw_only=True, gc=False, tag="unrecognized"):
    """An unknown line, kept whole."""

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
    """Text appended to an entry; `last` means that the entry is complete."""

    id: str
    text: str
    last: bool = False


class Retraction(Tagged, frozen=True, kw_only=True, gc=False, tag="retraction"):
    """Withdraws an entry whose content was discarded."""

    id: str


EntryChange = Entry | EntryDelta | Retraction


def entry_json(entry: Entry) -> dict[str, object]:
    """Return the wire form of an entry: the stamp becomes `agent` and `metadata`."""
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
    """Return the wire form of a normalizer's output: entries, deltas and retractions."""
    if isinstance(change, (EntryDelta, Retraction)):
        fields: dict[str, object] = msgspec.to_builtins(change)
        return fields
    return entry_json(change)


_NOT_PLAIN = frozenset({"time", "ended", "action", "result", "attachments", "usage"})


def _wire(value: object) -> object:
    """Convert times to text and tuples to lists; JSON from outside needs neither."""
    if isinstance(value, datetime):
        text = value.astimezone(UTC).isoformat(timespec="milliseconds")
        return text.removesuffix("+00:00") + "Z"
    if isinstance(value, tuple):
        return [_wire(item) for item in value]
    if isinstance(value, dict):
        tuples = {name: _wire(item) for name, item in value.items() if isinstance(item, tuple)}
        return {**value, **tuples} if tuples else value
    return value
