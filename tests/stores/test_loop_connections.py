"""Short reads in the event loop: a read that fails or takes long moves to a thread."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from socket import socketpair

import pytest
from sqlalchemy import create_engine, event

from runwhy.stores.postgres import postgres_engine
from runwhy.stores.sql import loop_connections
from runwhy.stores.sql.clauses import Clause
from runwhy.stores.sql.loop_connections import Execute, LoopConnections

ONE = Clause("SELECT 1 AS one, ?::text AS text", ("a",))
PROCESS = Clause("SELECT pg_backend_pid()")
LONG = Clause("SELECT pg_sleep(20)")


async def process_of(execute: Execute) -> int:
    """Return the number of the connection's process in the database."""
    return int((await execute(PROCESS)).scalar())


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give up late: a busy machine may take long for a short statement."""
    monkeypatch.setattr(loop_connections, "STATEMENT_TIMEOUT", "1s")
    monkeypatch.setattr(loop_connections, "WITHIN", 60.0)


@pytest.fixture
async def connections(postgres_url: str) -> AsyncIterator[LoopConnections]:
    """Two connections, of which one is open."""
    made = LoopConnections(postgres_engine(postgres_url), 2)
    await made.connect()
    yield made
    await made.close()


async def read_one(execute: Execute) -> dict[str, object] | None:
    return (await execute(ONE)).mappings()[0]


async def connected(connections: LoopConnections) -> dict[str, object]:
    """Read until a connection is open again."""
    async with asyncio.timeout(30):
        while (found := await connections.read(read_one)) is None:
            await connections.connect()
    return found


@pytest.mark.anyio
async def test_several_statements_use_one_connection(connections: LoopConnections) -> None:
    async def read(execute: Execute) -> list[int]:
        return [await process_of(execute) for _ in range(3)]

    found = await connections.read(read)

    assert found is not None and len(set(found)) == 1
    assert await connections.read(read_one) == {"one": 1, "text": "a"}


@pytest.mark.anyio
async def test_a_statement_that_fails_is_left_to_a_thread(connections: LoopConnections) -> None:
    assert await connections.read(lambda execute: execute(Clause("SELECT no_such_column"))) is None
    assert await connections.read(read_one) == {"one": 1, "text": "a"}


@pytest.mark.anyio
@pytest.mark.parametrize("options", ["", "&options=-c%20statement_timeout%3D60s"])
async def test_a_statement_that_takes_long_is_left_to_a_thread(
    postgres_url: str, options: str
) -> None:
    made = LoopConnections(postgres_engine(postgres_url + options), 1)
    await made.connect()
    before = await made.read(process_of)

    assert await made.read(lambda execute: execute(LONG)) is None
    assert await made.read(process_of) == before, "the statement runs on in the database"
    await made.close()


@pytest.mark.anyio
async def test_a_failed_connection_is_not_tried_again_at_each_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(loop_connections, "RETRY_AFTER", 3600.0)
    engine, tried = postgres_engine("postgresql://127.0.0.1:9/none"), []
    event.listen(engine, "do_connect", lambda *_: tried.append(True))
    made = LoopConnections(engine, 2)
    await made.connect()

    assert [await made.read(read_one) for _ in range(3)] == [None] * 3
    await made.close()

    assert len(tried) == 1


@pytest.mark.anyio
async def test_a_read_does_not_wait_for_a_busy_connection(connections: LoopConnections) -> None:
    done = asyncio.Event()

    async def hold(execute: Execute) -> bool:
        await execute(ONE)
        await done.wait()
        return True

    holding = asyncio.create_task(connections.read(hold))
    await asyncio.sleep(0)  # it starts
    assert await connections.read(read_one) is None
    done.set()
    assert await holding


async def cut(connections: LoopConnections, postgres_url: str) -> None:
    """Let the database close a connection that is open."""
    process = await connections.read(process_of)
    engine = create_engine(postgres_url)
    with engine.begin() as conn:
        assert conn.exec_driver_sql(f"SELECT pg_terminate_backend({process}, 60000)").scalar()
    engine.dispose()


@pytest.mark.anyio
async def test_a_connection_that_was_closed_by_the_database_is_replaced(
    connections: LoopConnections, postgres_url: str
) -> None:
    await cut(connections, postgres_url)

    assert await connected(connections) == {"one": 1, "text": "a"}


@pytest.mark.anyio
async def test_the_descriptor_of_a_lost_connection_can_be_used_by_others(
    connections: LoopConnections, postgres_url: str
) -> None:
    await cut(connections, postgres_url)
    assert await connections.read(read_one) is None

    pairs = [socketpair() for _ in range(20)]  # one of them has its number
    try:
        for near, far in pairs:
            reader, writer = await asyncio.open_connection(sock=near)
            far.send(b"x")
            async with asyncio.timeout(30):
                assert await reader.read(1) == b"x"
            writer.close()
            await writer.wait_closed()
    finally:
        for near, far in pairs:
            near.close()
            far.close()


@pytest.mark.anyio
async def test_a_silent_database_is_given_up(
    connections: LoopConnections, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loop_connections, "WITHIN", 0.05)

    assert await connections.read(lambda execute: execute(Clause("SELECT pg_sleep(0.9)"))) is None
    assert await connected(connections) == {"one": 1, "text": "a"}


@pytest.mark.anyio
async def test_closing_ends_a_read_and_disconnects(
    connections: LoopConnections, postgres_url: str
) -> None:
    reading = asyncio.create_task(
        connections.read(lambda execute: execute(Clause("SELECT pg_sleep(0.9)")))
    )
    await asyncio.sleep(0)  # it starts

    await connections.close()

    assert await reading is None
    assert await connections.read(read_one) is None


@pytest.mark.anyio
async def test_a_cancelled_read_leaves_no_answer_for_the_next_one(
    connections: LoopConnections,
) -> None:
    reading = asyncio.create_task(
        connections.read(lambda execute: execute(Clause("SELECT 2 AS one FROM pg_sleep(0.1)")))
    )
    await asyncio.sleep(0)  # it starts
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading

    assert await connected(connections) == {"one": 1, "text": "a"}


def test_another_event_loop_reads_in_threads_and_can_close(postgres_url: str) -> None:
    made = LoopConnections(postgres_engine(postgres_url, application_name="quick"), 2)

    async def first() -> object:
        await made.connect()
        return await made.read(read_one)

    async def second() -> object:
        found = await made.read(read_one)
        await made.close()
        return found

    assert asyncio.run(first()) == {"one": 1, "text": "a"}
    assert asyncio.run(second()) is None
