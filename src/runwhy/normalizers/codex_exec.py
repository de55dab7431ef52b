"""Codex: normalizes the output of `codex exec --json`.

The stream has no deltas, times, model or prompt; item ids are unique within a run.
"""

from __future__ import annotations

from msgspec import Struct, json
from msgspec.structs import replace

from runwhy.core.agents.actions import Todo, ToolResult, Value
from runwhy.core.agents.entries import (
    AssistantMessage,
    Result,
    Retraction,
    Stamp,
    Thinking,
    Usage,
)
from runwhy.normalizers import codex_items
from runwhy.normalizers.fold_state import (
    Changes,
    Fold,
    Line,
    add,
    complete,
    fail,
    finish_open,
    learn,
    notice,
    own_id,
    unreadable,
    unrecognized,
)
from runwhy.normalizers.json_values import NOT_READABLE, provider_error
from runwhy.normalizers.tools import todo_item


class _Item(codex_items.Item, gc=False):
    message: str = ""
    items: object = None


class _Failure(Struct, gc=False):
    message: str = ""


class _Event(Struct, gc=False):
    type: str
    thread_id: str | None = None
    item: _Item | None = None
    message: str = ""
    error: _Failure | None = None
    usage: object = None


class ErrorNotice(Value, frozen=True, kw_only=True, gc=False):
    """An `error` line: a notice, unless the turn then fails with the same message."""

    id: str
    message: str


class State(Fold, frozen=True, kw_only=True, gc=False):
    """State of the fold; `answer` is the last text of the turn."""

    stamp: Stamp = Stamp(agent="codex")
    turn: int = 0
    answer: str | None = None
    error_notice: ErrorNotice | None = None


_read = json.Decoder(_Event).decode


def normalize(state: State, line: Line) -> tuple[State, Changes]:
    """Normalize one line. An unknown line becomes an entry, never an error."""
    try:
        event = _read(line)
    except NOT_READABLE as error:
        return unreadable(state, line, error)
    match event.type:
        case "item.started" | "item.updated" | "item.completed" if event.item is not None:
            return _item(state, event.item, line, done=event.type == "item.completed")
        case "thread.started" if event.thread_id:
            known = learn(state, session=event.thread_id)
            return notice(known, "session", "Session started", id=event.thread_id)
        case "turn.started":
            return replace(state, turn=state.turn + 1, answer=None, failed=False), []
        case "turn.completed":
            return _ended(state, event, ok=True)
        case "turn.failed":
            return _failed(state, event)
        case "error":
            return _error_notice(state, event.message)
        case _:
            return unrecognized(state, line, "unknown_type")


def _item(state: State, item: _Item, line: Line, *, done: bool) -> tuple[State, Changes]:
    tool = (_todos(item), ToolResult()) if item.type == "todo_list" else codex_items.action_of(item)
    if tool is not None:
        action, result = tool
        return codex_items.handle_tool(state, item, action, result if done else None)
    if item.type not in ("agent_message", "reasoning", "error"):
        return unrecognized(state, line, "unknown_type")
    return _message(state, item) if done else (state, [])


def _message(state: State, item: _Item) -> tuple[State, Changes]:
    if item.type == "error":  # a warning: the turn continues
        return notice(state, "warning", item.message, id=item.id)
    if item.type == "reasoning":
        return complete(state, Thinking, item.text, id=item.id)
    return complete(replace(state, answer=item.text), AssistantMessage, item.text, id=item.id)


def _todos(item: _Item) -> Todo:
    items = item.items if isinstance(item.items, list) else []
    return Todo(items=tuple(todo_item(one) for one in items if isinstance(one, dict)))


def _error_notice(state: State, message: str) -> tuple[State, Changes]:
    id = own_id(state, None)
    known = replace(state, error_notice=ErrorNotice(id=id, message=message))
    return notice(known, "notice", provider_error(message)[0], id=id)


def _failed(state: State, event: _Event) -> tuple[State, Changes]:
    """Replace the notice of an `error` line by the error of the failed turn."""
    reason = event.error.message if event.error else event.message
    changes: Changes = []
    if state.error_notice is not None and state.error_notice.message == reason:
        changes = [Retraction(id=state.error_notice.id)]
    message, code = provider_error(reason)
    state, failure = fail(state, message, id=f"turn-{state.turn}:error", code=code)
    state, end = _ended(state, event, ok=False)
    return state, changes + failure + end


def _ended(state: State, event: _Event, *, ok: bool) -> tuple[State, Changes]:
    state, changes = finish_open(state)
    usage = event.usage  # total of the thread
    entry = Result(
        id=f"turn-{state.turn}",
        index=state.next_index,
        stamp=state.stamp,
        ok=ok,
        reason="completed" if ok else "failed",
        text=state.answer if ok else None,
        usage=(Usage(scope="thread", reported=usage),) if isinstance(usage, dict) else (),
    )
    state, more = add(replace(state, failed=False, error_notice=None), entry)
    return state, changes + more
