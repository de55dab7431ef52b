"""Cursor: normalizes the output of `cursor-agent -p --output-format stream-json`.

Messages and reasoning have no ids, so they are numbered. With `--stream-partial-output`, text
arrives in pieces and is then repeated once or twice; the repetitions are ignored.
"""

from __future__ import annotations

from msgspec import Struct, field, json
from msgspec.structs import replace

from runwhy.core.agents.entries import AssistantMessage, Result, Stamp, Thinking, Topic, Usage
from runwhy.normalizers.cursor_tools import call_of, result_of
from runwhy.normalizers.fold_state import (
    Changes,
    Fold,
    Line,
    TextKind,
    add,
    close,
    complete,
    ended,
    fail,
    finish_open,
    finish_texts,
    grow,
    keep_open,
    learn,
    new_tool,
    notice,
    own_id,
    prompt,
    tool_of,
    unreadable,
    unrecognized,
)
from runwhy.normalizers.json_values import NOT_READABLE, as_int, as_object, time_of


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
    """State of the fold; `in_pieces` is true if text arrives in pieces."""

    stamp: Stamp = Stamp(agent="cursor")
    in_pieces: bool = False


_read = json.Decoder(_Event).decode


def normalize(state: State, line: Line) -> tuple[State, Changes]:
    """Normalize one line. An unknown line becomes an entry, never an error."""
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
            return prompt(state, _text(event), time=time_of(event.timestamp_ms))
        case "system" if event.subtype == "init":
            return _init(state, event, again=started == event.session_id)
        case "result":
            return _result(state, event)
        case "connection" | "retry":
            text = _text(event) or event.text or event.subtype
            topic: Topic = "retry" if event.type == "retry" else "notice"
            return notice(state, topic, text, time=time_of(event.timestamp_ms))
    return unrecognized(state, line, "unknown_type")


def _text(event: _Event) -> str:
    if not isinstance(event.message, _Message):
        return event.message or ""
    content = event.message.content
    return content if isinstance(content, str) else "".join(block.text for block in content)


def _init(state: State, event: _Event, *, again: bool) -> tuple[State, Changes]:
    """Record the session. The model is a display name ("Auto"), not an id."""
    known = learn(state, model=event.model, cwd=event.cwd, permissionMode=event.permission_mode)
    if again and known is state:
        return state, []
    return notice(known, "session", "Session started", id=event.session_id)


def _assistant(state: State, event: _Event) -> tuple[State, Changes]:
    """Add text; a piece has a time and no model call id."""
    if event.timestamp_ms is not None and not event.model_call_id:
        state = replace(state, in_pieces=True)
        return _piece(state, AssistantMessage, _text(event), event)
    if state.in_pieces:  # a repetition: the text is complete
        return finish_texts(state, None)
    return complete(state, AssistantMessage, _text(event), time=time_of(event.timestamp_ms))


def _thinking(state: State, event: _Event) -> tuple[State, Changes]:
    if event.subtype == "delta":
        return _piece(state, Thinking, event.text, event)
    if any(isinstance(entry, Thinking) for entry in state.open.values()):
        return finish_texts(state, None)
    if not event.text:
        return state, []
    return complete(state, Thinking, event.text, time=time_of(event.timestamp_ms))


def _piece(state: State, kind: TextKind, text: str, event: _Event) -> tuple[State, Changes]:
    """Append to the open text, or start another one."""
    begun = [entry.id for entry in state.open.values() if isinstance(entry, kind)]
    time = time_of(event.timestamp_ms)
    if begun:
        return grow(state, kind, begun[-1], text, time=time)
    state, changes = finish_texts(state, None)
    state, more = grow(state, kind, own_id(state, None), text, time=time)
    return state, changes + more


def _tool_call(state: State, event: _Event, line: Line) -> tuple[State, Changes]:
    call = call_of(event.tool_call)
    if call is None or event.subtype not in ("started", "completed"):
        return unrecognized(state, line, "unexpected_shape")
    state, changes = finish_texts(state, None)
    name, action, outcome = call
    time = time_of(event.timestamp_ms)
    known = tool_of(state, event.call_id)
    if event.subtype == "started" and known is not None:
        return state, changes
    begun = new_tool(state, name, action, id=event.call_id, time=time)
    if event.subtype == "started":
        state, more = keep_open(state, begun)
        return state, changes + more
    status, result, made = result_of(action, outcome)
    call_begun = known or begun
    entry = ended(
        call_begun, stamp=state.stamp, status=status, result=result, time=time, action=made
    )
    # An end without a start stays open, in case its start arrives later.
    state, more = close(state, entry) if call_begun is known else keep_open(state, entry)
    return state, changes + more


def _result(state: State, event: _Event) -> tuple[State, Changes]:
    """End the run; `is_error` decides. Tools that are still open lost their end in a reconnect."""
    state, changes = finish_open(state)
    id = event.request_id
    if event.is_error:
        message = event.result or event.subtype or "failed"
        state, more = fail(state, message, id=f"{id}:error" if id else None)
        changes += more
    usage = as_object(event.usage)
    entry = Result(
        id=own_id(state, id),
        index=state.next_index,
        stamp=state.stamp,
        time=time_of(event.timestamp_ms),
        ok=not event.is_error,
        reason=event.subtype if event.subtype != "success" else None,
        text=None if event.is_error else event.result,
        duration_ms=as_int(event.duration_ms),
        usage=(Usage(scope="run", reported=usage),) if usage else (),
    )
    state, more = add(replace(state, failed=False), entry)
    return state, changes + more
