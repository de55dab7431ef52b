"""Short reads in the event loop: what fails or takes long there is left to threads."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import create_engine

from runwhy.stores.postgres import postgres_engine
from runwhy.stores.sql import loop_connections
from runwhy.stores.sql.clauses import Clause
from runwhy.stores.sql.loop_connections import Execute, LoopConnections

pytestmark = pytest.mark.anyio

ONE = Clause("SELECT 1 AS one, ?::text AS text", ("a",))
OPEN = "FROM pg_stat_activity WHERE application_name = 'short'"


@pytest.fixture
async def connections(postgres_url: str) -> AsyncIterator[LoopConnections]:
    """Two connections, of which one is open."""
    timeout = loop_connections.STATEMENT_TIMEOUT
    engine = postgres_engine(postgres_url, application_name="short", statement_timeout=timeout)
    made = LoopConnections(engine, 2)
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


async def test_several_statements_use_one_connection(connections: LoopConnections) -> None:
    async def read(execute: Execute) -> list[object]:
        return [(await execute(Clause("SELECT pg_backend_pid()"))).scalar() for _ in range(3)]

    found = await connections.read(read)

    assert found is not None and len(set(found)) == 1
    assert await connections.read(read_one) == {"one": 1, "text": "a"}


async def test_a_statement_that_fails_is_left_to_a_thread(connections: LoopConnections) -> None:
    assert await connections.read(lambda execute: execute(Clause("SELECT no_such_column"))) is None
    assert await connections.read(read_one) == {"one": 1, "text": "a"}


async def test_a_statement_that_takes_long_is_left_to_a_thread(
    connections: LoopConnections,
) -> None:
    assert await connections.read(lambda execute: execute(Clause("SELECT pg_sleep(30)"))) is None
    assert await connections.read(read_one) == {"one": 1, "text": "a"}


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


async def test_a_connection_that_was_closed_by_the_database_is_replaced(
    connections: LoopConnections, postgres_url: str
) -> None:
    engine = create_engine(postgres_url)
    with engine.begin() as conn:
        ended = conn.exec_driver_sql(f"SELECT pg_terminate_backend(pid) {OPEN}").scalars().all()
    engine.dispose()

    assert ended == [True]
    assert await connected(connections) == {"one": 1, "text": "a"}


async def test_a_silent_database_is_given_up(
    connections: LoopConnections, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loop_connections, "WITHIN", 0.05)

    assert await connections.read(lambda execute: execute(Clause("SELECT pg_sleep(0.2)"))) is None
    assert await connected(connections) == {"one": 1, "text": "a"}


async def test_closing_ends_a_read_and_disconnects(
    connections: LoopConnections, postgres_url: str
) -> None:
    reading = asyncio.create_task(
        connections.read(lambda execute: execute(Clause("SELECT pg_sleep(0.2)")))
    )
    await asyncio.sleep(0)  # it starts

    await connections.close()

    assert await reading is None
    assert await connections.read(read_one) is None
