"""Copilot's tools: wanted, begun, ended, and what came back."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from runwhy.core.agents.actions import (
    Action,
    Change,
    FileChange,
    FileEdit,
    Mcp,
    Other,
    Status,
    ToolResult,
)
from runwhy.core.agents.entries import EntryDelta, ToolUse
from runwhy.normalizers import tools
from runwhy.normalizers.copilot_events import Event, State, parent_of, stamp_of, time_at
from runwhy.normalizers.diffs import diffs, patch
from runwhy.normalizers.fold_state import Changes, close, keep_open, own_id, reopen
from runwhy.normalizers.json_values import fields, words
from runwhy.normalizers.tools import content_of, number

TOOLS: Mapping[str, tools.Tool] = {
    "ask_user": tools.question,
    "bash": tools.command_run,
    "create": tools.file_write,
    "edit": tools.file_edit,
    "exit_plan_mode": tools.plan,
    "glob": tools.search_in("files"),
    "grep": tools.search_in("text"),
    "powershell": tools.command_run,
    "rg": tools.search_in("text"),
    "task": tools.task,
    "update_todo": tools.todo,
    "view": tools.file_read,
    "web_fetch": tools.web_fetch,
    "web_search": tools.search_in("web"),
}
_KINDS: Mapping[str, Change] = {"create": "add", "delete": "delete", "edit": "update"}


def tool_start(state: State, event: Event) -> tuple[State, Changes]:
    return wanted(state, event, event.data)


def wanted(state: State, event: Event, call: Mapping[str, object]) -> tuple[State, Changes]:
    """A tool is wanted (in a reply), then begun: two lines, one entry."""
    id, name = words(call.get("toolCallId")), words(call.get("toolName"))
    action = _action(name, call)
    known = state.open.get(id)
    if isinstance(known, ToolUse):
        if known.status != "running":  # its end came first
            return close(state, replace(known, tool=name, action=action))
        if not isinstance(known.action, Other) or action == known.action:
            return state, []
        return reopen(state, replace(known, tool=name, action=action))
    entry = ToolUse(
        id=own_id(state, id),
        index=state.next_index,
        stamp=stamp_of(state, event),
        time=time_at(event),
        parent=parent_of(state, event),
        tool=name,
        action=action,
    )
    return keep_open(state, entry)


def _action(name: str, call: Mapping[str, object]) -> Action:
    arguments = call.get("arguments")
    server = words(call.get("mcpServerName"))
    if server:
        tool = words(call.get("mcpToolName")) or name
        return Mcp(server=server, tool=tool, arguments=arguments)
    if isinstance(arguments, str):  # a free-form tool
        return patch(arguments) or Other(arguments=arguments)
    return tools.action_of(TOOLS, name, arguments)


def tool_complete(state: State, event: Event) -> tuple[State, Changes]:
    id, time = words(event.data.get("toolCallId")), time_at(event)
    known = state.open.get(id)
    if isinstance(known, ToolUse):
        status, result, action = _result_of(known.action, event.data)
        entry = replace(known, status=status, result=result, action=action, ended=time)
        return close(state, entry)
    status, result, action = _result_of(Other(), event.data)
    entry = ToolUse(
        id=own_id(state, id),
        index=state.next_index,
        stamp=stamp_of(state, event),
        time=time,
        parent=parent_of(state, event),
        tool=words(event.data.get("toolName")),
        action=action,
        status=status,
        result=result,
        ended=time,
    )
    return keep_open(state, entry)


def shell_output(state: State, event: Event) -> tuple[State, Changes]:
    id, text = words(event.data.get("toolCallId")), words(event.data.get("text"))
    return state, ([EntryDelta(id=id, text=text)] if id in state.open else [])


def _result_of(action: Action, data: Mapping[str, object]) -> tuple[Status, ToolResult, Action]:
    """How a tool ended; the exit code decides over `success`."""
    told, error = fields(data.get("result")), fields(data.get("error"))
    code = number(fields(data.get("shellExecution")), "exitCode")
    _, attachments = content_of(told.get("contents"))
    result = ToolResult(
        text=words(told.get("content")) or words(error.get("message")),
        exit_code=code,
        attachments=attachments,
    )
    if isinstance(action, FileEdit):
        action = _edited(action, data.get("fileEdits"), words(told.get("detailedContent")))
    return _status(data.get("success"), error.get("code"), code), result, action


def _status(success: object, error: object, code: int | None) -> Status:
    if error == "denied":
        return "denied"
    return "success" if success is True and not code else "failed"


def _edited(action: FileEdit, edits: object, detail: str) -> FileEdit:
    """The edit with the diff of each file that was made, found by the end of its path."""
    made = [fields(edit) for edit in edits] if isinstance(edits, list) else []
    found = diffs(detail)
    return FileEdit(changes=tuple(_change(change, made, found) for change in action.changes))


def _change(
    change: FileChange, made: list[Mapping[str, object]], found: Mapping[str, str]
) -> FileChange:
    path = change.path.removeprefix("/")
    diff = next((diff for name, diff in found.items() if name.endswith(path)), change.diff)
    kinds = [words(e.get("kind")) for e in made if words(e.get("path")).endswith(path)]
    kind = _KINDS.get(kinds[0], change.change) if kinds else change.change
    return replace(change, diff=diff, change="move" if change.moved_to else kind)
