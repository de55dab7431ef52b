"""Transactions: how a store reads and writes, in a thread and as the services know it, async."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from typing import Concatenate, ParamSpec, TypeVar

import structlog
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from runwhy.errors import Unavailable
from runwhy.ports import ACTING
from runwhy.stores.sql import log
from runwhy.stores.sql.dialect import Dialect, Tx
from runwhy.stores.sql.migration import SchemaState
from runwhy.telemetry.recorder import SILENT, Telemetry
from runwhy.vault import PLAIN, Vault

P = ParamSpec("P")
T = TypeVar("T")
_log = structlog.get_logger("runwhy.store")


class Transactions(ABC):
    """Reads and writes of a SQL database; `sqlite` and `postgres` say how one is reached."""

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
        """Finish what is being written, and let go of the database."""

    @abstractmethod
    async def schema(self) -> SchemaState:
        """How far the database's schema is; changes nothing."""

    @abstractmethod
    async def _read_tx(self, work: Callable[[Connection], T]) -> T: ...

    @abstractmethod
    async def _write_tx(self, work: Callable[[Connection], T], after: Callable[[], None]) -> T: ...

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

    async def _write(
        self, change: Callable[Concatenate[Tx, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        acting = ACTING.get()  # here, because the work is done by another thread
        done: Tx | None = None

        def work(conn: Connection) -> T:
            nonlocal done
            done = tx = Tx(conn, self.dialect, acting, self._vault)
            result = change(tx, *args, **kwargs)
            log.write_events(tx)
            tx.topics[:] = dict.fromkeys(tx.topics)
            self.dialect.announce(conn, tx.topics)
            return result

        def after() -> None:
            assert done is not None
            self._announce(done.topics)
            self._tell(done)

        return await self._timed("write", self._write_tx(work, after))

    def _tell(self, tx: Tx) -> None:
        try:
            for run in tx.accepted:
                self._telemetry.accepted(run)
            for run, outcome, at in tx.ended:
                self._telemetry.ended(run, outcome, at)
        except Exception as error:  # it is written all the same
            _log.error("could not tell of a run", error=repr(error))

    async def _timed(self, operation: str, answer: Awaitable[T]) -> T:
        began = time.perf_counter()
        try:
            return await self._asked(answer)
        finally:
            self._telemetry.stored(operation, time.perf_counter() - began)

    async def reading(
        self, ask: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Ask something of one's own of the tables."""
        return await self._read(ask, *args, **kwargs)

    async def in_transaction(
        self, change: Callable[Concatenate[Tx, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Do something of one's own to the tables: all of it, or nothing."""
        return await self._write(change, *args, **kwargs)

    async def _asked(self, answer: Awaitable[T], *, why: bool = False) -> T:
        """The answer; when the database cannot give one now, the driver's error becomes ours.

        `why` tells what it said, which may name hosts and users: for who starts the server.
        """
        try:
            return await answer
        except DBAPIError as error:
            if not self.dialect.is_away(error):
                raise
            _log.warning("the database cannot be used", error=str(error.orig))
            said = f": {error.orig}" if why else ""
            raise Unavailable(f"the database cannot be used now{said}") from error

    async def ping(self) -> None:
        await self._read(lambda conn: conn.execute(text("SELECT 1")))
