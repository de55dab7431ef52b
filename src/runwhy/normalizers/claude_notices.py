"""What Claude Code says about itself: session, hooks, denials, retries, the end of a turn."""

from __future__ import annotations

from msgspec.structs import replace

from runwhy.core.agents.entries import Result, SystemMessage, ToolUse, Topic, Usage
from runwhy.normalizers.claude_lines import ResultLine, System
from runwhy.normalizers.fold_state import (
    Changes,
    Line,
    S,
    add,
    close,
    fail,
    finish_open,
    keep_open,
    learn,
    notice,
    own_id,
    reopen,
    unrecognized,
)
from runwhy.normalizers.json_values import time_of, whole, words

_QUIET = frozenset(
    {"hook_progress", "status", "task_progress", "task_started", "task_updated", "thinking_tokens"}
)


def system_line(state: S, event: System, line: Line) -> tuple[S, Changes]:
    """A line of the CLI itself; what only says that work goes on is left out."""
    kind = event.subtype
    if kind in _QUIET:
        return state, []
    if kind == "init":
        return _init(state, event)
    if kind in ("hook_started", "hook_response"):
        return _hook(state, event)
    if kind == "permission_denied":
        known = state.open.get(event.tool_use_id or "")
        if isinstance(known, ToolUse):
            return reopen(state, replace(known, status="denied"))
        return state, []
    if kind == "task_notification":
        waiting = event.tool_use_id in state.open  # then its result comes with the report
        return (state, []) if waiting else _tell(state, event, "task", words(event.summary))
    if kind == "api_retry":
        return _tell(state, event, "retry", _retrying(event))
    if kind == "compact_boundary":
        return _tell(state, event, "compaction", _compacted(event))
    if kind == "local_command_output":
        return _tell(state, event, "command", words(event.content))
    return unrecognized(state, line, "unknown_type")


def _init(state: S, event: System) -> tuple[S, Changes]:
    """The CLI says this again for every message on stdin; only news are worth an entry."""
    news = learn(
        state,
        model=event.model,
        cwd=event.cwd,
        permissionMode=event.permission_mode,
        mcpServers=event.mcp_servers,
        agentVersion=event.claude_code_version,
    )
    if news is state and state.next_index:
        return state, []
    return _tell(news, event, "session", "Session started")


def _hook(state: S, event: System) -> tuple[S, Changes]:
    id = own_id(state, event.hook_id or event.uuid)
    known = state.open.get(id)
    parts = (event.hook_name, words(event.output).rstrip())
    text = "\n".join(part for part in parts if part)
    if isinstance(known, SystemMessage):
        return close(state, replace(known, text=text))
    entry = SystemMessage(
        id=id,
        index=state.next_index,
        stamp=state.stamp,
        time=time_of(event.timestamp),
        topic="hook",
        text=text,
    )
    return keep_open(state, entry) if event.subtype == "hook_started" else add(state, entry)


def _tell(state: S, event: System, topic: Topic, text: str) -> tuple[S, Changes]:
    return notice(state, topic, text, id=event.uuid, time=time_of(event.timestamp))


def _retrying(event: System) -> str:
    of = f" of {event.max_retries}" if event.max_retries else ""
    attempt = f", attempt {event.attempt}{of}" if event.attempt else ""
    status = f" after HTTP {event.error_status}" if event.error_status else ""
    reason = f": {event.error}" if words(event.error) else ""
    return f"Retrying{status}{attempt}{reason}"


def _compacted(event: System) -> str:
    about = event.compact_metadata if isinstance(event.compact_metadata, dict) else {}
    trigger, tokens = about.get("trigger"), about.get("pre_tokens")
    known = [str(trigger)] if trigger else []
    known += [f"{tokens} tokens before"] if tokens else []
    return f"Conversation compacted ({', '.join(known)})" if known else "Conversation compacted"


def result_line(state: S, event: ResultLine) -> tuple[S, Changes]:
    """The end of a turn: `is_error` decides, and says so once."""
    subtype = event.subtype if event.subtype != "success" else None
    state, changes = finish_open(state, (None,))
    if event.is_error:
        errors = event.errors if isinstance(event.errors, list) else []
        message = event.result or "\n".join(map(str, errors)) or subtype or "failed"
        code = words(event.api_error_type) or subtype
        id = f"{event.uuid}:error" if event.uuid else None
        state, told = fail(state, message, id=id, code=code)
        changes += told
    entry = Result(
        id=own_id(state, event.uuid),
        index=state.next_index,
        stamp=state.stamp,
        time=time_of(event.timestamp),
        ok=not event.is_error,
        reason=subtype or event.terminal_reason,
        text=None if event.is_error else event.result,
        structured=event.structured_output,
        turns=whole(event.num_turns),
        duration_ms=whole(event.duration_ms),
        usage=_usage(event),
    )
    state, told = add(replace(state, failed=False), entry)
    return state, changes + told


def _usage(event: ResultLine) -> tuple[Usage, ...]:
    """Tokens are of this turn; models and cost are sums over the process."""
    sums = {"modelUsage": event.model_usage, "totalCostUsd": event.total_cost_usd}
    told = {name: value for name, value in sums.items() if value is not None}
    usage = event.usage
    turn = (Usage(scope="turn", reported=usage),) if isinstance(usage, dict) else ()
    return (*turn, Usage(scope="run", reported=told)) if told else turn
