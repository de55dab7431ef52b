"""Lines of Codex's app server and their items: messages, reasoning and tools.

Only decisive fields are typed, so that a changed shape of another does not hide a line.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from msgspec import Struct, json
from msgspec.structs import replace

from runwhy.core.agents.actions import Action, Attachment, FileRead, Other, Plan, ToolResult
from runwhy.core.agents.entries import AssistantMessage, Stamp, Thinking
from runwhy.core.runs.provenance import Provenance
from runwhy.normalizers import codex_items, json_rpc, tools
from runwhy.normalizers.fold_state import (
    Changes,
    Fold,
    Line,
    complete,
    notice,
    prompt,
    unrecognized,
)
from runwhy.normalizers.json_values import as_object, as_text, time_of

Time = datetime | None


class Item(codex_items.Item, gc=False, rename="camel"):
    """An item of a turn; its fields depend on `type`."""

    client_id: str | None = None
    phase: str | None = None
    summary: object = None
    content: object = None
    aggregated_output: object = None
    exit_code: object = None
    content_items: object = None
    receiver_thread_ids: object = None
    path: object = None
    review: object = None
    started_at_ms: object = None
    completed_at_ms: object = None


class Turn(Struct, gc=False, rename="camel"):
    """A turn: one prompt and all work for it."""

    id: str = ""
    status: str = ""
    error: object = None
    items: object = None
    duration_ms: object = None


class Params(Struct, gc=False, rename="camel"):
    """Parameters of a notification or request; the fields depend on the method."""

    thread_id: str | None = None
    turn_id: str | None = None
    item_id: str = ""
    item: Item | None = None
    turn: Turn | None = None
    thread: object = None
    delta: object = None
    token_usage: object = None
    error: object = None
    will_retry: bool = False
    request_id: object = None
    questions: object = None
    plan: object = None
    message: object = None
    summary: object = None
    to_model: object = None


class Message(json_rpc.Message[Params], gc=False, rename="camel"):
    """A message of the app server, with its time."""

    emitted_at_ms: object = None


read_message = json.Decoder(Message).decode


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
        end, parent = time_of(item.completed_at_ms), parent_of(state, params)
        made = result if done else None
        return codex_items.handle_tool(state, item, action, made, time=time, end=end, parent=parent)
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
    if parent is not None:
        agent = Provenance.AGENT
        return notice(state, "prompt", text, id=item.id, time=time, parent=parent, provenance=agent)
    images = tuple(Attachment(media_type="image", url=url) for url in urls if url)
    return prompt(state, text, id=item.id, time=time, attachments=images, client_id=item.client_id)


def _message(state: State, params: Params, item: Item, time: Time) -> tuple[State, Changes]:
    id, parent = item.id, parent_of(state, params)
    if item.type == "reasoning":
        return complete(state, Thinking, _thought(item), id=id, time=time, parent=parent)
    return complete(
        state, AssistantMessage, item.text, id=id, time=time, parent=parent, phase=item.phase
    )


def _thought(item: Item) -> str:
    parts = item.summary or item.content
    return "\n\n".join(as_text(part) for part in parts) if isinstance(parts, list) else ""


def _action(item: Item) -> tuple[Action, ToolResult] | None:
    match item.type:
        case "plan":
            return Plan(text=item.text), ToolResult()
        case "imageView":
            return FileRead(path=as_text(item.path)), ToolResult()
        case "dynamicToolCall":
            text, images = tools.content_of(item.content_items)
            return Other(arguments=item.arguments), ToolResult(text=text, attachments=images)
    return codex_items.action_of(item)


def _subagents(state: State, item: Item) -> State:
    if item.type != "collabAgentToolCall" or not isinstance(item.receiver_thread_ids, list):
        return state
    spawned = {id: item.id for id in item.receiver_thread_ids if isinstance(id, str)}
    if item.tool != "spawnAgent":
        spawned |= state.threads
    return replace(state, threads={**state.threads, **spawned})
