"""The histories that agents keep on this machine: where they lie, and their lines in batches."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from whence.normalizers.histories import is_quiet

BATCH = 512 * 1024  # bytes of a request, half of what a server takes
LINES = 5000
LONGEST = 32 * 1024  # characters of one text inside a line that is too long for a request
CUT = "… [cut when it was imported]"


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """One history on disk: a file, and the agent's session that it is of."""

    agent: str
    agent_session: str
    path: Path
    size: int

    @property
    def name(self) -> str:
        """The file's name, without the directories that it lies in."""
        return self.path.name


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Lines between two bytes of a file."""

    start: int
    end: int
    lines: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Keeping:
    """Where an agent keeps its histories, and how a file of them is named."""

    variable: str  # names another place than `home`
    home: str
    below: str
    pattern: str
    session_of: Callable[[Path], str]


KEEPINGS = {
    "claude": Keeping(
        variable="CLAUDE_CONFIG_DIR",
        home=".claude",
        below="projects",
        pattern="*.jsonl",
        session_of=lambda path: path.stem,
    ),
    "codex": Keeping(
        variable="CODEX_HOME",
        home=".codex",
        below="sessions",
        pattern="rollout-*.jsonl",
        session_of=lambda path: path.stem[-36:],  # behind the time
    ),
    "copilot": Keeping(
        variable="COPILOT_HOME",
        home=".copilot",
        below="session-state",
        pattern="events.jsonl",
        session_of=lambda path: path.parent.name,
    ),
}


def default_place(agent: str) -> Path:
    """Where an agent keeps its histories unless told otherwise."""
    keeping = KEEPINGS[agent]
    home = os.environ.get(keeping.variable)
    return (Path(home) if home else Path.home() / keeping.home) / keeping.below


def find_histories(agent: str, place: Path) -> list[History]:
    """The histories at a place, the oldest first; a subagent's own file is none."""
    keeping = KEEPINGS[agent]
    paths = [place] if place.is_file() else place.rglob(keeping.pattern)
    found: list[tuple[float, History]] = []
    for path in paths:
        if path.name.startswith("agent-"):
            continue
        about = path.stat()
        session = keeping.session_of(path.resolve())
        history = History(agent=agent, agent_session=session, path=path, size=about.st_size)
        found.append((about.st_mtime, history))
    return [history for _, history in sorted(found, key=lambda pair: (pair[0], pair[1].path))]


def batches(history: History, start: int) -> Iterator[Batch]:
    """The whole lines behind a byte, without those that tell nothing."""
    lines: list[str] = []
    size, begun, at = 0, start, start
    with history.path.open("rb") as file:
        file.seek(start)
        for raw in file:
            if not raw.endswith(b"\n"):
                break  # still being written
            at += len(raw)
            if is_quiet(history.agent, raw):
                continue
            line = fitting(raw)
            length = len(json.dumps(line))
            if lines and (size + length > BATCH or len(lines) == LINES):
                yield Batch(start=begun, end=at - len(raw), lines=lines)
                lines, size, begun = [], 0, at - len(raw)
            lines.append(line)
            size += length
    if lines:
        yield Batch(start=begun, end=at, lines=lines)


def fitting(raw: bytes) -> str:
    """A line that fits into a request: one that does not keeps its shape and loses text."""
    line = raw.decode(errors="backslashreplace").rstrip("\r\n").replace("\0", "\ufffd")
    if len(line) <= BATCH // 4 or len(json.dumps(line)) <= BATCH:
        return line
    try:
        short = json.dumps(_shortened(json.loads(line)), ensure_ascii=False)
    except (ValueError, RecursionError):
        short = line
    return short if len(json.dumps(short)) <= BATCH else line[:LONGEST] + CUT


def _shortened(value: Any) -> Any:
    if isinstance(value, str):
        return value if len(value) <= LONGEST else value[:LONGEST] + CUT
    if isinstance(value, list):
        return [_shortened(item) for item in value]
    if isinstance(value, dict):
        return {name: _shortened(item) for name, item in value.items()}
    return value
