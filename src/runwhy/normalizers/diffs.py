"""Diffs of new and deleted files, from `git diff` output and from `apply_patch` text."""

from __future__ import annotations

from difflib import unified_diff
from typing import cast

from runwhy.core.agents.actions import Change, FileChange, FileEdit

LONGEST = 2000  # lines of a text that is compared; the time grows with the square
_PATCH = {"Add": "add", "Update": "update", "Delete": "delete"}


def added(content: str) -> str:
    """Return a new file as a diff."""
    lines = content.splitlines()
    return f"@@ -0,0 +1,{len(lines)} @@\n" + "".join(f"+{line}\n" for line in lines)


def removed(content: str) -> str:
    """Return a deleted file as a diff."""
    lines = content.splitlines()
    return f"@@ -1,{len(lines)} +0,0 @@\n" + "".join(f"-{line}\n" for line in lines)


def changed(old: str, new: str) -> str:
    """Return the difference between two texts; long ones are replaced as a whole."""
    if not old:
        return added(new) if new else ""
    if not new:
        return removed(old)
    before, after = old.splitlines(), new.splitlines()
    if len(before) + len(after) > LONGEST:
        return removed(old) + added(new)
    lines = unified_diff(before, after, n=3, lineterm="")
    return "".join(f"{line}\n" for line in list(lines)[2:])


def diffs(text: str) -> dict[str, str]:
    """Return the hunks of a `git diff` by file path."""
    found: dict[str, str] = {}
    for part in f"\n{text}".split("\ndiff --git ")[1:]:
        path = part.partition("\n+++ b/")[2].partition("\n")[0]
        if hunks(part):
            found[path] = hunks(part)
    return found


def hunks(text: str) -> str:
    """Return a diff without its file header."""
    _, start, rest = f"\n{text}".partition("\n@@")
    return f"@@{rest}".rstrip("\n") + "\n" if start else ""


def patch(text: str) -> FileEdit | None:
    """Return the files of an `apply_patch` text, each with its part of the patch."""
    changes: list[FileChange] = []
    for section in f"\n{text}".split("\n*** ")[1:]:
        head, _, body = section.partition("\n")
        verb, _, path = head.partition(" File: ")
        if verb in _PATCH and path:
            diff = body or None
            changes.append(FileChange(path=path, change=cast(Change, _PATCH[verb]), diff=diff))
        elif changes and head.startswith("Move to: "):
            moved = head.removeprefix("Move to: ")
            path = changes.pop().path
            changes.append(FileChange(path=path, change="move", diff=body or None, moved_to=moved))
    return FileEdit(changes=tuple(changes)) if changes else None
