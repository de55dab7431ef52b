"""A coding agent's transcript as it grows, in lines for a terminal."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from runwhy.cli.output import one_line
from runwhy.core.json import JsonObject

LONGEST = 200  # characters of a tool's arguments or result
ENDED = ("success", "failed", "denied", "interrupted")


@dataclass(slots=True)
class Transcript:
    """What was told so far: the text that grows, and which tools are known."""

    _id: str = ""
    _text: str = ""
    _seen: set[str] = field(default_factory=set)

    def see(self, change: Mapping[str, Any]) -> str:
        """Take in a change; the text that is being said."""
        match change.get("type"):
            case "assistant_message":
                self._id, self._text = str(change["id"]), str(change["text"])
            case "delta" if change["id"] == self._id:
                self._text += str(change["text"])
            case "retraction" if change["id"] == self._id:
                self._text = ""
            case "tool_use":
                self._text = ""
        return self._text

    def line(self, change: JsonObject) -> str | None:
        """The line that tells of it, if it is worth one."""
        match change.get("type"):
            case "assistant_message" if not change.get("partial"):
                return short(change.get("text"))
            case "tool_use":
                return self._tool(change)
            case "error":
                return f"! {short(change.get('message'))}"
            case "system_message" if change.get("topic") in ("warning", "retry"):
                return f"! {short(change.get('text'))}"
            case _:
                return None

    def _tool(self, change: Mapping[str, Any]) -> str | None:
        key = f"{change['id']} {change['status'] in ENDED}"
        if key in self._seen:
            return None
        self._seen.add(key)
        if change["status"] not in ENDED:
            return f"→ {one_line(str(change['tool']))} {short(_what(change['action']))}"
        result = change.get("result") or {}
        code = result.get("exitCode")
        how = change["status"] + (f" ({code})" if code else "")
        said = short(result.get("text") or "")
        return f"← {one_line(str(change['tool']))} {how}{': ' + said if said else ''}"


def _what(action: Mapping[str, Any]) -> object:
    """What a tool is to do, in a few words."""
    if action.get("type") == "file_edit":
        return ", ".join(str(change.get("path")) for change in action.get("changes", ()))
    known = ("command", "path", "query", "url", "description", "text", "tool")
    return next((action[name] for name in known if action.get(name)), action.get("arguments") or "")


def short(value: object) -> str:
    """In one line, not too long."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    line = one_line(text)
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"
