"""Codex histories (`~/.codex/sessions/**/rollout-*.jsonl`), as exchanged with the model."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from runwhy.core.agents.actions import Action, Other, Status, ToolResult
from runwhy.core.agents.entries import AssistantMessage, Stamp, Thinking
from runwhy.normalizers import codex_items, tools
from runwhy.normalizers.diffs import patch
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
    keep_open,
    learn,
    new_tool,
    notice,
    prompt,
    tool_of,
    unreadable,
    unrecognized,
)
from runwhy.normalizers.json_values import (
    NOT_READABLE,
    as_object,
    as_text,
    decoded,
    provider_error,
    time_of,
)

QUIET = frozenset({"ghost_snapshot", "token_usage_record", "world_state"})
# Events that repeat a response item or only report progress.
_QUIET_EVENTS = frozenset(
    {"agent_message", "agent_reasoning", "agent_reasoning_raw_content", "background_event"}
    | {"agent_reasoning_section_break", "entered_review_mode", "exec_command_begin"}
    | {"exec_command_end", "exited_review_mode", "item_started", "mcp_tool_call_begin"}
    | {"mcp_tool_call_end", "patch_apply_begin", "patch_apply_end", "plan_update"}
    | {"stream_error", "task_complete", "task_started", "thread_name_updated"}
    | {"thread_settings_applied", "token_count", "turn_complete", "turn_diff", "turn_started"}
    | {"view_image_tool_call", "web_search_begin", "web_search_end", "context_compacted"}
)
_QUIET_ITEMS = frozenset({"compaction", "ghost_snapshot", "other"})
_EXIT_CODE = re.compile(r"(?:Process exited with code|Exit code:) (-?\d{1,9})")
_FAILED = re.compile(r"apply_patch verification failed|execution error|exec_command failed")
_OUTPUT = re.compile(r"(?:^|\n)Output:\n")


class State(Fold, frozen=True, kw_only=True, gc=False):
    """State of the fold; `prompt` is the last prompt, which the history may repeat."""

    stamp: Stamp = Stamp(agent="codex")
    prompt: tuple[int, str] | None = msgspec.field(default=None, name="asked")  # the stored name


class _Line(Struct, gc=False):
    type: str
    payload: dict[str, object] = {}
    timestamp: object = None


_read = msgspec.json.Decoder(_Line).decode
Handler = Callable[[State, _Line], tuple[State, Changes] | None]


def normalize(state: State, line: Line) -> tuple[State, Changes]:
    """Normalize one line of a history. An unknown line becomes an entry."""
    try:
        record = _read(line)
    except NOT_READABLE as error:
        return unreadable(state, line, error)
    if record.type in QUIET:
        return state, []
    handler = _HANDLERS.get(record.type)
    done = handler(state, record) if handler is not None else None
    return done if done is not None else unrecognized(state, line, "unknown_type")


def _session(state: State, line: _Line) -> tuple[State, Changes]:
    """Record where the session started; a forked session repeats its parent's line later."""
    details, known = line.payload, state.stamp.extensions
    branch = as_text(as_object(details.get("git")).get("branch"))
    return learn(
        state,
        cwd=known.get("cwd") or as_text(details.get("cwd")) or None,
        branch=known.get("branch") or branch or None,
        agentVersion=as_text(details.get("cli_version")) or None,
    ), []


def _turn(state: State, line: _Line) -> tuple[State, Changes]:
    return learn(state, model=line.payload.get("model")), []


def _compacted(state: State, line: _Line) -> tuple[State, Changes]:
    time = time_of(line.timestamp)
    return notice(state, "compaction", "Conversation compacted", time=time)


def _event(state: State, line: _Line) -> tuple[State, Changes] | None:
    event, time = line.payload, time_of(line.timestamp)
    kind = as_text(event.get("type"))
    if kind == "user_message":
        return _prompt(state, line, as_text(event.get("message")), None)
    if kind == "item_completed":
        item = as_object(event.get("item"))
        if item.get("type") == "UserMessage":
            return _prompt(state, line, _text(item.get("content")), as_text(item.get("id")) or None)
        return state, []
    if kind == "error":
        message, code = provider_error(as_text(event.get("message")))
        return fail(state, message, id=None, code=code, time=time)
    if kind == "turn_aborted":
        state, changes = finish_open(state)
        reason = as_text(event.get("reason")) or "aborted"
        state, more = notice(state, "notice", f"The turn ended: {reason}", time=time)
        return state, changes + more
    if kind == "warning":
        return notice(state, "warning", as_text(event.get("message")), time=time)
    return (state, []) if kind in _QUIET_EVENTS else None


def _prompt(state: State, line: _Line, text: str, id: str | None) -> tuple[State, Changes]:
    if state.prompt == (state.next_index, text):
        return state, []
    time = time_of(line.timestamp)
    state, more = prompt(replace(state, failed=False), text, id=id, time=time)
    return replace(state, prompt=(state.next_index, text)), more


def _item(state: State, line: _Line) -> tuple[State, Changes] | None:
    item = line.payload
    kind = as_text(item.get("type"))
    if kind == "message":
        # User messages arrive as events; other messages here are from the CLI to its model.
        if item.get("role") != "assistant":
            return state, []
        return _text_entry(state, line, AssistantMessage, _text(item.get("content")))
    if kind == "reasoning":
        return _text_entry(state, line, Thinking, _text(item.get("summary")))
    if kind in ("function_call", "custom_tool_call", "local_shell_call", "web_search_call"):
        return _call(state, line, kind)
    if kind in ("function_call_output", "custom_tool_call_output"):
        return _output(state, line)
    return (state, []) if kind in _QUIET_ITEMS else None


def _text_entry(state: State, line: _Line, kind: TextKind, text: str) -> tuple[State, Changes]:
    if not text:
        return state, []
    id, phase = as_text(line.payload.get("id")), as_text(line.payload.get("phase")) or None
    return complete(state, kind, text, id=id, time=time_of(line.timestamp), phase=phase)


def _call(state: State, line: _Line, kind: str) -> tuple[State, Changes]:
    item = line.payload
    name = as_text(item.get("name")) or kind.removesuffix("_call")
    id = as_text(item.get("call_id")) or as_text(item.get("id"))
    action = _action(kind, name, item)
    entry = new_tool(state, name, action, id=id, time=time_of(line.timestamp))
    if kind == "web_search_call":  # the provider's own, without an output
        return add(state, replace(entry, status="success", ended=entry.time))
    return keep_open(state, entry)


def _action(kind: str, name: str, item: Mapping[str, object]) -> Action:
    if kind == "web_search_call":
        return codex_items.search_of(None, item.get("action"))
    if kind == "custom_tool_call":
        source = as_text(item.get("input"))
        return (patch(source) if name == "apply_patch" else None) or Other(arguments=source)
    if kind == "local_shell_call":
        return _command(as_object(item.get("action"))) or Other(arguments=item.get("action"))
    arguments = _object(item.get("arguments"))
    server = as_text(item.get("namespace")).removeprefix("mcp__")
    if server:
        return codex_items.mcp_of(server, name, arguments)
    mcp = tools.mcp_named(name, arguments)
    return mcp or _command(as_object(arguments)) or Other(arguments=arguments)


def _command(arguments: Mapping[str, object]) -> Action | None:
    command = arguments.get("command", arguments.get("cmd"))
    if isinstance(command, list) and command:
        command = as_text(command[-1]) if len(command) == 3 else " ".join(map(str, command))
    cwd = arguments.get("workdir", arguments.get("working_directory"))
    return codex_items.command_of(command, cwd) if isinstance(command, str) and command else None


def _output(state: State, line: _Line) -> tuple[State, Changes]:
    id, time = as_text(line.payload.get("call_id")), time_of(line.timestamp)
    status, result = _result(line.payload.get("output"))
    known = tool_of(state, id)
    if known is not None:
        entry = ended(known, stamp=state.stamp, status=status, result=result, time=time)
        return close(state, entry)
    entry = new_tool(state, "", Other(), id=id, time=time)
    return add(state, replace(entry, status=status, result=result, ended=time))


def _result(output: object) -> tuple[Status, ToolResult]:
    """Return the text and the exit code, which is in JSON or in a header line."""
    details = as_object(_object(output))
    text = as_text(details.get("output")) or as_text(details.get("content")) or _text(output)
    code = as_object(details.get("metadata")).get("exit_code")
    if not details:
        head, *rest = _OUTPUT.split(text, maxsplit=1)
        match = _EXIT_CODE.search(head)
        code = int(match[1]) if match else None
        text = rest[0] if rest else text
    result = codex_items.command_result(text, code)
    failed = details.get("success") is False or (code is None and _FAILED.match(text))
    return codex_items.status_of("failed" if failed else None, exit_code=code), result


def _object(value: object) -> object:
    is_object = isinstance(value, str) and value.startswith("{")
    return decoded(value) if is_object else value


def _text(content: object) -> str:
    if isinstance(content, str):
        return content
    blocks = content if isinstance(content, list) else []
    texts = [as_text(as_object(block).get("text")) for block in blocks]
    return "\n".join(text for text in texts if text)


_HANDLERS: Mapping[str, Handler] = {
    "compacted": _compacted,
    "event_msg": _event,
    "response_item": _item,
    "session_meta": _session,
    "turn_context": _turn,
}
