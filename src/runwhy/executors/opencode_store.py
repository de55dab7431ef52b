"""The store of opencode on disk: tokens of each model call, which its protocol does not report."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from runwhy.core.runs.run import Tokens

_CALLS = "SELECT data FROM message WHERE session_id = ? AND time_created >= ? ORDER BY id"


def read_calls(env: Mapping[str, str], session: str, since: int) -> Sequence[Tokens]:
    """Return the tokens of each model call of a session since a time in milliseconds."""
    home = env.get("XDG_DATA_HOME") or str(Path(env.get("HOME", "~")).expanduser() / ".local/share")
    path = Path(home) / "opencode" / "opencode.db"
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=1)) as store:
            rows = store.execute(_CALLS, (session, since)).fetchall()
            found = [_tokens(json.loads(data)) for (data,) in rows]
    except (sqlite3.Error, OSError, ValueError, TypeError):
        return ()  # another version with another store
    return [tokens for tokens in found if tokens != Tokens()]


def _tokens(message: Any) -> Tokens:
    used = message.get("tokens") if isinstance(message, dict) else None
    if not isinstance(used, dict):
        return Tokens()
    cache = used.get("cache")
    read, written = _count(cache, "read"), _count(cache, "write")
    input, output = _count(used, "input") + read + written, _count(used, "output")
    reasoning = _count(used, "reasoning")
    if _count(used, "total") == input + output + reasoning:
        output += reasoning  # reported separately
    return Tokens(input=input, cached=read, cache_write=written, reasoning=reasoning, output=output)


def _count(report: Any, name: str) -> int:
    value = report.get(name) if isinstance(report, dict) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
