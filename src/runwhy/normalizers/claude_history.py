"""Claude Code histories (`~/.claude/projects/*/*.jsonl`), converted to the form of the stream."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec.structs import replace

from runwhy.core.agents.claude_messages import is_sent_by_runwhy
from runwhy.core.agents.entries import EntryChange, ToolUse, Unrecognized
from runwhy.core.runs.run import Tokens
from runwhy.normalizers import claude
from runwhy.normalizers.fold_state import Changes, Line, Used, learn, line_text
from runwhy.normalizers.json_values import NOT_READABLE, as_object, as_text

# Records that are not part of the conversation.
QUIET = frozenset(
    {"agent-color", "agent-name", "agent-setting", "ai-title", "api-request", "api-request-blob"}
    | {"api-request-shape", "atis-latch", "attachment", "cost-state", "custom-title"}
    | {"file-history-snapshot", "last-prompt", "mode", "permission-mode", "pr-link", "progress"}
    | {"queue-operation", "summary", "tag", "tools-used", "worktree-state"}
)
_QUIET_SYSTEM = frozenset({"away_summary", "bridge_status", "stop_hook_summary", "turn_duration"})
_TOPICS = {"api_error": "api_retry", "local_command": "local_command_output"}
_SUBAGENTS = ("Agent", "Task")


def normalize(state: claude.State, line: Line) -> tuple[claude.State, Changes]:
    """Normalize one line of a history. An unknown line becomes an entry."""
    try:
        event = msgspec.json.decode(line)
    except NOT_READABLE:
        return claude.normalize(state, line)
    if not isinstance(event, dict):
        return claude.normalize(state, line)
    if as_text(event.get("type")) in QUIET or as_text(event.get("subtype")) in _QUIET_SYSTEM:
        return state, []
    state = _learn_location(state, event)
    state, changes = claude.normalize(state, msgspec.json.encode(_as_streamed(state, event)))
    return state, [_keep_original(change, line) for change in changes]


_Count = Annotated[int, msgspec.Meta(ge=0, le=10**9)] | None


class _Usage(msgspec.Struct, gc=False):
    input_tokens: _Count = None
    cache_read_input_tokens: _Count = None
    cache_creation_input_tokens: _Count = None
    output_tokens: _Count = None


class _Message(msgspec.Struct, gc=False):
    id: Annotated[str, msgspec.Meta(max_length=200)]
    usage: _Usage


class _Reply(msgspec.Struct, gc=False):
    message: _Message


_reply = msgspec.json.Decoder(_Reply)


def used(line: Line) -> Used | None:
    """Return the tokens that a line reports; a reply with several blocks repeats them."""
    try:
        message = _reply.decode(line).message
    except NOT_READABLE:
        return None
    usage = message.usage
    read, written = usage.cache_read_input_tokens or 0, usage.cache_creation_input_tokens or 0
    return message.id, Tokens(
        input=(usage.input_tokens or 0) + read + written,
        cached=read,
        cache_write=written,
        output=usage.output_tokens or 0,
    )


def _keep_original(change: EntryChange, line: Line) -> EntryChange:
    """Keep an unknown line in the form of the history."""
    return replace(change, line=line_text(line)) if isinstance(change, Unrecognized) else change


def _learn_location(state: claude.State, event: dict[str, object]) -> claude.State:
    """Record where the session started; later lines may name other directories."""
    known = state.stamp.extensions
    branch = as_text(event.get("gitBranch"))
    return learn(
        state,
        cwd=known.get("cwd") or as_text(event.get("cwd")) or None,
        branch=known.get("branch") or (branch if branch != "HEAD" else "") or None,
        agentVersion=as_text(event.get("version")) or None,
    )


def _as_streamed(state: claude.State, event: dict[str, object]) -> dict[str, object]:
    """Convert a line to the form of the stream; the session id is that of the file."""
    ours = {name: value for name, value in event.items() if name not in ("sessionId", "session_id")}
    synthetic = event.get("isMeta") is True or event.get("isCompactSummary") is True
    ours["isSynthetic"] = synthetic
    ours["isReplay"] = not synthetic
    ours["is_api_error_message"] = event.get("isApiErrorMessage") is True
    if event.get("type") == "user":
        ours["message"] = _without_envelope(event)
    if "toolUseResult" in event:
        ours["tool_use_result"] = event["toolUseResult"]
        ours["tool_result_meta"] = _decided(event)
    if event.get("isSidechain") is True:
        ours["parent_tool_use_id"] = _parent(state, event)
    if event.get("type") == "system":
        subtype = as_text(event.get("subtype"))
        ours["subtype"] = _TOPICS.get(subtype, subtype)
        ours["compact_metadata"] = _compaction(event)
        ours["error"] = as_text(event.get("error")) or None
    return ours


def _without_envelope(event: dict[str, object]) -> object:
    """Return the message; of one that a Runwhy server sent, only the task, which comes last."""
    message = event.get("message")
    content = as_object(message).get("content")
    blocks = [as_object(block) for block in content] if isinstance(content, list) else []
    texts = [as_text(block.get("text")) for block in blocks if block.get("type") == "text"]
    if len(texts) != len(blocks) or not is_sent_by_runwhy(as_text(event.get("uuid")), texts):
        return message
    return {**as_object(message), "content": blocks[-1:]}


def _decided(event: dict[str, object]) -> list[dict[str, object]]:
    decision = as_text(as_object(event.get("permissionDecision")).get("decision"))
    content = as_object(event.get("message")).get("content")
    blocks = content if isinstance(content, list) else []
    return [
        {
            "id": as_text(as_object(block).get("tool_use_id")),
            "permission_decision": {"decision": decision},
        }
        for block in blocks
    ]


def _compaction(event: dict[str, object]) -> dict[str, object]:
    about = as_object(event.get("compactMetadata"))
    return {"trigger": about.get("trigger"), "pre_tokens": about.get("preTokens")}


def _parent(state: claude.State, event: dict[str, object]) -> str:
    """Return the tool use of a subagent: the one the line names, or else the newest open one."""
    parent = as_text(event.get("parentToolUseID")) or as_text(event.get("parent_tool_use_id"))
    under_way = [
        entry.id
        for entry in state.open.values()
        if isinstance(entry, ToolUse) and entry.tool in _SUBAGENTS
    ]
    return parent or (under_way[-1] if under_way else as_text(event.get("agentId")) or "sidechain")
