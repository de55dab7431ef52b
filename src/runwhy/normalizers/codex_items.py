"""Codex items, as spelled by `codex exec --json` and by the app server."""

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
