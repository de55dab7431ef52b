"""Schema migrations: numbered, forward only, applied under a lock."""

from __future__ import annotations

import re
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import structlog
from sqlalchemy import Connection, inspect, text

from runwhy.errors import Unavailable
from runwhy.stores.sql.dialect import Tx

_log = structlog.get_logger("runwhy.store")
FOLDER = Path(__file__).parents[1] / "migrations"
_LEDGER = """
CREATE TABLE IF NOT EXISTS schema_migrations (
    number BIGINT PRIMARY KEY, name TEXT NOT NULL, at TIMESTAMP DEFAULT CURRENT_TIMESTAMP
)
"""
_NAME = re.compile(r"(\d{4})_(\w+)\.(sqlite|postgres)\.sql")
REPORT_INTERVAL = 10.0  # seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class Migration:
    """One numbered schema change."""

    number: int
    name: str
    statements: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaState:
    """Migrations a database has, compared with those this version of Runwhy knows."""

    current: int
    newest: int
    missing: frozenset[int] = frozenset()  # numbers absent from the ledger, also below `current`
    unknown: frozenset[int] = frozenset()  # applied by a newer version

    @property
    def pending(self) -> int:
        """Number of migrations that are not applied yet."""
        return len(self.missing)

    @property
    def is_newer(self) -> bool:
        """Whether a newer version of Runwhy changed the database; this one must not write to it."""
        return bool(self.unknown)


class NewerSchema(Unavailable):
    """A newer version of Runwhy has migrated the database."""

    code = "newer_schema"

    def __init__(self, state: SchemaState) -> None:
        unknown = ", ".join(f"{number:04d}" for number in sorted(state.unknown))
        super().__init__(
            f"the database has schema version {state.current}, but this version of Runwhy supports "
            f"only up to {state.newest} and does not know migration {unknown}; upgrade Runwhy, or "
            "use another database with --db"
        )


def migrations(dialect: str) -> Sequence[Migration]:
    """Return all migrations for a database, in order."""
    return _read(FOLDER, dialect)


@cache
def _read(folder: Path, dialect: str) -> Sequence[Migration]:
    found = []
    for file in folder.iterdir():
        name = _NAME.fullmatch(file.name)
        if name and name[3] == dialect:
            statements = split_statements(file.read_text())
            found.append(Migration(number=int(name[1]), name=name[2], statements=statements))
    return sorted(found, key=lambda migration: migration.number)


def split_statements(script: str) -> Sequence[str]:
    """Split a script into statements; only bodies of triggers and functions have semicolons."""
    lines = [line for line in script.splitlines() if not line.lstrip().startswith("--")]
    return [stripped for s in _complete("\n".join(lines)) if (stripped := s.strip())]


def _complete(script: str) -> Iterator[str]:
    pieces: list[str] = []
    for piece in script.split(";"):
        pieces.append(piece)
        statement = ";".join(pieces)
        if statement.count("$$") % 2 == 0 and sqlite3.complete_statement(f"{statement};"):
            yield statement
            pieces.clear()
    yield ";".join(pieces)


def empty_state(dialect: str) -> SchemaState:
    """Return the state of a database that does not exist yet."""
    known = frozenset(migration.number for migration in migrations(dialect))
    return SchemaState(current=0, newest=max(known), missing=known)


def schema_state(conn: Connection, dialect: str) -> SchemaState:
    """Return the state of a database; an empty one is at version 0."""
    empty = empty_state(dialect)
    if not inspect(conn).has_table("schema_migrations"):
        return empty
    applied = set(conn.execute(text("SELECT number FROM schema_migrations")).scalars())
    return replace(
        empty,
        current=max(applied, default=0),
        missing=empty.missing - applied,
        unknown=frozenset(applied - empty.missing),
    )


def is_outdated(tx: Tx) -> bool:
    """Return whether a newer version has migrated the database since it was opened."""
    applied = tx.conn.execute(text("SELECT number FROM schema_migrations")).scalars()
    return not empty_state(tx.dialect.name).missing.issuperset(applied)


def migrate(conn: Connection, dialect: str) -> SchemaState:
    """Migrate the database to the newest version, in the caller's transaction and lock.

    Raises: NewerSchema.
    """
    state = schema_state(conn, dialect)
    if state.is_newer:
        raise NewerSchema(state)
    conn.execute(text(_LEDGER))
    wanted = [migration for migration in migrations(dialect) if migration.number in state.missing]
    for position, migration in enumerate(wanted, start=1):
        name = f"{migration.number:04d}_{migration.name}"
        place = f"{position}/{len(wanted)}"
        with log_progress(name, place) if state.current else nullcontext():
            _apply(conn, migration)
    return state


def _apply(conn: Connection, migration: Migration) -> None:
    for statement in migration.statements:
        conn.exec_driver_sql(statement)
    conn.execute(
        text("INSERT INTO schema_migrations (number, name) VALUES (:number, :name)"),
        {"number": migration.number, "name": migration.name},
    )


@contextmanager
def log_progress(
    migration: str, position: str, *, every: float = REPORT_INTERVAL, log: Any = _log
) -> Iterator[None]:
    """Log when a migration starts and ends, and at intervals that it is still running.

    The server answers no requests meanwhile, so operators need to see that it is not stuck.
    """
    log = log.bind(migration=migration, position=position)
    started, done = time.monotonic(), threading.Event()

    def seconds() -> float:
        return round(time.monotonic() - started, 1)

    def report() -> None:
        while not done.wait(every):
            log.warning("store.migration_running", seconds=seconds())

    log.warning("store.migration_started")
    thread = threading.Thread(target=report, name="runwhy-progress", daemon=True)
    thread.start()
    try:
        yield
        log.warning("store.migration_finished", seconds=seconds())
    finally:
        done.set()
        thread.join()
