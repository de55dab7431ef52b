"""Group commit: writes that arrive during a commit share the next one."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

import structlog
from sqlalchemy import Connection, Engine

from runwhy.errors import Unavailable

T = TypeVar("T")
Work = Callable[[Connection], Any]

MAX_BATCH = 128
WRITING = {"runwhy_writes": True}  # marks connections that lock the file when they begin

_log = structlog.get_logger("runwhy.store")


class _Item:
    __slots__ = ("after", "error", "future", "loop", "result", "work")

    def __init__(self, work: Work, after: Callable[[], None]) -> None:
        loop = asyncio.get_running_loop()
        self.work = work
        self.after = after
        self.loop = loop
        self.future: asyncio.Future[Any] = loop.create_future()
        self.result: Any = None
        self.error: BaseException | None = None


class GroupWriter:
    """The one thread that writes to a SQLite file.

    Each write is atomic because it has its own savepoint. The writes of a batch are committed
    together, and callers get their results only after the commit.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._queue: deque[_Item] = deque()
        self._wake = threading.Condition()
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name="runwhy-writer", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Write everything that is queued, then end the thread."""
        with self._wake:
            self._stopped = True
            self._wake.notify()
        if self._thread.is_alive():
            self._thread.join()

    async def write(self, work: Callable[[Connection], T], after: Callable[[], None]) -> T:
        """Run `work` in a transaction; `after` is called once the transaction is committed."""
        item = _Item(work, after)
        with self._wake:
            if self._stopped:
                raise Unavailable("the store is closed")
            self._queue.append(item)
            self._wake.notify()
        # A cancelled caller does not cancel the write.
        result: T = await asyncio.shield(item.future)
        return result

    def _run(self) -> None:
        with self._engine.connect().execution_options(**WRITING) as conn:
            while batch := self._next_batch():
                self._commit(conn, batch)
                self._deliver_results(batch)

    def _next_batch(self) -> list[_Item]:
        with self._wake:
            while not self._queue and not self._stopped:
                self._wake.wait()
            count = min(len(self._queue), MAX_BATCH)
            return [self._queue.popleft() for _ in range(count)]

    def _commit(self, conn: Connection, batch: list[_Item]) -> None:
        try:
            with conn.begin():
                for item in batch:
                    self._attempt(conn, item, alone=len(batch) == 1)
        except BaseException as error:  # the commit failed, so nothing was written
            for item in batch:
                item.error = item.error or error

    def _attempt(self, conn: Connection, item: _Item, *, alone: bool) -> None:
        if alone:
            try:
                item.result = item.work(conn)
            except BaseException as error:
                item.error = error
                raise
            return
        driver = conn.connection.driver_connection  # cheaper than SQLAlchemy's savepoints
        assert driver is not None
        driver.execute("SAVEPOINT item")
        try:
            item.result = item.work(conn)
        except BaseException as error:
            item.error = error
            if not driver.in_transaction:  # SQLite rolled everything back, as with a full disk
                raise
            driver.execute("ROLLBACK TO item")
        driver.execute("RELEASE item")

    def _deliver_results(self, batch: list[_Item]) -> None:
        for item in batch:
            if item.error is None:
                _run_callback(item)
        by_loop: dict[asyncio.AbstractEventLoop, list[_Item]] = {}
        for item in batch:
            by_loop.setdefault(item.loop, []).append(item)
        for loop, items in by_loop.items():
            with suppress(RuntimeError):  # the loop is closed, so no task waits for the result
                loop.call_soon_threadsafe(_resolve, items)


def _run_callback(item: _Item) -> None:
    try:
        item.after()
    except Exception as error:  # the item is committed, and other items must still be handled
        _log.error("store.announce_failed", error=repr(error))


def _resolve(items: list[_Item]) -> None:
    for item in items:
        if item.future.done():
            continue
        if item.error is not None:
            item.future.set_exception(item.error)
            item.future.exception()  # marks it as retrieved, in case the caller was cancelled
        else:
            item.future.set_result(item.result)
