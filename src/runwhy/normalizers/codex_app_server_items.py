"""Items of a Codex thread: messages, reasoning and tools, from start to end."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from msgspec.structs import replace

from runwhy.core.agents.actions import Action, Attachment, FileRead, Other, Plan, ToolResult
from runwhy.core.agents.entries import (
    AssistantMessage,
    Stamp,
    SystemMessage,
    Thinking,
    ToolUse,
    UserMessage,
)
from runwhy.core.runs.provenance import Provenance
from runwhy.normalizers import codex_items, tools
from runwhy.normalizers.codex_app_server_lines import Item, Params
from runwhy.normalizers.fold_state import (
    Changes,
    Fold,
    Line,
    add,
    close,
    ended,
    filled,
    keep_open,
    notice,
    own_id,
    reopen,
    tool_of,
    unrecognized,
)
from runwhy.normalizers.json_values import as_object, as_text, time_of

Time = datetime | None


class State(Fold, frozen=True, kw_only=True, gc=False):
    """State of the fold.

    `threads` maps a subagent's thread to its tool use. `prompt` is the last user message, which
    Codex reports twice.
    """

    stamp: Stamp = Stamp(agent="codex")
    threads: Mapping[str, str] = {}
    prompt: str | None = None
    usage: Mapping[str, object] = {}


def parent_of(state: State, params: Params) -> str | None:
    thread = params.thread_id
    if thread is None or thread == state.stamp.agent_session:
        return None
    return state.threads.get(thread, thread)


def handle_item(
    state: State, params: Params, line: Line, time: Time, *, done: bool
) -> tuple[State, Changes]:
    item = params.item or Item(type="")
    time = time_of(item.started_at_ms) or time
    tool = _action(item)
    if tool is not None:
        action, result = tool
        state = _subagents(state, item)
        return _tool(state, params, item, action, result if done else None, time)
    match item.type:
        case "userMessage":
            return _prompt(state, params, item, time)
        case "agentMessage" | "reasoning":
            return _message(state, params, item, time) if done else (state, [])
        case "contextCompaction":
            text = "Conversation compacted"
            return notice(state, "compaction", text, id=item.id, time=time) if done else (state, [])
        case "enteredReviewMode" | "exitedReviewMode":
            text = as_text(item.review)
            return notice(state, "notice", text, id=item.id, time=time) if done else (state, [])
    return unrecognized(state, line, "unknown_type")


def _prompt(state: State, params: Params, item: Item, time: Time) -> tuple[State, Changes]:
    """Add a user message; in a subagent's thread it comes from the agent."""
    if item.id and item.id == state.prompt:
        return state, []
    parts = [as_object(part) for part in item.content] if isinstance(item.content, list) else []
    text = "\n".join(as_text(part.get("text")) for part in parts if part.get("type") == "text")
    urls = [as_text(part.get("url")) for part in parts]
    state, parent = replace(state, prompt=item.id), parent_of(state, params)
    id, index, stamp = own_id(state, item.id), state.next_index, state.stamp
    if parent is not None:
        prompt = SystemMessage(
            id=id,
            index=index,
            stamp=stamp,
            time=time,
            provenance=Provenance.AGENT,
            parent=parent,
            topic="prompt",
            text=text,
        )
        return add(state, prompt)
    message = UserMessage(
        id=id,
        index=index,
        stamp=stamp,
        time=time,
        provenance=state.sender,
        text=text,
        attachments=tuple(Attachment(media_type="image", url=url) for url in urls if url),
        client_id=item.client_id,
    )
    return add(state, message)


def _message(state: State, params: Params, item: Item, time: Time) -> tuple[State, Changes]:
    """Add the complete text in place of its deltas."""
    text = item.text if item.type == "agentMessage" else _thought(item)
    known = state.open.get(item.id)
    if isinstance(known, AssistantMessage):
        return close(state, replace(known, text=text, partial=False, phase=item.phase))
    if isinstance(known, Thinking):
        return close(state, replace(known, text=text, partial=False))
    id, index, parent = own_id(state, item.id), state.next_index, parent_of(state, params)
    if item.type == "reasoning":
        thought = Thinking(
            id=id, index=index, stamp=state.stamp, time=time, parent=parent, text=text
        )
        return add(state, thought)
    message = AssistantMessage(
        id=id,
        index=index,
        stamp=state.stamp,
        time=time,
        parent=parent,
        text=text,
        phase=item.phase,
    )
    return add(state, message)


def _thought(item: Item) -> str:
    parts = item.summary or item.content
    return "\n\n".join(as_text(part) for part in parts) if isinstance(parts, list) else ""


def _action(item: Item) -> tuple[Action, ToolResult] | None:
    match item.type:
        case "commandExecution":
            result = codex_items.command_result(item.aggregated_output, item.exit_code)
            return codex_items.command_of(item.command, item.cwd), result
        case "fileChange":
            return codex_items.edit_of(item.changes), ToolResult()
        case "mcpToolCall":
            action = codex_items.mcp_of(item.server, item.tool, item.arguments)
            return action, codex_items.mcp_result(item.result, item.error)
        case "webSearch":
            return codex_items.search_of(item.query, item.action), ToolResult()
        case "collabAgentToolCall":
            return codex_items.task_of(item.tool, item.prompt), ToolResult()
        case "plan":
            return Plan(text=item.text), ToolResult()
        case "imageView":
            return FileRead(path=as_text(item.path)), ToolResult()
        case "dynamicToolCall":
            text, images = tools.content_of(item.content_items)
            return Other(arguments=item.arguments), ToolResult(text=text, attachments=images)
    return None


def _subagents(state: State, item: Item) -> State:
    if item.type != "collabAgentToolCall" or not isinstance(item.receiver_thread_ids, list):
        return state
    spawned = {id: item.id for id in item.receiver_thread_ids if isinstance(id, str)}
    if item.tool != "spawnAgent":
        spawned |= state.threads
    return replace(state, threads={**state.threads, **spawned})


def _tool(
    state: State,
    params: Params,
    item: Item,
    action: Action,
    result: ToolResult | None,
    time: Time,
) -> tuple[State, Changes]:
    done = result is not None
    status = codex_items.status_of(item.status, exit_code=item.exit_code, done=done)
    end = time_of(item.completed_at_ms)
    known = tool_of(state, item.id)
    if known is not None:
        if not done:
            if item.id not in state.open:  # it has ended
                return state, []
            return reopen(state, replace(known, action=filled(known.action, action)))
        entry = ended(
            known, stamp=state.stamp, status=status, result=result, time=end, action=action
        )
        return close(state, entry)
    entry = ToolUse(
        id=own_id(state, item.id),
        index=state.next_index,
        stamp=state.stamp,
        time=time,
        parent=parent_of(state, params),
        tool=as_text(item.tool) or item.type,
        action=action,
        status=status,
        result=result,
        ended=end,
    )
    return add(state, entry) if done else keep_open(state, entry)
