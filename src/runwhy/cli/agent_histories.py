"""The histories that agents keep on this machine: where they lie, and their lines in read_batches."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from runwhy.cli.subagents import Subagents
from runwhy.normalizers.histories import is_quiet

BATCH = 512 * 1024  # bytes of a request, half of what a server takes
LINES = 5000
BLOCK = 64 * 1024  # bytes that are read at once when the start of a line is looked for
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
class HistoryLocation:
    """Where an agent keeps its histories, and how a file of them is named."""

    variable: str  # names another place than `home`
    home: str
    below: str
    pattern: str
    session_of: Callable[[Path], str]
    # What lies in other files and belongs before a line of this one.
    before: Callable[[Path], Callable[[bytes], Iterable[bytes]]] = lambda path: lambda line: ()


LOCATIONS = {
    "claude": HistoryLocation(
        variable="CLAUDE_CONFIG_DIR",
        home=".claude",
        below="projects",
        pattern="*.jsonl",
        session_of=lambda path: path.stem,
        before=lambda path: Subagents(path).before,
    ),
    "codex": HistoryLocation(
        variable="CODEX_HOME",
        home=".codex",
        below="sessions",
        pattern="rollout-*.jsonl",
        session_of=lambda path: path.stem[-36:],  # behind the time
    ),
    "copilot": HistoryLocation(
        variable="COPILOT_HOME",
        home=".copilot",
        below="session-state",
        pattern="events.jsonl",
        session_of=lambda path: path.parent.name,
    ),
}


def default_directory(agent: str) -> Path:
    """Where an agent keeps its histories unless told otherwise."""
    location = LOCATIONS[agent]
    home = os.environ.get(location.variable)
    return (Path(home) if home else Path.home() / location.home) / location.below


def find_histories(agent: str, place: Path) -> list[History]:
    """The histories at a place, the oldest first; a subagent's own file is a part of one."""
    location = LOCATIONS[agent]
    paths = [place] if place.is_file() else place.rglob(location.pattern)
    found: list[tuple[float, History]] = []
    for path in paths:
        if path.name.startswith("agent-"):
            continue
        about = path.stat()
        session = location.session_of(path.resolve())
        history = History(agent=agent, agent_session=session, path=path, size=about.st_size)
        found.append((about.st_mtime, history))
    return [history for _, history in sorted(found, key=lambda pair: (pair[0], pair[1].path))]


def read_batches(history: History, start: int) -> Iterator[Batch]:
    """The whole lines behind a byte, without those that tell nothing."""
    lines: list[str] = []
    size, begun, until = 0, start, start
    for piece in _read_pieces(history, start):
        length = sum(map(_length, piece.lines))
        many = len(lines) + len(piece.lines) > LINES
        if lines and piece.lines and (many or size + length > BATCH):
            yield Batch(start=begun, end=until, lines=lines)
            lines, size, begun = [], 0, until
        lines += piece.lines
        size, until = size + length, piece.end
    if lines:
        yield Batch(start=begun, end=until, lines=lines)


def _read_pieces(history: History, start: int) -> Iterator[Batch]:
    """Line by line what is behind a byte; what belongs before a line comes as if it were its
    first bytes, one for each piece, so that it can be gone on with in the middle."""
    before = LOCATIONS[history.agent].before(history.path)
    with history.path.open("rb") as file:
        at = _line_start(file, start)
        file.seek(at)
        for raw in file:
            if not raw.endswith(b"\n"):
                break  # still being written
            for place, lines in enumerate(_fill_requests(history.agent, before(raw)), start=at):
                if place >= start:
                    yield Batch(start=place, end=place + 1, lines=lines)
            at += len(raw)
            quiet = is_quiet(history.agent, raw)
            yield Batch(start=at - len(raw), end=at, lines=[] if quiet else [fit_line(raw)])


def _line_start(file: BinaryIO, place: int) -> int:
    """Where the line begins that a byte stands in."""
    while place > 0:
        block = min(place, BLOCK)
        file.seek(place - block)
        found = file.read(block).rfind(b"\n")
        if found >= 0:
            return place - block + found + 1
        place -= block
    return 0


def _fill_requests(agent: str, raws: Iterable[bytes]) -> Iterator[list[str]]:
    """Lines in lists that fit into a request each."""
    lines: list[str] = []
    size = 0
    for line in (fit_line(raw) for raw in raws if not is_quiet(agent, raw)):
        length = _length(line)
        if lines and (len(lines) == LINES or size + length > BATCH):
            yield lines
            lines, size = [], 0
        lines.append(line)
        size += length
    if lines:
        yield lines


def _length(line: str) -> int:
    return len(json.dumps(line))


def fit_line(raw: bytes) -> str:
    """A line that fits into a request: one that does not keeps its shape and loses text."""
    line = raw.decode(errors="backslashreplace").rstrip("\r\n").replace("\0", "\ufffd")
    if len(line) <= BATCH // 4 or len(json.dumps(line)) <= BATCH:
        return line
    try:
        short = json.dumps(_shorten(json.loads(line)), ensure_ascii=False)
    except (ValueError, RecursionError):
        short = line
    return short if len(json.dumps(short)) <= BATCH else line[:LONGEST] + CUT


def _shorten(value: Any) -> Any:
    if isinstance(value, str):
        return value if len(value) <= LONGEST else value[:LONGEST] + CUT
    if isinstance(value, list):
        return [_shorten(item) for item in value]
    if isinstance(value, dict):
        return {name: _shorten(item) for name, item in value.items()}
    return value
