"""Transactions of a SQL store, run in threads and exposed as async methods."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from asyncio import to_thread
from collections.abc import Callable, Sequence
from typing import Concatenate, ParamSpec, TypeVar

import structlog
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from runwhy.errors import Locked, Unavailable
from runwhy.ports import AUDIT_CONTEXT
from runwhy.stores.sql import log
from runwhy.stores.sql.dialect import Dialect, Tx
from runwhy.stores.sql.known_columns import KnownColumns
from runwhy.stores.sql.known_turns import KnownTurns
from runwhy.stores.sql.migration import SchemaState
from runwhy.telemetry.recorder import SILENT, Telemetry
from runwhy.vault import PLAIN, Vault

P = ParamSpec("P")
T = TypeVar("T")
_log = structlog.get_logger("runwhy.store")


class _Measured:
    """The time of a read or write. A generator would take three times as long."""

    __slots__ = ("_began", "_kind", "_of")

    def __init__(self, of: Transactions, kind: str) -> None:
        self._of = of
        self._kind = kind
        self._began = time.perf_counter()

    def __enter__(self) -> None:
        pass

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        self._of.telemetry.stored(self._kind, time.perf_counter() - self._began)
        if isinstance(error, DBAPIError):
            self._of.translate(error)


class Transactions(ABC):
    """Reads and writes on a SQL database; `sqlite` and `postgres` provide the connections."""

    dialect: Dialect

    def __init__(
        self,
        announce: Callable[[Sequence[str]], None],
        vault: Vault = PLAIN,
        telemetry: Telemetry = SILENT,
    ) -> None:
        self._announce = announce
        self._vault = vault
        self.telemetry = telemetry
        self._cache: dict[tuple[str, int], object] = {}
        self.known_turns = KnownTurns()
        self.known_columns = KnownColumns()

    async def open(self) -> None:
        """Connect, and bring the schema up to date. Raises: NewerSchema, Unavailable."""
        try:
            await to_thread(self._migrate)
        except DBAPIError as error:
            # The driver's message may name hosts and users; the operator who starts the server
            # gets it.
            self.translate(error, detail=f": {error.orig}")
            raise

    @abstractmethod
    def _migrate(self) -> None:
        """Migrate the database to the newest version."""

    @abstractmethod
    async def close(self) -> None:
        """Finish pending writes, and disconnect from the database."""

    @abstractmethod
    async def schema(self) -> SchemaState:
        """Return the state of the database's schema without changing it."""

    @abstractmethod
    async def read(
        self,
        work: Callable[[Connection], T],
        *,
        check: bool = False,
        short: Callable[[Connection], T | None] | None = None,
    ) -> T:
        """Run a read; a `check` waits for no other work. Raises: Unavailable.

        `short` is the same read if it takes less time than the way to a thread, else it returns
        None.
        """

    @abstractmethod
    async def write(
        self,
        change: Callable[[Tx], T],
        *,
        key: str | None = None,
        check: bool = False,
        shared: bool = False,
    ) -> T:
        """Run a change in one transaction, then announce it. Raises: Locked, Unavailable.

        Writes with the same `key` may wait for each other; a `check` waits for no other work. A
        `shared` one is short, and may be committed together with others.
        """

    def reading_tx(self, conn: Connection) -> Tx:
        """Return a transaction that only reads; it shares the compiled statements of the store."""
        return Tx(
            conn,
            self.dialect,
            cache=self._cache,
            known_turns=self.known_turns,
            known_columns=self.known_columns,
        )

    def _prepare(
        self, change: Callable[[Tx], T]
    ) -> tuple[Callable[[Connection], T], Callable[[], None]]:
        """Return a change as work for a connection, and the callbacks after its commit."""
        acting = AUDIT_CONTEXT.get()  # read here: another thread runs the transaction
        done: Tx | None = None

        def work(conn: Connection) -> T:
            nonlocal done
            shared = (self._cache, self.known_turns, self.known_columns)
            done = tx = Tx(conn, self.dialect, acting, self._vault, *shared)
            result = change(tx)
            for step in tx.last_steps:
                step(tx)
            log.write_events(tx)
            tx.topics[:] = dict.fromkeys(tx.topics)
            return result

        def after() -> None:
            assert done is not None
            self._announce(done.topics)
            self._record_telemetry(done)

        return work, after

    def _measured(self, kind: str) -> _Measured:
        """Report how long a read or write takes, and translate the errors of the database."""
        return _Measured(self, kind)

    def _record_telemetry(self, tx: Tx) -> None:
        try:
            for run in tx.accepted:
                self.telemetry.accepted(run)
            for run, outcome, at in tx.ended:
                self.telemetry.ended(run, outcome, at)
        except Exception as error:  # the transaction is committed all the same
            _log.error("store.telemetry_failed", error=repr(error))

    def translate(self, error: DBAPIError, *, detail: str = "") -> None:
        """Raise `Locked`, or `Unavailable` when the database cannot be reached; or return."""
        if self.dialect.is_locked(error):
            _log.warning("store.lock_timeout", error=str(error.orig))
            raise Locked from error
        if self.dialect.is_unavailable(error):
            _log.warning("store.database_unavailable", error=str(error.orig))
            raise Unavailable(f"the database is unavailable{detail}") from error

    async def reading(
        self, ask: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a custom read on the tables."""
        return await self.read(lambda conn: ask(conn, *args, **kwargs))

    async def in_transaction(
        self, change: Callable[Concatenate[Tx, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a custom change on the tables in one transaction."""
        return await self.write(lambda tx: change(tx, *args, **kwargs))


def read_with(engine: Engine, work: Callable[[Connection], T]) -> T:
    """Run a read with a connection of the engine."""
    with engine.connect() as conn:
        return work(conn)
