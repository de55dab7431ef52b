"""Copilot's tools: requested, started and completed."""

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
from runwhy.normalizers.fold_state import Changes, close, keep_open, new_tool, reopen, tool_of
from runwhy.normalizers.json_values import as_object, as_text
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
    return request_tool(state, event, event.data)


def request_tool(state: State, event: Event, call: Mapping[str, object]) -> tuple[State, Changes]:
    """Add or update a tool use; a tool is first requested in a reply, then started."""
    id, name = as_text(call.get("toolCallId")), as_text(call.get("toolName"))
    action = _action(name, call)
    known = state.open.get(id)
    if isinstance(known, ToolUse):
        if known.status != "running":  # the end arrived before the start
            return close(state, replace(known, tool=name, action=action))
        if not isinstance(known.action, Other) or action == known.action:
            return state, []
        return reopen(state, replace(known, tool=name, action=action))
    return keep_open(state, _new_tool(state, event, id, name, action))


def _new_tool(state: State, event: Event, id: str, name: str, action: Action) -> ToolUse:
    time, parent, stamp = time_at(event), parent_of(state, event), stamp_of(state, event)
    return new_tool(state, name, action, id=id, time=time, parent=parent, stamp=stamp)


def _action(name: str, call: Mapping[str, object]) -> Action:
    arguments = call.get("arguments")
    server = as_text(call.get("mcpServerName"))
    if server:
        tool = as_text(call.get("mcpToolName")) or name
        return Mcp(server=server, tool=tool, arguments=arguments)
    if isinstance(arguments, str):  # a free-form tool
        return patch(arguments) or Other(arguments=arguments)
    return tools.action_of(TOOLS, name, arguments)


def tool_complete(state: State, event: Event) -> tuple[State, Changes]:
    id, time = as_text(event.data.get("toolCallId")), time_at(event)
    known = tool_of(state, id)
    tool = known or _new_tool(state, event, id, as_text(event.data.get("toolName")), Other())
    status, result, action = _result_of(tool.action, event.data)
    entry = replace(tool, status=status, result=result, action=action, ended=time)
    # An end without a start stays open, in case its start arrives later.
    return close(state, entry) if known else keep_open(state, entry)


def shell_output(state: State, event: Event) -> tuple[State, Changes]:
    id, text = as_text(event.data.get("toolCallId")), as_text(event.data.get("text"))
    return state, ([EntryDelta(id=id, text=text)] if id in state.open else [])


def _result_of(action: Action, data: Mapping[str, object]) -> tuple[Status, ToolResult, Action]:
    """Return the status and result; the exit code overrides `success`."""
    result_data, error = as_object(data.get("result")), as_object(data.get("error"))
    code = number(as_object(data.get("shellExecution")), "exitCode")
    _, attachments = content_of(result_data.get("contents"))
    result = ToolResult(
        text=as_text(result_data.get("content")) or as_text(error.get("message")),
        exit_code=code,
        attachments=attachments,
    )
    if isinstance(action, FileEdit):
        action = _edited(action, data.get("fileEdits"), as_text(result_data.get("detailedContent")))
    return _status(data.get("success"), error.get("code"), code), result, action


def _status(success: object, error: object, code: int | None) -> Status:
    if error == "denied":
        return "denied"
    return "success" if success is True and not code else "failed"


def _edited(action: FileEdit, edits: object, detail: str) -> FileEdit:
    """Add to each file of the edit the diff whose path has the same ending."""
    made = [as_object(edit) for edit in edits] if isinstance(edits, list) else []
    found = diffs(detail)
    return FileEdit(changes=tuple(_change(change, made, found) for change in action.changes))


def _change(
    change: FileChange, made: list[Mapping[str, object]], found: Mapping[str, str]
) -> FileChange:
    path = change.path.removeprefix("/")
    diff = next((diff for name, diff in found.items() if name.endswith(path)), change.diff)
    kinds = [as_text(e.get("kind")) for e in made if as_text(e.get("path")).endswith(path)]
    kind = _KINDS.get(kinds[0], change.change) if kinds else change.change
    return replace(change, diff=diff, change="move" if change.moved_to else kind)
