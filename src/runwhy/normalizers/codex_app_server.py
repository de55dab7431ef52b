"""Codex: normalizes the output of `codex app-server`, one JSON-RPC object per line.

A line with a `method` is a notification, or a server request if it also has an `id`. A line with
only an `id` is a response. Threads other than ours are subagents.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from runwhy.core.agents.actions import Other, Todo
from runwhy.core.agents.entries import (
    AssistantMessage,
    EntryDelta,
    Result,
    Thinking,
    ToolUse,
    Usage,
)
from runwhy.normalizers import tools
from runwhy.normalizers.codex_app_server_items import (
    Message,
    Params,
    State,
    Time,
    Turn,
    handle_item,
    parent_of,
    read_message,
)
from runwhy.normalizers.fold_state import (
    Changes,
    Line,
    add,
    close,
    fail,
    finish_open,
    grow,
    keep_open,
    learn,
    new_tool,
    notice,
    own_id,
    reopen,
    retract,
    unreadable,
    unrecognized,
)
from runwhy.normalizers.json_values import (
    NOT_READABLE,
    as_int,
    as_object,
    as_text,
    provider_error,
    time_of,
)

__all__ = ["State", "normalize"]

Handler = Callable[[State, Params, Time], tuple[State, Changes]]


def normalize(state: State, line: Line) -> tuple[State, Changes]:
    """Normalize one line. An unknown line becomes an entry, never an error."""
    try:
        message = read_message(line)
    except NOT_READABLE as error:
        return unreadable(state, line, error)
    if not message.method:
        return _answer(state, message, line)
    params = message.params or Params()
    if state.stamp.agent_session is None and params.thread_id:
        state = learn(state, session=params.thread_id)
    time = time_of(message.emitted_at_ms)
    if message.method in ("item/started", "item/completed") and params.item is not None:
        return handle_item(state, params, line, time, done=message.method == "item/completed")
    if message.method == "item/tool/requestUserInput":
        return _question(state, message.id, params, time)
    handler = _HANDLERS.get(message.method)
    if handler is not None:
        return handler(state, params, time)
    if message.method in _QUIET or message.method.endswith("/requestApproval"):
        return state, []
    return unrecognized(state, line, "unknown_type")


def _answer(state: State, message: Message, line: Line) -> tuple[State, Changes]:
    if message.id is None or not message.is_response:
        return unrecognized(state, line, "unknown_type")
    if isinstance(message.error, dict):
        code = message.error.get("code")
        text = as_text(message.error.get("message")) or "The request failed"
        id = f"answer-{message.id}:error"
        return fail(state, text, id=id, code=None if code is None else str(code))
    return _session(state, as_object(message.result), None)


def _session(state: State, details: Mapping[str, object], time: Time) -> tuple[State, Changes]:
    """Record the thread from a response or notification."""
    thread = as_object(details.get("thread"))
    id, parent = as_text(thread.get("id")), as_text(thread.get("parentThreadId"))
    if not id:
        return state, []
    if parent:
        return replace(state, threads={id: parent, **state.threads}), []
    known = learn(
        state,
        session=id,
        model=details.get("model") or thread.get("model"),
        cwd=details.get("cwd") or thread.get("cwd"),
        modelProvider=details.get("modelProvider") or thread.get("modelProvider"),
        approvalPolicy=details.get("approvalPolicy"),
        sandbox=as_object(details.get("sandbox")).get("type"),
        agentVersion=thread.get("cliVersion"),
        branch=as_object(thread.get("gitInfo")).get("branch"),
    )
    if state.stamp.agent_session == id:
        return known, []
    return notice(known, "session", "Session started", id=id, time=time)


def _message_delta(state: State, params: Params, time: Time) -> tuple[State, Changes]:
    text, parent = as_text(params.delta), parent_of(state, params)
    return grow(state, AssistantMessage, params.item_id, text, parent=parent, time=time)


def _thought_delta(state: State, params: Params, time: Time) -> tuple[State, Changes]:
    text, parent = as_text(params.delta), parent_of(state, params)
    return grow(state, Thinking, params.item_id, text, parent=parent, time=time)


def _thought_part(state: State, params: Params, time: Time) -> tuple[State, Changes]:
    """Separate the parts of a reasoning summary, as in the complete text."""
    if params.item_id not in state.open:
        return state, []
    return state, [EntryDelta(id=params.item_id, text="\n\n")]


def _output_delta(state: State, params: Params, time: Time) -> tuple[State, Changes]:
    if params.item_id not in state.open:
        return state, []
    return state, [EntryDelta(id=params.item_id, text=as_text(params.delta))]


def _todos(state: State, params: Params, time: Time) -> tuple[State, Changes]:
    """Update the to-do list of the turn; each turn has one entry."""
    steps = params.plan if isinstance(params.plan, list) else []
    action = Todo(items=tuple(tools.todo_item(as_object(step)) for step in steps))
    id = f"{params.turn_id}:plan"
    known = state.open.get(id)
    if isinstance(known, ToolUse):
        return reopen(state, replace(known, action=action))
    parent = parent_of(state, params)
    entry = new_tool(state, "update_plan", action, id=id, time=time, parent=parent)
    return keep_open(state, replace(entry, status="success"))


def _question(state: State, id: object, params: Params, time: Time) -> tuple[State, Changes]:
    action = tools.question({"questions": params.questions}) or Other(arguments=params.questions)
    id, parent = f"request-{id}", parent_of(state, params)
    entry = new_tool(state, "request_user_input", action, id=id, time=time, parent=parent)
    return keep_open(state, entry)


def _resolved(state: State, params: Params, time: Time) -> tuple[State, Changes]:
    known = state.open.get(f"request-{params.request_id}")
    if not isinstance(known, ToolUse):
        return state, []
    return close(state, replace(known, status="success", ended=time))


def _thread_started(state: State, params: Params, time: Time) -> tuple[State, Changes]:
    return _session(state, {"thread": params.thread}, time)


def _rerouted(state: State, params: Params, time: Time) -> tuple[State, Changes]:
    return (state if parent_of(state, params) else learn(state, model=params.to_model)), []


def _warning(state: State, params: Params, time: Time) -> tuple[State, Changes]:
    text = as_text(params.summary) or as_text(params.message)
    return notice(state, "warning", text, time=time)


def _error(state: State, params: Params, time: Time) -> tuple[State, Changes]:
    """Add an error, or a retry notice that retracts the partial text."""
    message, code = _failure(params.error)
    parent = parent_of(state, params)
    if params.will_retry:
        state, changes = retract(state, parent)
        state, more = notice(state, "retry", message, time=time)
        return state, changes + more
    if parent is not None:
        return notice(state, "notice", message, time=time)
    return fail(state, message, id=f"{params.turn_id}:error", code=code, time=time)


def _failure(error: object) -> tuple[str, str | None]:
    details = as_object(error)
    message, code = provider_error(as_text(details.get("message")))
    return message, code or as_text(details.get("codexErrorInfo")) or None


def _usage(state: State, params: Params, time: Time) -> tuple[State, Changes]:
    if parent_of(state, params) is not None:
        return state, []
    return replace(state, usage=as_object(params.token_usage)), []


def _turn_started(state: State, params: Params, time: Time) -> tuple[State, Changes]:
    return (state if parent_of(state, params) else replace(state, failed=False)), []


def _turn_completed(state: State, params: Params, time: Time) -> tuple[State, Changes]:
    """End the turn; interrupted commands are not reported separately."""
    turn, parent = params.turn or Turn(), parent_of(state, params)
    state, changes = finish_open(state, (parent,))
    if parent is not None:
        return state, changes
    if turn.status == "failed":
        message, code = _failure(turn.error)
        state, more = fail(state, message, id=f"{turn.id}:error", code=code, time=time)
        changes += more
    entry = Result(
        id=own_id(state, turn.id),
        index=state.next_index,
        stamp=state.stamp,
        time=time,
        ok=turn.status == "completed",
        reason=turn.status or None,
        text=_last_text(turn),
        duration_ms=as_int(turn.duration_ms),
        usage=_usages(state.usage),
    )
    state, more = add(replace(state, failed=False), entry)
    return state, changes + more


def _last_text(turn: Turn) -> str | None:
    items = [as_object(item) for item in turn.items] if isinstance(turn.items, list) else []
    texts = [item.get("text") for item in items if item.get("type") == "agentMessage"]
    return as_text(texts[-1]) if texts else None


def _usages(usage: Mapping[str, object]) -> tuple[Usage, ...]:
    """Return the totals of the thread and of the last call."""
    thread, call = usage.get("total"), usage.get("last")
    total = (Usage(scope="thread", reported=thread),) if isinstance(thread, dict) else ()
    return (*total, Usage(scope="call", reported=call)) if isinstance(call, dict) else total


_HANDLERS: Mapping[str, Handler] = {
    "configWarning": _warning,
    "deprecationNotice": _warning,
    "error": _error,
    "guardianWarning": _warning,
    "item/agentMessage/delta": _message_delta,
    "item/commandExecution/outputDelta": _output_delta,
    "item/reasoning/summaryPartAdded": _thought_part,
    "item/reasoning/summaryTextDelta": _thought_delta,
    "item/reasoning/textDelta": _thought_delta,
    "model/rerouted": _rerouted,
    "serverRequest/resolved": _resolved,
    "thread/started": _thread_started,
    "thread/tokenUsage/updated": _usage,
    "turn/completed": _turn_completed,
    "turn/plan/updated": _todos,
    "turn/started": _turn_started,
    "warning": _warning,
}
# Notifications about the app and its threads, and progress that a later item repeats.
_QUIET = frozenset(
    {"account/rateLimits/updated", "account/updated", "app/list/updated", "fs/changed"}
    | {"item/commandExecution/terminalInteraction", "item/fileChange/outputDelta"}
    | {"item/fileChange/patchUpdated", "item/mcpToolCall/progress", "item/plan/delta"}
    | {"mcpServer/startupStatus/updated", "model/safetyBuffering/updated", "model/verification"}
    | {"project/changed", "remoteControl/status/changed", "skills/changed", "thread/archived"}
    | {"thread/attachment/updated", "thread/closed", "thread/environment/connected"}
    | {"thread/environment/disconnected", "thread/goal/cleared", "thread/goal/updated"}
    | {"thread/name/updated", "thread/prediction/updated", "thread/project/updated"}
    | {"thread/queue/changed", "thread/readState/changed", "thread/settings/updated"}
    | {"thread/status/changed", "thread/unarchived", "turn/diff/updated"}
    | {"turn/moderationMetadata"}
)
