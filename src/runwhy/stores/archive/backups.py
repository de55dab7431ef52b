"""Backups: copy a database that is in use into one file, and restore it into an empty one."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from psycopg.conninfo import conninfo_to_dict, make_conninfo
from sqlalchemy import Connection, inspect, text

from runwhy.errors import Conflict, InvalidInput, Problem, Unavailable
from runwhy.stores.sql.private_files import new_private

_SUFFIXES = ("", "-wal", "-journal")  # of the files that make up an SQLite database
Counts = Mapping[str, int]


def backup_sqlite(source: Path, target: Path) -> Counts:
    """Copy a database as of one moment, while it is in use.

    Raises: Conflict, Unavailable.
    """
    if not source.exists():
        raise Unavailable(f"there is no database at {source}")
    _copy_sqlite(source, target)
    return check_sqlite(target)


def restore_sqlite(source: Path, target: Path) -> Counts:
    """Restore a backup to a new file. Raises: Conflict, InvalidInput, Unavailable."""
    before = check_sqlite(source)
    target.parent.mkdir(parents=True, exist_ok=True)
    _copy_sqlite(source, target)
    _compare(before, check_sqlite(target))
    return before


def _copy_sqlite(source: Path, target: Path) -> None:
    for suffix in _SUFFIXES:  # SQLite would apply a leftover log to the new file
        _must_not_exist(target.with_name(target.name + suffix))
    partial = target.with_name(target.name + ".partial")
    new_private(partial).close()
    try:
        with closing(_read_only(source)) as old, closing(sqlite3.connect(partial)) as new:
            old.backup(new)
            new.execute("PRAGMA journal_mode=DELETE")  # the backup is a single file
    except sqlite3.Error as error:
        raise Unavailable(f"{source} could not be copied to {partial}: {error}") from None
    partial.rename(target)


def _must_not_exist(path: Path) -> None:
    if path.exists():
        raise Conflict(f"{path} already exists; move it, or choose another file")


def _read_only(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{quote(str(path.resolve()))}?mode=ro", uri=True)


def check_sqlite(path: Path) -> Counts:
    """Check a file, and return the number of rows by table. Raises: InvalidInput."""
    if not path.exists():
        raise InvalidInput([Problem("FILE", f"there is no file {path}")])
    try:
        with closing(_read_only(path)) as conn:
            whole = conn.execute("PRAGMA integrity_check").fetchone()[0]
            names = _plain_tables(conn)
            if whole != "ok" or "schema_migrations" not in names:
                what = f"{path} is damaged, or is not a Runwhy database"
                raise InvalidInput([Problem("FILE", what)])
            return {name: _count_sqlite(conn, name) for name in names}
    except sqlite3.DatabaseError as error:
        raise InvalidInput([Problem("FILE", f"{path} cannot be read: {error}")]) from None


def _plain_tables(conn: sqlite3.Connection) -> Sequence[str]:
    """Return all tables but those of search indexes, which cannot be counted."""
    found = conn.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'").fetchall()
    indexes = [name for name, sql in found if (sql or "").startswith("CREATE VIRTUAL")]
    ours = {*indexes, *(name for name, _ in found if name.startswith("sqlite_"))}
    ours |= {name for name, _ in found for index in indexes if name.startswith(f"{index}_")}
    return sorted(name for name, _ in found if name not in ours)


def _count_sqlite(conn: sqlite3.Connection, table: str) -> int:
    count: int = conn.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0]  # noqa: S608
    return count


def backup_postgres(url: str, target: Path) -> None:
    """Write a dump as of one moment, while the database is in use.

    Raises: Conflict, Unavailable.
    """
    _must_not_exist(target)
    partial = target.with_name(target.name + ".partial")
    new_private(partial).close()
    if error := _run_tool("pg_dump", "--format=custom", f"--file={partial}", url=url):
        raise Unavailable(f"the database could not be copied to {partial}: {error}")
    partial.rename(target)


def restore_postgres(url: str, source: Path) -> None:
    """Fill an empty database with a dump, in one transaction. Raises: InvalidInput, Unavailable."""
    if error := _run_tool("pg_restore", f"--file={os.devnull}", str(source)):  # reads all of it
        what = f"{source} is damaged, or is not a backup of a PostgreSQL database ({error})"
        raise InvalidInput([Problem("FILE", what)])
    plain = ("--no-owner", "--no-privileges", "--single-transaction")
    if error := _run_tool("pg_restore", *plain, str(source), url=url):
        raise Unavailable(f"nothing was restored: {error}")


def _run_tool(name: str, *args: str, url: str = "") -> str:
    """Run a tool of PostgreSQL, and return its first error. Raises: Unavailable."""
    tool = shutil.which(name)
    if tool is None:
        what = f"{name} was not found; install the PostgreSQL client tools"
        raise Unavailable(f"{what}, in the major version of the database or a later one")
    database = conninfo_to_dict(url.replace("postgresql+psycopg://", "postgresql://"))
    password = database.pop("password", None)  # arguments can be read by other users
    env = os.environ | ({"PGPASSWORD": str(password)} if password else {})
    named = {key: str(value) for key, value in database.items()}
    to = [f"--dbname={make_conninfo('', **named)}"] if url else []
    done = subprocess.run([tool, *to, *args], env=env, stderr=subprocess.PIPE, text=True)
    first = done.stderr.strip().partition("\n")[0].removeprefix(f"{name}: error: ")
    return (first or f"{name} ended with {done.returncode}") if done.returncode else ""


def count_postgres(conn: Connection) -> Counts:
    """Return the number of rows by table."""
    return {name: _count(conn, name) for name in inspect(conn).get_table_names()}


def advance_sequences(conn: Connection) -> None:
    """Set each sequence to continue after the largest number in its table."""
    query = """SELECT table_name, column_name FROM information_schema.columns
        WHERE table_schema = current_schema() AND is_identity = 'YES'"""
    for table, column in conn.execute(text(query)).all():
        last = f'(SELECT coalesce(max("{column}"), 0) + 1 FROM "{table}")'  # noqa: S608
        sequence = "pg_get_serial_sequence(:name, :column)"
        named = {"name": f'"{table}"', "column": column}
        conn.execute(text(f"SELECT setval({sequence}, {last}, false)"), named)


def _count(conn: Connection, table: str) -> int:
    count: int = conn.execute(text(f'SELECT count(*) FROM "{table}"')).scalar_one()  # noqa: S608
    return count


def _compare(wanted: Counts, found: Counts) -> None:
    wrong = [name for name, count in wanted.items() if found.get(name) != count]
    if wrong:
        raise Unavailable(f"rows are missing in {', '.join(wrong)}; nothing was restored")
