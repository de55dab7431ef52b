"""Files besides the database: the CLI's token, the secret key, and where the server is."""

from __future__ import annotations

import json
import os
import secrets
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.parse import urlsplit

TOKEN_FILE = "cli-token"  # noqa: S105 (a file's name)
NOTE_FILES = "server-*.json"  # one for each server, with the number of its process
ANSWER_WITHIN = 1.0


def read_token(directory: Path) -> str | None:
    """The token by which the CLI of this machine's user is known, if there is one."""
    try:
        return (directory / TOKEN_FILE).read_text(errors="replace").strip() or None
    except OSError:
        return None


def local_token(directory: Path) -> str:
    """The token by which the CLI of this machine's user is known; made when it is not there."""
    directory.mkdir(parents=True, exist_ok=True)
    file = directory / TOKEN_FILE
    if not file.exists():
        _write_privately(file, "whk_local_" + secrets.token_urlsafe(32), place=_link)
    return file.read_text().strip()


def read_keys(file: Path) -> Sequence[str]:
    """The keys that secrets are sealed with, newest first; none when there is no file."""
    try:
        return file.read_text(errors="replace").split()  # what is no key is refused as one
    except FileNotFoundError:
        return ()


def make_keys(file: Path, key: str) -> str:
    """Keep the first key; if somebody else was first, theirs counts."""
    file.parent.mkdir(parents=True, exist_ok=True)
    _write_privately(file, key + "\n", place=_link)
    return read_keys(file)[0]


def write_keys(file: Path, keys: Sequence[str]) -> None:
    """Keep these keys, newest first, instead of those before."""
    _write_privately(file, "\n".join(keys) + "\n", place=os.replace)


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerNote:
    """Where a server of this user runs, over which database; for the other commands to find."""

    url: str
    pid: int
    database: str

    @property
    def is_true(self) -> bool:
        """Whether the server still lives: its process is there, and somebody listens."""
        return _lives(self.pid) and _listens(self.url)


def write_note(directory: Path, note: ServerNote) -> None:
    """Say where the server is; what servers said that have died is forgotten."""
    directory.mkdir(parents=True, exist_ok=True)
    for said in read_notes(directory):
        if not _lives(said.pid):
            remove_note(directory, pid=said.pid)
    file = _note_file(directory, note.pid)
    _write_privately(file, json.dumps(asdict(note)) + "\n", place=os.replace)


def read_notes(directory: Path) -> Sequence[ServerNote]:
    """Where servers are said to be, the newest first; whether that is true, `is_true` knows."""
    files = sorted(directory.glob(NOTE_FILES), key=_written_at, reverse=True)
    return [note for note in map(_note, files) if note is not None]


def find_server(directory: Path, database: str, *, any_other: bool = True) -> ServerNote | None:
    """The server that has this database open; else, with `any_other`, the newest that runs."""
    notes = read_notes(directory)
    of_it = [note for note in notes if note.database == database]
    others = [note for note in notes if note.database != database] if any_other else []
    return next((note for note in (*of_it, *others) if note.is_true), None)


def remove_note(directory: Path, *, pid: int) -> None:
    """Take back what this process said; another server's note stays."""
    _note_file(directory, pid).unlink(missing_ok=True)


def _note_file(directory: Path, pid: int) -> Path:
    return directory / NOTE_FILES.replace("*", str(pid))


def _note(file: Path) -> ServerNote | None:
    try:
        said = json.loads(file.read_text())
        return ServerNote(url=str(said["url"]), pid=int(said["pid"]), database=said["database"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _written_at(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:  # taken back meanwhile
        return 0.0


def _write_privately(file: Path, text: str, *, place: Callable[[Path, Path], None]) -> None:
    """Write a file that is whole from its first moment, and that nobody else can read."""
    draft = file.with_name(f".{file.name}.{os.getpid()}.{secrets.token_hex(4)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w") as opened:
            opened.write(text)
        place(draft, file)
    finally:
        draft.unlink(missing_ok=True)


def _link(draft: Path, file: Path) -> None:
    with suppress(FileExistsError):  # somebody else was first: theirs counts
        os.link(draft, file)


def _lives(pid: int) -> bool:
    if os.name == "nt":  # there, signal 0 would end the process
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True


def _listens(url: str) -> bool:
    parts = urlsplit(url)
    try:
        address = (parts.hostname or "", parts.port or 80)
        with socket.create_connection(address, timeout=ANSWER_WITHIN):
            return True
    except (OSError, ValueError):
        return False
