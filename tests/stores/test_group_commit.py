"""Writes to a SQLite file: short ones in the event loop, others in a thread."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import OperationalError

from runwhy.errors import Conflict, Unavailable
from runwhy.stores.sql.group_commit import GroupWriter
from runwhy.stores.sqlite import sqlite_engine

pytestmark = pytest.mark.anyio


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = sqlite_engine(tmp_path / "test.db")
    with engine.begin() as conn:
        conn.exec_driver_sql("CREATE TABLE t (n INTEGER PRIMARY KEY, text TEXT)")
        conn.exec_driver_sql("CREATE VIRTUAL TABLE words USING fts5 (w, content='', detail=none)")
    yield engine
    engine.dispose()


@pytest.fixture
def writer(engine: Engine) -> Iterator[GroupWriter]:
    writer = GroupWriter(engine)
    writer.start()
    yield writer
    writer.stop()


@pytest.fixture
async def loop_writer(engine: Engine) -> AsyncIterator[GroupWriter]:
    """A writer that runs short writes in the event loop."""
    writer = GroupWriter(engine)
    writer.start(asyncio.get_running_loop())
    await writer.write(lambda conn: None, lambda: None)  # the thread has connected
    yield writer
    await asyncio.to_thread(writer.stop)


def adding(number: int, text: str = "x") -> Any:
    def add(conn: Connection) -> int:
        conn.exec_driver_sql("INSERT INTO t VALUES (?, ?)", (number, text))
        conn.exec_driver_sql("INSERT INTO words (rowid, w) VALUES (?, ?)", (number, f"w{number}"))
        return number

    return add


def failing(number: int) -> Any:
    def fail(conn: Connection) -> int:
        adding(number)(conn)
        raise Conflict("no")

    return fail


def numbers(engine: Engine) -> list[int]:
    with engine.connect() as conn:
        return [row[0] for row in conn.exec_driver_sql("SELECT n FROM t ORDER BY n")]


def found(engine: Engine, word: str) -> list[int]:
    with engine.connect() as conn:
        query = "SELECT rowid FROM words WHERE words MATCH ?"
        return [row[0] for row in conn.exec_driver_sql(query, (word,))]


class Gate:
    """A lock that blocks the writer, so that the writes queued behind it form one batch."""

    def __init__(self, writer: GroupWriter) -> None:
        self._writer = writer
        self._open = threading.Event()
        self._reached = threading.Event()

    def _wait(self, conn: Connection) -> None:
        self._reached.set()
        assert self._open.wait(10)

    async def batch(self, *work: Any) -> list[Any]:
        """Run the work in one batch, and return results and exceptions."""
        held = asyncio.create_task(self._writer.write(self._wait, lambda: None))
        assert await asyncio.to_thread(self._reached.wait, 10)
        tasks = [asyncio.create_task(self._writer.write(w, lambda: None)) for w in work]
        await asyncio.sleep(0)  # lets each task queue its write
        self._open.set()
        await held
        return await asyncio.gather(*tasks, return_exceptions=True)


async def test_a_failed_write_in_a_batch_does_not_affect_the_others(
    engine: Engine, writer: GroupWriter
) -> None:
    done = await Gate(writer).batch(adding(1), failing(2), adding(3), adding(3), adding(4))

    assert done[0] == 1 and done[2] == 3 and done[4] == 4
    assert isinstance(done[1], Conflict)
    assert "UNIQUE" in str(done[3])
    assert numbers(engine) == [1, 3, 4]
    assert [found(engine, f"w{n}") for n in (1, 2, 3, 4)] == [[1], [], [3], [4]]


async def test_a_single_failed_write_is_rolled_back(engine: Engine, writer: GroupWriter) -> None:
    with pytest.raises(Conflict):
        await writer.write(failing(1), lambda: None)
    assert await writer.write(adding(1), lambda: None) == 1
    assert (numbers(engine), found(engine, "w1")) == ([1], [1])


async def test_all_writes_of_a_batch_fail_if_it_cannot_be_committed(
    engine: Engine, writer: GroupWriter
) -> None:
    def full(conn: Connection) -> None:
        conn.exec_driver_sql("PRAGMA max_page_count = 1")  # the file cannot grow
        adding(2, "x" * 100_000)(conn)

    notified: list[int] = []
    done = await Gate(writer).batch(adding(1), full, adding(3))

    assert all(isinstance(result, OperationalError) for result in done), done
    assert numbers(engine) == []
    await writer.write(
        lambda conn: conn.exec_driver_sql("PRAGMA max_page_count = 100000"), lambda: None
    )
    assert await writer.write(adding(1), lambda: notified.append(1)) == 1  # the writer still works
    assert (numbers(engine), notified) == ([1], [1])


async def test_the_callback_runs_after_the_commit(engine: Engine, writer: GroupWriter) -> None:
    seen: list[list[int]] = []
    await writer.write(adding(1), lambda: seen.append(numbers(engine)))

    assert seen == [[1]]


async def test_a_failing_callback_does_not_stop_the_writer(
    engine: Engine, writer: GroupWriter
) -> None:
    def fail() -> None:
        raise RuntimeError("callback failed")

    assert await writer.write(adding(1), fail) == 1
    assert await writer.write(adding(2), lambda: None) == 2


async def test_a_cancelled_caller_does_not_cancel_the_write(
    engine: Engine, writer: GroupWriter
) -> None:
    entered, leave = threading.Event(), threading.Event()

    def slow(conn: Connection) -> None:
        adding(1)(conn)
        entered.set()
        assert leave.wait(10)

    task = asyncio.create_task(writer.write(slow, lambda: None))
    assert await asyncio.to_thread(entered.wait, 10)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    leave.set()
    await writer.write(adding(2), lambda: None)

    assert numbers(engine) == [1, 2]


async def test_queued_writes_are_written_before_the_writer_stops(engine: Engine) -> None:
    writer = GroupWriter(engine)
    writes = [asyncio.create_task(writer.write(adding(n), lambda: None)) for n in range(300)]
    await asyncio.sleep(0)
    writer.start()
    await asyncio.to_thread(writer.stop)

    assert await asyncio.gather(*writes) == list(range(300))
    assert numbers(engine) == list(range(300))
    with pytest.raises(Unavailable):
        await writer.write(adding(1000), lambda: None)


async def test_the_writer_waits_for_another_program_that_writes(
    engine: Engine, writer: GroupWriter
) -> None:
    began = threading.Event()

    def read_then_write(conn: Connection) -> int:
        conn.exec_driver_sql("SELECT count(*) FROM t").all()
        began.set()
        return int(adding(1)(conn))

    with engine.connect() as other:
        other.exec_driver_sql("COMMIT")
        other.exec_driver_sql("BEGIN IMMEDIATE")
        task = asyncio.create_task(writer.write(read_then_write, lambda: None))
        await asyncio.sleep(0.05)
        assert not began.is_set()  # the transaction starts only with the lock
        other.exec_driver_sql("INSERT INTO t VALUES (7, 'other')")
        other.exec_driver_sql("COMMIT")
        other.exec_driver_sql("BEGIN")
        assert await task == 1

    assert numbers(engine) == [1, 7]


async def write_short(writer: GroupWriter, *work: Any) -> list[Any]:
    """Write in one batch, in the event loop."""
    writes = (writer.write(each, lambda: None, short=True) for each in work)
    return await asyncio.gather(*writes, return_exceptions=True)


async def test_short_writes_run_in_the_loop_and_others_in_the_thread(
    engine: Engine, loop_writer: GroupWriter
) -> None:
    def adding_here(number: int) -> Any:
        def add(conn: Connection) -> bool:
            adding(number)(conn)
            return threading.current_thread() is threading.main_thread()

        return add

    assert await write_short(loop_writer, adding_here(0), adding_here(1)) == [True, True]
    assert await loop_writer.write(adding_here(2), lambda: None) is False
    mixed = [loop_writer.write(adding(n), lambda: None, short=n % 3 > 0) for n in range(3, 15)]
    assert await asyncio.gather(*mixed) == list(range(3, 15))
    assert numbers(engine) == list(range(15))


async def test_a_failed_short_write_does_not_affect_the_others_of_its_batch(
    engine: Engine, loop_writer: GroupWriter
) -> None:
    done = await write_short(loop_writer, adding(1), failing(2), adding(3), adding(3), adding(4))

    assert (done[0], done[2], done[4]) == (1, 3, 4)
    assert isinstance(done[1], Conflict)
    assert "UNIQUE" in str(done[3])
    assert numbers(engine) == [1, 3, 4]
    assert [found(engine, f"w{n}") for n in (1, 2, 3, 4)] == [[1], [], [3], [4]]


async def test_a_single_failed_short_write_is_rolled_back(
    engine: Engine, loop_writer: GroupWriter
) -> None:
    assert isinstance((await write_short(loop_writer, failing(1)))[0], Conflict)
    assert await write_short(loop_writer, adding(1)) == [1]
    assert (numbers(engine), found(engine, "w1")) == ([1], [1])


async def test_all_short_writes_of_a_batch_fail_if_the_disk_is_full(
    engine: Engine, loop_writer: GroupWriter
) -> None:
    def full(conn: Connection) -> None:
        conn.exec_driver_sql("PRAGMA max_page_count = 1")  # the file cannot grow
        adding(2, "x" * 100_000)(conn)

    done = await write_short(loop_writer, adding(1), full, adding(3))

    assert all(isinstance(result, OperationalError) for result in done), done
    assert numbers(engine) == []
    grow = "PRAGMA max_page_count = 100000"
    await write_short(loop_writer, lambda conn: conn.exec_driver_sql(grow))
    assert await write_short(loop_writer, adding(1)) == [1]


async def test_results_of_short_writes_are_passed_on_after_the_commit(
    engine: Engine, loop_writer: GroupWriter
) -> None:
    seen: list[list[int]] = []
    result = await loop_writer.write(adding(1), lambda: seen.append(numbers(engine)), short=True)

    assert (result, seen, numbers(engine)) == (1, [[1]], [1])


async def test_a_cancelled_caller_does_not_cancel_a_short_write(
    engine: Engine, loop_writer: GroupWriter
) -> None:
    task = asyncio.create_task(loop_writer.write(adding(1), lambda: None, short=True))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await write_short(loop_writer, adding(2))

    assert numbers(engine) == [1, 2]


async def test_the_loop_goes_on_while_another_program_writes(
    engine: Engine, loop_writer: GroupWriter
) -> None:
    with engine.connect() as other:
        other.exec_driver_sql("COMMIT")
        other.exec_driver_sql("BEGIN IMMEDIATE")
        task = asyncio.create_task(write_short(loop_writer, adding(1), adding(2)))
        for _ in range(20):
            await asyncio.sleep(0.001)
        assert not task.done()
        other.exec_driver_sql("INSERT INTO t VALUES (7, 'other')")
        other.exec_driver_sql("COMMIT")
        other.exec_driver_sql("BEGIN")
        assert await task == [1, 2]

    assert await write_short(loop_writer, adding(3)) == [3]
    assert numbers(engine) == [1, 2, 3, 7]


async def test_queued_short_writes_are_written_before_the_writer_stops(engine: Engine) -> None:
    writer = GroupWriter(engine)
    work = [
        asyncio.create_task(writer.write(adding(n), lambda: None, short=n % 2 > 0))
        for n in range(300)
    ]
    await asyncio.sleep(0)
    writer.start(asyncio.get_running_loop())
    await asyncio.to_thread(writer.stop)

    assert await asyncio.gather(*work) == list(range(300))
    assert numbers(engine) == list(range(300))


def test_short_writes_of_a_loop_that_has_ended_do_not_block_the_end(engine: Engine) -> None:
    writer = GroupWriter(engine)

    async def begin() -> None:
        writer.start(asyncio.get_running_loop())
        await writer.write(adding(1), lambda: None)
        task = asyncio.create_task(writer.write(adding(2), lambda: None, short=True))
        await asyncio.sleep(0)
        task.cancel()

    asyncio.run(begin())
    writer.stop()

    assert numbers(engine) == [1, 2]
