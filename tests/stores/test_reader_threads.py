"""Reads from a SQLite file, in threads and in the event loop."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import OperationalError

from runwhy.errors import Conflict, Unavailable
from runwhy.stores.sql.clauses import Clause, execute
from runwhy.stores.sql.reader_threads import LoopReader, ReaderThreads
from runwhy.stores.sqlite import sqlite_engine

pytestmark = pytest.mark.anyio


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = sqlite_engine(tmp_path / "test.db")
    with engine.begin() as conn:
        conn.exec_driver_sql("CREATE TABLE t (n INTEGER PRIMARY KEY)")
    yield engine
    engine.dispose()


@pytest.fixture
def readers(engine: Engine) -> Iterator[ReaderThreads]:
    readers = ReaderThreads(engine, 2, "test")
    yield readers
    readers.close()


def count(conn: Connection) -> int:
    return int(execute(conn, Clause("SELECT count(*) FROM t")).scalar())


def add_row(engine: Engine) -> None:
    with engine.begin() as conn:
        conn.exec_driver_sql("INSERT INTO t DEFAULT VALUES")


async def test_each_read_sees_what_was_committed_before_it_began(
    engine: Engine, readers: ReaderThreads
) -> None:
    assert await readers.run(count) == 0
    add_row(engine)
    assert await readers.run(count) == 1


async def test_the_statements_of_a_read_see_one_snapshot(
    engine: Engine, readers: ReaderThreads
) -> None:
    def count_twice(conn: Connection) -> tuple[int, int]:
        first = count(conn)
        add_row(engine)
        return first, count(conn)

    assert await readers.run(count_twice) == (0, 0)


async def test_more_reads_than_threads_all_get_their_own_results(readers: ReaderThreads) -> None:
    def number(value: int) -> Any:
        return lambda conn: value + count(conn)

    assert await asyncio.gather(*(readers.run(number(n)) for n in range(50))) == list(range(50))


async def test_an_error_reaches_the_caller_and_the_thread_goes_on(readers: ReaderThreads) -> None:
    def refuse(conn: Connection) -> None:
        count(conn)
        raise Conflict("no")

    with pytest.raises(Conflict):
        await readers.run(refuse)
    with pytest.raises(OperationalError):
        await readers.run(lambda conn: execute(conn, Clause("SELECT * FROM missing")))
    assert await readers.run(count) == 0


async def test_a_cancelled_caller_does_not_disturb_the_next_read(readers: ReaderThreads) -> None:
    begun, go = threading.Event(), threading.Event()

    def wait(conn: Connection) -> None:
        begun.set()
        go.wait(10)

    waiting = asyncio.ensure_future(readers.run(wait))
    await asyncio.to_thread(begun.wait, 10)
    waiting.cancel()
    go.set()
    assert await readers.run(count) == 0


async def test_reads_that_wait_are_finished_at_the_end_and_later_ones_refused(
    engine: Engine,
) -> None:
    readers = ReaderThreads(engine, 1, "test")
    begun, go = threading.Event(), threading.Event()

    def wait(conn: Connection) -> str:
        begun.set()
        go.wait(10)
        return "done"

    reads = [readers.run(wait), readers.run(count)]
    await asyncio.to_thread(begun.wait, 10)
    closing = asyncio.ensure_future(asyncio.to_thread(readers.close))
    go.set()
    assert await asyncio.gather(*reads) == ["done", 0]
    await closing
    with pytest.raises(Unavailable):
        await readers.run(count)


async def test_a_read_in_the_loop_sees_what_was_committed_before_it_and_one_snapshot(
    engine: Engine,
) -> None:
    reader = LoopReader(engine)

    def count_twice(conn: Connection) -> tuple[int, int]:
        first = count(conn)
        add_row(engine)
        return first, count(conn)

    assert reader.read(count) == 0
    assert reader.read(count_twice) == (0, 0)
    assert reader.read(count_twice) == (1, 1)
    reader.close()


async def test_a_read_that_fails_in_the_loop_is_left_to_a_thread(engine: Engine) -> None:
    reader = LoopReader(engine)

    assert reader.read(lambda conn: execute(conn, Clause("SELECT * FROM missing"))) is None
    assert reader.read(count) == 0
    reader.close()


async def test_a_read_in_the_loop_waits_for_no_lock(engine: Engine, tmp_path: Path) -> None:
    reader = LoopReader(engine)
    with engine.connect() as conn:
        driver: Any = conn.connection.driver_connection
        driver.execute("PRAGMA journal_mode=DELETE")
    other = sqlite3.connect(tmp_path / "test.db", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    assert reader.read(count) is None
    other.execute("ROLLBACK")
    assert reader.read(count) == 0
    reader.close()
    other.close()


async def test_another_loop_does_not_use_the_connection(engine: Engine) -> None:
    reader = LoopReader(engine)

    async def read() -> int | None:
        return reader.read(count)

    assert await asyncio.to_thread(lambda: asyncio.run(read())) is None
    reader.close()
