"""Files in the data directory: CLI token, secret key and server records."""

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
SERVER_FILES = "server-*.json"  # one per server, named after its process id
CONNECT_TIMEOUT = 1.0  # seconds


def read_token(directory: Path) -> str | None:
    """Return the token that authenticates this user's CLI to a local server, if it exists."""
    try:
        return (directory / TOKEN_FILE).read_text(errors="replace").strip() or None
    except OSError:
        return None


def ensure_token(directory: Path) -> str:
    """Return the CLI token, and create it on first use."""
    directory.mkdir(parents=True, exist_ok=True)
    file = directory / TOKEN_FILE
    if not file.exists():
        write_privately(file, "rwk_local_" + secrets.token_urlsafe(32), place=_link)
    return file.read_text().strip()


def read_keys(file: Path) -> Sequence[str]:
    """Return the keys that encrypt stored secrets, newest first; empty without a file."""
    try:
        return file.read_text(errors="replace").split()  # invalid keys are rejected by the vault
    except FileNotFoundError:
        return ()


def create_key_file(file: Path, key: str) -> str:
    """Write the first key, unless another process was faster. Return the key in the file."""
    file.parent.mkdir(parents=True, exist_ok=True)
    write_privately(file, key + "\n", place=_link)
    return read_keys(file)[0]


def write_keys(file: Path, keys: Sequence[str]) -> None:
    """Replace the keys in the file. The first one is the newest."""
    write_privately(file, "\n".join(keys) + "\n", place=os.replace)


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerRecord:
    """URL, process and database of a running server, so that commands can find it."""

    url: str
    pid: int
    database: str

    @property
    def is_running(self) -> bool:
        """Whether the process exists and its address accepts connections."""
        return process_exists(self.pid) and _accepts_connections(self.url)


def write_server_record(directory: Path, record: ServerRecord) -> None:
    """Write the record of a server, and delete records of processes that no longer exist."""
    directory.mkdir(parents=True, exist_ok=True)
    for other in read_server_records(directory):
        if not process_exists(other.pid):
            remove_server_record(directory, pid=other.pid)
    file = _record_file(directory, record.pid)
    write_privately(file, json.dumps(asdict(record)) + "\n", place=os.replace)


def read_server_records(directory: Path) -> Sequence[ServerRecord]:
    """Return the records of servers, newest first. Check `is_running` before using one."""
    files = sorted(directory.glob(SERVER_FILES), key=_modified_at, reverse=True)
    return [record for record in map(_read_record, files) if record is not None]


def find_server(directory: Path, database: str, *, any_other: bool = True) -> ServerRecord | None:
    """Return the server that uses this database, else (with `any_other`) the newest one."""
    records = read_server_records(directory)
    matching = [record for record in records if record.database == database]
    others = [record for record in records if record.database != database] if any_other else []
    return next((record for record in (*matching, *others) if record.is_running), None)


def remove_server_record(directory: Path, *, pid: int) -> None:
    """Delete the record of this process."""
    _record_file(directory, pid).unlink(missing_ok=True)


def _record_file(directory: Path, pid: int) -> Path:
    return directory / SERVER_FILES.replace("*", str(pid))


def _read_record(file: Path) -> ServerRecord | None:
    try:
        data = json.loads(file.read_text())
        return ServerRecord(url=str(data["url"]), pid=int(data["pid"]), database=data["database"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _modified_at(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:  # deleted by its server in the meantime
        return 0.0


def write_privately(file: Path, text: str, *, place: Callable[[Path, Path], None]) -> None:
    """Write a file atomically, readable by its owner only."""
    draft = file.with_name(f".{file.name}.{os.getpid()}.{secrets.token_hex(4)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w") as opened:
            opened.write(text)
        place(draft, file)
    finally:
        draft.unlink(missing_ok=True)


def _link(draft: Path, file: Path) -> None:
    with suppress(FileExistsError):  # another process was faster: its file stays
        os.link(draft, file)


def process_exists(pid: int) -> bool:
    """Whether a process with this id runs."""
    if os.name == "nt":  # on Windows, signal 0 would terminate the process
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True


def _accepts_connections(url: str) -> bool:
    parts = urlsplit(url)
    try:
        address = (parts.hostname or "", parts.port or 80)
        with socket.create_connection(address, timeout=CONNECT_TIMEOUT):
            return True
    except (OSError, ValueError):
        return False
