"""Copilot CLI: the lines of `copilot -p … --output-format json`.

Every line is an event with its own id and time; the session's id stands in the last line only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from runwhy.core.agents.entries import (
    AssistantMessage,
    Result,
    SystemMessage,
    Thinking,
    Topic,
    Usage,
    UserMessage,
)
from runwhy.core.runs.provenance import Provenance
from runwhy.normalizers.copilot_events import Event, State, parent_of, read_event, stamp_of, time_at
from runwhy.normalizers.copilot_tools import shell_output, tool_complete, tool_start, wanted
from runwhy.normalizers.fold_state import (
    Changes,
    Line,
    add,
    close,
    fail,
    finish_open,
    grow,
    learn,
    own_id,
    retract,
    unreadable,
    unrecognized,
)
from runwhy.normalizers.json_values import NOT_READABLE, fields, provider_error, whole, words

__all__ = ["State", "finish", "normalize"]

Handler = Callable[[State, Event], tuple[State, Changes]]


def normalize(state: State, line: Line) -> tuple[State, Changes]:
    """Read one line. A line we do not know becomes an entry of its own, never an error."""
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
    if event.type in _QUIET:
        return state, []
    return unrecognized(state, line, "unknown_type")


def finish(state: State) -> tuple[State, Changes]:
    """The stream has ended: nothing stays running."""
    return finish_open(state)


def _asked(state: State, event: Event) -> tuple[State, Changes]:
    """What was said, without what the CLI puts in front of it for the model."""
    data, text = event.data, words(event.data.get("content"))
    if parent_of(state, event) is not None:
        return _system(state, event, "prompt", text, Provenance.AGENT)
    if words(data.get("source")) not in ("", "user") or data.get("isAutopilotContinuation"):
        return _system(state, event, "prompt", text)
    entry = UserMessage(
        id=own_id(state, words(data.get("messageId")) or event.id),
        index=state.next_index,
        stamp=state.stamp,
        time=time_at(event),
        provenance=state.sender,
        text=text,
    )
    return add(replace(state, failed=False), entry)


def _system(
    state: State,
    event: Event,
    topic: Topic,
    text: str,
    provenance: Provenance = Provenance.SYSTEM,
) -> tuple[State, Changes]:
    entry = SystemMessage(
        id=own_id(state, event.id),
        index=state.next_index,
        stamp=state.stamp,
        time=time_at(event),
        provenance=provenance,
        parent=parent_of(state, event),
        topic=topic,
        text=text,
    )
    return add(state, entry)


def _message(state: State, event: Event) -> tuple[State, Changes]:
    """A whole reply: what was thought, what was said, which tools are wanted."""
    data = event.data
    state, changes = _thought(state, event)
    text, id = words(data.get("content")), words(data.get("messageId"))
    if text or id in state.open:
        state, told = _whole(state, AssistantMessage, event, id, text)
        changes += told
        state = replace(state, answer=text) if parent_of(state, event) is None else state
    requests = data.get("toolRequests")
    for request in requests if isinstance(requests, list) else []:
        call = fields(request)
        state, told = wanted(state, event, {"toolName": call.get("name"), **call})
        changes += told
    return state, changes


def _thought(state: State, event: Event) -> tuple[State, Changes]:
    """A reply names what was thought before it; the line for that comes only after it."""
    text, parent = words(event.data.get("reasoningText")), parent_of(state, event)
    if not text:
        return state, []
    begun = [e.id for e in state.open.values() if isinstance(e, Thinking) and e.parent == parent]
    id = begun[-1] if begun else f"{words(event.data.get('messageId'))}:reasoning"
    state = replace(state, thoughts={**state.thoughts, parent or "": text})
    return _whole(state, Thinking, event, id, text)


def _reasoning(state: State, event: Event) -> tuple[State, Changes]:
    text, id = words(event.data.get("content")), words(event.data.get("reasoningId"))
    if id not in state.open and state.thoughts.get(parent_of(state, event) or "") == text:
        return state, []
    return _whole(state, Thinking, event, id, text)


def _whole(
    state: State,
    kind: type[AssistantMessage] | type[Thinking],
    event: Event,
    id: str,
    text: str,
) -> tuple[State, Changes]:
    known = state.open.get(id)
    if isinstance(known, (AssistantMessage, Thinking)):
        stamp = stamp_of(state, event)
        return close(state, replace(known, text=text, partial=False, stamp=stamp))
    entry = kind(
        id=own_id(state, id),
        index=state.next_index,
        stamp=stamp_of(state, event),
        time=time_at(event),
        parent=parent_of(state, event),
        text=text,
    )
    return add(state, entry)


def _message_delta(state: State, event: Event) -> tuple[State, Changes]:
    id, text = words(event.data.get("messageId")), words(event.data.get("deltaContent"))
    parent = parent_of(state, event)
    return grow(state, AssistantMessage, id, text, parent=parent, time=time_at(event))


def _reasoning_delta(state: State, event: Event) -> tuple[State, Changes]:
    id, text = words(event.data.get("reasoningId")), words(event.data.get("deltaContent"))
    return grow(state, Thinking, id, text, parent=parent_of(state, event), time=time_at(event))


def _turn_start(state: State, event: Event) -> tuple[State, Changes]:
    agent = parent_of(state, event) or ""
    rest = {key: text for key, text in state.thoughts.items() if key != agent}
    return replace(state, thoughts=rest), []


def _turn_retry(state: State, event: Event) -> tuple[State, Changes]:
    """What was shown so far belongs to a message that never comes."""
    state, changes = retract(state, parent_of(state, event))
    reason = words(event.data.get("reason"))
    state, told = _system(state, event, "retry", f"Retrying: {reason}" if reason else "Retrying")
    return state, changes + told


def _subagent(state: State, event: Event) -> tuple[State, Changes]:
    call = words(event.data.get("toolCallId"))
    if event.agent_id is None or not call:
        return state, []
    return replace(state, agents={**state.agents, event.agent_id: call}), []


def _session(state: State, event: Event) -> tuple[State, Changes]:
    """Lines that the CLI keeps in its own log, and does not print."""
    data, context = event.data, fields(event.data.get("context"))
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
    message, code = provider_error(words(event.data.get("message")))
    if parent_of(state, event) is not None:
        return _system(state, event, "notice", message)
    code = code or words(event.data.get("errorType")) or None
    return fail(state, message, id=event.id, code=code, time=time_at(event))


def _call_failed(state: State, event: Event) -> tuple[State, Changes]:
    """It may be tried again, so it decides nothing."""
    reason, _ = provider_error(words(event.data.get("errorMessage")))
    status = event.data.get("statusCode")
    text = "The model call failed" + (f" with HTTP {status}" if status else "")
    return _system(state, event, "notice", f"{text}: {reason}" if reason else text)


def _told(topic: Topic, text: str = "") -> Handler:
    def handler(state: State, event: Event) -> tuple[State, Changes]:
        said = words(event.data.get("message")) or words(event.data.get("reason"))
        return _system(state, event, topic, text or said)

    return handler


def _result(state: State, event: Event) -> tuple[State, Changes]:
    code = event.exit_code
    state, changes = finish_open(state)
    if code:
        id = f"{state.stamp.agent_session}:error"
        state, told = fail(state, f"Exit code {code}", id=id, time=time_at(event))
        changes += told
    usage = fields(event.usage)
    entry = Result(
        id=f"{state.stamp.agent_session}:result",
        index=state.next_index,
        stamp=state.stamp,
        time=time_at(event),
        ok=code == 0,
        reason=f"exit code {code}" if code else None,
        text=None if code else state.answer,
        duration_ms=whole(usage.get("sessionDurationMs")),
        usage=(Usage(scope="run", reported=usage),) if usage else (),
    )
    state, told = add(replace(state, failed=False), entry)
    return state, changes + told


_HANDLERS: Mapping[str, Handler] = {
    "abort": _told("notice"),
    "assistant.message": _message,
    "assistant.message_delta": _message_delta,
    "assistant.reasoning": _reasoning,
    "assistant.reasoning_delta": _reasoning_delta,
    "assistant.turn_retry": _turn_retry,
    "assistant.turn_start": _turn_start,
    "model.call_failure": _call_failed,
    "result": _result,
    "session.compaction_complete": _told("compaction", "Conversation compacted"),
    "session.error": _failed,
    "session.info": _told("notice"),
    "session.mcp_servers_loaded": _mcp_servers,
    "session.model_change": _model_change,
    "session.resume": _session,
    "session.start": _session,
    "session.warning": _told("warning"),
    "subagent.started": _subagent,
    "tool.execution_complete": tool_complete,
    "tool.execution_start": tool_start,
    "tool.shell_output": shell_output,
    "user.message": _asked,
}
_QUIET = frozenset(
    {"assistant.idle", "assistant.intent", "assistant.message_start", "assistant.streaming_delta"}
    | {"assistant.tool_call_delta", "assistant.turn_end", "assistant.usage"}
    | {"model.call_final_result", "model.call_finished", "model.call_start"}
    | {"session.background_tasks_changed", "session.compaction_start", "session.idle"}
    | {"session.skills_loaded", "session.tools_updated", "session.usage_info"}
    | {"subagent.completed", "subagent.failed", "subagent.selected"}
    | {"tool.execution_partial_result", "tool.execution_progress"}
)
