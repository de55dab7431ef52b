"""What Codex's items mean, in either of its two spellings (`exec --json` and app-server)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from runwhy.core.agents.actions import (
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
from runwhy.normalizers.tools import content_of, number, text, unwrapped

_STATUSES: Mapping[str, Status] = {
    "completed": "success",
    "declined": "denied",
    "failed": "failed",
    "interrupted": "interrupted",
}


def status_of(told: object, *, exit_code: object = None, done: bool = True) -> Status:
    """How an item ended; an exit code that is not zero means failed, whatever is told."""
    if not done:
        return "running"
    status = _STATUSES.get(told, "success") if isinstance(told, str) else "success"
    failed = isinstance(exit_code, int) and exit_code != 0
    return "failed" if failed and status == "success" else status


def command_of(command: str, cwd: object = None) -> CommandRun:
    return CommandRun(command=unwrapped(command), cwd=cwd if isinstance(cwd, str) else None)


def command_result(output: object, exit_code: object) -> ToolResult:
    return ToolResult(
        text=output if isinstance(output, str) else "",
        exit_code=number({"code": exit_code}, "code"),
    )


def edit_of(changes: object) -> FileEdit:
    """The files of a patch; app-server tells the diff and the target of a move."""
    listed = changes if isinstance(changes, list) else []
    return FileEdit(changes=tuple(_change(one) for one in listed if isinstance(one, Mapping)))


def mcp_of(server: object, tool: object, arguments: object) -> Mcp:
    return Mcp(server=str(server or ""), tool=str(tool or ""), arguments=arguments)


def mcp_result(result: object, error: object) -> ToolResult:
    """What the tool said; after an error of the tool itself, the text is in the result."""
    if isinstance(error, Mapping):
        return ToolResult(text=text(error, "message") or "")
    told: Mapping[str, object] = result if isinstance(result, Mapping) else {}
    said, attachments = content_of(told.get("content"))
    structured = told.get("structured_content", told.get("structuredContent"))
    return ToolResult(text=said, structured=structured, attachments=attachments)


def search_of(query: object, action: object) -> Search:
    """A web search, or a page opened in its course: one item, so one kind of action."""
    told: Mapping[str, object] = action if isinstance(action, Mapping) else {}
    asked = query if isinstance(query, str) and query else text(told, "query", "url", "pattern")
    return Search(query=asked or "", scope="web")


def task_of(tool: object, prompt: object) -> Task:
    return Task(
        description=tool if isinstance(tool, str) else None,
        prompt=prompt if isinstance(prompt, str) else None,
    )


def _change(told: Mapping[str, object]) -> FileChange:
    kind = told.get("kind")
    about: Mapping[str, object] = kind if isinstance(kind, Mapping) else {"type": kind}
    moved_to = text(about, "move_path")
    change = text(about, "type") or "update"
    known = change if change in ("add", "update", "delete") else "update"
    diff = text(told, "diff")
    if diff and change in ("add", "delete"):  # then it is the content of the file
        diff = added(diff) if change == "add" else removed(diff)
    return FileChange(
        path=text(told, "path") or "",
        change="move" if moved_to else cast(Change, known),
        diff=diff,
        moved_to=moved_to,
    )
