"""SQLite store: one file, one writer, several readers."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import IO, Any, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    FromClause,
    LargeBinary,
    Select,
    Table,
    TextClause,
    cast,
    create_engine,
    event,
    func,
    insert,
    select,
    text,
)
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.exc import DBAPIError

from runwhy.errors import DatabaseInUse
from runwhy.stores.accounts import sealed_secrets
from runwhy.stores.sql import tag_index
from runwhy.stores.sql.dialect import Condition, Dialect, Tx
from runwhy.stores.sql.group_commit import WRITING, GroupWriter
from runwhy.stores.sql.migration import SchemaState, empty_state, migrate, schema_state
from runwhy.stores.sql.private_files import make_private
from runwhy.stores.sql.reader_threads import LoopReader, ReaderThreads
from runwhy.stores.sql.rows import Row, engine_options, to_ms
from runwhy.stores.sql.sqlite_conditions import INDEXES, SqliteSearch
from runwhy.stores.store import SqlStore
from runwhy.telemetry.recorder import SILENT, Telemetry
from runwhy.vault import PLAIN, Vault

T = TypeVar("T")
READERS = 4
WORDS = "memory_words"  # the full-text index of memories
MERGED_PAGES = 1000  # index pages merged in one transaction
MAX_WAL_BYTES = 64 << 20  # size the write-ahead log is cut back to; a long read lets it grow

_ADD_TAGS = {
    table: f"INSERT INTO {name} (rowid, t) VALUES (?, ?)"  # noqa: S608 (our own name)
    for table, name in INDEXES.items()
}
_UNAVAILABLE = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_READONLY,
}


class SqliteDialect(Dialect):
    """Dialect without row locks, because there is one writer; tags are indexed with FTS5."""

    name = "sqlite"
    search = SqliteSearch()

    def locked(self, query: Select[Any], *, skip: bool = False) -> Select[Any]:
        return query

    def insert_or_ignore(self, table: Table) -> Any:
        return sqlite_insert(table).on_conflict_do_nothing()

    def join_newest(
        self, owners: Table, table: Table, belongs: Condition, *, limit: int
    ) -> tuple[FromClause, FromClause]:
        mine = table.alias("mine")
        numbers = select(mine.c.seq).where(belongs(mine)).order_by(mine.c.seq.desc()).limit(limit)
        return owners.outerjoin(table, table.c.seq.in_(numbers.correlate(owners))), table

    def add_tags(self, conn: Connection, table: Table, seq: int, row: Row) -> None:
        terms = tag_index.tokens(row["workspace"], row["tags"])
        if terms:
            driver: Any = conn.connection.driver_connection  # for every run, so without SQLAlchemy
            driver.execute(_ADD_TAGS[table.name], (seq, terms))

    def set_tags(self, conn: Connection, table: Table, seq: int, old: Row, new: Row) -> None:
        terms = tag_index.tokens(old["workspace"], old["tags"])
        if terms:
            name = INDEXES[table.name]
            query = f"INSERT INTO {name} ({name}, rowid, t) VALUES ('delete', ?, ?)"  # noqa: S608
            conn.exec_driver_sql(query, (seq, terms))
        self.add_tags(conn, table, seq, new)

    def add_memory(self, conn: Connection, seq: int, space: int, terms: str) -> None:
        query = f"INSERT INTO {WORDS} (rowid, space, terms) VALUES (?, ?, ?)"  # noqa: S608
        conn.exec_driver_sql(query, (seq, str(space), terms))

    def remove_memory(self, conn: Connection, seq: int, space: int, terms: str) -> None:
        # FTS5 needs the indexed values to delete a row.
        query = f"INSERT INTO {WORDS} ({WORDS}, rowid, space, terms) VALUES (?, ?, ?, ?)"  # noqa: S608
        conn.exec_driver_sql(query, ("delete", seq, str(space), terms))

    def memories_having(self, terms: Sequence[str], space: int | None) -> TextClause:
        words = " OR ".join(f'"{term}"' for term in terms)
        query = f"terms : ({words})"
        if space is not None:
            query = f'space : "{space}" AND {query}'
        found = f"SELECT rowid FROM {WORDS} WHERE {WORDS} MATCH :query"  # noqa: S608
        return text(f"memories.seq IN ({found})").bindparams(query=query)

    def size(self, column: ColumnElement[Any]) -> ColumnElement[int]:
        return func.length(cast(column, LargeBinary))

    def merge_indexes(self, conn: Connection) -> bool:
        """Merge a limited number of pages; FTS5 removes deleted terms only when it merges."""
        driver: Any = conn.connection.driver_connection
        for name in (*INDEXES.values(), WORDS):
            before = driver.total_changes
            query = f"INSERT INTO {name} ({name}, rank) VALUES ('merge', ?)"  # noqa: S608
            conn.exec_driver_sql(query, (-MERGED_PAGES,))
            if driver.total_changes - before >= 2:  # fewer than two changes mean nothing was merged
                return True
        return False

    def add_many(self, conn: Connection, table: Table, made: Sequence[Row]) -> None:
        conn.execute(insert(table), [dict(row) for row in made])

    def advance_sequences(self, conn: Connection) -> None:
        pass  # SQLite continues after the largest row id

    def now_ms(self, at: datetime) -> Any:
        return to_ms(at)

    def lock_limits(self, conn: Connection) -> bool:
        return True  # there is one writer

    def plan_for_any_size(self, conn: Connection, *, begin: bool) -> None:
        pass  # SQLite plans for indexes, and a statement once

    def is_locked(self, error: DBAPIError) -> bool:
        return False  # one writer: no transaction holds the rows of another

    def is_unavailable(self, error: DBAPIError) -> bool:
        return getattr(error.orig, "sqlite_errorcode", 0) & 0xFF in _UNAVAILABLE


class SqliteStore(SqlStore):
    """Store in one SQLite file."""

    dialect = SqliteDialect()

    def __init__(
        self,
        path: Path,
        announce: Callable[[Sequence[str]], None],
        vault: Vault = PLAIN,
        telemetry: Telemetry = SILENT,
        *,
        durable: bool = True,
    ) -> None:
        super().__init__(announce, vault, telemetry)
        self.path = path
        self._lock: IO[str] | None = None
        self._engine = sqlite_engine(path, durable=durable)
        self._writer = GroupWriter(self._engine)
        self._readers = ReaderThreads(self._engine, READERS, "reader")
        self._checks = ReaderThreads(self._engine, 1, "checks")
        self._loop_reader: LoopReader | None = None  # while the store is open

    async def open(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = _lock_file(self.path)
        make_private(self.path)
        await super().open()
        self._writer.start(asyncio.get_running_loop())
        self._loop_reader = LoopReader(self._engine)

    def _migrate(self) -> None:
        with self._engine.connect().execution_options(**WRITING) as conn, conn.begin():
            migrate(conn, "sqlite")
            sealed_secrets.prepare(conn, self._vault)

    async def close(self) -> None:
        if self._loop_reader is not None:
            self._loop_reader.close()
            self._loop_reader = None
        await asyncio.to_thread(self._writer.stop)
        await asyncio.to_thread(self._readers.close)
        await asyncio.to_thread(self._checks.close)
        self._engine.dispose()
        if self._lock is not None:
            self._lock.close()

    async def schema(self) -> SchemaState:
        def read_state() -> SchemaState:
            if not self.path.exists():  # connecting would create the file
                return empty_state("sqlite")
            with self._engine.connect() as conn:
                return schema_state(conn, "sqlite")

        return await asyncio.to_thread(read_state)

    async def read(
        self,
        work: Callable[[Connection], T],
        *,
        check: bool = False,
        short: Callable[[Connection], T | None] | None = None,
    ) -> T:
        with self._measured("read"):
            found = self._loop_reader.read(short) if short and self._loop_reader else None
            if found is not None:
                return found
            return await (self._checks if check else self._readers).run(work)

    async def write(
        self,
        change: Callable[[Tx], T],
        *,
        key: str | None = None,
        check: bool = False,
        shared: bool = False,
    ) -> T:
        with self._measured("write"):
            return await self._writer.write(*self._prepare(change), short=shared)

    async def _truncate_wal(self) -> None:
        """Truncate the write-ahead log, which still holds the erased pages."""
        await asyncio.to_thread(self._execute_alone, "PRAGMA wal_checkpoint(TRUNCATE)")

    async def compact(self) -> None:
        """Rewrite the file without its free pages, which may contain deleted data."""
        await asyncio.to_thread(self._execute_alone, "VACUUM")
        await self._truncate_wal()

    def _execute_alone(self, statement: str) -> None:
        """Execute a statement that SQLite does not allow inside a transaction."""
        connection: Any = self._engine.raw_connection()
        try:
            connection.driver_connection.execute(statement).fetchall()
        finally:
            connection.close()


def sqlite_engine(path: Path, *, durable: bool = True) -> Engine:
    """Return an engine whose readers see a snapshot and never block the writer.

    With `durable`, a commit survives a power loss. A temporary file does not need that.
    """
    engine = create_engine(
        f"sqlite:///{path}",
        pool_size=READERS + 3,
        connect_args={"check_same_thread": False, "timeout": 30, "isolation_level": None},
        **engine_options(),
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute(f"PRAGMA synchronous={'FULL' if durable else 'OFF'}")
        connection.execute("PRAGMA secure_delete=ON")  # overwrite deleted content with zeros
        connection.execute(f"PRAGMA journal_size_limit={MAX_WAL_BYTES}")
        connection.execute("PRAGMA cache_size=-8000")  # kilobytes; the system's file cache has more

    @event.listens_for(engine, "begin")
    def begin(conn: Connection) -> None:
        if conn.get_execution_options().get("runwhy_writes", False):
            # A read transaction cannot reliably become a write transaction, so writers lock first.
            conn.exec_driver_sql("BEGIN IMMEDIATE")
        else:
            driver: Any = conn.connection.driver_connection  # for every read
            driver.execute("BEGIN")

    return engine


def _lock_file(path: Path) -> IO[str]:
    """Lock the file, so that a second server cannot reclaim the runs of this one."""
    name = path.with_name(path.name + ".lock")
    make_private(name)
    lock = name.open("a+")
    try:
        import fcntl

        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:  # not POSIX: dead workers are detected only by heartbeats
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
