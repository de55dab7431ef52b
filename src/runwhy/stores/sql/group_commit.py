"""Group commit on SQLite: writes that arrive during a commit share the next one."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Connection, Engine

from runwhy.errors import Unavailable
from runwhy.stores.sql.write_items import WriteItem, deliver_results

T = TypeVar("T")

MAX_BATCH = 128
WRITING = {"runwhy_writes": True}  # marks connections that lock the file when they begin


class GroupWriter:
    """The one thread that writes to a SQLite file.

    Each write is atomic because it has its own savepoint. The writes of a batch are committed
    together, and callers get their results only after the commit.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._queue: deque[WriteItem] = deque()
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
        item = WriteItem(work, after)
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
                deliver_results(batch)

    def _next_batch(self) -> list[WriteItem]:
        with self._wake:
            while not self._queue and not self._stopped:
                self._wake.wait()
            count = min(len(self._queue), MAX_BATCH)
            return [self._queue.popleft() for _ in range(count)]

    def _commit(self, conn: Connection, batch: list[WriteItem]) -> None:
        try:
            with conn.begin():
                for item in batch:
                    self._attempt(conn, item, alone=len(batch) == 1)
        except BaseException as error:  # the commit failed, so nothing was written
            for item in batch:
                item.error = item.error or error

    def _attempt(self, conn: Connection, item: WriteItem, *, alone: bool) -> None:
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
