"""Codex items and their tools, as spelled by `codex exec --json` and by the app server."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import cast

from msgspec import Struct
from msgspec.structs import replace

from runwhy.core.agents.actions import (
    Action,
    Change,
    CommandRun,
    FileChange,
    FileEdit,
    Mcp,
    Search,
    Status,
    Task,
    ToolResult,
)
from runwhy.normalizers.diffs import added, removed
from runwhy.normalizers.fold_state import (
    Changes,
    S,
    add,
    close,
    ended,
    filled,
    keep_open,
    new_tool,
    reopen,
    tool_of,
)
from runwhy.normalizers.json_values import as_text
from runwhy.normalizers.tools import content_of, number, text, unwrapped

_STATUSES: Mapping[str, Status] = {
    "completed": "success",
    "declined": "denied",
    "failed": "failed",
    "interrupted": "interrupted",
}


class Item(Struct, gc=False):
    """An item of a turn, as `codex exec` spells it; its fields depend on `type`."""

    type: str
    id: str = ""  # web search lines have two ids; the last one wins
    text: str = ""
    command: str = ""
    cwd: object = None
    aggregated_output: object = None
    exit_code: object = None
    status: object = None
    changes: object = None
    server: object = None
    tool: object = None
    arguments: object = None
    result: object = None
    error: object = None
    query: object = None
    action: object = None
    prompt: object = None


def action_of(item: Item) -> tuple[Action, ToolResult] | None:
    """Return the action and result of a tool; None if the item is not a tool."""
    match item.type:
        case "commandExecution" | "command_execution":
            result = command_result(item.aggregated_output, item.exit_code)
            return command_of(item.command, item.cwd), result
        case "fileChange" | "file_change":
            return edit_of(item.changes), ToolResult()
        case "mcpToolCall" | "mcp_tool_call":
            action = mcp_of(item.server, item.tool, item.arguments)
            return action, mcp_result(item.result, item.error)
        case "webSearch" | "web_search":
            return search_of(item.query, item.action), ToolResult()
        case "collabAgentToolCall" | "collab_tool_call":
            return task_of(item.tool, item.prompt), ToolResult()
    return None


def handle_tool(
    state: S,
    item: Item,
    action: Action,
    result: ToolResult | None,
    *,
    time: datetime | None = None,
    end: datetime | None = None,
    parent: str | None = None,
) -> tuple[S, Changes]:
    """Add or update a tool use; `result` is None until the item is complete."""
    done = result is not None
    status = status_of(item.status, exit_code=item.exit_code, done=done)
    known = tool_of(state, item.id)
    if known is None:
        tool = as_text(item.tool) or item.type
        entry = new_tool(state, tool, action, id=item.id, time=time, parent=parent)
        entry = replace(entry, status=status, result=result, ended=end)
        return add(state, entry) if done else keep_open(state, entry)
    if done:
        stamp = state.stamp
        entry = ended(known, stamp=stamp, status=status, result=result, time=end, action=action)
        return close(state, entry)
    if item.id not in state.open:  # it has ended
        return state, []
    return reopen(state, replace(known, action=filled(known.action, action)))


def status_of(status: object, *, exit_code: object = None, done: bool = True) -> Status:
    """Return the status of an item; a non-zero exit code always means failed."""
    if not done:
        return "running"
    result = _STATUSES.get(status, "success") if isinstance(status, str) else "success"
    failed = isinstance(exit_code, int) and exit_code != 0
    return "failed" if failed and result == "success" else result


def command_of(command: str, cwd: object = None) -> CommandRun:
    return CommandRun(command=unwrapped(command), cwd=cwd if isinstance(cwd, str) else None)


def command_result(output: object, exit_code: object) -> ToolResult:
    return ToolResult(
        text=output if isinstance(output, str) else "",
        exit_code=number({"code": exit_code}, "code"),
    )


def edit_of(changes: object) -> FileEdit:
    """Return the files of a patch; the app server adds the diff and the target of a move."""
    listed = changes if isinstance(changes, list) else []
    return FileEdit(changes=tuple(_change(one) for one in listed if isinstance(one, Mapping)))


def mcp_of(server: object, tool: object, arguments: object) -> Mcp:
    return Mcp(server=str(server or ""), tool=str(tool or ""), arguments=arguments)


def mcp_result(result: object, error: object) -> ToolResult:
    """Return the tool's result; for an error of the tool, its text is in the result."""
    if isinstance(error, Mapping):
        return ToolResult(text=text(error, "message") or "")
    reported: Mapping[str, object] = result if isinstance(result, Mapping) else {}
    body, attachments = content_of(reported.get("content"))
    structured = reported.get("structured_content", reported.get("structuredContent"))
    return ToolResult(text=body, structured=structured, attachments=attachments)


def search_of(query: object, action: object) -> Search:
    """Return a web search, or a page opened during one."""
    reported: Mapping[str, object] = action if isinstance(action, Mapping) else {}
    searched = (
        query if isinstance(query, str) and query else text(reported, "query", "url", "pattern")
    )
    return Search(query=searched or "", scope="web")


def task_of(tool: object, prompt: object) -> Task:
    return Task(
        description=tool if isinstance(tool, str) else None,
        prompt=prompt if isinstance(prompt, str) else None,
    )


def _change(reported: Mapping[str, object]) -> FileChange:
    kind = reported.get("kind")
    about: Mapping[str, object] = kind if isinstance(kind, Mapping) else {"type": kind}
    moved_to = text(about, "move_path")
    change = text(about, "type") or "update"
    known = change if change in ("add", "update", "delete") else "update"
    diff = text(reported, "diff")
    if diff and change in ("add", "delete"):  # the diff is the file's content
        diff = added(diff) if change == "add" else removed(diff)
    return FileChange(
        path=text(reported, "path") or "",
        change="move" if moved_to else cast(Change, known),
        diff=diff,
        moved_to=moved_to,
    )
