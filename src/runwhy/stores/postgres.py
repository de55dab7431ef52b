"""PostgreSQL store: several servers can share one database."""

from __future__ import annotations

import asyncio
import select as select_events
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import Any, TypeVar, TypeVarTuple

import psycopg
from psycopg.pq import ExecStatus
from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Engine,
    ExceptionContext,
    FromClause,
    Select,
    Table,
    TextClause,
    create_engine,
    event,
    func,
    literal_column,
    select,
    text,
    true,
)
from sqlalchemy.dialects.postgresql import insert as postgres_insert
from sqlalchemy.exc import (
    DBAPIError,
    DisconnectionError,
    IntegrityError,
    InterfaceError,
    OperationalError,
)

from runwhy.net.database_timeouts import session_statements, timeout_parameters
from runwhy.ports import FoundRuns, RunFilter
from runwhy.stores.accounts import sealed_secrets
from runwhy.stores.archive import backups
from runwhy.stores.search.short_lists import ExpectedRows, ShortList, ShortSearch
from runwhy.stores.sql.connection_pools import ConnectionPool
from runwhy.stores.sql.dialect import Condition, Dialect, Tx
from runwhy.stores.sql.loop_connections import Execute, LoopConnections
from runwhy.stores.sql.migration import SchemaState, migrate, schema_state
from runwhy.stores.sql.pipeline import leave_pipeline, use_pipelines
from runwhy.stores.sql.postgres_conditions import PostgresSearch
from runwhy.stores.sql.prepared_statements import PreparedStatement
from runwhy.stores.sql.rows import Row, engine_options, to_json
from runwhy.stores.sql.shared_commits import SharedWriter, WriteAlone
from runwhy.stores.sql.transactions import read_with
from runwhy.stores.sql.write_gate import WriteGate
from runwhy.stores.store import SqlStore
from runwhy.telemetry.recorder import SILENT, Telemetry
from runwhy.vault import PLAIN, Vault

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
CHECKS, READS, WRITES, SHARED = 2, 4, 5, 2  # connections, each with a thread
IN_LOOP = 2  # connections for short reads, without a thread
CONNECTIONS = CHECKS + READS + WRITES + SHARED + IN_LOOP + 1  # of a server; the last is the feed's
SHARED_LOCK_TIMEOUT = "100ms"  # then a write is repeated separately, with the usual timeout
CHECK_WITHIN = 5.0  # seconds for a readiness check or a heartbeat
CLOSE_WITHIN = 10.0  # seconds
READ_IDLE = "60s"  # counting may take long between two statements, and reads do not lock rows
_MIGRATION_LOCK = 7426_0001
# After a dump was restored, ends have numbers of transactions of another database server.
_REMOVE_FOREIGN_ENDS = text(
    "DELETE FROM run_ends WHERE transaction_id >="
    " pg_snapshot_xmax(pg_current_snapshot())::text::bigint"
)
_LIMITS_LOCK = 7426_0002
# A plan for each set of values takes longer than the statement, and one for a few rows that is kept
# while the table grows reads all of them.
_PLANS = {
    "plan_cache_mode": "force_generic_plan",
    **dict.fromkeys(("enable_seqscan", "enable_bitmapscan", "enable_sort"), "off"),
    **dict.fromkeys(("enable_hashjoin", "enable_mergejoin", "enable_material", "jit"), "off"),
}
_MAX_ATTEMPTS = 5
_DATA_ERRORS = ("22", "P0")  # SQLSTATE classes whose primary message quotes values
_READ_ONLY = "25006"  # the primary was demoted to a standby
_LOCKED = "55P03"  # lock_timeout has passed
_TIMED_OUT = ("25P03", "25P04")  # the transaction exceeded a timeout of the database
_TIMEOUTS = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")


def _set_locally(settings: Mapping[str, str | None]) -> PreparedStatement:
    """Return a statement for settings of the transaction; None is the default of the session."""
    values = [
        func.set_config(
            literal_column(f"'{name}'"), literal_column(f"'{value}'" if value else "NULL"), true()
        )
        for name, value in settings.items()
    ]
    return PreparedStatement(select(*values))


_BEGIN_PLANS, _END_PLANS = _set_locally(_PLANS), _set_locally(dict.fromkeys(_PLANS))


class PostgresDialect(Dialect):
    """Dialect with row locks; tags are indexed with GIN."""

    name = "postgres"
    search = PostgresSearch()

    def locked(self, query: Select[Any], *, skip: bool = False) -> Select[Any]:
        return query.with_for_update(skip_locked=skip)

    def insert_or_ignore(self, table: Table) -> Any:
        return postgres_insert(table).on_conflict_do_nothing()

    def join_newest(
        self, owners: Table, table: Table, belongs: Condition, *, limit: int
    ) -> tuple[FromClause, FromClause]:
        mine = select(table).where(belongs(table)).order_by(table.c.seq.desc()).limit(limit)
        newest = mine.correlate(owners).lateral("newest")
        return owners.outerjoin(newest, true()), newest

    def add_tags(self, conn: Connection, table: Table, seq: int, row: Row) -> None:
        pass  # the GIN index is on the column

    def set_tags(self, conn: Connection, table: Table, seq: int, old: Row, new: Row) -> None:
        pass

    def add_memory(self, conn: Connection, seq: int, space: int, terms: str) -> None:
        pass  # the GIN index is on an expression of the terms

    def remove_memory(self, conn: Connection, seq: int, space: int, terms: str) -> None:
        pass

    def memories_having(self, terms: Sequence[str], space: int | None) -> TextClause:
        query = " | ".join(f"'{term}'" for term in terms)
        words = "array_to_tsvector(string_to_array(memories.terms, ' '))"
        return text(f"{words} @@ CAST(:query AS tsquery)").bindparams(query=query)

    def size(self, column: ColumnElement[Any]) -> ColumnElement[int]:
        return func.octet_length(column)

    def merge_indexes(self, conn: Connection) -> bool:
        return False  # PostgreSQL cleans up its indexes itself

    def add_many(self, conn: Connection, table: Table, made: Sequence[Row]) -> None:
        leave_pipeline(conn)
        driver: Any = conn.connection.driver_connection
        names = [str(name) for name in made[0]]
        columns = ", ".join(f'"{name}"' for name in names)
        try:
            with driver.cursor().copy(f'COPY "{table.name}" ({columns}) FROM STDIN') as copy:
                for row in made:
                    values = (row[name] for name in names)
                    copy.write_row([to_json(v) if isinstance(v, dict) else v for v in values])
        except psycopg.IntegrityError as error:
            raise IntegrityError("COPY", None, error) from None

    def advance_sequences(self, conn: Connection) -> None:
        backups.advance_sequences(conn)

    def now_ms(self, at: datetime) -> Any:
        return literal_column("(extract(epoch from clock_timestamp()) * 1000)::bigint", BigInteger)

    def lock_limits(self, conn: Connection) -> bool:
        return bool(conn.execute(select(func.pg_try_advisory_xact_lock(_LIMITS_LOCK))).scalar())

    def plan_for_any_size(self, conn: Connection, *, begin: bool) -> None:
        (_BEGIN_PLANS if begin else _END_PLANS)(conn, {})  # sent with the next statement

    def is_locked(self, error: DBAPIError) -> bool:
        return getattr(error.orig, "sqlstate", None) == _LOCKED

    def is_unavailable(self, error: DBAPIError) -> bool:
        if isinstance(error, (OperationalError, InterfaceError)):
            return True
        return getattr(error.orig, "sqlstate", None) in (_READ_ONLY, *_TIMED_OUT)


class PostgresStore(SqlStore):
    """Store in a PostgreSQL database.

    Checks (readiness and heartbeats), reads and writes have their own connections and threads, so
    that writes that wait for a lock delay neither of the others. Short writes share transactions.
    """

    dialect = PostgresDialect()

    def __init__(
        self,
        url: str,
        announce: Callable[[Sequence[str]], None],
        vault: Vault = PLAIN,
        telemetry: Telemetry = SILENT,
    ) -> None:
        super().__init__(announce, vault, telemetry)
        self._checks = _open_pool("checks", url, CHECKS)
        self._reads = _open_pool("reads", url, READS, idle_in_transaction_session_timeout=READ_IDLE)
        self._writes = _open_pool("writes", url, WRITES)
        self._shared_pool = _open_pool("shared", url, SHARED)
        set_timeout = partial(_set_timeouts, f"SET lock_timeout = '{SHARED_LOCK_TIMEOUT}'")
        event.listen(self._shared_pool.engine, "connect", set_timeout)
        self._shared = SharedWriter(self._shared_pool.engine, SHARED)
        self._in_loop = LoopConnections(postgres_engine(url, connections=IN_LOOP), IN_LOOP)
        self._expected_rows = ExpectedRows()
        self._gate = WriteGate()

    def _migrate(self) -> None:
        with self._writes.engine.begin() as conn:
            disable_timeouts(conn)
            conn.execute(select(func.pg_advisory_xact_lock(_MIGRATION_LOCK)))
            migrate(conn, "postgres")
            conn.execute(_REMOVE_FOREIGN_ENDS)
            sealed_secrets.prepare(conn, self._vault)

    async def open(self) -> None:
        await super().open()
        self._shared.start()

    async def close(self) -> None:
        pools = (self._checks, self._reads, self._writes)
        closing = asyncio.to_thread(self._shared.stop)
        await self._in_loop.close()
        await asyncio.gather(
            self._shared_pool.close(within=CLOSE_WITHIN, first=closing),
            *(pool.close(within=CLOSE_WITHIN) for pool in pools),
        )

    async def schema(self) -> SchemaState:
        return await self.reading(schema_state, "postgres")

    async def read(
        self,
        work: Callable[[Connection], T],
        *,
        check: bool = False,
        short: Callable[[Connection], T | None] | None = None,
    ) -> T:
        with self._measured("read"):
            if check:
                return await self._checks.run_within(CHECK_WITHIN, read_with, work)
            return await self._reads.run(read_with, work)

    async def find_runs(
        self, workspace: int, filter: RunFilter, *, limit: int, before: int | None = None
    ) -> FoundRuns:
        """Return the newest runs that match; if there are none, also the data for suggestions."""

        async def find(execute: Execute) -> ShortList | None:
            place = (self.dialect.search, workspace)
            search = ShortSearch(execute, *place, filter, self._expected_rows)
            return await search.newest(limit=limit, before=before)

        with self._measured("read"):
            short = await self._in_loop.read(find)
        if short is None:
            return await super().find_runs(workspace, filter, limit=limit, before=before)
        if short.is_complete:
            return short.found
        runs = short.found.runs
        rest = limit - len(runs)
        more = await super().find_runs(workspace, filter, limit=rest, before=runs[-1].seq)
        return FoundRuns(runs=[*runs, *more.runs])

    async def write(
        self,
        change: Callable[[Tx], T],
        *,
        key: str | None = None,
        check: bool = False,
        shared: bool = False,
    ) -> T:
        prepared = self._prepare(change)
        with self._measured("write"):
            if check:
                return await self._checks.run_within(CHECK_WITHIN, _write, *prepared)
            if shared:
                with suppress(WriteAlone):
                    return await self._admit(key, self._shared.write, *prepared)
            return await self._admit(key, self._writes.run, _write, *prepared)

    async def _admit(
        self, key: str | None, begin: Callable[[*Ts], asyncio.Future[T]], *args: *Ts
    ) -> T:
        """Begin a write when the gate admits its key, and wait for it."""
        if key is not None:
            await self._gate.enter(key)
        try:
            writing = begin(*args)
        except BaseException:
            if key is not None:
                self._gate.leave(key, locked=False)
            raise
        if key is not None:
            writing.add_done_callback(partial(self._leave, key))
        # A cancelled caller does not cancel the write.
        return await asyncio.shield(writing)

    def _leave(self, key: str, writing: asyncio.Future[Any]) -> None:
        error = None if writing.cancelled() else writing.exception()
        locked = isinstance(error, DBAPIError) and self.dialect.is_locked(error)
        self._gate.leave(key, locked=locked)

    async def _truncate_wal(self) -> None:
        pass  # VACUUM does this


def _open_pool(name: str, url: str, size: int, **settings: str) -> ConnectionPool:
    return ConnectionPool(postgres_engine(url, connections=size, **settings), size, name)


def _write(engine: Engine, work: Callable[[Connection], T], after: Callable[[], None]) -> T:
    for left in reversed(range(_MAX_ATTEMPTS)):
        try:
            with engine.begin() as conn:
                result = work(conn)
            after()
            return result
        except OperationalError as error:
            if not (left and _can_retry(error)):
                raise
    raise AssertionError("unreachable")


def disable_timeouts(conn: Connection) -> None:
    """Disable the role's statement, lock and idle timeouts for this transaction."""
    for name in _TIMEOUTS:
        conn.exec_driver_sql(f"SET LOCAL {name} = 0")


def _can_retry(error: OperationalError) -> bool:
    """Return whether the database rolled the transaction back, so that a retry is safe."""
    return getattr(error.orig, "sqlstate", None) in ("40001", "40P01")


def postgres_engine(url: str, *, connections: int = WRITES, **settings: str) -> Engine:
    """Return an engine with timeouts, whose errors contain no stored values.

    `settings` are those of a session in the database.
    """
    engine = create_engine(
        _with_driver(url),
        pool_size=connections,
        max_overflow=0,
        connect_args=timeout_parameters(url),
        **engine_options(),
    )
    use_pipelines(engine)
    event.listen(engine, "checkout", _check_connection)
    event.listen(engine, "handle_error", _remove_values)
    event.listen(engine, "connect", partial(_set_timeouts, session_statements(url, **settings)))
    return engine


def _set_timeouts(statements: str, connection: psycopg.Connection[Any], _: Any) -> None:
    if statements:
        connection.autocommit = True  # a rollback would undo the settings
        connection.execute(statements)
        connection.autocommit = False


def _check_connection(connection: psycopg.Connection[Any], *_: object) -> None:
    """Discard a connection that the database has closed, as after a restart.

    An idle connection nearly always has nothing to read, and then this takes no round trip.
    Raises: DisconnectionError.
    """
    ready = select_events.poll()
    ready.register(connection.fileno(), select_events.POLLIN)
    if ready.poll(0) and connection.pgconn.exec_(b"").status != ExecStatus.EMPTY_QUERY:
        raise DisconnectionError("the database closed the connection")


def _remove_values(context: ExceptionContext) -> None:
    """Remove stored values from an error: PostgreSQL quotes rows in its messages."""
    error, wrapped = context.original_exception, context.sqlalchemy_exception
    if getattr(error, "sqlstate", None) is None:
        return  # a connection error, which contains no values
    if error.sqlstate == _READ_ONLY:  # type: ignore[attr-defined]
        context.is_disconnect = True  # a new connection may reach the primary
    message = _safe_message(error)  # type: ignore[arg-type]
    error.args = (message,)
    if wrapped is not None:
        wrapped.args = (f"({type(error).__name__}) {message}",)


def _safe_message(error: psycopg.Error) -> str:
    """Return the SQLSTATE and the primary message, unless that quotes values."""
    diag, state = error.diag, str(error.sqlstate)
    about = "" if state.startswith(_DATA_ERRORS) else diag.message_primary or ""
    return f"{about} [{state}]".strip()


def _with_driver(url: str) -> str:
    """Return the URL with SQLAlchemy's driver name for `postgres://` and `postgresql://`."""
    for plain in ("postgresql://", "postgres://"):
        if url.startswith(plain):
            return "postgresql+psycopg://" + url.removeprefix(plain)
    return url
