"""Agent Client Protocol: normalizes the messages between a client and an agent.

Lines of the client are optional. With them, the prompt, denied permissions and cancellation are
known, and text that the agent repeats from the prompt is removed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial

from msgspec.structs import replace

from runwhy.core.agents.actions import Attachment, Todo
from runwhy.core.agents.entries import (
    AssistantMessage,
    Result,
    Retraction,
    Scope,
    Stamp,
    Thinking,
    ToolUse,
    Topic,
    Usage,
)
from runwhy.normalizers import tools
from runwhy.normalizers.acp_messages import (
    PREFIX,
    QUIRKS,
    Message,
    Object,
    Permission,
    State,
    Time,
    quirks_of,
    read_line,
    without_sent,
)
from runwhy.normalizers.acp_tools import handle_call
from runwhy.normalizers.fold_state import (
    Changes,
    Line,
    TextKind,
    add,
    complete,
    fail,
    finish_open,
    forget,
    grow,
    keep_open,
    learn,
    new_tool,
    notice,
    own_id,
    prompt,
    reopen,
    tool_of,
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

PLAN = "plan:"  # before the position of a to-do list in the transcript
SYSTEM_ERROR = "the model request failed"
_ERROR = re.compile(r"Error: \d{3}\b")  # with the status of the model's answer
RECENT_TEXTS = 8  # ids of ended messages; a later part of one gets another id
Handler = Callable[[State, Object, Time], tuple[State, Changes]]


def normalize(state: State, line: Line) -> tuple[State, Changes]:
    """Normalize one line. An unknown line becomes an entry, never an error."""
    try:
        read = read_line(line)
    except NOT_READABLE as error:
        return unreadable(state, line, error)
    message, time = read.msg or read, time_of(read.at)
    if read.dir == "out":
        return _from_client(state, message, time)
    known = message.method or message.result is not None or message.error is not None
    if read.dir != "in" or not known:
        return unrecognized(state, line, "unknown_type")
    if not message.method:
        return _answer(state, message, time)
    params = as_object(message.params)
    if message.method == "session/update":
        return _update(state, params, line, time)
    if message.method == "session/request_permission":
        return _permission(state, str(message.id), params, time)
    if message.method in _QUIET or message.method.startswith(("fs/", "terminal/")):
        return state, []
    return unrecognized(state, line, "unknown_type")


# --- the client ------------------------------------------------------------------------------


def _from_client(state: State, message: Message, time: Time) -> tuple[State, Changes]:
    """Record what the client asked and answered; the prompt is an entry."""
    params = as_object(message.params)
    if not message.method:
        return _decided(state, str(message.id), as_object(message.result))
    if message.method == "session/cancel":
        return replace(state, cancelled=True), []
    if message.id is not None:
        state = replace(state, requests={**state.requests, str(message.id): message.method})
    if message.method in ("session/load", "session/resume"):
        known = learn(state, session=params.get("sessionId"))
        return replace(known, loading=True, resumed=True), []
    if message.method == "session/set_mode":
        return learn(state, mode=_mode(params.get("modeId"))), []
    if message.method == "session/prompt":
        return _prompt(state, params, time)
    return state, []


def _prompt(state: State, params: Object, time: Time) -> tuple[State, Changes]:
    """Add the last text of the prompt; the blocks before it are context."""
    given = params.get("prompt")
    blocks = [as_object(block) for block in given] if isinstance(given, list) else []
    texts = [as_text(block.get("text")) for block in blocks if block.get("type") == "text"]
    images = tuple(
        Attachment(media_type=as_text(block.get("mimeType")), data=as_text(block.get("data")))
        for block in blocks
        if block.get("type") in ("image", "audio")
    )
    state = replace(
        learn(state, session=params.get("sessionId")),
        sent=tuple(texts),
        loading=False,
        failed=False,
        denied=False,
        cancelled=False,
        own_words=("", ""),
        trouble="",
        counted={},
    )
    return prompt(state, texts[-1] if texts else "", time=time, attachments=images)


def _decided(state: State, id: str, result: Object) -> tuple[State, Changes]:
    """Mark a tool use as denied if the client did not choose an option that allows it."""
    asked = state.permissions.get(id)
    if asked is None:
        return state, []
    waiting = {key: value for key, value in state.permissions.items() if key != id}
    state = replace(state, permissions=waiting)
    if as_text(as_object(result.get("outcome")).get("optionId")) in asked.allowing:
        return state, []
    known = state.open.get(asked.call)
    state = replace(state, denied=not state.cancelled or state.denied)
    if not isinstance(known, ToolUse) or state.cancelled:
        return state, []
    return reopen(state, replace(known, status="denied"))


# --- answers of the agent --------------------------------------------------------------------


def _answer(state: State, message: Message, time: Time) -> tuple[State, Changes]:
    id, result = str(message.id), as_object(message.result)
    method = state.requests.get(id, "")
    waiting = {key: value for key, value in state.requests.items() if key != id}
    state = replace(state, requests=waiting)
    if message.error is not None:
        return _rejected(state, method, as_object(message.error), time)
    if "stopReason" in result:
        return _end_turn(state, result, time)
    if "agentInfo" in result:
        return _agent(state, as_object(result["agentInfo"])), []
    if "sessionId" in result or "models" in result or "configOptions" in result:
        return _session(state, method, result, time)
    return state, []


def _agent(state: State, info: Object) -> State:
    """Learn the agent's version, and its name unless the stream was started with one."""
    reported = as_text(info.get("name"))
    named = [name for name, quirks in QUIRKS.items() if quirks.reported_as == reported]
    if state.stamp.agent == "acp" and named:
        stamp = replace(state.stamp, agent=f"{PREFIX}{named[0]}")
        state = replace(state, stamp=stamp)
    return learn(state, agentVersion=as_text(info.get("version")) or None)


def _session(state: State, method: str, result: Object, time: Time) -> tuple[State, Changes]:
    modes, id = as_object(result.get("modes")), as_text(result.get("sessionId"))
    is_new = bool(id) and (method == "session/new" or state.stamp.agent_session != id)
    state = learn(
        _configured(state, result.get("configOptions")),
        session=id,
        model=_model(as_object(result.get("models"))),
        mode=_mode(modes.get("currentModeId")),
    )
    return notice(state, "session", "Session started", id=id, time=time) if is_new else (state, [])


def _model(models: Object) -> str | None:
    """Return the current model: its name where the id is not one, and without its effort."""
    current = as_text(models.get("currentModelId"))
    offered = models.get("availableModels")
    names = {
        as_text(as_object(one).get("modelId")): as_text(as_object(one).get("name"))
        for one in (offered if isinstance(offered, list) else [])
    }
    if current.startswith("$"):
        return names.get(current) or None
    return current.partition("[")[0] or None


def _mode(mode: object) -> str | None:
    return as_text(mode).rpartition("#")[2] or None


def _configured(state: State, options: object) -> State:
    """Learn mode and model from the options of the session."""
    given = [as_object(option) for option in options] if isinstance(options, list) else []
    current = {as_text(o.get("category")): as_text(o.get("currentValue")) for o in given}
    model = current.get("model", "")
    named = None if model in ("", "default", "auto") or model.startswith("$") else model
    return learn(state, model=named, mode=_mode(current.get("mode")))


def _rejected(state: State, method: str, error: Object, time: Time) -> tuple[State, Changes]:
    """Add the error of a request; only requests that the turn needs fail it."""
    data = as_object(error.get("data"))
    reason = as_text(data.get("details")) or as_text(data.get("message"))
    message, code = provider_error(reason or as_text(error.get("message")))
    if method.startswith("session/set_"):
        return notice(state, "warning", message, time=time)
    state, changes = _retract_error(state, message)
    state, more = finish_open(_close_permissions(state))
    number = error.get("code")
    code = code or (None if number is None else str(number))
    state, last = fail(state, message, id=None, code=code, time=time)
    return replace(state, text=""), changes + more + last


def _retract_error(state: State, message: str) -> tuple[State, Changes]:
    """Retract an open message that only repeats the error."""
    text = state.text.strip()
    ids = [id for id, entry in state.open.items() if isinstance(entry, AssistantMessage)]
    if not ids or not text or not (text in message or message in text):
        return _end_text(state)
    return replace(forget(state, ids), text=""), [Retraction(id=id) for id in ids]


def _end_turn(state: State, result: Object, time: Time) -> tuple[State, Changes]:
    """End the turn; agents do not report the end of every tool use."""
    state, changes = _end_text(state)
    state, more = finish_open(_close_permissions(state))
    quota = as_object(as_object(result.get("_meta")).get("quota"))
    state = learn(state, model=None if state.stamp.model else _used_model(quota))
    reason = as_text(result.get("stopReason"))
    ended_by_denial = reason == "cancelled" and state.denied and not state.cancelled
    ok = reason == "end_turn" or ended_by_denial
    failed: Changes = []
    if state.trouble or (not ok and reason != "cancelled"):
        state, failed = _fail_turn(state, reason, time)
    entry = Result(
        id=own_id(state, None),
        index=state.next_index,
        stamp=state.stamp,
        time=time,
        ok=ok and not state.trouble,
        reason=reason or None,
        usage=_usage(state, result, quota),
    )
    state, last = add(replace(state, failed=False), entry)
    return state, changes + more + failed + last


def _fail_turn(state: State, reason: str, time: Time) -> tuple[State, Changes]:
    """Add the error of a turn; it replaces the notice in which the agent explained it."""
    id, words = state.own_words if state.trouble == SYSTEM_ERROR else ("", "")
    retracted: Changes = [Retraction(id=id)] if id else []
    message, code = provider_error(words or state.trouble or f"the agent stopped: {reason}")
    state, changes = fail(state, message, id=None, code=code, time=time)
    return state, retracted + changes


def _close_permissions(state: State) -> State:
    return replace(state, permissions={}, held={})


def _used_model(quota: Object) -> str | None:
    models = quota.get("model_usage")
    first = as_object(models[0]) if isinstance(models, list) and models else {}
    return as_text(first.get("model")) or None


def _usage(state: State, result: Object, quota: Object) -> tuple[Usage, ...]:
    """Return the tokens of the turn as reported, and the size of the context."""
    scope: Scope = "call" if quirks_of(state).last_call_only else "turn"
    reported = as_object(result.get("usage")) or state.counted or quota.get("token_count")
    tokens = (Usage(scope=scope, reported=as_object(reported)),) if reported else ()
    context = (Usage(scope="thread", reported=state.context),) if state.context else ()
    return tokens + context


# --- permissions -----------------------------------------------------------------------------


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
    state, changes = _end_text(state)
    begun = {**call, "status": "in_progress"}
    if begun.get("kind") == "execute":
        begun.pop("content", None)  # a description of the command
    state, more = handle_call(state, begun, time)
    return state, changes + more


# --- updates ---------------------------------------------------------------------------------


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


def _chunk(kind: TextKind, state: State, update: Object, time: Time) -> tuple[State, Changes]:
    """Append a piece of a message; another message, kind or tool ends it."""
    state = _count(state, as_object(as_object(update.get("_meta")).get("usage")))
    text = as_text(as_object(update.get("content")).get("text"))
    message = as_text(update.get("messageId"))
    if kind is AssistantMessage and text and _is_own(state, text, message):
        return _own_words(state, text, time)
    if kind is Thinking and not _open_text(state, kind):
        text = text.removeprefix(quirks_of(state).thought_prefix).lstrip("\n")
    id = _text_id(state, kind, message)
    changes: Changes = []
    if id not in state.open:
        state, changes = _end_text(state)
        id = _text_id(state, kind, message)
    if not text:
        return _end_text(state) if kind is Thinking and id in state.open else (state, changes)
    state, more = grow(state, kind, id, text, time=time)
    return replace(state, text=state.text + text, trouble=""), changes + more


def _open_text(state: State, kind: TextKind) -> str | None:
    return next((id for id, entry in state.open.items() if isinstance(entry, kind)), None)


def _text_id(state: State, kind: TextKind, message: str) -> str:
    """Return the id of a message: the agent's own, the open one, or one by position."""
    if not message:
        return _open_text(state, kind) or own_id(state, None)
    id = f"{message}:thinking" if kind is Thinking else message
    if id not in state.closed:
        return id
    later = [open for open in state.open if open.startswith(f"{id}:")]
    return later[0] if later else f"{id}:{state.next_index}"


def _end_text(state: State) -> tuple[State, Changes]:
    """Complete the open message."""
    for kind in (AssistantMessage, Thinking):
        id = _open_text(state, kind)
        if id is not None:
            closed = (*state.closed, id)[-RECENT_TEXTS:]
            state, changes = complete(state, kind, state.text, id=id)
            return replace(state, text="", closed=closed), changes
    return state, []


def _is_own(state: State, text: str, message: str) -> bool:
    quirks = quirks_of(state)
    if quirks.unnumbered_is_own:
        return not message
    if _open_text(state, AssistantMessage) is not None:
        return False
    return any(pattern.match(text) for pattern in map(re.compile, quirks.own_words))


def _own_words(state: State, text: str, time: Time) -> tuple[State, Changes]:
    """Add words of the agent itself; an error fails the turn unless the model continues."""
    state, changes = _end_text(state)
    words = text.strip()
    if _ERROR.match(words):
        return replace(state, trouble=words.removeprefix("Error: ")), changes
    topic: Topic = "warning" if quirks_of(state).unnumbered_is_own else "notice"
    state = replace(state, own_words=(own_id(state, None), words))
    state, more = notice(state, topic, words.removeprefix("Info: "), time=time)
    return state, changes + more


def _count(state: State, usage: Object) -> State:
    """Add the tokens of a model call that are reported with a chunk."""
    numbers = {name: n for name, value in usage.items() if (n := as_int(value)) is not None}
    if not numbers:
        return state
    counted = {name: state.counted.get(name, 0) + n for name, n in numbers.items()}
    return replace(state, counted={**state.counted, **counted})


def _tool(state: State, update: Object, time: Time) -> tuple[State, Changes]:
    changes: Changes = []
    if tool_of(state, as_text(update.get("toolCallId"))) is None:
        state, changes = _end_text(state)
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
    state, changes = _end_text(state)
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
    return _configured(state, update.get("configOptions")), []


def _current_mode(state: State, update: Object, time: Time) -> tuple[State, Changes]:
    return learn(state, mode=_mode(update.get("currentModeId"))), []


def _quiet(state: State, update: Object, time: Time) -> tuple[State, Changes]:
    return state, []


_UPDATES: Mapping[str, Handler] = {
    "agent_message_chunk": partial(_chunk, AssistantMessage),
    "agent_thought_chunk": partial(_chunk, Thinking),
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


def first_state(agent: str | None = None) -> State:
    """Return the initial state for an agent of this name, or for one that names itself."""
    return State(stamp=Stamp(agent=f"{PREFIX}{agent}" if agent else "acp"))
