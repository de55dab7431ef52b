"""Sessions in the database of opencode, read as numbered records.

The position of an import is the number of a record: the session, then the parts of each message and
the end of each reply. Records are only added, so positions stay valid.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from runwhy.executors.opencode_store import data_directory

_SESSIONS = "SELECT id FROM session ORDER BY time_created, id"
_SESSION = "SELECT * FROM session WHERE id = ?"
_BRANCH = "SELECT branch FROM workspace WHERE id = ?"
_MESSAGES = "SELECT id, data FROM message WHERE session_id = ? ORDER BY time_created, id"
_PARTS = "SELECT id, data FROM part WHERE message_id = ? ORDER BY id"
_COUNT = "SELECT count(*) FROM part WHERE session_id = ?"
_KEPT = ("id", "parent_id", "directory", "version", "title")
_REPLY = ("tokens", "error", "finish")


def default_directory() -> Path:
    """Return the directory of opencode's data."""
    return data_directory(os.environ)


def find_stores(root: Path) -> Sequence[Path]:
    """Return the databases below a directory; development versions have their own."""
    return [root] if root.is_file() else sorted(root.rglob("opencode*.db"))


def list_sessions(store: Path) -> Sequence[tuple[str, int]]:
    """Return the id and size of each session, oldest first. Raises: OSError."""
    with _opened(store) as db:
        ids = [str(row["id"]) for row in db.execute(_SESSIONS)]
        return [(id, db.execute(_COUNT, (id,)).fetchone()[0] + 1) for id in ids]


def read_records(store: Path, session: str) -> Iterator[bytes]:
    """Yield the records of a session as JSON lines, without a reply that is being written.

    Raises: OSError.
    """
    with _opened(store) as db:
        yield _line(_session_record(db, session))
        messages = db.execute(_MESSAGES, (session,)).fetchall()
        for position, row in enumerate(messages, start=1):
            message = _decoded(row["data"])
            if position == len(messages) and _is_unfinished(message):
                return
            parts = db.execute(_PARTS, (row["id"],)).fetchall()
            yield from _message_records(row["id"], message, parts)


def _session_record(db: sqlite3.Connection, session: str) -> dict[str, Any]:
    row = db.execute(_SESSION, (session,)).fetchone()
    known = dict(row) if row is not None else {"id": session}
    place = db.execute(_BRANCH, (known.get("workspace_id"),)).fetchone()
    rules = known.get("permission")
    return {
        "type": "session",
        "timestamp": _time(known.get("time_created")),
        **{name: known.get(name) for name in _KEPT},
        "branch": place["branch"] if place is not None else None,
        "permission": _decoded(rules, list) if rules else None,
    }


def _message_records(
    id: str, message: Mapping[str, Any], parts: Sequence[sqlite3.Row]
) -> Iterator[bytes]:
    role, times = message.get("role"), _mapping(message.get("time"))
    about = {
        "role": role,
        "timestamp": _time(times.get("created")),
        "model": message.get("modelID") or _mapping(message.get("model")).get("modelID"),
    }
    for part in parts:
        yield _line({"type": "part", "id": part["id"], **about, "data": _decoded(part["data"])})
    if role == "assistant":
        ended = _time(times.get("completed")) or about["timestamp"]
        data = {name: message[name] for name in _REPLY if name in message}
        yield _line({"type": "reply", "id": id, **about, "timestamp": ended, "data": data})


def _is_unfinished(message: Mapping[str, Any]) -> bool:
    ended = _mapping(message.get("time")).get("completed") or message.get("error")
    return message.get("role") == "assistant" and not ended


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a store for reading. Raises: OSError if it is not one of opencode."""
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as db:
            db.row_factory = sqlite3.Row
            yield db
    except sqlite3.Error as error:
        raise OSError(f"{path.name} cannot be read as a store of opencode: {error}") from error


def _decoded(text: Any, kind: type = dict) -> Any:
    try:
        value = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        return kind()
    return value if isinstance(value, kind) else kind()


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _time(ms: Any) -> str | None:
    if not isinstance(ms, int | float):
        return None
    try:
        return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="milliseconds")
    except (ValueError, OverflowError, OSError):
        return None


def _line(record: Mapping[str, Any]) -> bytes:
    return json.dumps(record, ensure_ascii=False).encode(errors="replace")
