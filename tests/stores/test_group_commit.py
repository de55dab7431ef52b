"""The one thread that writes to a SQLite file."""

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
    """Holds the writer up, so that what is asked meanwhile becomes one batch."""

    def __init__(self, writer: GroupWriter) -> None:
        self._writer = writer
        self._open = threading.Event()
        self._reached = threading.Event()

    def _wait(self, conn: Connection) -> None:
        self._reached.set()
        assert self._open.wait(10)

    async def batch(self, *work: Any) -> list[Any]:
        """Do all this in one batch; the results, or what was raised."""
        held = asyncio.create_task(self._writer.write(self._wait, lambda: None))
        assert await asyncio.to_thread(self._reached.wait, 10)
        tasks = [asyncio.create_task(self._writer.write(w, lambda: None)) for w in work]
        await asyncio.sleep(0)  # let each of them ask
        self._open.set()
        await held
        return await asyncio.gather(*tasks, return_exceptions=True)


async def test_a_failure_in_a_batch_undoes_itself_alone(
    engine: Engine, writer: GroupWriter
) -> None:
    done = await Gate(writer).batch(adding(1), failing(2), adding(3), adding(3), adding(4))

    assert done[0] == 1 and done[2] == 3 and done[4] == 4
    assert isinstance(done[1], Conflict)
    assert "UNIQUE" in str(done[3])
    assert numbers(engine) == [1, 3, 4]
    assert [found(engine, f"w{n}") for n in (1, 2, 3, 4)] == [[1], [], [3], [4]]


async def test_a_failure_that_is_alone_undoes_itself(engine: Engine, writer: GroupWriter) -> None:
    with pytest.raises(Conflict):
        await writer.write(failing(1), lambda: None)
    assert await writer.write(adding(1), lambda: None) == 1
    assert (numbers(engine), found(engine, "w1")) == ([1], [1])


async def test_a_batch_that_cannot_be_committed_is_no_ones_success(
    engine: Engine, writer: GroupWriter
) -> None:
    def full(conn: Connection) -> None:
        conn.exec_driver_sql("PRAGMA max_page_count = 1")  # no page more than there are
        adding(2, "x" * 100_000)(conn)

    told: list[int] = []
    done = await Gate(writer).batch(adding(1), full, adding(3))

    assert all(isinstance(result, OperationalError) for result in done), done
    assert numbers(engine) == []
    await writer.write(
        lambda conn: conn.exec_driver_sql("PRAGMA max_page_count = 100000"), lambda: None
    )
    assert await writer.write(adding(1), lambda: told.append(1)) == 1  # and it goes on
    assert (numbers(engine), told) == ([1], [1])


async def test_success_is_told_when_others_can_see_it(engine: Engine, writer: GroupWriter) -> None:
    seen: list[list[int]] = []
    await writer.write(adding(1), lambda: seen.append(numbers(engine)))

    assert seen == [[1]]


async def test_a_listener_that_fails_does_not_stop_the_writer(
    engine: Engine, writer: GroupWriter
) -> None:
    def fail() -> None:
        raise RuntimeError("nobody listens")

    assert await writer.write(adding(1), fail) == 1
    assert await writer.write(adding(2), lambda: None) == 2


async def test_who_goes_away_does_not_undo_what_they_asked_for(
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


async def test_what_waits_is_written_before_the_end(engine: Engine) -> None:
    writer = GroupWriter(engine)
    writes = [asyncio.create_task(writer.write(adding(n), lambda: None)) for n in range(300)]
    await asyncio.sleep(0)
    writer.start()
    await asyncio.to_thread(writer.stop)

    assert await asyncio.gather(*writes) == list(range(300))
    assert numbers(engine) == list(range(300))
    with pytest.raises(Unavailable):
        await writer.write(adding(1000), lambda: None)


async def test_another_program_that_writes_is_waited_for(
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
        assert not began.is_set()  # it has the file to itself, or it has not begun
        other.exec_driver_sql("INSERT INTO t VALUES (7, 'other')")
        other.exec_driver_sql("COMMIT")
        other.exec_driver_sql("BEGIN")
        assert await task == 1

    assert numbers(engine) == [1, 7]
