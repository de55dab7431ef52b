"""Group commit on SQLite: writes that arrive during a commit share the next one."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, RootTransaction
from sqlalchemy.exc import OperationalError

from runwhy.errors import Unavailable
from runwhy.stores.sql.write_items import WriteItem, deliver_results, resolve_items, run_callbacks

T = TypeVar("T")

MAX_BATCH = 128
MAX_SHORT = 32  # short writes in one batch, during which the event loop does nothing else
LOCK_WAIT = 30_000  # milliseconds that the thread waits for another program that writes
WRITING = {"runwhy_writes": True}  # marks connections that lock the file when they begin


class _Turn(Enum):
    """The user of the connection, who checks the queue afterwards."""

    NOBODY = "nobody"
    LOOP = "loop"
    THREAD = "thread"


class GroupWriter:
    """Writes to a SQLite file, one batch of writes at a time.

    Each write is atomic because it has its own savepoint. The writes of a batch are committed
    together, and callers get their results only after the commit.

    The statements of short writes run in the event loop, and only their commit, which waits for the
    disk, in a thread. In a thread, every statement would hand over the interpreter lock twice,
    which takes more CPU time than the statement. All other writes run in the thread.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._queue: deque[WriteItem] = deque()
        self._wake = threading.Condition()
        self._stopped = False
        self._turn = _Turn.NOBODY
        self._conn: Connection | None = None
        self._loop: asyncio.AbstractEventLoop | None = None  # runs short writes
        self._executed: tuple[RootTransaction, list[WriteItem]] | None = None
        self._thread = threading.Thread(target=self._run, name="runwhy-writer", daemon=True)

    def start(self, loop: asyncio.AbstractEventLoop | None = None) -> None:
        """Start the thread; short writes run in the loop, if there is one."""
        self._loop = loop
        self._thread.start()

    def stop(self) -> None:
        """Write everything that is queued, then end the thread."""
        with self._wake:
            self._stopped = True
            if self._loop is not None and not self._loop.is_running():
                self._turn = _Turn.THREAD
            self._wake.notify()
        if self._thread.is_alive():
            self._thread.join()

    async def write(
        self, work: Callable[[Connection], T], after: Callable[[], None], *, short: bool = False
    ) -> T:
        """Run `work` in a transaction; `after` is called once the transaction is committed.

        A caller that is cancelled does not cancel the write.
        """
        item = WriteItem(work, after)
        item.short = short and item.loop is self._loop
        with self._wake:
            if self._stopped:
                raise Unavailable("the store is closed")
            self._queue.append(item)
            if self._turn is _Turn.NOBODY:
                self._pass_turn()
        result: T = await item.future
        return result

    def _pass_turn(self) -> None:
        """Choose who runs the next batch. Called with the lock, in the loop or the thread."""
        loop = self._loop
        if not self._queue:
            self._turn = _Turn.NOBODY
        elif self._queue[0].short and self._conn is not None and loop is not None:
            self._turn = _Turn.LOOP
            try:
                if threading.current_thread() is self._thread:
                    loop.call_soon_threadsafe(self._execute, self._conn)
                else:
                    loop.call_soon(self._execute, self._conn)
            except RuntimeError:  # the loop is closed
                self._turn = _Turn.THREAD
        else:
            self._turn = _Turn.THREAD
        if self._turn is not _Turn.LOOP:
            self._wake.notify()

    def _execute(self, conn: Connection) -> None:
        """Execute the next short writes in the loop, and leave their commit to the thread."""
        with self._wake:
            if self._turn is not _Turn.LOOP:
                return  # the writer stopped
            batch = self._take(MAX_SHORT, lambda item: item.short)
        transaction: RootTransaction | None = None
        try:
            transaction = conn.begin()
            for item in batch:
                _attempt(conn, item, alone=len(batch) == 1)
        except BaseException as error:
            if transaction is None and _is_busy(error):
                self._leave_to_thread(batch)
                return
            _fail(batch, error, transaction)
            self._settle(batch)
            return
        with self._wake:
            self._executed = (transaction, batch)
            self._wake.notify()

    def _leave_to_thread(self, batch: Sequence[WriteItem]) -> None:
        """Let the thread wait for another program that writes."""
        with self._wake:
            self._queue.extendleft(reversed(batch))
            self._turn = _Turn.THREAD
            self._wake.notify()

    def _settle(self, batch: Sequence[WriteItem]) -> None:
        """Pass on the results in the loop. Writes that they cause join the next batch."""
        run_callbacks(batch)
        resolve_items(batch)
        with self._wake:
            if self._turn is _Turn.LOOP:
                self._pass_turn()

    def _run(self) -> None:
        with self._engine.connect().execution_options(**WRITING) as conn:
            _driver(conn).execute("PRAGMA busy_timeout = 0")  # the loop must not wait
            self._conn = conn
            while self._wait_for_work():
                if self._executed is not None:
                    self._commit_executed(*self._executed)
                else:
                    self._write_batch(conn)

    def _wait_for_work(self) -> bool:
        with self._wake:
            if self._turn is _Turn.NOBODY:
                self._pass_turn()
            while self._executed is None and self._turn is not _Turn.THREAD:
                if self._stopped and self._turn is _Turn.NOBODY:
                    return False
                self._wake.wait()
            return self._executed is not None or bool(self._queue) or not self._stopped

    def _commit_executed(self, transaction: RootTransaction, batch: list[WriteItem]) -> None:
        try:
            transaction.commit()
        except BaseException as error:  # nothing was written
            _fail(batch, error, transaction)
        self._executed = None
        assert self._loop is not None
        try:
            self._loop.call_soon_threadsafe(self._settle, batch)
        except RuntimeError:  # the loop is closed, so no task waits for the result
            with self._wake:
                self._pass_turn()

    def _write_batch(self, conn: Connection) -> None:
        with self._wake:
            batch = self._take(MAX_BATCH, lambda item: True)
        transaction: RootTransaction | None = None
        try:
            transaction = _begin_patiently(conn)
            for item in batch:
                _attempt(conn, item, alone=len(batch) == 1)
            transaction.commit()
        except BaseException as error:  # the commit failed, so nothing was written
            _fail(batch, error, transaction)
        deliver_results(batch)
        with self._wake:
            self._pass_turn()

    def _take(self, most: int, matches: Callable[[WriteItem], bool]) -> list[WriteItem]:
        batch: list[WriteItem] = []
        while self._queue and len(batch) < most and matches(self._queue[0]):
            batch.append(self._queue.popleft())
        return batch


def _begin_patiently(conn: Connection) -> RootTransaction:
    """Begin a transaction, and wait for another program that writes."""
    try:
        return conn.begin()
    except OperationalError as error:
        if not _is_busy(error):
            raise
    _driver(conn).execute(f"PRAGMA busy_timeout = {LOCK_WAIT}")
    try:
        return conn.begin()
    finally:
        _driver(conn).execute("PRAGMA busy_timeout = 0")


def _is_busy(error: BaseException) -> bool:
    code = getattr(getattr(error, "orig", None), "sqlite_errorcode", 0)
    return code & 0xFF == sqlite3.SQLITE_BUSY


def _fail(
    batch: Sequence[WriteItem], error: BaseException, transaction: RootTransaction | None
) -> None:
    """Roll back, and set the error of each write without one."""
    for item in batch:
        item.error = item.error or error
    if transaction is not None and transaction.is_active:
        transaction.rollback()


def _attempt(conn: Connection, item: WriteItem, *, alone: bool) -> None:
    if alone:
        item.result = item.work(conn)
        return
    driver = _driver(conn)  # cheaper than SQLAlchemy's savepoints
    driver.execute("SAVEPOINT item")
    try:
        item.result = item.work(conn)
    except BaseException as error:
        item.error = error
        if not driver.in_transaction:  # SQLite rolled everything back, as with a full disk
            raise
        driver.execute("ROLLBACK TO item")
    driver.execute("RELEASE item")


def _driver(conn: Connection) -> Any:
    return conn.connection.dbapi_connection
