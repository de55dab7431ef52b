"""Shared commits on PostgreSQL: short writes that arrive together are one transaction."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from typing import Any, TypeVar

import psycopg
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from runwhy.errors import Unavailable
from runwhy.stores.sql.pipeline import pipeline_of
from runwhy.stores.sql.write_items import WriteItem, deliver_results

T = TypeVar("T")

MAX_BATCH = 32  # PostgreSQL keeps up to 64 subtransactions in memory
PER_THREAD = 4  # writes that wait before another thread helps
RETRIED = ("55P03", "40001", "40P01")  # SQLSTATE: lock timeout, serialization, deadlock


class WriteAlone(Exception):
    """The write must be repeated in a separate transaction; nothing was written."""


class SharedWriter:
    """Threads that write to PostgreSQL, each with its own connection.

    Each write of a batch has its own savepoint, so that it does not fail the others. If the
    database reports an error, the whole batch is rolled back, and its writes are repeated one by
    one elsewhere: a write that waits for a lock must not delay the others for longer than the short
    timeout of these connections, which is below PostgreSQL's `deadlock_timeout`.
    """

    def __init__(self, engine: Engine, threads: int) -> None:
        self._engine = engine
        self._queue: deque[WriteItem] = deque()
        self._wake = threading.Condition()
        self._working = 0
        self._stopped = False
        self._threads = [
            threading.Thread(target=self._run, name=f"runwhy-writer_{number}", daemon=True)
            for number in range(threads)
        ]

    def start(self) -> None:
        """Start the threads."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Write everything that is queued, then end the threads."""
        with self._wake:
            self._stopped = True
            self._wake.notify_all()
        for thread in self._threads:
            if thread.is_alive():
                thread.join()

    def write(
        self, work: Callable[[Connection], T], after: Callable[[], None]
    ) -> asyncio.Future[T]:
        """Run `work` in a transaction. The future raises: WriteAlone, or the error of the work."""
        item = WriteItem(work, after)
        with self._wake:
            if self._stopped:
                raise Unavailable("the store is closed")
            self._queue.append(item)
            if len(self._queue) > PER_THREAD * self._working:
                self._wake.notify()
        return item.future

    def _run(self) -> None:
        while batch := self._next_batch():
            self._commit(batch)
            with self._wake:
                self._working -= 1
            deliver_results(batch)

    def _next_batch(self) -> list[WriteItem]:
        with self._wake:
            while not self._queue and not self._stopped:
                self._wake.wait()
            self._working += 1
            return [self._queue.popleft() for _ in range(min(len(self._queue), MAX_BATCH))]

    def _commit(self, batch: list[WriteItem]) -> None:
        try:
            with self._engine.begin() as conn:
                for item in batch:
                    self._attempt(conn, item, alone=len(batch) == 1)
        except BaseException as error:
            repeat = _must_repeat(error, len(batch))
            for item in batch:
                item.error = WriteAlone() if repeat else item.error or error

    def _attempt(self, conn: Connection, item: WriteItem, *, alone: bool) -> None:
        if alone:
            item.result = item.work(conn)
            return
        pipeline = pipeline_of(conn)
        pipeline.send(conn, b"SAVEPOINT item")
        try:
            item.result = item.work(conn)
        except DBAPIError:
            raise
        except Exception as error:
            item.error = error
            pipeline_of(conn).send(conn, b"ROLLBACK TO item")
        pipeline_of(conn).send(conn, b"RELEASE item")


def _must_repeat(error: BaseException, size: int) -> bool:
    """Return whether the writes of a batch, which was rolled back, are repeated one by one."""
    driver: Any = getattr(error, "orig", None)
    if not isinstance(driver, psycopg.Error) or driver.diag.severity_nonlocalized != "ERROR":
        return False  # an error of the work, or a lost connection, which may have committed
    return size > 1 or driver.sqlstate in RETRIED
