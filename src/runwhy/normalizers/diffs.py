"""Diffs: of new and deleted files, out of `git diff`, and out of an `apply_patch` text."""

from __future__ import annotations

from typing import cast

from runwhy.core.agents.actions import Change, FileChange, FileEdit

_PATCH = {"Add": "add", "Update": "update", "Delete": "delete"}


def added(content: str) -> str:
    """A new file as a diff."""
    lines = content.splitlines()
    return f"@@ -0,0 +1,{len(lines)} @@\n" + "".join(f"+{line}\n" for line in lines)


def removed(content: str) -> str:
    """A deleted file as a diff."""
    lines = content.splitlines()
    return f"@@ -1,{len(lines)} +0,0 @@\n" + "".join(f"-{line}\n" for line in lines)


def diffs(words: str) -> dict[str, str]:
    """The hunks of a `git diff` by the path of their file, as the diff spells it."""
    found: dict[str, str] = {}
    for part in f"\n{words}".split("\ndiff --git ")[1:]:
        path = part.partition("\n+++ b/")[2].partition("\n")[0]
        if hunks(part):
            found[path] = hunks(part)
    return found


def hunks(words: str) -> str:
    """A diff without the lines that name its file."""
    _, start, rest = f"\n{words}".partition("\n@@")
    return f"@@{rest}".rstrip("\n") + "\n" if start else ""


def patch(words: str) -> FileEdit | None:
    """The files of an `apply_patch` text, each with its own part of the patch."""
    changes: list[FileChange] = []
    for section in f"\n{words}".split("\n*** ")[1:]:
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
