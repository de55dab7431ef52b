"""Turns of the Agent Client Protocol: prompts of the client and answers of the agent."""

from __future__ import annotations

from msgspec.structs import replace

from runwhy.core.agents.actions import Attachment
from runwhy.core.agents.entries import AssistantMessage, Result, Retraction, Scope, ToolUse, Usage
from runwhy.normalizers.acp_messages import (
    PREFIX,
    QUIRKS,
    SYSTEM_ERROR,
    Object,
    State,
    Time,
    quirks_of,
)
from runwhy.normalizers.acp_texts import end_text
from runwhy.normalizers.fold_state import (
    Changes,
    add,
    fail,
    finish_open,
    forget,
    learn,
    notice,
    own_id,
    prompt,
    reopen,
)
from runwhy.normalizers.json_rpc import Message
from runwhy.normalizers.json_values import as_object, as_text, provider_error


def handle_client(state: State, message: Message[object], time: Time) -> tuple[State, Changes]:
    """Record the requests and answers of the client; the prompt is an entry."""
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
        return learn(state, mode=mode_name(params.get("modeId"))), []
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
        loading=False,
        failed=False,
        denied=False,
        cancelled=False,
        own_words=("", ""),
        trouble="",
        counted={},
    )
    if as_object(as_object(params.get("_meta")).get("runwhy")).get("denial"):
        return state, []  # a reason, which the approval shows
    state = replace(state, sent=tuple(texts))
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


def handle_answer(state: State, message: Message[object], time: Time) -> tuple[State, Changes]:
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
        learn_options(state, result.get("configOptions")),
        session=id,
        model=_model(as_object(result.get("models"))),
        mode=mode_name(modes.get("currentModeId")),
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


def mode_name(mode: object) -> str | None:
    return as_text(mode).rpartition("#")[2] or None


def learn_options(state: State, options: object) -> State:
    """Learn mode and model from the options of the session."""
    given = [as_object(option) for option in options] if isinstance(options, list) else []
    current = {as_text(o.get("category")): as_text(o.get("currentValue")) for o in given}
    model = current.get("model", "")
    named = None if model in ("", "default", "auto") or model.startswith("$") else model
    return learn(state, model=named, mode=mode_name(current.get("mode")))


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
        return end_text(state)
    return replace(forget(state, ids), text=""), [Retraction(id=id) for id in ids]


def _end_turn(state: State, result: Object, time: Time) -> tuple[State, Changes]:
    """End the turn; agents do not report the end of every tool use."""
    state, changes = end_text(state)
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
