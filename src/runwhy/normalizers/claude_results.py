"""Results of Claude Code's tools: status, output, and the diff of an edit."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Raw
from msgspec.structs import replace

from runwhy.core.agents.actions import Action, Attachment, CommandRun, FileEdit, Status, ToolResult
from runwhy.normalizers.claude_lines import (
    Block,
    CommandOutcome,
    EditOutcome,
    Hunk,
    ResultMeta,
    read_command,
    read_edit,
)
from runwhy.normalizers.json_values import NOT_READABLE
from runwhy.normalizers.tools import text

_EXIT_CODE = re.compile(r"Exit code (\d{1,9})(?:\n|$)")


def result_of(
    action: Action, block: Block, meta: Sequence[ResultMeta] | None, outcome: Raw
) -> tuple[Status, ToolResult, Action]:
    """Return the status and result of a tool, from its block and the CLI's details."""
    status = _status(block, meta)
    content = block.content or ""
    result = ToolResult(text=plain(content), attachments=attachments(content))
    if isinstance(action, CommandRun):
        printed = _output(outcome)
        status = "interrupted" if printed.interrupted else status
        code = _EXIT_CODE.match(result.text) if block.is_error else None
        result = replace(
            result,
            exit_code=int(code[1]) if code else None,
            stdout=printed.stdout,
            stderr=printed.stderr,
        )
    elif isinstance(action, FileEdit) and status == "success":
        action = _edited(action, outcome)
    return status, result, action


def plain(content: str | list[Block]) -> str:
    """Return the text of a message or result."""
    if isinstance(content, str):
        return content
    if len(content) == 1:
        return _text(content[0])
    return "\n".join(text for text in map(_text, content) if text)


def attachments(content: str | list[Block]) -> tuple[Attachment, ...]:
    """Return the images and documents of a message or result."""
    if isinstance(content, str):
        return ()
    return tuple(_attachment(block) for block in content if isinstance(block.source, dict))


def _text(block: Block) -> str:
    return block.text or " ".join(part for part in (block.title, block.url) if part)


def _attachment(block: Block) -> Attachment:
    source = block.source if isinstance(block.source, dict) else {}
    return Attachment(
        media_type=text(source, "media_type") or "",
        data=text(source, "data"),
        url=text(source, "url"),
    )


def _status(block: Block, meta: Sequence[ResultMeta] | None) -> Status:
    for item in meta or ():
        if item.id != block.tool_use_id:
            continue
        if item.permission_decision and item.permission_decision.decision == "reject":
            return "denied"
        kind = item.non_execution_kind or ""
        if kind.startswith("permission"):  # without a decision in some versions
            return "denied"
        if "interrupt" in kind:
            return "interrupted"
    return "failed" if block.is_error else "success"


def _output(outcome: Raw) -> CommandOutcome:
    try:
        return read_command(outcome)
    except NOT_READABLE:  # after a failure this is the result's text
        return CommandOutcome()


def _edited(action: FileEdit, outcome: Raw) -> FileEdit:
    """Add the real line numbers to the edit, and whether the file is new."""
    try:
        edit = read_edit(outcome)
    except NOT_READABLE:
        edit = EditOutcome()
    diff = "".join(map(_diff, edit.structured_patch))
    change = action.changes[0]
    if edit.type == "update" or diff:
        change = replace(change, change="update")
    return FileEdit(changes=(replace(change, diff=diff or change.diff), *action.changes[1:]))


def _diff(hunk: Hunk) -> str:
    numbers = f"-{hunk.old_start},{hunk.old_lines} +{hunk.new_start},{hunk.new_lines}"
    return f"@@ {numbers} @@\n" + "".join(f"{line}\n" for line in hunk.lines)
