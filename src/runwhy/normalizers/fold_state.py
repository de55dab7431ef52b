"""What every normalizer remembers, and the steps that all of them take."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import TypeVar

import msgspec
from msgspec.structs import asdict, replace

from runwhy.core.agents.actions import Action, Other, Status, ToolResult, Value
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
)
from runwhy.core.runs.provenance import Provenance
from runwhy.core.runs.run import Tokens

Line = bytes | str
Used = tuple[str, Tokens]  # which message, and how much
Open = SystemMessage | AssistantMessage | Thinking | ToolUse


class Fold(Value, frozen=True, kw_only=True, gc=False):
    """What was learned from the lines so far; a plain value, so it can be stored and resumed.

    `open` holds the entries that may still change, and only those: it does not grow with the run.
    `sender` is whose words the run's prompts are. `failed` means that the failure of this turn has
    its entry already.
    """

    stamp: Stamp
    sender: Provenance = Provenance.HUMAN
    next_index: int = 0
    open: Mapping[str, Open] = {}
    failed: bool = False


S = TypeVar("S", bound=Fold)
Changes = list[EntryChange]


def learn(state: S, *, session: object = None, model: object = None, **own: object) -> S:
    """Take session and model from any line that has them; what a line lacks stays known."""
    stamp = state.stamp
    agent_session = session if isinstance(session, str) and session else stamp.agent_session
    name = model if isinstance(model, str) and model else stamp.model
    told = {key: value for key, value in own.items() if value is not None}
    extensions = {**stamp.extensions, **told} if told else stamp.extensions
    if (agent_session, name, extensions) == (stamp.agent_session, stamp.model, stamp.extensions):
        return state
    known = Stamp(agent=stamp.agent, agent_session=agent_session, model=name, extensions=extensions)
    return replace(state, stamp=known)


def add(state: S, entry: Entry) -> tuple[S, Changes]:
    """A new entry, whose index is the state's next one."""
    return replace(state, next_index=state.next_index + 1), [entry]


def keep_open(state: S, entry: Open) -> tuple[S, Changes]:
    """A new entry that later lines may fill in."""
    still_open = {**state.open, entry.id: entry}
    return replace(state, next_index=state.next_index + 1, open=still_open), [entry]


def reopen(state: S, entry: Open) -> tuple[S, Changes]:
    """An open entry told again, and still open."""
    return replace(state, open={**state.open, entry.id: entry}), [entry]


def close(state: S, entry: Open) -> tuple[S, Changes]:
    """An open entry in its last form."""
    return forget(state, (entry.id,)), [entry]


def forget(state: S, ids: Iterable[str]) -> S:
    """Nothing more is expected of these."""
    gone = frozenset(ids)
    return replace(state, open={id: entry for id, entry in state.open.items() if id not in gone})


def notice(
    state: S, topic: Topic, text: str, *, id: str | None, time: datetime | None = None
) -> tuple[S, Changes]:
    """Something worth a line that nobody said."""
    return add(
        state,
        SystemMessage(
            id=own_id(state, id),
            index=state.next_index,
            stamp=state.stamp,
            time=time,
            topic=topic,
            text=text,
        ),
    )


def fail(
    state: S, message: str, *, id: str | None, code: str | None = None, time: datetime | None = None
) -> tuple[S, Changes]:
    """The error entry of this turn, unless it has one already."""
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
    """Keep what we do not know, whole; a blank line is nothing."""
    text = line if isinstance(line, str) else line.decode(errors="backslashreplace")
    if not text.strip():
        return state, []
    text = text.rstrip("\r\n")
    entry = Unrecognized(
        id=own_id(state, None),
        index=state.next_index,
        stamp=state.stamp,
        line=text,
        reason=reason,
    )
    return add(state, entry)


def unreadable(state: S, line: Line, error: Exception) -> tuple[S, Changes]:
    """A line that could not be decoded: not JSON at all, or not in the shape we know."""
    shaped = isinstance(error, msgspec.ValidationError)
    return unrecognized(state, line, "unexpected_shape" if shaped else "not_json")


def own_id(state: Fold, id: str | None) -> str:
    """The agent's own id, or where it gives none, the place in this run."""
    return id or f"entry-{state.next_index}"


def grow(
    state: S,
    kind: type[AssistantMessage] | type[Thinking],
    id: str,
    text: str,
    *,
    parent: str | None = None,
    time: datetime | None = None,
) -> tuple[S, Changes]:
    """More text: the first piece is an entry, the others are deltas."""
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


def retract(state: S, parent: str | None) -> tuple[S, Changes]:
    """Take back text that was shown and will not be completed."""
    ids = [id for id, entry in state.open.items() if is_partial(entry) and entry.parent == parent]
    return (forget(state, ids), [Retraction(id=id) for id in ids]) if ids else (state, [])


def finish_texts(state: S, parent: str | None) -> tuple[S, Changes]:
    """Text that was cut short stays as it is, and stops being partial."""
    ids = [id for id, entry in state.open.items() if is_partial(entry) and entry.parent == parent]
    last: Changes = [EntryDelta(id=id, text="", last=True) for id in ids]
    return (forget(state, ids), last) if ids else (state, [])


def finish_open(state: S, parents: Iterable[str | None] | None = None) -> tuple[S, Changes]:
    """Nothing stays running: tools without an end were interrupted, text ends where it is."""
    chosen = None if parents is None else frozenset(parents)
    ending = [e for e in state.open.values() if chosen is None or e.parent in chosen]
    changes: Changes = []
    for entry in ending:
        if is_partial(entry):
            changes.append(EntryDelta(id=entry.id, text="", last=True))
        elif isinstance(entry, ToolUse) and entry.status == "running":
            changes.append(replace(entry, status="interrupted", stamp=state.stamp))
    return (forget(state, [entry.id for entry in ending]), changes) if ending else (state, [])


def is_partial(entry: Open) -> bool:
    return isinstance(entry, (AssistantMessage, Thinking))


def ended(
    known: ToolUse,
    *,
    stamp: Stamp,
    status: Status,
    result: ToolResult | None,
    time: datetime | None,
    action: Action | None = None,
) -> ToolUse:
    """The use of a tool with its end; what it does is kept, whatever the end leaves out."""
    return replace(
        known,
        stamp=stamp,
        status="denied" if known.status == "denied" else status,
        action=filled(known.action, action),
        result=result,
        ended=time,
    )


def filled(known: Action, told: Action | None) -> Action:
    """The known action with whatever is told newly; never another kind of action."""
    if told is None or (isinstance(known, Other) and known.arguments is None):
        return told or known
    if type(told) is not type(known):
        return known
    news = {name: value for name, value in asdict(told).items() if value not in (None, "", ())}
    return replace(known, **news)
