"""Dump whole databases as SQL, and load them."""

from __future__ import annotations

import sqlite3
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import psycopg
from tests.support.postgres import find_install

_LEFT_OUT = ("--", "\\", "SET ", "SELECT pg_catalog.set_config")


def dump_sqlite(path: Path) -> str:
    """Return the tables, rows, search indexes, indexes and triggers of a database as SQL."""
    with closing(sqlite3.connect(path)) as db:
        return "".join(f"{statement};\n" for statement in _statements(db))


def load_sqlite(path: Path, script: str) -> None:
    """Create a database from a dump."""
    with closing(sqlite3.connect(path)) as db:
        db.executescript(f"BEGIN;\n{script}COMMIT;")


def _statements(db: sqlite3.Connection) -> Iterator[str]:
    made = db.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    tables = [(name, sql) for kind, name, sql in made if kind == "table"]
    searches = [name for name, sql in tables if sql.startswith("CREATE VIRTUAL")]
    for name, sql in sorted(tables, key=lambda table: table[0] not in searches):
        within = any(name.startswith(f"{search}_") for search in searches)
        if within or name == "sqlite_sequence":  # comes with the index, or the first counter
            yield f'DELETE FROM "{name}"'
        else:
            yield sql
        if name not in searches:
            yield from _rows(db, name)
    yield from (sql for kind, _, sql in made if kind in ("index", "trigger"))


def _rows(db: sqlite3.Connection, table: str) -> Iterator[str]:
    names = [row[1] for row in db.execute(f'PRAGMA table_info("{table}")')]
    quoted = " || ', ' || ".join(f'quote("{name}")' for name in names)
    for (values,) in db.execute(f'SELECT {quoted} FROM "{table}"'):
        yield f'INSERT INTO "{table}" VALUES ({values})'


def dump_postgres(url: str) -> str:
    """Return the output of pg_dump without what depends on the version of PostgreSQL."""
    command = [
        str(find_install() / "bin" / "pg_dump"),
        "--inserts",
        "--no-owner",
        "--no-privileges",
    ]
    done = subprocess.run([*command, plain(url)], capture_output=True, text=True, check=True)
    return "".join(_kept(done.stdout.splitlines()))


def _kept(lines: Sequence[str]) -> Iterator[str]:
    """Drop comments, client commands, settings and empty lines, but never inside a string."""
    within = False
    for line in lines:
        if within or (line and not line.startswith(_LEFT_OUT)):
            yield f"{line}\n"
        within ^= line.count("'") % 2 == 1


def load_postgres(url: str, script: str) -> None:
    """Load a dump into an empty database."""
    with psycopg.connect(plain(url)) as db:
        db.execute(script.encode())


def plain(url: str) -> str:
    """Return the URL in the form that libpq accepts."""
    return url.replace("postgresql+psycopg://", "postgresql://")
