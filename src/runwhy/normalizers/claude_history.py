"""Claude Code's histories (`~/.claude/projects/*/*.jsonl`): the stream's lines in other words."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec.structs import replace

from runwhy.core.agents.entries import EntryChange, ToolUse, Unrecognized
from runwhy.core.runs.run import Tokens
from runwhy.normalizers import claude
from runwhy.normalizers.fold_state import Changes, Line, Used, learn
from runwhy.normalizers.json_values import NOT_READABLE, fields, words

# What the CLI keeps beside the conversation, for itself.
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
    """Read one line of a history. A line we do not know becomes an entry of its own."""
    try:
        event = msgspec.json.decode(line)
    except NOT_READABLE:
        return claude.normalize(state, line)
    if not isinstance(event, dict):
        return claude.normalize(state, line)
    if words(event.get("type")) in QUIET or words(event.get("subtype")) in _QUIET_SYSTEM:
        return state, []
    state = _place(state, event)
    state, changes = claude.normalize(state, msgspec.json.encode(_as_streamed(state, event)))
    return state, [_as_it_was(change, line) for change in changes]


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
    """What a line says of a reply's tokens; a reply of several blocks has as many lines."""
    try:
        said = _reply.decode(line).message
    except NOT_READABLE:
        return None
    usage = said.usage
    read = usage.cache_read_input_tokens or 0
    fresh = (usage.input_tokens or 0) + (usage.cache_creation_input_tokens or 0)
    return said.id, Tokens(input=fresh + read, cached=read, output=usage.output_tokens or 0)


def _as_it_was(change: EntryChange, line: Line) -> EntryChange:
    """What is not known is kept as the history has it, not as the stream would."""
    if not isinstance(change, Unrecognized):
        return change
    text = line if isinstance(line, str) else line.decode(errors="backslashreplace")
    return replace(change, line=text.rstrip("\r\n"))


def _place(state: claude.State, event: dict[str, object]) -> claude.State:
    """Where the session began; later lines may be of other directories and branches."""
    known = state.stamp.extensions
    branch = words(event.get("gitBranch"))
    return learn(
        state,
        cwd=known.get("cwd") or words(event.get("cwd")) or None,
        branch=known.get("branch") or (branch if branch != "HEAD" else "") or None,
        agentVersion=words(event.get("version")) or None,
    )


def _as_streamed(state: claude.State, event: dict[str, object]) -> dict[str, object]:
    """The line as the stream has it; the session is the file's, whatever a line says."""
    ours = {name: value for name, value in event.items() if name not in ("sessionId", "session_id")}
    synthetic = event.get("isMeta") is True or event.get("isCompactSummary") is True
    ours["isSynthetic"] = synthetic
    ours["isReplay"] = not synthetic
    ours["is_api_error_message"] = event.get("isApiErrorMessage") is True
    if "toolUseResult" in event:
        ours["tool_use_result"] = event["toolUseResult"]
        ours["tool_result_meta"] = _decided(event)
    if event.get("isSidechain") is True:
        ours["parent_tool_use_id"] = _parent(state, event)
    if event.get("type") == "system":
        subtype = words(event.get("subtype"))
        ours["subtype"] = _TOPICS.get(subtype, subtype)
        ours["compact_metadata"] = _compaction(event)
        ours["error"] = words(event.get("error")) or None
    return ours


def _decided(event: dict[str, object]) -> list[dict[str, object]]:
    decision = words(fields(event.get("permissionDecision")).get("decision"))
    content = fields(event.get("message")).get("content")
    blocks = content if isinstance(content, list) else []
    return [
        {
            "id": words(fields(block).get("tool_use_id")),
            "permission_decision": {"decision": decision},
        }
        for block in blocks
    ]


def _compaction(event: dict[str, object]) -> dict[str, object]:
    about = fields(event.get("compactMetadata"))
    return {"trigger": about.get("trigger"), "pre_tokens": about.get("preTokens")}


def _parent(state: claude.State, event: dict[str, object]) -> str:
    """The tool use that a subagent works for: as the line says, else the last one under way."""
    told = words(event.get("parentToolUseID")) or words(event.get("parent_tool_use_id"))
    under_way = [
        entry.id
        for entry in state.open.values()
        if isinstance(entry, ToolUse) and entry.tool in _SUBAGENTS
    ]
    return told or (under_way[-1] if under_way else words(event.get("agentId")) or "sidechain")
