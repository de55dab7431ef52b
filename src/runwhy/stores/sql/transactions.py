"""Transactions of a SQL store, run in threads and exposed as async methods."""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from typing import Concatenate, ParamSpec, TypeVar

import structlog
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from runwhy.errors import Locked, Unavailable
from runwhy.ports import AUDIT_CONTEXT
from runwhy.stores.sql import log
from runwhy.stores.sql.dialect import Dialect, Tx
from runwhy.stores.sql.migration import SchemaState
from runwhy.telemetry.recorder import SILENT, Telemetry
from runwhy.vault import PLAIN, Vault

P = ParamSpec("P")
T = TypeVar("T")
PATIENCE = 30.0  # seconds; the locks of a lost server are released well before
_log = structlog.get_logger("runwhy.store")


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
        self._telemetry = telemetry

    @abstractmethod
    async def open(self) -> None:
        """Connect, and bring the schema up to date. Raises: NewerSchema."""

    @abstractmethod
    async def close(self) -> None:
        """Finish pending writes, and disconnect from the database."""

    @abstractmethod
    async def schema(self) -> SchemaState:
        """Return the state of the database's schema without changing it."""

    @abstractmethod
    async def _read_tx(self, work: Callable[[Connection], T], *, check: bool = False) -> T:
        """Run a read; a `check` waits for no other work."""

    @abstractmethod
    async def _write_tx(
        self,
        work: Callable[[Connection], T],
        after: Callable[[], None],
        *,
        key: str | None = None,
        check: bool = False,
    ) -> T:
        """Run a write; those with the same `key` may wait for each other. Raises: Locked."""

    async def _read(
        self, ask: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        reading = self._read_tx(lambda conn: ask(conn, *args, **kwargs))
        return await self._timed("read", reading)

    async def _find(
        self, ask: Callable[Concatenate[Tx, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        reading = self._read_tx(lambda conn: ask(Tx(conn, self.dialect), *args, **kwargs))
        return await self._timed("read", reading)

    async def _check(
        self, ask: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a short read that must not wait for other work."""
        checking = self._read_tx(lambda conn: ask(conn, *args, **kwargs), check=True)
        return await self._timed("read", checking)

    async def _write(
        self, change: Callable[Concatenate[Tx, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        return await self._commit(lambda tx: change(tx, *args, **kwargs))

    async def _beat(
        self, change: Callable[Concatenate[Tx, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a short write that must not wait for other work."""
        return await self._commit(lambda tx: change(tx, *args, **kwargs), check=True)

    async def _write_in(
        self,
        key: str | None,
        change: Callable[Concatenate[Tx, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Run a write that locks rows of the session or run `key`. Raises: Locked."""
        return await self._commit(lambda tx: change(tx, *args, **kwargs), key=key)

    async def _write_patiently(
        self,
        key: str,
        change: Callable[Concatenate[Tx, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Run a worker's write; while the session or run is locked, retry for `PATIENCE` seconds.

        The database rolled the transaction back, so nothing is written twice. Raises: Locked.
        """
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return await self._write_in(key, change, *args, **kwargs)
            except Locked as error:
                if time.monotonic() >= deadline:
                    raise
                await asyncio.sleep(error.retry_after)

    async def _commit(
        self, change: Callable[[Tx], T], *, key: str | None = None, check: bool = False
    ) -> T:
        acting = AUDIT_CONTEXT.get()  # read here: another thread runs the transaction
        done: Tx | None = None

        def work(conn: Connection) -> T:
            nonlocal done
            done = tx = Tx(conn, self.dialect, acting, self._vault)
            result = change(tx)
            log.write_events(tx)
            tx.topics[:] = dict.fromkeys(tx.topics)
            self.dialect.announce(conn, tx.topics)
            return result

        def after() -> None:
            assert done is not None
            self._announce(done.topics)
            self._record_telemetry(done)

        return await self._timed("write", self._write_tx(work, after, key=key, check=check))

    def _record_telemetry(self, tx: Tx) -> None:
        try:
            for run in tx.accepted:
                self._telemetry.accepted(run)
            for run, outcome, at in tx.ended:
                self._telemetry.ended(run, outcome, at)
        except Exception as error:  # the transaction is committed all the same
            _log.error("store.telemetry_failed", error=repr(error))

    async def _timed(self, operation: str, answer: Awaitable[T]) -> T:
        began = time.perf_counter()
        try:
            return await self._translate_errors(answer)
        finally:
            self._telemetry.stored(operation, time.perf_counter() - began)

    async def reading(
        self, ask: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a custom read on the tables."""
        return await self._read(ask, *args, **kwargs)

    async def in_transaction(
        self, change: Callable[Concatenate[Tx, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a custom change on the tables in one transaction."""
        return await self._write(change, *args, **kwargs)

    async def _translate_errors(self, answer: Awaitable[T], *, detailed: bool = False) -> T:
        """Await a result, and raise `Unavailable` when the database cannot be reached, or `Locked`.

        `detailed` adds the driver's message, which may name hosts and users, so only the operator
        who starts the server gets it.
        """
        try:
            return await answer
        except DBAPIError as error:
            if self.dialect.is_locked(error):
                _log.warning("store.lock_timeout", error=str(error.orig))
                raise Locked from error
            if not self.dialect.is_unavailable(error):
                raise
            _log.warning("store.database_unavailable", error=str(error.orig))
            reason = f": {error.orig}" if detailed else ""
            raise Unavailable(f"the database is unavailable{reason}") from error

    async def ping(self) -> None:
        await self._check(lambda conn: conn.execute(text("SELECT 1")))
