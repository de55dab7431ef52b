"""A store of opencode 1.18.33, recorded with scripted models: five sessions of `opencode run`."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

RECORDED = Path(__file__).parents[1] / "imports" / "histories" / "opencode" / "store.sql"
TOOLS = "ses_e17e61fa4ffeh2zq53cYSJFb0k"
DELEGATES = "ses_e17e5db25ffeAbQNnQbS2bQTVn"
SUBAGENT = "ses_e17e5c79bffeZC5qHI1SIRteUK"
FAILS = "ses_e17e5a070ffeAey40RuGTAjOmD"
PLANS = "ses_e17e562a6ffe82LnFTf4GGrCI2"


def make_store(directory: Path) -> Path:
    """Create the store in a directory, and return its file."""
    path = directory / "opencode.db"
    with closing(sqlite3.connect(path)) as db:
        db.executescript(RECORDED.read_text())
        db.commit()
    return path


def change_store(path: Path, *statements: str) -> None:
    """Execute statements, as opencode would in a session."""
    with closing(sqlite3.connect(path)) as db:
        for statement in statements:
            db.execute(statement)
        db.commit()
