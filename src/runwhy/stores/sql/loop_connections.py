"""Short reads from PostgreSQL in the event loop, without a thread."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import psycopg
from psycopg.errors import error_from_result
from psycopg.pq import ConnStatus, ExecStatus
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from runwhy.stores.sql.clauses import Clause, Found
from runwhy.stores.sql.pipeline import found_rows, send_clause

T = TypeVar("T")
Execute = Callable[[Clause], Awaitable[Found]]

STATEMENT_TIMEOUT = "250ms"  # a read that takes longer belongs in a thread
WITHIN = 1.0  # seconds for all statements of a read, if the database does not answer at all
CLOSED = -1  # instead of a descriptor
RETRY_AFTER = 1.0  # seconds after a failed connection, so that a busy database gets few attempts


class LoopConnections:
    """A few connections for reads that take less time than the way to a thread and back.

    A read is never repeated or waited for here: if no connection is free, or a statement fails or
    takes long, the caller gets None and reads in a thread. Each statement is a transaction.
    """

    def __init__(self, engine: Engine, size: int) -> None:
        self._engine = engine
        self._size = size
        self._loop: asyncio.AbstractEventLoop | None = None
        self._open: set[_LoopConnection] = set()
        self._idle: list[_LoopConnection] = []
        self._connecting: asyncio.Task[None] | None = None
        self._connect_at = 0.0  # by the clock of the loop, and not before
        self._closed = False

    async def read(self, work: Callable[[Execute], Awaitable[T | None]]) -> T | None:
        """Run a read; None if it returns None or cannot be run here."""
        connection = self._take()
        if connection is None:
            return None
        try:
            async with asyncio.timeout(WITHIN):
                return await work(connection.execute)
        except (psycopg.Error, TimeoutError):
            return None
        finally:
            self._put_back(connection)

    def _take(self) -> _LoopConnection | None:
        loop = asyncio.get_running_loop()
        if self._loop is None:
            self._loop = loop
        if self._loop is not loop or self._closed:
            return None
        while self._idle:
            if (found := self._idle.pop()).usable:
                return found
            self._discard(found)
        is_missing = self._connecting is None and len(self._open) < self._size
        if is_missing and loop.time() >= self._connect_at:
            self._connecting = loop.create_task(self.connect())
            self._connecting.add_done_callback(self._connected)
        return None

    def _connected(self, _: asyncio.Task[None]) -> None:
        self._connecting = None

    def _put_back(self, connection: _LoopConnection) -> None:
        if connection.usable and not self._closed:
            self._idle.append(connection)
        else:  # an answer may still arrive
            self._discard(connection)

    def _discard(self, connection: _LoopConnection) -> None:
        self._open.discard(connection)
        connection.close()

    async def connect(self) -> None:
        """Open a connection for later reads; without one, reads in threads report the error."""
        loop = self._loop = self._loop or asyncio.get_running_loop()
        try:
            driver = await asyncio.to_thread(self._new_driver)
        except (psycopg.Error, SQLAlchemyError):
            self._connect_at = loop.time() + RETRY_AFTER
            return
        connection = _LoopConnection(driver, loop)
        self._open.add(connection)
        self._put_back(connection)

    def _new_driver(self) -> psycopg.Connection[Any]:
        fairy = self._engine.raw_connection()
        driver: Any = fairy.driver_connection
        fairy.detach()
        driver.autocommit = True
        # Also if the URL has a longer timeout: a statement that is given up must not run on.
        driver.execute(f"SET statement_timeout = '{STATEMENT_TIMEOUT}'")
        driver.pgconn.nonblocking = 1
        return driver  # type: ignore[no-any-return]

    async def close(self) -> None:
        """Disconnect. Reads that wait for an answer get None."""
        self._closed = True
        if self._connecting is not None and self._loop is asyncio.get_running_loop():
            await self._connecting
        for connection in list(self._open):
            self._discard(connection)
        self._engine.dispose()


class _LoopConnection:
    """A connection whose answers are read when its socket becomes readable."""

    def __init__(self, driver: psycopg.Connection[Any], loop: asyncio.AbstractEventLoop) -> None:
        self._driver = driver
        self._pgconn = driver.pgconn
        self._loop = loop
        self._waiting: asyncio.Future[Any] | None = None
        self._result: Any = None
        self.usable = True
        # A copy of the descriptor: libpq closes the original when it finds that the connection is
        # lost. Then the loop would not notice this, and not watch the next socket with that number.
        self._descriptor = os.dup(self._pgconn.socket)
        loop.add_reader(self._descriptor, self._read)

    async def execute(self, statement: Clause) -> Found:
        """Execute one statement. Raises: psycopg.Error."""
        self.usable = False  # until its answer is read
        waiting = self._waiting = self._loop.create_future()
        send_clause(self._pgconn, statement.text, statement.values)
        if self._pgconn.flush():
            raise psycopg.OperationalError("the database does not read the statement")
        result = await waiting
        if result.status != ExecStatus.TUPLES_OK:
            raise error_from_result(result)
        return Found(*found_rows(result))

    def _read(self) -> None:
        """Read the received data; the answer is complete if no result follows."""
        try:
            self._pgconn.consume_input()
            while not self._pgconn.is_busy():
                result = self._pgconn.get_result()
                if result is None:
                    self._resolve()
                    break
                self._result = result
        except psycopg.Error:
            self.close()

    def _resolve(self) -> None:
        result, self._result = self._result, None
        if self._pgconn.status != ConnStatus.OK:
            self.close()
        elif result is not None:  # else it is a notice, not an answer
            waiting, self._waiting = self._waiting, None
            self.usable = True
            if waiting is not None and not waiting.done():
                waiting.set_result(result)

    def close(self) -> None:
        """Close the connection, also while an answer is on its way."""
        self.usable = False
        if self._descriptor != CLOSED:
            if not self._loop.is_closed():  # else nothing waits any more
                self._loop.remove_reader(self._descriptor)
            os.close(self._descriptor)
            self._descriptor = CLOSED
        self._driver.close()
        waiting, self._waiting = self._waiting, None
        if waiting is not None and not waiting.done():
            waiting.set_exception(psycopg.OperationalError("the connection was closed"))
