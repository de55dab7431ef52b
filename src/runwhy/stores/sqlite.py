"""SQLite: one file, one writer, many readers, nothing to install."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path
from typing import IO, Any, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    LargeBinary,
    Select,
    Table,
    cast,
    create_engine,
    event,
    func,
    insert,
)
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.exc import DBAPIError

from runwhy.errors import DatabaseInUse, Unavailable
from runwhy.stores.accounts import sealed_secrets
from runwhy.stores.sql import tag_index
from runwhy.stores.sql.dialect import Dialect
from runwhy.stores.sql.group_commit import WRITING, GroupWriter
from runwhy.stores.sql.json_columns import engine_options
from runwhy.stores.sql.memory_index import WORDS, SqliteMemoryIndex
from runwhy.stores.sql.migration import SchemaState, empty_state, migrate, schema_state
from runwhy.stores.sql.private_files import make_private
from runwhy.stores.sql.rows import Row, to_ms
from runwhy.stores.sql.sqlite_conditions import INDEXES, SqliteSearch
from runwhy.stores.store import SqlStore
from runwhy.telemetry.recorder import SILENT, Telemetry
from runwhy.vault import PLAIN, Vault

T = TypeVar("T")
READERS = 4
MERGED_PAGES = 1000  # of an index, in one transaction
MOST_LOG = 64 << 20  # bytes of the log of writes that are kept; a long reader lets it grow

_AWAY = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_READONLY,
}


class SqliteDialect(Dialect):
    """There is one writer, so nothing needs a lock; tags are found through FTS5."""

    name = "sqlite"
    search = SqliteSearch()
    memories = SqliteMemoryIndex()

    def locked(self, query: Select[Any], *, skip: bool = False) -> Select[Any]:
        return query

    def insert_or_nothing(self, table: Table) -> Any:
        return sqlite_insert(table).on_conflict_do_nothing()

    def add_tags(self, conn: Connection, table: Table, seq: int, row: Row) -> None:
        terms = tag_index.tokens(row["workspace"], row["tags"])
        if terms:
            name = INDEXES[table.name]
            query = f"INSERT INTO {name} (rowid, t) VALUES (?, ?)"  # noqa: S608 (our own name)
            conn.exec_driver_sql(query, (seq, terms))

    def set_tags(self, conn: Connection, table: Table, seq: int, old: Row, new: Row) -> None:
        terms = tag_index.tokens(old["workspace"], old["tags"])
        if terms:
            name = INDEXES[table.name]
            query = f"INSERT INTO {name} ({name}, rowid, t) VALUES ('delete', ?, ?)"  # noqa: S608
            conn.exec_driver_sql(query, (seq, terms))
        self.add_tags(conn, table, seq, new)

    def size(self, column: ColumnElement[Any]) -> ColumnElement[int]:
        return func.length(cast(column, LargeBinary))

    def merge_indexes(self, conn: Connection) -> bool:
        """FTS5 forgets a term for good when it merges; some pages at a time, the rest later."""
        driver: Any = conn.connection.driver_connection
        for name in (*INDEXES.values(), WORDS):
            before = driver.total_changes
            query = f"INSERT INTO {name} ({name}, rank) VALUES ('merge', ?)"  # noqa: S608
            conn.exec_driver_sql(query, (-MERGED_PAGES,))
            if driver.total_changes - before >= 2:  # one row less than that means: nothing to do
                return True
        return False

    def add_many(self, conn: Connection, table: Table, made: Sequence[Row]) -> None:
        conn.execute(insert(table), [dict(row) for row in made])

    def go_on_counting(self, conn: Connection) -> None:
        pass  # it does

    def now_ms(self, at: datetime) -> Any:
        return to_ms(at)

    def announce(self, conn: Connection, topics: Sequence[str]) -> None:
        pass

    def is_away(self, error: DBAPIError) -> bool:
        return getattr(error.orig, "sqlite_errorcode", 0) & 0xFF in _AWAY


class SqliteStore(SqlStore):
    """Keeps things in one SQLite file."""

    dialect = SqliteDialect()

    def __init__(
        self,
        path: Path,
        announce: Callable[[Sequence[str]], None],
        vault: Vault = PLAIN,
        telemetry: Telemetry = SILENT,
    ) -> None:
        super().__init__(announce, vault, telemetry)
        self.path = path
        self._lock: IO[str] | None = None
        self._closed = False
        self._engine = sqlite_engine(path)
        self._writer = GroupWriter(self._engine)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="runwhy-reader")

    async def open(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = _lock_file(self.path)
        make_private(self.path)
        await self._asked(asyncio.to_thread(self._migrate), why=True)
        self._writer.start()

    def _migrate(self) -> None:
        with self._engine.connect().execution_options(**WRITING) as conn, conn.begin():
            migrate(conn, "sqlite")
            sealed_secrets.prepare(conn, self._vault)

    async def close(self) -> None:
        self._closed = True
        await asyncio.to_thread(self._writer.stop)
        await asyncio.to_thread(self._readers.shutdown, wait=True)
        self._engine.dispose()
        if self._lock is not None:
            self._lock.close()

    async def schema(self) -> SchemaState:
        def look() -> SchemaState:
            if not self.path.exists():  # asking must not make it
                return empty_state("sqlite")
            with self._engine.connect() as conn:
                return schema_state(conn, "sqlite")

        return await asyncio.to_thread(look)

    async def _read_tx(self, work: Callable[[Connection], T]) -> T:
        def read() -> T:
            with self._engine.connect() as conn:
                return work(conn)

        if self._closed:
            raise Unavailable("the store is closed")
        return await asyncio.get_running_loop().run_in_executor(self._readers, read)

    async def _cut_log(self) -> None:
        """Pages as they were before are still in the write-ahead log until it is cut."""
        await asyncio.to_thread(self._outside, "PRAGMA wal_checkpoint(TRUNCATE)")

    async def compact(self) -> None:
        """Write the file anew, without what its free pages hold."""
        await asyncio.to_thread(self._outside, "VACUUM")
        await self._cut_log()

    def _outside(self, statement: str) -> None:
        """Something that no transaction can do."""
        connection: Any = self._engine.raw_connection()
        try:
            connection.driver_connection.execute(statement).fetchall()
        finally:
            connection.close()

    async def _write_tx(self, work: Callable[[Connection], T], after: Callable[[], None]) -> T:
        return await self._writer.write(work, after)


def sqlite_engine(path: Path) -> Engine:
    """An engine whose readers see a snapshot and whose writer never waits for them."""
    engine = create_engine(
        f"sqlite:///{path}",
        pool_size=READERS + 2,
        connect_args={"check_same_thread": False, "timeout": 30, "isolation_level": None},
        **engine_options(),
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")  # accepted means durable
        connection.execute("PRAGMA secure_delete=ON")  # what is deleted leaves nothing in the file
        connection.execute(f"PRAGMA journal_size_limit={MOST_LOG}")
        connection.execute("PRAGMA cache_size=-8000")  # kilobytes; the system's cache has more

    @event.listens_for(engine, "begin")
    def begin(conn: Connection) -> None:
        writes = conn.get_execution_options().get("runwhy_writes", False)
        # Who will write says so at once: a reader that began earlier cannot become a writer.
        conn.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _lock_file(path: Path) -> IO[str]:
    """Keep a second server off the file: its runs would be taken for those of a dead one."""
    lock = path.with_name(path.name + ".lock").open("a+")
    try:
        import fcntl

        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:  # not a POSIX system: heartbeats alone tell the living from the dead
        pass
    except OSError as error:
        lock.close()
        raise DatabaseInUse(
            f"{path} is in use by another Runwhy server; stop it, or choose another file with --db"
        ) from error
    lock.truncate(0)
    lock.write(str(os.getpid()))
    lock.flush()
    return lock
