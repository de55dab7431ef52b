"""Cursor's tools: calls and their results."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from runwhy.core.agents.actions import Action, FileEdit, Mcp, Status, ToolResult
from runwhy.normalizers import tools
from runwhy.normalizers.diffs import hunks
from runwhy.normalizers.json_values import as_object, as_text, decoded

TOOLS: Mapping[str, tools.Tool] = {
    "askQuestion": tools.question,
    "createPlan": tools.plan,
    "delete": tools.file_delete,
    "edit": tools.file_edit,
    "fetch": tools.web_fetch,
    "glob": tools.search_in("files"),
    "grep": tools.search_in("text"),
    "ls": tools.search_in("files"),
    "read": tools.file_read,
    "semSearch": tools.search_in("text"),
    "shell": tools.command_run,
    "task": tools.task,
    "updateTodos": tools.todo,
    "webFetch": tools.web_fetch,
    "webSearch": tools.search_in("web"),
    "write": tools.file_write,
}
_OUTCOMES: Mapping[str, Status] = {
    "success": "success",
    "failure": "failed",
    "error": "failed",
    "rejected": "denied",
    "permissionDenied": "denied",
}


def call_of(call: Mapping[str, object]) -> tuple[str, Action, Mapping[str, object]] | None:
    """Return the tool, whose key ends in `ToolCall`, with its action and result."""
    for key, value in call.items():
        body = as_object(value)
        if key.endswith("ToolCall") and body:
            name = key.removesuffix("ToolCall")
            return name, _action(name, body.get("args")), as_object(body.get("result"))
    body = as_object(call.get("function"))
    if not as_text(body.get("name")):
        return None
    name = as_text(body.get("name"))
    return name, _action(name, decoded(body.get("arguments"))), as_object(body.get("result"))


def result_of(action: Action, outcome: Mapping[str, object]) -> tuple[Status, ToolResult, Action]:
    """Return the status and result; an exit code overrides the reported key."""
    key = next((key for key in _OUTCOMES if key in outcome), "success")
    status, about = _OUTCOMES[key], as_object(outcome.get(key))
    code = tools.number(about, "exitCode")
    if status == "success" and code:
        status = "failed"
    text = tools.text(
        about, "interleavedOutput", "content", "output", "text", "message", "errorMessage"
    )
    printed = as_text(about.get("stdout")) + as_text(about.get("stderr"))
    output = text or printed or tools.text(about, "error", "reason") or as_text(outcome.get(key))
    result = ToolResult(
        text=output,
        exit_code=code,
        stdout=_text_value(about, "stdout"),
        stderr=_text_value(about, "stderr"),
        structured=None if output or isinstance(action, FileEdit) else about or None,
    )
    return status, result, _edited(action, about)


def _action(name: str, arguments: object) -> Action:
    values = as_object(arguments)
    if name == "mcp":
        server = tools.text(values, "providerIdentifier", "serverName", "server")
        tool = tools.text(values, "toolName", "tool", "name")
        return Mcp(server=server or "", tool=tool or "", arguments=values.get("args", arguments))
    return tools.action_of(TOOLS, name, arguments)


def _text_value(about: Mapping[str, object], name: str) -> str | None:
    value = about.get(name)
    return value if isinstance(value, str) else None


def _edited(action: Action, about: Mapping[str, object]) -> Action:
    diff = hunks(as_text(about.get("diffString")))
    if not diff or not isinstance(action, FileEdit):
        return action
    change, *others = action.changes
    return FileEdit(changes=(replace(change, diff=diff), *others))
