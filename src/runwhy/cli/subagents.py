"""Subagents of Claude Code: each keeps a file of its own, which belongs where its report stands."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_PLAIN = re.compile(r"[A-Za-z0-9_-]{1,100}")  # a file's name, and no way out of its directory


class Subagents:
    """The files of a session's subagents, each read once: where its report comes in."""

    def __init__(self, session: Path) -> None:
        self._places = (session.with_suffix("") / "subagents", session.parent)
        self._by_use = dict(_told_apart(self._places[0]))
        self._read: set[Path] = set()

    def before(self, raw: bytes) -> Iterator[bytes]:
        """The lines of the subagents whose reports a line brings, each told whom it works for."""
        if b'"tool_result"' not in raw:
            return
        line = _object(raw)
        for use in _reported(line):
            file = self._by_use.get(use) or self._named(line)
            if file is not None and file not in self._read:
                self._read.add(file)
                yield from self._lines(file, use)

    def _named(self, line: dict[str, Any]) -> Path | None:
        """Where nothing else says which tool use a file is of, the report names its agent."""
        told = line.get("toolUseResult")
        agent = told.get("agentId") if isinstance(told, dict) else None
        if not isinstance(agent, str) or not _PLAIN.fullmatch(agent):
            return None
        files = (place / f"agent-{agent}.jsonl" for place in self._places)
        return next((file for file in files if file.is_file()), None)

    def _lines(self, file: Path, use: str) -> Iterator[bytes]:
        whom = b'{"parentToolUseID":' + json.dumps(use).encode() + b","
        with file.open("rb") as lines:
            for raw in lines:
                if raw.endswith(b"\n"):  # else it is still being written
                    yield from self.before(raw)  # a subagent may have subagents
                    yield whom + raw[1:] if raw.startswith(b'{"') else raw


def _told_apart(place: Path) -> Iterator[tuple[str, Path]]:
    """Which tool use each file is of, as what lies beside it says."""
    for about in place.glob("agent-*.meta.json"):
        file = about.with_name(about.name.removesuffix(".meta.json") + ".jsonl")
        use = _object(about.read_bytes()).get("toolUseId")
        if isinstance(use, str) and file.is_file():
            yield use, file


def _object(raw: bytes) -> dict[str, Any]:
    try:
        value = json.loads(raw)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _reported(line: dict[str, Any]) -> list[str]:
    """The tool uses whose results a line has."""
    message = line.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    blocks = content if isinstance(content, list) else []
    results = [b for b in blocks if isinstance(b, dict) and b.get("type") == "tool_result"]
    return [use for block in results if isinstance(use := block.get("tool_use_id"), str)]
