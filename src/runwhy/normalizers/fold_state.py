"""State and steps shared by all normalizers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import TypeVar

import msgspec
from msgspec.structs import asdict, replace

from runwhy.core.agents.actions import Action, Attachment, Other, Status, ToolResult, Value
from runwhy.core.agents.entries import (
    AssistantMessage,
    Entry,
    EntryChange,
    EntryDelta,
    Error,
    Retraction,
    Stamp,
    SystemMessage,
    Thinking,
    ToolUse,
    Topic,
    Unknown,
    Unrecognized,
    UserMessage,
)
from runwhy.core.runs.provenance import Provenance
from runwhy.core.runs.run import Tokens

Line = bytes | str
Used = tuple[str, Tokens]  # message id and tokens
Open = SystemMessage | AssistantMessage | Thinking | ToolUse
TextEntry = AssistantMessage | Thinking
TextKind = type[AssistantMessage] | type[Thinking]
RECENT = 8  # ended tool uses whose result may be repeated or arrive late
SHORT = 2000  # characters of a result that is kept with them


class Fold(Value, frozen=True, kw_only=True, gc=False):
    """State after the lines read so far; a plain value that can be stored and resumed.

    `open` holds only entries that may still change, so it does not grow with the run. `recent`
    holds the newest ended tool uses without long results: a repeated result keeps tool and action.
    `sender` is the provenance of the run's prompts. `failed` means that this turn already has an
    error entry.
    """

    stamp: Stamp
    sender: Provenance = Provenance.HUMAN
    next_index: int = 0
    open: Mapping[str, Open] = {}
    recent: Mapping[str, ToolUse] = {}
    failed: bool = False


S = TypeVar("S", bound=Fold)
Changes = list[EntryChange]


def learn(state: S, *, session: object = None, model: object = None, **own: object) -> S:
    """Record session and model from any line that has them."""
    stamp = state.stamp
    agent_session = session if isinstance(session, str) and session else stamp.agent_session
    name = model if isinstance(model, str) and model else stamp.model
    reported = {key: value for key, value in own.items() if value is not None}
    extensions = {**stamp.extensions, **reported} if reported else stamp.extensions
    if (agent_session, name, extensions) == (stamp.agent_session, stamp.model, stamp.extensions):
        return state
    learned = Stamp(
        agent=stamp.agent, agent_session=agent_session, model=name, extensions=extensions
    )
    return replace(state, stamp=learned)


def add(state: S, entry: Entry) -> tuple[S, Changes]:
    """Add a new entry at the next index."""
    return replace(state, next_index=state.next_index + 1), [entry]


def keep_open(state: S, entry: Open) -> tuple[S, Changes]:
    """Add a new entry that later lines may change."""
    still_open = {**state.open, entry.id: entry}
    return replace(state, next_index=state.next_index + 1, open=still_open), [entry]


def reopen(state: S, entry: Open) -> tuple[S, Changes]:
    """Update an open entry and keep it open."""
    return replace(state, open={**state.open, entry.id: entry}), [entry]


def close(state: S, entry: Open) -> tuple[S, Changes]:
    """Update an open entry for the last time."""
    return _remember(forget(state, (entry.id,)), [entry]), [entry]


def tool_of(state: Fold, id: str) -> ToolUse | None:
    """Return a tool use that is open or has ended recently."""
    known = state.open.get(id) or state.recent.get(id)
    return known if isinstance(known, ToolUse) else None


def _remember(state: S, entries: Iterable[Open]) -> S:
    """Keep ended tool uses, without long results, in place of the oldest ones."""
    ended = {e.id: _without_long_result(e) for e in entries if isinstance(e, ToolUse)}
    if not ended:
        return state
    recent = {**state.recent, **ended}
    for id in list(recent)[:-RECENT]:
        del recent[id]
    return replace(state, recent=recent)


def _without_long_result(entry: ToolUse) -> ToolUse:
    result = entry.result
    short = result is None or (len(result.text) <= SHORT and not result.attachments)
    return entry if short else replace(entry, result=None)


def forget(state: S, ids: Iterable[str]) -> S:
    """Drop entries from the open ones."""
    dropped = frozenset(ids)
    return replace(state, open={id: entry for id, entry in state.open.items() if id not in dropped})


def prompt(
    state: S,
    text: str,
    *,
    id: str | None = None,
    time: datetime | None = None,
    attachments: tuple[Attachment, ...] = (),
    client_id: str | None = None,
) -> tuple[S, Changes]:
    """Add a message of the run's sender."""
    entry = UserMessage(
        id=own_id(state, id),
        index=state.next_index,
        stamp=state.stamp,
        time=time,
        provenance=state.sender,
        text=text,
        attachments=attachments,
        client_id=client_id,
    )
    return add(state, entry)


def notice(
    state: S,
    topic: Topic,
    text: str,
    *,
    id: str | None = None,
    time: datetime | None = None,
    parent: str | None = None,
    provenance: Provenance = Provenance.SYSTEM,
) -> tuple[S, Changes]:
    """Add a system message."""
    entry = SystemMessage(
        id=own_id(state, id),
        index=state.next_index,
        stamp=state.stamp,
        time=time,
        provenance=provenance,
        parent=parent,
        topic=topic,
        text=text,
    )
    return add(state, entry)


def fail(
    state: S, message: str, *, id: str | None, code: str | None = None, time: datetime | None = None
) -> tuple[S, Changes]:
    """Add the error entry of this turn, unless it already has one."""
    if state.failed:
        return state, []
    entry = Error(
        id=own_id(state, id),
        index=state.next_index,
        stamp=state.stamp,
        time=time,
        message=message,
        code=code,
    )
    return add(replace(state, failed=True), entry)


def unrecognized(state: S, line: Line, reason: Unknown) -> tuple[S, Changes]:
    """Keep an unknown line unchanged; ignore a blank line."""
    text = line_text(line)
    if not text.strip():
        return state, []
    index = state.next_index
    id = own_id(state, None)
    return add(state, Unrecognized(id=id, index=index, stamp=state.stamp, line=text, reason=reason))


def line_text(line: Line) -> str:
    """Return a line as text without its line end; bytes that are not UTF-8 are escaped."""
    text = line if isinstance(line, str) else line.decode(errors="backslashreplace")
    return text.rstrip("\r\n")


def unreadable(state: S, line: Line, error: Exception) -> tuple[S, Changes]:
    """Keep a line that is not JSON or has an unexpected shape."""
    shaped = isinstance(error, msgspec.ValidationError)
    return unrecognized(state, line, "unexpected_shape" if shaped else "not_json")


def own_id(state: Fold, id: str | None) -> str:
    """Return the agent's id, or one derived from the entry's index."""
    return id or f"entry-{state.next_index}"


def grow(
    state: S,
    kind: TextKind,
    id: str,
    text: str,
    *,
    parent: str | None = None,
    time: datetime | None = None,
) -> tuple[S, Changes]:
    """Append text: the first piece adds an entry, later pieces are deltas."""
    if id in state.open:
        return state, [EntryDelta(id=id, text=text)]
    entry = kind(
        id=id,
        index=state.next_index,
        stamp=state.stamp,
        time=time,
        parent=parent,
        text=text,
        partial=True,
    )
    return keep_open(state, entry)


def complete(
    state: S,
    kind: TextKind,
    text: str,
    *,
    id: str | None = None,
    time: datetime | None = None,
    parent: str | None = None,
    stamp: Stamp | None = None,
    phase: str | None = None,
) -> tuple[S, Changes]:
    """Add a complete text, in place of its pieces if there were any."""
    known = state.open.get(id or "")
    if isinstance(known, (AssistantMessage, Thinking)):
        known = replace(known, text=text, partial=False, stamp=stamp or known.stamp)
        return close(state, _in_phase(known, phase))
    entry = kind(
        id=own_id(state, id),
        index=state.next_index,
        stamp=stamp or state.stamp,
        time=time,
        parent=parent,
        text=text,
    )
    return add(state, _in_phase(entry, phase))


def _in_phase(entry: TextEntry, phase: str | None) -> TextEntry:
    if phase is not None and isinstance(entry, AssistantMessage):
        return replace(entry, phase=phase)
    return entry


def retract(state: S, parent: str | None, *, keep: tuple[str, ...] = ()) -> tuple[S, Changes]:
    """Retract partial text that will not be completed, except ids with one of these prefixes."""
    ids = [
        id
        for id, entry in state.open.items()
        if is_partial(entry) and entry.parent == parent and not id.startswith(keep)
    ]
    return (forget(state, ids), [Retraction(id=id) for id in ids]) if ids else (state, [])


def finish_texts(state: S, parent: str | None) -> tuple[S, Changes]:
    """Mark truncated text as complete."""
    ids = [id for id, entry in state.open.items() if is_partial(entry) and entry.parent == parent]
    last: Changes = [EntryDelta(id=id, text="", last=True) for id in ids]
    return (forget(state, ids), last) if ids else (state, [])


def finish_open(state: S, parents: Iterable[str | None] | None = None) -> tuple[S, Changes]:
    """Close all open entries: tools become interrupted, text is kept."""
    chosen = None if parents is None else frozenset(parents)
    ending = [e for e in state.open.values() if chosen is None or e.parent in chosen]
    changes: Changes = []
    for entry in ending:
        if is_partial(entry):
            changes.append(EntryDelta(id=entry.id, text="", last=True))
        elif isinstance(entry, ToolUse) and entry.status == "running":
            changes.append(replace(entry, status="interrupted", stamp=state.stamp))
    if not ending:
        return state, []
    return _remember(forget(state, [entry.id for entry in ending]), ending), changes


def is_partial(entry: Open) -> bool:
    return isinstance(entry, (AssistantMessage, Thinking))


def new_tool(
    state: Fold,
    tool: str,
    action: Action,
    *,
    id: str | None = None,
    time: datetime | None = None,
    parent: str | None = None,
    stamp: Stamp | None = None,
) -> ToolUse:
    """Return a tool use at the next index, which the caller adds or keeps open."""
    return ToolUse(
        id=own_id(state, id),
        index=state.next_index,
        stamp=stamp or state.stamp,
        time=time,
        parent=parent,
        tool=tool,
        action=action,
    )


def ended(
    known: ToolUse,
    *,
    stamp: Stamp,
    status: Status,
    result: ToolResult | None,
    time: datetime | None,
    action: Action | None = None,
) -> ToolUse:
    """Return the ended tool use; its action is kept if the end does not repeat it."""
    return replace(
        known,
        stamp=stamp,
        status="denied" if known.status == "denied" else status,
        action=filled(known.action, action),
        result=result,
        ended=time,
    )


def filled(known: Action, reported: Action | None) -> Action:
    """Return the known action with newly reported values; its kind never changes."""
    if reported is None or (isinstance(known, Other) and known.arguments is None):
        return reported or known
    if type(reported) is not type(known):
        return known
    news = {name: value for name, value in asdict(reported).items() if value not in (None, "", ())}
    return replace(known, **news)
