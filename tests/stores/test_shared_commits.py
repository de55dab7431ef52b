"""Short writes on PostgreSQL that share a transaction."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import BigInteger, Column, Connection, Engine, MetaData, String, Table, insert, text
from sqlalchemy.exc import IntegrityError, OperationalError

from runwhy.errors import Conflict, Unavailable
from runwhy.stores.postgres import postgres_engine
from runwhy.stores.sql.prepared_statements import PreparedStatement
from runwhy.stores.sql.shared_commits import SharedWriter, WriteAlone

pytestmark = pytest.mark.anyio

ROWS = Table("shared", MetaData(), Column("n", BigInteger, primary_key=True), Column("t", String))
ADD = PreparedStatement(insert(ROWS))
Work = Callable[[Connection], Any]


@pytest.fixture
def engine(postgres_url: str) -> Iterator[Engine]:
    engine = postgres_engine(postgres_url, connections=2, lock_timeout="50ms")
    with engine.begin() as conn:
        conn.execute(text("DROP TABLE IF EXISTS shared"))
        ROWS.create(conn)
    yield engine
    with engine.begin() as conn:
        conn.execute(text("DROP TABLE shared"))
    engine.dispose()


@pytest.fixture
def writer(engine: Engine) -> Iterator[SharedWriter]:
    writer = SharedWriter(engine, 1)
    writer.start()
    yield writer
    writer.stop()


def adding(number: int) -> Work:
    def add(conn: Connection) -> int:
        ADD(conn, {"n": number, "t": None})
        return number

    return add


def refused(number: int) -> Work:
    def refuse(conn: Connection) -> int:
        adding(number)(conn)
        raise Conflict("no")

    return refuse


def transaction(number: int) -> Work:
    def add(conn: Connection) -> int:
        adding(number)(conn)
        found = conn.execute(text("SELECT txid_current()")).scalar()
        assert isinstance(found, int)
        return found

    return add


def numbers(engine: Engine) -> list[int]:
    with engine.connect() as conn:
        return list(conn.execute(text("SELECT n FROM shared ORDER BY n")).scalars())


async def together(writer: SharedWriter, *works: Work) -> list[Any]:
    """Write all in one batch: the thread is busy until all of them wait."""
    busy, go = threading.Event(), threading.Event()

    def block(conn: Connection) -> None:
        busy.set()
        go.wait(30)

    first = writer.write(block, lambda: None)
    await asyncio.to_thread(busy.wait, 30)
    writing = [writer.write(work, lambda: None) for work in works]
    go.set()
    await first
    return await asyncio.gather(*writing, return_exceptions=True)


async def test_writes_that_wait_share_a_transaction(writer: SharedWriter, engine: Engine) -> None:
    found = await together(writer, *(transaction(n) for n in range(5)))
    assert len(set(found)) == 1
    assert numbers(engine) == [0, 1, 2, 3, 4]


async def test_a_refused_write_leaves_nothing_and_the_others_are_kept(
    writer: SharedWriter, engine: Engine
) -> None:
    one, no, two, never = await together(writer, adding(1), refused(2), adding(3), refused(4))
    assert (one, two) == (1, 3)
    assert isinstance(no, Conflict) and isinstance(never, Conflict)
    assert numbers(engine) == [1, 3]


async def test_an_error_of_the_database_rolls_all_back_to_be_written_alone(
    writer: SharedWriter, engine: Engine
) -> None:
    found = await together(writer, adding(1), refused(2), adding(1), adding(3))
    assert all(isinstance(each, WriteAlone) for each in found)
    assert numbers(engine) == []
    assert await writer.write(adding(4), lambda: None) == 4


async def test_an_error_of_a_single_write_is_its_own(writer: SharedWriter, engine: Engine) -> None:
    assert await writer.write(adding(1), lambda: None) == 1
    with pytest.raises(IntegrityError):
        await writer.write(adding(1), lambda: None)
    assert numbers(engine) == [1]


async def test_a_write_that_waits_for_a_lock_is_written_alone(
    writer: SharedWriter, engine: Engine
) -> None:
    with engine.begin() as holder:
        assert ADD(holder, {"n": 1, "t": None}).rowcount == 1
        with pytest.raises(WriteAlone):
            await writer.write(adding(1), lambda: None)


async def test_a_lost_connection_is_not_repeated_because_it_may_have_committed(
    writer: SharedWriter, engine: Engine
) -> None:
    def die(conn: Connection) -> None:
        conn.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))

    errors = await together(writer, adding(1), die, adding(2))
    assert all(isinstance(error, OperationalError) for error in errors), errors
    assert await writer.write(adding(3), lambda: None) == 3
    assert numbers(engine) == [3]


async def test_a_callback_is_called_once_and_only_after_the_commit(
    writer: SharedWriter, engine: Engine
) -> None:
    seen: list[list[int]] = []
    assert await writer.write(adding(1), lambda: seen.append(numbers(engine))) == 1
    with pytest.raises(Conflict):
        await writer.write(refused(2), lambda: seen.append([]))
    assert seen == [[1]]


async def test_what_is_queued_is_written_before_the_writer_stops(engine: Engine) -> None:
    writer = SharedWriter(engine, 2)
    writer.start()
    writing = [writer.write(adding(n), lambda: None) for n in range(40)]
    await asyncio.to_thread(writer.stop)
    assert await asyncio.gather(*writing) == list(range(40))
    assert numbers(engine) == list(range(40))
    with pytest.raises(Unavailable):
        writer.write(adding(99), lambda: None)
