"""Copilot CLI: normalizes the output of `copilot -p … --output-format json`.

Every line is an event with its own id and time; only the last line has the session id.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from runwhy.core.agents.entries import AssistantMessage, Result, Thinking, Topic, Usage
from runwhy.core.runs.provenance import Provenance
from runwhy.normalizers.copilot_events import Event, State, parent_of, read_event, stamp_of, time_at
from runwhy.normalizers.copilot_tools import request_tool, shell_output, tool_complete, tool_start
from runwhy.normalizers.fold_state import (
    Changes,
    Line,
    TextKind,
    add,
    complete,
    fail,
    finish_open,
    grow,
    learn,
    notice,
    prompt,
    retract,
    unreadable,
    unrecognized,
)
from runwhy.normalizers.json_values import NOT_READABLE, as_int, as_object, as_text, provider_error

__all__ = ["State", "normalize"]

Handler = Callable[[State, Event], tuple[State, Changes]]


def normalize(state: State, line: Line) -> tuple[State, Changes]:
    """Normalize one line. An unknown line becomes an entry, never an error."""
    try:
        event = read_event(line)
    except NOT_READABLE as error:
        return unreadable(state, line, error)
    if parent_of(state, event) is None:
        state = learn(state, session=event.session_id, model=event.data.get("model"))
    handler = _HANDLERS.get(event.type)
    if event.type == "result" and event.exit_code is None:
        return unrecognized(state, line, "unexpected_shape")
    if handler is not None:
        return handler(state, event)
    if event.type in _QUIET or event.ephemeral is True:
        return state, []
    return unrecognized(state, line, "unknown_type")


def _prompt(state: State, event: Event) -> tuple[State, Changes]:
    """Add a prompt without the text that the CLI puts before it."""
    data, text = event.data, as_text(event.data.get("content"))
    if parent_of(state, event) is not None:
        return _system(state, event, "prompt", text, Provenance.AGENT)
    if as_text(data.get("source")) not in ("", "user") or data.get("isAutopilotContinuation"):
        return _system(state, event, "prompt", text)
    id = as_text(data.get("messageId")) or event.id
    return prompt(replace(state, failed=False), text, id=id, time=time_at(event))


def _system(
    state: State,
    event: Event,
    topic: Topic,
    text: str,
    provenance: Provenance = Provenance.SYSTEM,
) -> tuple[State, Changes]:
    time, parent = time_at(event), parent_of(state, event)
    return notice(state, topic, text, id=event.id, time=time, parent=parent, provenance=provenance)


def _message(state: State, event: Event) -> tuple[State, Changes]:
    """Add a complete reply: reasoning, text and tool calls."""
    data = event.data
    state, changes = _thought(state, event)
    text, id = as_text(data.get("content")), as_text(data.get("messageId"))
    if text or id in state.open:
        state, more = _complete(state, AssistantMessage, event, id, text)
        changes += more
        state = replace(state, answer=text) if parent_of(state, event) is None else state
    requests = data.get("toolRequests")
    for request in requests if isinstance(requests, list) else []:
        call = as_object(request)
        state, more = request_tool(state, event, {"toolName": call.get("name"), **call})
        changes += more
    return state, changes


def _thought(state: State, event: Event) -> tuple[State, Changes]:
    """Add the reasoning of a reply; its own line arrives after the reply."""
    text, parent = as_text(event.data.get("reasoningText")), parent_of(state, event)
    if not text:
        return state, []
    begun = [e.id for e in state.open.values() if isinstance(e, Thinking) and e.parent == parent]
    id = begun[-1] if begun else f"{as_text(event.data.get('messageId'))}:reasoning"
    state = replace(state, thoughts={**state.thoughts, parent or "": text})
    return _complete(state, Thinking, event, id, text)


def _reasoning(state: State, event: Event) -> tuple[State, Changes]:
    text, id = as_text(event.data.get("content")), as_text(event.data.get("reasoningId"))
    if id not in state.open and state.thoughts.get(parent_of(state, event) or "") == text:
        return state, []
    return _complete(state, Thinking, event, id, text)


def _complete(
    state: State, kind: TextKind, event: Event, id: str, text: str
) -> tuple[State, Changes]:
    time, parent, stamp = time_at(event), parent_of(state, event), stamp_of(state, event)
    return complete(state, kind, text, id=id, time=time, parent=parent, stamp=stamp)


def _message_delta(state: State, event: Event) -> tuple[State, Changes]:
    id, text = as_text(event.data.get("messageId")), as_text(event.data.get("deltaContent"))
    parent = parent_of(state, event)
    return grow(state, AssistantMessage, id, text, parent=parent, time=time_at(event))


def _reasoning_delta(state: State, event: Event) -> tuple[State, Changes]:
    id, text = as_text(event.data.get("reasoningId")), as_text(event.data.get("deltaContent"))
    return grow(state, Thinking, id, text, parent=parent_of(state, event), time=time_at(event))


def _turn_start(state: State, event: Event) -> tuple[State, Changes]:
    agent = parent_of(state, event) or ""
    rest = {key: text for key, text in state.thoughts.items() if key != agent}
    return replace(state, thoughts=rest), []


def _turn_retry(state: State, event: Event) -> tuple[State, Changes]:
    """Retract the partial text of an abandoned message."""
    state, changes = retract(state, parent_of(state, event))
    reason = as_text(event.data.get("reason"))
    state, more = _system(state, event, "retry", f"Retrying: {reason}" if reason else "Retrying")
    return state, changes + more


def _subagent(state: State, event: Event) -> tuple[State, Changes]:
    call = as_text(event.data.get("toolCallId"))
    if event.agent_id is None or not call:
        return state, []
    return replace(state, agents={**state.agents, event.agent_id: call}), []


def _session(state: State, event: Event) -> tuple[State, Changes]:
    """Record the session; the CLI writes these lines only to its history."""
    data, context = event.data, as_object(event.data.get("context"))
    known = learn(
        state,
        session=data.get("sessionId"),
        model=data.get("selectedModel"),
        cwd=context.get("cwd"),
        branch=context.get("branch"),
        agentVersion=data.get("copilotVersion"),
    )
    return _system(known, event, "session", "Session started")


def _model_change(state: State, event: Event) -> tuple[State, Changes]:
    return learn(state, model=event.data.get("newModel")), []


def _mcp_servers(state: State, event: Event) -> tuple[State, Changes]:
    return learn(state, mcpServers=event.data.get("servers")), []


def _failed(state: State, event: Event) -> tuple[State, Changes]:
    message, code = provider_error(as_text(event.data.get("message")))
    if parent_of(state, event) is not None:
        return _system(state, event, "notice", message)
    code = code or as_text(event.data.get("errorType")) or None
    return fail(state, message, id=event.id, code=code, time=time_at(event))


def _call_failed(state: State, event: Event) -> tuple[State, Changes]:
    """Add a notice, because the CLI may retry the call."""
    reason, _ = provider_error(as_text(event.data.get("errorMessage")))
    status = event.data.get("statusCode")
    text = "The model call failed" + (f" with HTTP {status}" if status else "")
    return _system(state, event, "notice", f"{text}: {reason}" if reason else text)


def _notice(topic: Topic, text: str = "") -> Handler:
    def handler(state: State, event: Event) -> tuple[State, Changes]:
        message = as_text(event.data.get("message")) or as_text(event.data.get("reason"))
        return _system(state, event, topic, text or message)

    return handler


def _result(state: State, event: Event) -> tuple[State, Changes]:
    code = event.exit_code
    state, changes = finish_open(state)
    if code:
        id = f"{state.stamp.agent_session}:error"
        state, more = fail(state, f"Exit code {code}", id=id, time=time_at(event))
        changes += more
    usage = as_object(event.usage)
    entry = Result(
        id=f"{state.stamp.agent_session}:result",
        index=state.next_index,
        stamp=state.stamp,
        time=time_at(event),
        ok=code == 0,
        reason=f"exit code {code}" if code else None,
        text=None if code else state.answer,
        duration_ms=as_int(usage.get("sessionDurationMs")),
        usage=(Usage(scope="run", reported=usage),) if usage else (),
    )
    state, more = add(replace(state, failed=False), entry)
    return state, changes + more


_HANDLERS: Mapping[str, Handler] = {
    "abort": _notice("notice"),
    "assistant.message": _message,
    "assistant.message_delta": _message_delta,
    "assistant.reasoning": _reasoning,
    "assistant.reasoning_delta": _reasoning_delta,
    "assistant.turn_retry": _turn_retry,
    "assistant.turn_start": _turn_start,
    "model.call_failure": _call_failed,
    "result": _result,
    "session.compaction_complete": _notice("compaction", "Conversation compacted"),
    "session.error": _failed,
    "session.info": _notice("notice"),
    "session.mcp_servers_loaded": _mcp_servers,
    "session.model_change": _model_change,
    "session.resume": _session,
    "session.start": _session,
    "session.warning": _notice("warning"),
    "subagent.started": _subagent,
    "tool.execution_complete": tool_complete,
    "tool.execution_start": tool_start,
    "tool.shell_output": shell_output,
    "user.message": _prompt,
}
_QUIET = frozenset(
    {"assistant.idle", "assistant.intent", "assistant.message_start", "assistant.streaming_delta"}
    | {"assistant.tool_call_delta", "assistant.turn_end", "assistant.usage"}
    | {"model.call_final_result", "model.call_finished", "model.call_start"}
    | {"session.background_tasks_changed", "session.compaction_start", "session.idle"}
    | {"session.mcp_server_status_changed", "session.mcp_server_tools_loaded"}
    | {"session.skills_loaded", "session.tools_updated", "session.usage_info"}
    | {"subagent.completed", "subagent.configured", "subagent.failed", "subagent.selected"}
    | {"tool.execution_partial_result", "tool.execution_progress"}
)
