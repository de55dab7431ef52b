"""Cursor: the lines of `cursor-agent -p --output-format stream-json`.

Neither messages nor thoughts have ids, so they are named by their place in the run. With
`--stream-partial-output` a text comes in pieces and is then told again, once or twice; only the
pieces are text.
"""

from __future__ import annotations

from msgspec import Struct, field, json
from msgspec.structs import replace

from runwhy.core.agents.entries import (
    AssistantMessage,
    Result,
    Stamp,
    Thinking,
    ToolUse,
    Topic,
    Usage,
    UserMessage,
)
from runwhy.normalizers.cursor_tools import call_of, result_of
from runwhy.normalizers.fold_state import (
    Changes,
    Fold,
    Line,
    add,
    close,
    ended,
    fail,
    finish_open,
    finish_texts,
    grow,
    keep_open,
    learn,
    notice,
    own_id,
    unreadable,
    unrecognized,
)
from runwhy.normalizers.json_values import NOT_READABLE, fields, time_of, whole


class _Block(Struct, gc=False):
    type: str = ""
    text: str = ""


class _Message(Struct, gc=False):
    content: str | list[_Block] = ""


class _Event(Struct, gc=False):
    type: str
    subtype: str = ""
    session_id: str | None = None
    model: str | None = None
    cwd: str | None = None
    permission_mode: str | None = field(default=None, name="permissionMode")
    message: _Message | str | None = None
    text: str = ""
    call_id: str = ""
    tool_call: dict[str, object] = {}
    model_call_id: str | None = None
    timestamp_ms: object = None
    is_error: bool = False
    result: str | None = None
    request_id: str | None = None
    duration_ms: object = None
    usage: object = None


class State(Fold, frozen=True, kw_only=True, gc=False):
    """What was learned so far; `in_pieces` when texts come in pieces in this run."""

    stamp: Stamp = Stamp(agent="cursor")
    in_pieces: bool = False


_read = json.Decoder(_Event).decode


def normalize(state: State, line: Line) -> tuple[State, Changes]:
    """Read one line. A line we do not know becomes an entry of its own, never an error."""
    try:
        event = _read(line)
    except NOT_READABLE as error:
        return unreadable(state, line, error)
    started = state.stamp.agent_session
    state = learn(state, session=event.session_id)
    match event.type:
        case "assistant":
            return _assistant(state, event)
        case "tool_call":
            return _tool_call(state, event, line)
        case "thinking":
            return _thinking(state, event)
        case "user":
            return _user(state, event)
        case "system" if event.subtype == "init":
            return _init(state, event, again=started == event.session_id)
        case "result":
            return _result(state, event)
        case "connection" | "retry":
            text = _text(event) or event.text or event.subtype
            topic: Topic = "retry" if event.type == "retry" else "notice"
            return notice(state, topic, text, id=None, time=time_of(event.timestamp_ms))
    return unrecognized(state, line, "unknown_type")


def finish(state: State) -> tuple[State, Changes]:
    """The stream has ended: nothing stays running."""
    return finish_open(state)


def _text(event: _Event) -> str:
    if not isinstance(event.message, _Message):
        return event.message or ""
    content = event.message.content
    return content if isinstance(content, str) else "".join(block.text for block in content)


def _init(state: State, event: _Event, *, again: bool) -> tuple[State, Changes]:
    """The model is a name to show ("Auto"), not an id."""
    known = learn(state, model=event.model, cwd=event.cwd, permissionMode=event.permission_mode)
    if again and known is state:
        return state, []
    return notice(known, "session", "Session started", id=event.session_id)


def _user(state: State, event: _Event) -> tuple[State, Changes]:
    entry = UserMessage(
        id=own_id(state, None),
        index=state.next_index,
        stamp=state.stamp,
        time=time_of(event.timestamp_ms),
        provenance=state.sender,
        text=_text(event),
    )
    return add(state, entry)


def _assistant(state: State, event: _Event) -> tuple[State, Changes]:
    """A piece has a time and no model call; without pieces, the line is the text."""
    if event.timestamp_ms is not None and not event.model_call_id:
        state = replace(state, in_pieces=True)
        return _piece(state, AssistantMessage, _text(event), event)
    if state.in_pieces:  # told again: the text is complete
        return finish_texts(state, None)
    entry = AssistantMessage(
        id=own_id(state, None),
        index=state.next_index,
        stamp=state.stamp,
        time=time_of(event.timestamp_ms),
        text=_text(event),
    )
    return add(state, entry)


def _thinking(state: State, event: _Event) -> tuple[State, Changes]:
    if event.subtype == "delta":
        return _piece(state, Thinking, event.text, event)
    if any(isinstance(entry, Thinking) for entry in state.open.values()):
        return finish_texts(state, None)
    if not event.text:
        return state, []
    entry = Thinking(
        id=own_id(state, None),
        index=state.next_index,
        stamp=state.stamp,
        time=time_of(event.timestamp_ms),
        text=event.text,
    )
    return add(state, entry)


def _piece(
    state: State,
    kind: type[AssistantMessage] | type[Thinking],
    text: str,
    event: _Event,
) -> tuple[State, Changes]:
    """More of the text that is open, or the start of another one."""
    begun = [entry.id for entry in state.open.values() if isinstance(entry, kind)]
    time = time_of(event.timestamp_ms)
    if begun:
        return grow(state, kind, begun[-1], text, time=time)
    state, changes = finish_texts(state, None)
    state, told = grow(state, kind, own_id(state, None), text, time=time)
    return state, changes + told


def _tool_call(state: State, event: _Event, line: Line) -> tuple[State, Changes]:
    call = call_of(event.tool_call)
    if call is None or event.subtype not in ("started", "completed"):
        return unrecognized(state, line, "unexpected_shape")
    state, changes = finish_texts(state, None)
    name, action, outcome = call
    time = time_of(event.timestamp_ms)
    known = state.open.get(event.call_id)
    if event.subtype == "started" and isinstance(known, ToolUse):
        return state, changes
    begun = ToolUse(
        id=own_id(state, event.call_id),
        index=state.next_index,
        stamp=state.stamp,
        time=time,
        tool=name,
        action=action,
    )
    if event.subtype == "started":
        state, told = keep_open(state, begun)
        return state, changes + told
    status, result, made = result_of(action, outcome)
    call_begun = known if isinstance(known, ToolUse) else begun
    entry = ended(
        call_begun, stamp=state.stamp, status=status, result=result, time=time, action=made
    )
    # an end without a start stays known, in case its start comes after it
    state, told = close(state, entry) if call_begun is known else keep_open(state, entry)
    return state, changes + told


def _result(state: State, event: _Event) -> tuple[State, Changes]:
    """The end: `is_error` decides. A tool that still runs has lost its end in a reconnect."""
    state, changes = finish_open(state)
    id = event.request_id
    if event.is_error:
        message = event.result or event.subtype or "failed"
        state, told = fail(state, message, id=f"{id}:error" if id else None)
        changes += told
    usage = fields(event.usage)
    entry = Result(
        id=own_id(state, id),
        index=state.next_index,
        stamp=state.stamp,
        time=time_of(event.timestamp_ms),
        ok=not event.is_error,
        reason=event.subtype if event.subtype != "success" else None,
        text=None if event.is_error else event.result,
        duration_ms=whole(event.duration_ms),
        usage=(Usage(scope="run", reported=usage),) if usage else (),
    )
    state, told = add(replace(state, failed=False), entry)
    return state, changes + told
