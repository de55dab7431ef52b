"""Group commit: writers that come while a commit is under way share the next one."""

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
WRITING = {"runwhy_writes": True}  # marks the connections that lock the file when they begin

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

    Each piece of work is all or nothing by itself (a savepoint); those of one batch become
    durable together, and only then does anybody hear of success.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._waiting: deque[_Item] = deque()
        self._wake = threading.Condition()
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name="runwhy-writer", daemon=True)

    def start(self) -> None:
        """Begin to write."""
        self._thread.start()

    def stop(self) -> None:
        """Write what is waiting, then end."""
        with self._wake:
            self._stopped = True
            self._wake.notify()
        if self._thread.is_alive():
            self._thread.join()

    async def write(self, work: Callable[[Connection], T], after: Callable[[], None]) -> T:
        """Do `work` in a transaction; `after` is called once it is durable."""
        item = _Item(work, after)
        with self._wake:
            if self._stopped:
                raise Unavailable("the store is closed")
            self._waiting.append(item)
            self._wake.notify()
        # A caller that goes away does not undo what it asked for.
        result: T = await asyncio.shield(item.future)
        return result

    def _run(self) -> None:
        with self._engine.connect().execution_options(**WRITING) as conn:
            while batch := self._take():
                self._commit(conn, batch)
                self._answer(batch)

    def _take(self) -> list[_Item]:
        with self._wake:
            while not self._waiting and not self._stopped:
                self._wake.wait()
            count = min(len(self._waiting), MAX_BATCH)
            return [self._waiting.popleft() for _ in range(count)]

    def _commit(self, conn: Connection, batch: list[_Item]) -> None:
        try:
            with conn.begin():
                for item in batch:
                    self._attempt(conn, item, alone=len(batch) == 1)
        except BaseException as error:  # the commit failed: nobody was written
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
        driver = conn.connection.driver_connection  # cheaper than SQLAlchemy's own savepoints
        assert driver is not None
        driver.execute("SAVEPOINT item")
        try:
            item.result = item.work(conn)
        except BaseException as error:
            item.error = error
            if not driver.in_transaction:  # the database undid all of it: the disk is full
                raise
            driver.execute("ROLLBACK TO item")
        driver.execute("RELEASE item")

    def _answer(self, batch: list[_Item]) -> None:
        for item in batch:
            if item.error is None:
                _tell(item)
        by_loop: dict[asyncio.AbstractEventLoop, list[_Item]] = {}
        for item in batch:
            by_loop.setdefault(item.loop, []).append(item)
        for loop, items in by_loop.items():
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                loop.call_soon_threadsafe(_resolve, items)


def _tell(item: _Item) -> None:
    try:
        item.after()
    except Exception as error:  # it is written all the same, and the next ones must be too
        _log.error("could not tell of a change", error=repr(error))


def _resolve(items: list[_Item]) -> None:
    for item in items:
        if item.future.done():
            continue
        if item.error is not None:
            item.future.set_exception(item.error)
            item.future.exception()  # whoever asked may have gone away: that is no bug of ours
        else:
            item.future.set_result(item.result)
