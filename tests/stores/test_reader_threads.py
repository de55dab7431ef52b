"""The threads that read from a SQLite file."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import OperationalError

from runwhy.errors import Conflict, Unavailable
from runwhy.stores.sql.clauses import Clause, execute
from runwhy.stores.sql.reader_threads import ReaderThreads
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
