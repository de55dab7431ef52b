"""Claude Code's lines about the CLI: session, hooks, denials, retries and the end of a turn."""

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
from runwhy.normalizers.json_values import as_int, as_object, as_text, time_of

_QUIET = frozenset(
    {"hook_progress", "status", "task_progress", "task_started", "task_updated", "thinking_tokens"}
)


def system_line(state: S, event: System, line: Line) -> tuple[S, Changes]:
    """Handle a line about the CLI itself; progress lines are ignored."""
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
        waiting = event.tool_use_id in state.open  # the result follows with the report
        return (state, []) if waiting else _notice(state, event, "task", as_text(event.summary))
    if kind == "api_retry":
        return _notice(state, event, "retry", _retrying(event))
    if kind == "compact_boundary":
        return _notice(state, event, "compaction", _compacted(event))
    if kind == "local_command_output":
        return _notice(state, event, "command", as_text(event.content))
    return unrecognized(state, line, "unknown_type")


def _init(state: S, event: System) -> tuple[S, Changes]:
    """Add an entry if the session changed; the CLI repeats this line for every message on stdin."""
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
    return _notice(news, event, "session", "Session started")


def _hook(state: S, event: System) -> tuple[S, Changes]:
    id = own_id(state, event.hook_id or event.uuid)
    known = state.open.get(id)
    parts = (event.hook_name, as_text(event.output).rstrip())
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


def _notice(state: S, event: System, topic: Topic, text: str) -> tuple[S, Changes]:
    return notice(state, topic, text, id=event.uuid, time=time_of(event.timestamp))


def _retrying(event: System) -> str:
    of = f" of {event.max_retries}" if event.max_retries else ""
    attempt = f", attempt {event.attempt}{of}" if event.attempt else ""
    status = f" after HTTP {event.error_status}" if event.error_status else ""
    reason = f": {event.error}" if as_text(event.error) else ""
    return f"Retrying{status}{attempt}{reason}"


def _compacted(event: System) -> str:
    about = event.compact_metadata if isinstance(event.compact_metadata, dict) else {}
    trigger, tokens = about.get("trigger"), about.get("pre_tokens")
    details = [str(trigger)] if trigger else []
    details += [f"{tokens} tokens before"] if tokens else []
    return f"Conversation compacted ({', '.join(details)})" if details else "Conversation compacted"


def result_line(state: S, event: ResultLine) -> tuple[S, Changes]:
    """End the turn; `is_error` decides whether it failed."""
    subtype = event.subtype if event.subtype != "success" else None
    state, changes = finish_open(state, (None,))
    state, denied = _denied(state, event)
    changes += denied
    if event.is_error:
        errors = event.errors if isinstance(event.errors, list) else []
        message = event.result or "\n".join(map(str, errors)) or subtype or "failed"
        code = as_text(event.api_error_type) or subtype
        id = f"{event.uuid}:error" if event.uuid else None
        state, more = fail(state, message, id=id, code=code)
        changes += more
    entry = Result(
        id=own_id(state, event.uuid),
        index=state.next_index,
        stamp=state.stamp,
        time=time_of(event.timestamp),
        ok=not event.is_error,
        reason=subtype or event.terminal_reason,
        text=None if event.is_error else event.result,
        structured=event.structured_output,
        turns=as_int(event.num_turns),
        duration_ms=as_int(event.duration_ms),
        usage=_usage(event),
    )
    state, more = add(replace(state, failed=False), entry)
    return state, changes + more


def _denied(state: S, event: ResultLine) -> tuple[S, Changes]:
    """Mark denied tools; some versions report denials only at the end of the turn."""
    listed = event.permission_denials if isinstance(event.permission_denials, list) else []
    changes: Changes = []
    for denial in listed:
        known = state.recent.get(as_text(as_object(denial).get("tool_use_id")))
        if known is not None and known.status == "failed" and known.result is not None:
            state, more = close(state, replace(known, status="denied"))
            changes += more
    return state, changes


def _usage(event: ResultLine) -> tuple[Usage, ...]:
    """Return token counts of this turn; models and costs are totals of the process."""
    sums = {"modelUsage": event.model_usage, "totalCostUsd": event.total_cost_usd}
    totals = {name: value for name, value in sums.items() if value is not None}
    usage = event.usage
    turn = (Usage(scope="turn", reported=usage),) if isinstance(usage, dict) else ()
    return (*turn, Usage(scope="run", reported=totals)) if totals else turn
