"""The store of opencode on disk: tokens of each model call, which its protocol does not report."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from runwhy.core.agents.opencode_messages import tokens_of
from runwhy.core.runs.run import Tokens

_CALLS = "SELECT data FROM message WHERE session_id = ? AND time_created >= ? ORDER BY id"


def data_directory(env: Mapping[str, str]) -> Path:
    """Return the directory of opencode's data."""
    home = env.get("XDG_DATA_HOME") or str(Path(env.get("HOME", "~")).expanduser() / ".local/share")
    return Path(home) / "opencode"


def read_calls(env: Mapping[str, str], session: str, since: int) -> Sequence[Tokens]:
    """Return the tokens of each model call of a session since a time in milliseconds."""
    path = data_directory(env) / "opencode.db"
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=1)) as store:
            rows = store.execute(_CALLS, (session, since)).fetchall()
            found = [_tokens(json.loads(data)) for (data,) in rows]
    except (sqlite3.Error, OSError, ValueError, TypeError):
        return ()  # another version with another store
    return [tokens for tokens in found if tokens != Tokens()]


def _tokens(message: Any) -> Tokens:
    used = message.get("tokens") if isinstance(message, dict) else None
    return tokens_of(used) if isinstance(used, dict) else Tokens()
