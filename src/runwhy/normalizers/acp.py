"""Agent Client Protocol: normalizes the messages between a client and an agent.

Lines of the client are optional. With them, the prompt, denied permissions and cancellation are
known, and text that the agent repeats from the prompt is removed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from msgspec.structs import replace

from runwhy.core.agents.actions import Todo
from runwhy.core.agents.entries import AssistantMessage, Thinking, ToolUse
from runwhy.normalizers import tools
from runwhy.normalizers.acp_messages import (
    SYSTEM_ERROR,
    Object,
    Permission,
    State,
    Time,
    read_line,
    without_sent,
)
from runwhy.normalizers.acp_texts import add_chunk, end_text
from runwhy.normalizers.acp_tools import handle_call
from runwhy.normalizers.acp_turns import handle_answer, handle_client, learn_options, mode_name
from runwhy.normalizers.fold_state import (
    Changes,
    Line,
    keep_open,
    learn,
    new_tool,
    prompt,
    reopen,
    tool_of,
    unreadable,
    unrecognized,
)
from runwhy.normalizers.json_values import NOT_READABLE, as_object, as_text, time_of

__all__ = ["State", "normalize"]

PLAN = "plan:"  # before the position of a to-do list in the transcript
Handler = Callable[[State, Object, Time], tuple[State, Changes]]


def normalize(state: State, line: Line) -> tuple[State, Changes]:
    """Normalize one line. An unknown line becomes an entry, never an error."""
    try:
        read = read_line(line)
    except NOT_READABLE as error:
        return unreadable(state, line, error)
    message, time = read.msg or read, time_of(read.at)
    if read.dir == "out":
        return handle_client(state, message, time)
    if read.dir != "in" or not (message.method or message.is_response):
        return unrecognized(state, line, "unknown_type")
    if not message.method:
        return handle_answer(state, message, time)
    params = as_object(message.params)
    if message.method == "session/update":
        return _update(state, params, line, time)
    if message.method == "session/request_permission":
        return _permission(state, str(message.id), params, time)
    if message.method in _QUIET or message.method.startswith(("fs/", "terminal/")):
        return state, []
    return unrecognized(state, line, "unknown_type")


def _permission(state: State, id: str, params: Object, time: Time) -> tuple[State, Changes]:
    """Record a request; it is the first sign of some tool calls."""
    call = as_object(params.get("toolCall"))
    name = as_text(call.get("toolCallId"))
    given = params.get("options")
    options = [as_object(option) for option in given] if isinstance(given, list) else []
    allowing = tuple(
        as_text(option.get("optionId"))
        for option in options
        if as_text(option.get("kind")).startswith("allow")
    )
    asked = Permission(call=name, allowing=allowing)
    state = replace(state, permissions={**state.permissions, id: asked})
    if tool_of(state, name) is not None:
        return state, []
    state, changes = end_text(state)
    begun = {**call, "status": "in_progress"}
    if begun.get("kind") == "execute":
        begun.pop("content", None)  # a description of the command
    state, more = handle_call(state, begun, time)
    return state, changes + more


def _update(state: State, params: Object, line: Line, time: Time) -> tuple[State, Changes]:
    update = as_object(params.get("update"))
    kind = as_text(update.get("sessionUpdate"))
    session = params.get("sessionId")
    if state.stamp.agent_session is None:
        state = learn(state, session=session)
    about_session = _SESSION_UPDATES.get(kind)
    if about_session is not None:
        return about_session(state, update, time)
    handler = _UPDATES.get(kind)
    if handler is not None:
        return (state, []) if state.loading else handler(state, update, time)
    return unrecognized(state, line, "unknown_type")


def _tool(state: State, update: Object, time: Time) -> tuple[State, Changes]:
    changes: Changes = []
    if tool_of(state, as_text(update.get("toolCallId"))) is None:
        state, changes = end_text(state)
    state, more = handle_call(state, update, time)
    return state, changes + more


def _user(state: State, update: Object, time: Time) -> tuple[State, Changes]:
    """Add a message of the user, unless the client's own line has it."""
    text = as_text(as_object(update.get("content")).get("text"))
    return (state, []) if state.sent or not text else prompt(state, text, time=time)


def _plan(state: State, update: Object, time: Time) -> tuple[State, Changes]:
    """Update the to-do list, which is open until the end of the turn."""
    given = update.get("entries")
    items = [as_object(item) for item in given] if isinstance(given, list) else []
    action = Todo(items=tuple(tools.todo_item(item) for item in items))
    tools_in_use = [entry for entry in state.open.values() if isinstance(entry, ToolUse)]
    known = next((entry for entry in tools_in_use if entry.id.startswith(PLAN)), None)
    if known is not None:
        unchanged = known.action == action
        return (state, []) if unchanged else reopen(state, replace(known, action=action))
    if not items:
        return state, []
    state, changes = end_text(state)
    entry = new_tool(state, "plan", action, id=f"{PLAN}{state.next_index}", time=time)
    state, more = keep_open(state, replace(entry, status="success"))
    return state, changes + more


def _title(state: State, update: Object, time: Time) -> tuple[State, Changes]:
    """Learn the title without the blocks before the prompt, and Codex's state of the thread."""
    title = "" if state.resumed else without_sent(as_text(update.get("title")), state.sent)
    codex = as_object(as_object(update.get("_meta")).get("codex"))
    status = as_text(as_object(codex.get("threadStatus")).get("type"))
    if status == "systemError":
        state = replace(state, trouble=SYSTEM_ERROR)
    return learn(state, title=title or None), []


def _context(state: State, update: Object, time: Time) -> tuple[State, Changes]:
    reported = {name: update[name] for name in ("used", "size", "cost") if update.get(name)}
    model = as_object(update.get("_meta")).get("_claude/model")
    return learn(replace(state, context={**state.context, **reported}), model=model), []


def _options(state: State, update: Object, time: Time) -> tuple[State, Changes]:
    return learn_options(state, update.get("configOptions")), []


def _current_mode(state: State, update: Object, time: Time) -> tuple[State, Changes]:
    return learn(state, mode=mode_name(update.get("currentModeId"))), []


def _quiet(state: State, update: Object, time: Time) -> tuple[State, Changes]:
    return state, []


_UPDATES: Mapping[str, Handler] = {
    "agent_message_chunk": partial(add_chunk, AssistantMessage),
    "agent_thought_chunk": partial(add_chunk, Thinking),
    "plan": _plan,
    "tool_call": _tool,
    "tool_call_update": _tool,
    "user_message_chunk": _user,
}
_SESSION_UPDATES: Mapping[str, Handler] = {
    "available_commands_update": _quiet,
    "config_option_update": _options,
    "current_mode_update": _current_mode,
    "session_info_update": _title,
    "usage_update": _context,
}
# Notifications and requests of single agents that say nothing about the run.
_QUIET = frozenset(
    {"$/cancel_request", "_auth/status_update"}
    | {"craft/drainMidTurnQueue", "qwen/notify/session/mode-update"}
    | {"qwen/notify/session/prompt-suggestion"}
)
