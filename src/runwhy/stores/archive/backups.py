"""Backups: copy a database that is in use into one file, and restore it into an empty one."""

from __future__ import annotations

import json
import sqlite3
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import IO, Any
from urllib.parse import quote

import msgspec
from sqlalchemy import Connection, inspect, text

from runwhy.errors import Conflict, InvalidInput, Problem, Unavailable
from runwhy.stores.sql.migration import LEDGER, apply_migrations, schema_state
from runwhy.stores.sql.private_files import new_private

MANIFEST = "manifest.json"
FORMAT = "runwhy-backup-1"
MAX_MANIFEST = 1 << 20
_CHUNK = 1 << 20
_SUFFIXES = ("", "-wal", "-journal")  # of the files that make up an SQLite database
_UNREADABLE = (
    *(OSError, zipfile.BadZipFile, zlib.error, KeyError, ValueError),
    *(NotImplementedError, RuntimeError, EOFError),
)

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


def backup_postgres(conn: Connection, target: Path) -> Counts:
    """Write all rows as of one moment, while the database is in use. Raises: Conflict."""
    _must_not_exist(target)
    conn.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"))
    partial = target.with_name(target.name + ".partial")
    counts: dict[str, int] = {}
    with (
        new_private(partial) as raw,
        zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as file,
    ):
        for table in _tables(conn):
            with file.open(f"{table}.copy", "w", force_zip64=True) as out:
                counts[table] = _copy_out(conn, table, out)
        numbers = list(conn.execute(text("SELECT number FROM schema_migrations")).scalars())
        manifest = {"format": FORMAT, "migrations": sorted(numbers), "rows": counts}
        file.writestr(MANIFEST, json.dumps(manifest, indent=1))
    partial.rename(target)
    return counts


def restore_postgres(conn: Connection, source: Path) -> Counts:
    """Fill an empty database with the rows of a backup, in one transaction.

    Raises: Conflict, InvalidInput.
    """
    file, manifest = _open_backup(source)
    with file:
        if schema_state(conn, "postgres").current:
            raise Conflict("the database is not empty; restore into a new one")
        apply_migrations(conn, "postgres", only=frozenset(manifest.migrations))
        for table in _tables(conn):
            if f"{table}.copy" in file.namelist():
                with file.open(f"{table}.copy") as rows:
                    _copy_in(conn, table, rows)
    advance_sequences(conn)
    _compare(manifest.rows, {table: _count(conn, table) for table in _tables(conn)})
    return manifest.rows


class _Manifest(msgspec.Struct):
    format: str
    migrations: list[int]
    rows: dict[str, int]


def _open_backup(source: Path) -> tuple[zipfile.ZipFile, _Manifest]:
    try:
        file = zipfile.ZipFile(source)
        if file.getinfo(MANIFEST).file_size > MAX_MANIFEST:
            raise ValueError(MAX_MANIFEST)
        manifest = msgspec.json.decode(file.read(MANIFEST), type=_Manifest)
        if manifest.format != FORMAT:
            raise ValueError(FORMAT)
    except _UNREADABLE:
        what = f"{source} is damaged, or is not a backup of a PostgreSQL database"
        raise InvalidInput([Problem("FILE", what)]) from None
    _check_whole(file, source)
    return file, manifest


def _check_whole(file: zipfile.ZipFile, source: Path) -> None:
    """Read the whole file once before anything is restored. Raises: InvalidInput."""
    try:
        broken = file.testzip()
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError) as error:
        broken = str(error)
    if broken is not None:
        raise InvalidInput([Problem("FILE", f"{source} is damaged ({broken}); use another backup")])


def _tables(conn: Connection) -> Sequence[str]:
    """Return Runwhy's tables except the ledger, referenced ones first."""
    found = inspect(conn).get_sorted_table_and_fkc_names()
    return [name for name, _ in found if name is not None and name != LEDGER]


def _columns(conn: Connection, table: str) -> str:
    query = """SELECT column_name FROM information_schema.columns
        WHERE table_schema = current_schema() AND table_name = :name AND is_generated = 'NEVER'
        ORDER BY ordinal_position"""
    names = conn.execute(text(query), {"name": table}).scalars()
    return ", ".join(f'"{name}"' for name in names)


def _copy_out(conn: Connection, table: str, out: IO[bytes]) -> int:
    cursor = _cursor(conn)
    with cursor.copy(f'COPY "{table}" ({_columns(conn, table)}) TO STDOUT') as rows:
        for chunk in rows:
            out.write(chunk)
    count: int = cursor.rowcount
    return count


def _copy_in(conn: Connection, table: str, rows: IO[bytes]) -> None:
    columns = _columns(conn, table)
    with _cursor(conn).copy(f'COPY "{table}" ({columns}) FROM STDIN') as into:
        while chunk := rows.read(_CHUNK):
            into.write(chunk)


def _cursor(conn: Connection) -> Any:
    driver: Any = conn.connection.driver_connection
    return driver.cursor()


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
