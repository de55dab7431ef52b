"""Claude Code: normalizes the output of `claude -p --output-format stream-json --verbose`.

Each line is one content block; the blocks of a reply share its message id. With partial messages,
deltas come first and the complete block follows.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Raw
from msgspec.structs import replace

from runwhy.core.agents.actions import Attachment, Other, Value
from runwhy.core.agents.entries import AssistantMessage, Stamp, Thinking, ToolUse, Topic
from runwhy.core.runs.provenance import Provenance
from runwhy.normalizers import tools
from runwhy.normalizers.claude_lines import (
    Assistant,
    Block,
    ResultLine,
    StreamEvent,
    System,
    User,
    read_line,
)
from runwhy.normalizers.claude_notices import result_line, system_line
from runwhy.normalizers.claude_results import attachments, plain, result_of
from runwhy.normalizers.fold_state import (
    Changes,
    Fold,
    Line,
    TextKind,
    close,
    complete,
    fail,
    grow,
    keep_open,
    learn,
    new_tool,
    notice,
    own_id,
    prompt,
    retract,
    tool_of,
    unreadable,
    unrecognized,
)
from runwhy.normalizers.json_values import NOT_READABLE, as_text, read_type, time_of

SYNTHETIC = "<synthetic>"  # the model name on lines that the CLI generated
TOOLS: Mapping[str, tools.Tool] = {
    "Agent": tools.task,
    "AskUserQuestion": tools.question,
    "Bash": tools.command_run,
    "Edit": tools.file_edit,
    "ExitPlanMode": tools.plan,
    "Glob": tools.search_in("files"),
    "Grep": tools.search_in("text"),
    "LS": tools.search_in("files"),
    "MultiEdit": tools.file_edit,
    "NotebookEdit": tools.file_edit,
    "Read": tools.file_read,
    "Task": tools.task,
    "TodoWrite": tools.todo,
    "WebFetch": tools.web_fetch,
    "WebSearch": tools.search_in("web"),
    "Write": tools.file_write,
}
_QUIET_TYPES = frozenset(
    {"command_lifecycle", "control_cancel_request", "control_request", "control_response"}
    | {"keep_alive", "rate_limit_event", "tool_progress"}
)
_LOCAL_COMMAND = ("<local-command-stdout>", "<local-command-stderr>", "<command-name>")


class Reply(Value, frozen=True, kw_only=True, gc=False):
    """The reply in progress, and how many of its blocks are complete."""

    message: str
    blocks: int = 0


class State(Fold, frozen=True, kw_only=True, gc=False):
    """State of the fold; `replies` holds one reply per agent, keyed by its parent."""

    stamp: Stamp = Stamp(agent="claude")
    replies: Mapping[str, Reply] = {}


def normalize(state: State, line: Line) -> tuple[State, Changes]:
    """Normalize one line. An unknown line becomes an entry, never an error."""
    try:
        event = read_line(line)
    except NOT_READABLE as error:
        return _unknown(state, line, error)
    if event.session_id is not None and event.session_id != state.stamp.agent_session:
        state = learn(state, session=event.session_id)
    match event:
        case Assistant():
            return _assistant(state, event, line)
        case User():
            return _user(state, event, line)
        case StreamEvent():
            return _stream_event(state, event)
        case System():
            return system_line(state, event, line)
        case ResultLine():
            return result_line(state, event)


def _unknown(state: State, line: Line, error: Exception) -> tuple[State, Changes]:
    try:
        kind = read_type(line).type
    except NOT_READABLE:
        return unreadable(state, line, error)
    if kind in _QUIET_TYPES:
        return state, []
    known = kind in ("assistant", "user", "system", "result", "stream_event")
    return unrecognized(state, line, "unexpected_shape" if known else "unknown_type")


def _assistant(state: State, event: Assistant, line: Line) -> tuple[State, Changes]:
    message = event.message
    if event.is_api_error_message or event.error:
        return _api_error(state, event)
    if message.model == SYNTHETIC:
        return _system_message(state, event, "notice", plain(message.content))
    if isinstance(message.content, str):
        return unrecognized(state, line, "unexpected_shape")
    state, stamp = _stamp(state, message.model, event.parent_tool_use_id)
    agent = event.parent_tool_use_id or ""
    reply = state.replies.get(agent)
    id = message.id or own_id(state, event.uuid)
    count = reply.blocks if reply is not None and reply.message == id else 0
    # A broken reply may be requested again without streaming, under another message id.
    state, changes = retract(state, event.parent_tool_use_id, keep=(f"{id}:",))
    for block in message.content:
        state, more = _block(state, event, block, f"{id}:{count}", stamp, line)
        changes += more
        count += 1
    reply = Reply(message=id, blocks=count)
    return replace(state, replies={**state.replies, agent: reply}), changes


def _api_error(state: State, event: Assistant) -> tuple[State, Changes]:
    text = plain(event.message.content)
    if event.parent_tool_use_id is not None:  # from a subagent; the run may continue
        return _system_message(state, event, "notice", text)
    code = as_text(event.api_error_type) or as_text(event.error) or None
    return fail(state, text, id=event.uuid, code=code, time=time_of(event.timestamp))


def _stamp(state: State, model: str | None, parent: str | None) -> tuple[State, Stamp]:
    """Return the stamp; only the main agent's lines set the run's model."""
    if model in (None, SYNTHETIC, state.stamp.model):
        return state, state.stamp
    if parent is None:
        state = learn(state, model=model)
        return state, state.stamp
    return state, replace(state.stamp, model=model)


def _block(
    state: State, event: Assistant, block: Block, id: str, stamp: Stamp, line: Line
) -> tuple[State, Changes]:
    kind = block.type
    if kind in ("text", "thinking", "redacted_thinking"):
        text_kind: TextKind = AssistantMessage if kind == "text" else Thinking
        text = block.text if kind == "text" else block.thinking
        time, parent = time_of(event.timestamp), event.parent_tool_use_id
        return complete(state, text_kind, text, id=id, time=time, parent=parent, stamp=stamp)
    if kind in ("tool_use", "server_tool_use", "mcp_tool_use"):
        return _tool_use(state, event, block, stamp)
    if kind.endswith("_tool_result"):
        return _tool_result(state, event, block)
    return unrecognized(state, line, "unknown_type")


def _tool_use(state: State, event: Assistant, block: Block, stamp: Stamp) -> tuple[State, Changes]:
    named = tools.mcp_named(block.name, block.input)
    action = named or tools.action_of(TOOLS, block.name, block.input)
    early = state.open.get(own_id(state, block.id))  # the result arrived before the call
    if isinstance(early, ToolUse):
        return close(state, replace(early, tool=block.name, action=action))
    time, parent = time_of(event.timestamp), event.parent_tool_use_id
    entry = new_tool(state, block.name, action, id=block.id, time=time, parent=parent, stamp=stamp)
    return keep_open(state, entry)


def _user(state: State, event: User, line: Line) -> tuple[State, Changes]:
    content = event.message.content
    if isinstance(content, str):
        return _message(state, event, content, ())
    changes: Changes = []
    blocks: list[Block] = []
    for block in content:
        if block.type == "tool_result":
            state, more = _tool_result(state, event, block)
            changes += more
        elif block.type in ("text", "image", "document"):
            blocks.append(block)
        else:
            state, more = unrecognized(state, line, "unknown_type")
            changes += more
    if blocks:
        state, more = _message(state, event, plain(blocks), attachments(blocks))
        changes += more
    return state, changes


def _message(
    state: State, event: User, text: str, images: tuple[Attachment, ...]
) -> tuple[State, Changes]:
    """Add a message; only echoes of stdin are from the user, other text is from the CLI."""
    if event.parent_tool_use_id is not None:
        return _system_message(state, event, "prompt", text, Provenance.AGENT)
    if event.is_synthetic:
        return _system_message(state, event, "prompt", text)
    if not event.is_replay:
        return _system_message(state, event, "notice", text)
    if isinstance(event.message.content, str) and text.startswith(_LOCAL_COMMAND):
        return _system_message(state, event, "command", text)
    time = time_of(event.timestamp)
    return prompt(state, text, id=event.uuid, time=time, attachments=images)


def _system_message(
    state: State,
    event: User | Assistant,
    topic: Topic,
    text: str,
    provenance: Provenance = Provenance.SYSTEM,
) -> tuple[State, Changes]:
    time, parent = time_of(event.timestamp), event.parent_tool_use_id
    return notice(
        state, topic, text, id=event.uuid, time=time, parent=parent, provenance=provenance
    )


def _tool_result(state: State, event: User | Assistant, block: Block) -> tuple[State, Changes]:
    id, time = block.tool_use_id, time_of(event.timestamp)
    known = tool_of(state, id)
    if known is None:  # the result arrived before the call
        known = new_tool(state, "", Other(), id=id, time=time, parent=event.parent_tool_use_id)
        status, result, _ = result_of(known.action, block, None, Raw())
        return keep_open(state, replace(known, status=status, result=result, ended=time))
    meta, outcome = None, Raw()
    if isinstance(event, User):
        meta, outcome = event.tool_result_meta, event.tool_use_result
    status, result, action = result_of(known.action, block, meta, outcome)
    if id in state.replies:  # a subagent has finished
        rest = {agent: reply for agent, reply in state.replies.items() if agent != id}
        state = replace(state, replies=rest)
    entry = replace(
        known,
        status="denied" if known.status == "denied" else status,
        action=action,
        result=result,
        ended=time,
    )
    return close(state, entry)


def _stream_event(state: State, event: StreamEvent) -> tuple[State, Changes]:
    piece, parent = event.event, event.parent_tool_use_id
    if piece.type == "message_start" and piece.message is not None:
        state, changes = retract(state, parent)  # the started text was never completed
        state, _ = _stamp(state, piece.message.model, parent)
        reply = Reply(message=piece.message.id or "")
        return replace(state, replies={**state.replies, parent or "": reply}), changes
    if piece.type != "content_block_delta" or piece.delta is None:
        return state, []
    reply = state.replies.get(parent or "", Reply(message=""))
    id = f"{event.api_message_id or reply.message}:{piece.index}"
    if piece.delta.type == "text_delta":
        return grow(state, AssistantMessage, id, piece.delta.text, parent=parent)
    if piece.delta.type == "thinking_delta":
        return grow(state, Thinking, id, piece.delta.thinking, parent=parent)
    return state, []
