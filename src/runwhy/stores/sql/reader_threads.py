"""Reads from a SQLite file: in threads, each with its own connection, or in the event loop."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from runwhy.errors import Unavailable

T = TypeVar("T")
Work = Callable[[Connection], Any]


class _Item:
    """A read, and the future that gets its result."""

    __slots__ = ("error", "future", "loop", "result", "work")

    def __init__(self, work: Work) -> None:
        self.work = work
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self.loop.create_future()
        self.result: Any = None
        self.error: BaseException | None = None

    def resolve(self) -> None:
        """Pass on the result, unless the caller was cancelled; called in the event loop."""
        if self.future.done():
            return
        if self.error is None:
            self.future.set_result(self.result)
        else:
            self.future.set_exception(self.error)


class ReaderThreads:
    """Runs reads in at most `size` threads.

    A thread keeps its connection, and the thread that became idle last gets the next read, because
    its pages are still in memory. This takes half of the time of an executor and of a pool of
    connections.
    """

    def __init__(self, engine: Engine, size: int, name: str) -> None:
        self._engine = engine
        self._size = size
        self._name = name
        self._lock = threading.Lock()
        self._threads: list[threading.Thread] = []
        self._idle: list[SimpleQueue[_Item | None]] = []
        self._waiting: deque[_Item] = deque()  # while all threads are busy
        self._closed = False

    def run(self, work: Callable[[Connection], T]) -> asyncio.Future[T]:
        """Run a read in a thread, in a transaction. Raises: Unavailable after `close`."""
        item = _Item(work)
        with self._lock:
            if self._closed:
                raise Unavailable("the store is closed")
            if self._idle:
                self._idle.pop().put(item)
            else:
                self._waiting.append(item)
                if len(self._threads) < self._size:
                    self._add_thread()
        return item.future

    def _add_thread(self) -> None:
        name = f"runwhy-{self._name}-{len(self._threads)}"
        thread = threading.Thread(target=self._read_all, name=name, daemon=True)
        self._threads.append(thread)
        thread.start()

    def close(self) -> None:
        """Finish the reads, and end the threads."""
        with self._lock:
            self._closed = True
            for inbox in self._idle:
                inbox.put(None)
            self._idle.clear()
        for thread in self._threads:
            thread.join()

    def _read_all(self) -> None:
        inbox: SimpleQueue[_Item | None] = SimpleQueue()
        conn: Connection | None = None
        while (item := self._next(inbox)) is not None:
            try:
                conn = conn or self._engine.connect()
                item.result = _read(conn, item.work)
            except BaseException as error:
                item.error = error
                if conn is not None and isinstance(error, DBAPIError):
                    conn.close()  # it may be broken; the next read gets another one
                    conn = None
            with suppress(RuntimeError):  # the loop is closed, so no task waits for the result
                item.loop.call_soon_threadsafe(item.resolve)
            del item  # or the result stays in memory until the next read
        if conn is not None:
            conn.close()

    def _next(self, inbox: SimpleQueue[_Item | None]) -> _Item | None:
        """Wait for the next read; None at the end."""
        with self._lock:
            if self._waiting:
                return self._waiting.popleft()
            if self._closed:
                return None
            self._idle.append(inbox)
        return inbox.get()


class LoopReader:
    """Runs short reads in the event loop, where they take less time than the way to a thread."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._loop = asyncio.get_running_loop()
        self._conn: Connection | None = None

    def read(self, work: Callable[[Connection], T | None]) -> T | None:
        """Run a read; None if it fails or returns None, so that a thread has to run it."""
        if asyncio.get_running_loop() is not self._loop:
            return None
        try:
            conn = self._conn = self._conn or self._connect()
            driver: Any = conn.connection.driver_connection
            driver.execute("BEGIN")
            try:
                return work(conn)
            finally:
                driver.rollback()
        except (DBAPIError, sqlite3.Error):
            self.close()  # the connection may be broken; the next read gets another one
            return None

    def _connect(self) -> Connection:
        conn = self._engine.connect()
        conn.begin()  # for SQLAlchemy it never ends, because each one would take 10 µs
        driver: Any = conn.connection.driver_connection
        driver.rollback()
        driver.execute("PRAGMA busy_timeout = 0")  # the loop must not wait
        return conn

    def close(self) -> None:
        """Close the connection. No thread gets it from the pool, because threads have to wait."""
        if self._conn is not None:
            self._conn.invalidate()
            self._conn.close()
            self._conn = None


def _read(conn: Connection, work: Callable[[Connection], T]) -> T:
    try:
        return work(conn)
    finally:
        if conn.in_transaction():
            conn.rollback()
