"""Numbered migrations, forward only, applied under a lock; a newer database is refused."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from sqlalchemy import Connection, inspect, text

from runwhy.errors import Unavailable
from runwhy.stores.sql.progress import told_of

FOLDER = Path(__file__).parents[1] / "migrations"
LEDGER = "schema_migrations"
_LEDGER = """
CREATE TABLE IF NOT EXISTS schema_migrations (
    number BIGINT PRIMARY KEY, name TEXT NOT NULL, at TIMESTAMP DEFAULT CURRENT_TIMESTAMP
)
"""
_NAME = re.compile(r"(\d{4})_(\w+)\.(sqlite|postgres)\.sql")


@dataclass(frozen=True, slots=True, kw_only=True)
class Migration:
    """One step of the schema."""

    number: int
    name: str
    statements: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaState:
    """How far a database is, and how far this version of Runwhy would take it."""

    current: int
    newest: int
    missing: frozenset[int] = frozenset()  # by the ledger, not by the highest number
    unknown: frozenset[int] = frozenset()  # what only a newer version can have applied

    @property
    def pending(self) -> int:
        """How many migrations have not been applied yet."""
        return len(self.missing)

    @property
    def is_newer(self) -> bool:
        """Whether a newer version of Runwhy changed the database: this one must not write to it."""
        return bool(self.unknown)


class NewerSchema(Unavailable):
    """The database was written by a newer version of Runwhy."""

    code = "newer_schema"

    def __init__(self, state: SchemaState) -> None:
        unknown = ", ".join(f"{number:04d}" for number in sorted(state.unknown))
        super().__init__(
            f"this database has schema {state.current}, but this version of Runwhy knows only up "
            f"to {state.newest}, and not the migration {unknown}; upgrade Runwhy, or open another "
            "database with --db"
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
    """The statements of a script; our migrations have no semicolon inside one."""
    lines = [line for line in script.splitlines() if not line.lstrip().startswith("--")]
    return [stripped for s in "\n".join(lines).split(";") if (stripped := s.strip())]


def empty_state(dialect: str) -> SchemaState:
    """The state of a database that does not exist yet."""
    known = frozenset(migration.number for migration in migrations(dialect))
    return SchemaState(current=0, newest=max(known), missing=known)


def schema_state(conn: Connection, dialect: str) -> SchemaState:
    """How far this database is. An empty one is at 0."""
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


def is_outdated(conn: Connection, dialect: str) -> bool:
    """Whether a newer version has changed the database since this one opened it."""
    applied = conn.execute(text("SELECT number FROM schema_migrations")).scalars()
    return not empty_state(dialect).missing.issuperset(applied)


def migrate(conn: Connection, dialect: str) -> SchemaState:
    """Bring the database up to date, in the caller's transaction and under its lock.

    Raises: NewerSchema.
    """
    state = schema_state(conn, dialect)
    if state.is_newer:
        raise NewerSchema(state)
    apply_migrations(conn, dialect, only=state.missing, tell=state.current > 0)
    return state


def apply_migrations(
    conn: Connection, dialect: str, *, only: frozenset[int], tell: bool = False
) -> None:
    """Take these steps of the schema, in order; with `tell`, the log says how far it is.

    Raises: NewerSchema for one that is not known.
    """
    empty = empty_state(dialect)
    if only - empty.missing:
        raise NewerSchema(replace(empty, current=max(only), unknown=only - empty.missing))
    conn.execute(text(_LEDGER))
    wanted = [migration for migration in migrations(dialect) if migration.number in only]
    for place, migration in enumerate(wanted, start=1):
        name = f"migration {migration.number:04d}_{migration.name} ({place} of {len(wanted)})"
        with told_of(name) if tell else nullcontext():
            _apply(conn, migration)


def _apply(conn: Connection, migration: Migration) -> None:
    for statement in migration.statements:
        conn.exec_driver_sql(statement)
    conn.execute(
        text("INSERT INTO schema_migrations (number, name) VALUES (:number, :name)"),
        {"number": migration.number, "name": migration.name},
    )
