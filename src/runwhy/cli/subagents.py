"""Session files of Claude Code's subagents, merged into the session that started them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_SAFE_NAME = re.compile(r"[A-Za-z0-9_-]{1,100}")  # cannot leave the directory


class Subagents:
    """The files of a session's subagents. Each file is read once, before its report."""

    def __init__(self, session: Path) -> None:
        self._directories = (session.with_suffix("") / "subagents", session.parent)
        self._by_use = dict(_files_by_tool_use(self._directories[0]))
        self._read: set[Path] = set()

    def before(self, raw: bytes) -> Iterator[bytes]:
        """Yield the lines of subagents that report in a line, with the id of the tool use."""
        if b'"tool_result"' not in raw:
            return
        line = _object(raw)
        for use in _tool_uses(line):
            file = self._by_use.get(use) or self._file_by_agent(line)
            if file is not None and file not in self._read:
                self._read.add(file)
                yield from self._lines(file, use)

    def _file_by_agent(self, line: dict[str, Any]) -> Path | None:
        """Find the file by the agent id in the report. Older versions write no metadata file."""
        result = line.get("toolUseResult")
        agent = result.get("agentId") if isinstance(result, dict) else None
        if not isinstance(agent, str) or not _SAFE_NAME.fullmatch(agent):
            return None
        files = (directory / f"agent-{agent}.jsonl" for directory in self._directories)
        return next((file for file in files if file.is_file()), None)

    def _lines(self, file: Path, use: str) -> Iterator[bytes]:
        prefix = b'{"parentToolUseID":' + json.dumps(use).encode() + b","
        with file.open("rb") as lines:
            for raw in lines:
                if raw.endswith(b"\n"):  # an incomplete line is still being written
                    yield from self.before(raw)  # subagents can have subagents
                    yield prefix + raw[1:] if raw.startswith(b'{"') else raw


def _files_by_tool_use(directory: Path) -> Iterator[tuple[str, Path]]:
    """Yield the tool use and the file of each subagent, according to its metadata file."""
    for metadata in directory.glob("agent-*.meta.json"):
        file = metadata.with_name(metadata.name.removesuffix(".meta.json") + ".jsonl")
        use = _object(metadata.read_bytes()).get("toolUseId")
        if isinstance(use, str) and file.is_file():
            yield use, file


def _object(raw: bytes) -> dict[str, Any]:
    try:
        value = json.loads(raw)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _tool_uses(line: dict[str, Any]) -> list[str]:
    """Return the ids of the tool uses whose results a line contains."""
    message = line.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    blocks = content if isinstance(content, list) else []
    results = [b for b in blocks if isinstance(b, dict) and b.get("type") == "tool_result"]
    return [use for block in results if isinstance(use := block.get("tool_use_id"), str)]
