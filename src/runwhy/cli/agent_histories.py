"""Session files that coding agents keep on this machine, read in batches of lines."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from runwhy.cli import opencode_histories
from runwhy.cli.subagents import Subagents
from runwhy.normalizers.histories import is_quiet

BATCH = 512 * 1024  # bytes per request, half of the server's limit
LINES = 5000
OPENCODE = "opencode"  # stores its sessions in a database
BLOCK = 64 * 1024  # bytes to read at a time while searching for the start of a line
LONGEST = 32 * 1024  # characters to keep of each text in a line that exceeds a request
CUT = "… [truncated on import]"


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """A session file on disk, and the id of the agent's session."""

    agent: str
    agent_session: str
    path: Path
    size: int  # bytes, or records

    @property
    def name(self) -> str:
        """The file name without its directory."""
        return self.path.name


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """The lines between two positions: bytes of a file, or records of a database."""

    start: int
    end: int
    lines: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryLocation:
    """Where an agent stores its session files, and how it names them."""

    variable: str  # environment variable that overrides `home`
    home: str
    below: str
    pattern: str
    session_of: Callable[[Path], str]
    # Returns lines from other files that belong before a line of this file.
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
        session_of=lambda path: path.stem[-36:],  # the id follows a timestamp
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
    """Return the directory in which an agent stores its session files by default."""
    if agent == OPENCODE:
        return opencode_histories.default_directory()
    location = LOCATIONS[agent]
    home = os.environ.get(location.variable)
    return (Path(home) if home else Path.home() / location.home) / location.below


def find_histories(agent: str, root: Path) -> list[History]:
    """Find sessions, oldest first. Files of subagents belong to the session's file.

    Raises: OSError if a database cannot be read.
    """
    if agent == OPENCODE:
        return [
            History(agent=agent, agent_session=id, path=store, size=size)
            for store in opencode_histories.find_stores(root)
            for id, size in opencode_histories.list_sessions(store)
        ]
    location = LOCATIONS[agent]
    paths = [root] if root.is_file() else root.rglob(location.pattern)
    found: list[tuple[float, History]] = []
    for path in paths:
        if path.name.startswith("agent-"):
            continue
        stat = path.stat()
        session = location.session_of(path.resolve())
        history = History(agent=agent, agent_session=session, path=path, size=stat.st_size)
        found.append((stat.st_mtime, history))
    return [history for _, history in sorted(found, key=lambda pair: (pair[0], pair[1].path))]


def read_batches(history: History, start: int) -> Iterator[Batch]:
    """Yield the complete lines after a position, without lines that carry no content."""
    read = _read_records if history.agent == OPENCODE else _read_pieces
    return _fill_requests(read(history, start), start)


def _read_records(history: History, start: int) -> Iterator[Batch]:
    """Yield one piece per record of a database."""
    records = opencode_histories.read_records(history.path, history.agent_session)
    for number, record in enumerate(records):
        if number >= start:
            yield _piece(history.agent, record, number, number + 1)


def _fill_requests(pieces: Iterable[Batch], start: int) -> Iterator[Batch]:
    """Join pieces into batches that each fit into one request."""
    lines: list[str] = []
    size, begin, end = 0, start, start
    for piece in pieces:
        length = sum(map(_length, piece.lines))
        many = len(lines) + len(piece.lines) > LINES
        if lines and piece.lines and (many or size + length > BATCH):
            yield Batch(start=begin, end=end, lines=lines)
            lines, size, begin = [], 0, end
        lines += piece.lines
        size, end = size + length, piece.end
    if lines:
        yield Batch(start=begin, end=end, lines=lines)


def _read_pieces(history: History, start: int) -> Iterator[Batch]:
    """Yield one piece per line after a byte offset.

    Lines from other files come before the line they belong to. Each piece of them takes one byte
    of that line's range, so that an import can continue between two pieces.
    """
    before = LOCATIONS[history.agent].before(history.path)
    with history.path.open("rb") as file:
        at = _line_start(file, start)
        file.seek(at)
        for raw in file:
            if not raw.endswith(b"\n"):
                break  # still being written
            others = (_piece(history.agent, other, 0, 0) for other in before(raw))
            for offset, filled in enumerate(_fill_requests(others, 0), start=at):
                if offset >= start:
                    yield Batch(start=offset, end=offset + 1, lines=filled.lines)
            yield _piece(history.agent, raw, at, at + len(raw))
            at += len(raw)


def _piece(agent: str, raw: bytes, start: int, end: int) -> Batch:
    return Batch(start=start, end=end, lines=[] if is_quiet(agent, raw) else [fit_line(raw)])


def _line_start(file: BinaryIO, offset: int) -> int:
    """Return the offset at which the line around a byte starts."""
    while offset > 0:
        block = min(offset, BLOCK)
        file.seek(offset - block)
        newline = file.read(block).rfind(b"\n")
        if newline >= 0:
            return offset - block + newline + 1
        offset -= block
    return 0


def _length(line: str) -> int:
    return len(json.dumps(line))


def fit_line(raw: bytes) -> str:
    """Return a line that fits into a request. Long texts inside its JSON are truncated."""
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
