"""A store reports an unreachable database as unavailable, and recovers afterwards."""

from __future__ import annotations

import asyncio
import gc
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection, event, make_url, text
from sqlalchemy.exc import OperationalError
from tests.support.chaos import free_port
from tests.support.clock import NOON
from tests.support.postgres import PostgresServer, running_postgres

from runwhy.errors import Unavailable
from runwhy.net.database_timeouts import timeout_parameters
from runwhy.stores.postgres import PostgresStore, disable_timeouts, postgres_engine
from runwhy.stores.sql.connection_pools import ConnectionPool
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sqlite import SqliteStore

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def own_postgres() -> Iterator[PostgresServer]:
    """A server that can be stopped without affecting other tests."""
    with running_postgres(port=free_port()) as server:
        yield server


@pytest.fixture
async def store(own_postgres: PostgresServer) -> AsyncIterator[PostgresStore]:
    url = own_postgres.create_database("away")
    store = PostgresStore(url, lambda topics: None)
    await store.open()
    yield store
    await store.close()
    own_postgres.drop_database("away")


async def test_a_stopped_postgres_is_unavailable_and_then_works_again(
    own_postgres: PostgresServer, store: PostgresStore
) -> None:
    await store.add_workspace("before", "Before", at=NOON)
    await asyncio.to_thread(own_postgres.stop)
    try:
        with pytest.raises(Unavailable) as raised:
            await store.list_workspaces()
        with pytest.raises(Unavailable):
            await store.add_workspace("during", "During", at=NOON)
    finally:
        await asyncio.to_thread(own_postgres.start)

    assert "postgres" not in raised.value.message  # callers can read it: no host, no user
    await store.add_workspace("after", "After", at=NOON)
    assert [w.slug for w in await store.list_workspaces()] == ["before", "after"]


async def test_a_read_only_primary_is_unavailable_until_writes_work_again(
    own_postgres: PostgresServer, store: PostgresStore
) -> None:
    await store.add_workspace("before", "Before", at=NOON)
    read_only = "ALTER DATABASE away SET default_transaction_read_only = "
    hang_up = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'away'"
    with psycopg.connect(own_postgres.url("postgres").replace("+psycopg", "")) as admin:
        admin.autocommit = True
        admin.execute(f"{read_only} on")
        admin.execute(hang_up)
        with pytest.raises(Unavailable):
            await store.add_workspace("during", "During", at=NOON)
        assert [w.slug for w in await store.list_workspaces()] == ["before"]
        admin.execute(f"{read_only} off")  # as if the address led to another host now

    with suppress(Unavailable):  # this discards the read-only connections
        await store.add_workspace("again", "Again", at=NOON)
    await store.add_workspace("after", "After", at=NOON)


async def test_the_database_notices_that_a_host_is_lost(own_postgres: PostgresServer) -> None:
    names = ("tcp_keepalives_idle", "tcp_keepalives_interval", "tcp_keepalives_count")

    def read(conn: Connection) -> list[str]:
        shown = (conn.exec_driver_sql(f"SHOW {name}") for name in (*names, "tcp_user_timeout"))
        return [str(found.scalar()) for found in shown]

    url = make_url(own_postgres.create_database("tcp"))
    host = {"host": "127.0.0.1", "port": str(url.query["port"])}
    store = PostgresStore(url.set(query=host).render_as_string(), lambda topics: None)
    await store.open()
    try:
        assert await store.reading(read) == ["5", "2", "3", "10000"]
    finally:
        await store.close()


async def test_statement_timeouts_can_be_disabled_for_long_work(
    store: PostgresStore,
) -> None:
    def set_short_timeout(conn: Connection) -> None:
        conn.exec_driver_sql("SET LOCAL statement_timeout = '1ms'")

    def slow(conn: Connection) -> None:
        set_short_timeout(conn)
        conn.exec_driver_sql("SELECT pg_sleep(0.1)")

    def slow_without_timeout(conn: Connection) -> None:
        set_short_timeout(conn)
        disable_timeouts(conn)
        conn.exec_driver_sql("SELECT pg_sleep(0.1)")

    with pytest.raises(Unavailable):
        await store.reading(slow)
    await store.reading(slow_without_timeout)


def test_a_connection_that_breaks_while_it_is_prepared_is_closed(
    own_postgres: PostgresServer,
) -> None:
    url = own_postgres.create_database("broken")
    pool = ConnectionPool(postgres_engine(url, connections=1), 1, "broken")

    def break_connection(connection: Any, _: Any) -> None:
        connection.close()
        raise psycopg.OperationalError("the connection broke")

    event.listen(pool.engine, "connect", break_connection)
    descriptors = Path("/proc/self/fd")
    before = len([*descriptors.iterdir()])
    for _ in range(3):
        with suppress(OperationalError):
            pool.engine.connect()
    gc.collect()  # a socket that is not closed would be reported here
    pool.engine.dispose()

    assert len([*descriptors.iterdir()]) <= before


def test_connections_have_a_timeout_by_default() -> None:
    assert timeout_parameters("postgresql://h/db")["connect_timeout"] == 10
    assert "connect_timeout" not in timeout_parameters("postgresql://h/db?connect_timeout=3")


async def test_opening_reports_why_the_database_is_unavailable(tmp_path: Path) -> None:
    store = PostgresStore(f"postgresql://nobody@/none?host={tmp_path}", lambda topics: None)

    with pytest.raises(Unavailable, match=str(tmp_path)):
        await store.open()
    await store.close()


async def test_deadlocked_transactions_are_retried(store: PostgresStore) -> None:
    for slug in ("a", "b"):
        await store.add_workspace(slug, slug, at=NOON)
    met = asyncio.Event()
    loop = asyncio.get_running_loop()
    tries: list[str] = []
    locked: list[str] = []

    def rename(tx: Tx, first: str, second: str) -> None:
        tries.append(first)
        for slug in (first, second):
            query = text("UPDATE workspaces SET name = name || :by WHERE slug = :slug")
            tx.conn.execute(query, {"by": first, "slug": slug})
            if slug == first:
                locked.append(slug)
                asyncio.run_coroutine_threadsafe(_wait_for_both(met, locked), loop).result(10)

    await asyncio.gather(
        store.in_transaction(rename, "a", "b"), store.in_transaction(rename, "b", "a")
    )

    names = {w.slug: w.name for w in await store.list_workspaces()}
    assert {"".join(sorted(name)) for name in names.values()} == {"aab", "abb"}
    assert len(tries) > 2


async def _wait_for_both(met: asyncio.Event, locked: list[str]) -> None:
    if len(locked) >= 2:
        met.set()
    await met.wait()


async def test_a_programming_error_is_not_reported_as_unavailable(tmp_path: Path) -> None:
    def wrong(conn: Connection) -> None:
        conn.execute(text("SELECT * FROM there_is_no_such_table"))

    store = SqliteStore(tmp_path / "runwhy.db", lambda topics: None)
    await store.open()
    with pytest.raises(Exception, match="no such table") as raised:
        await store.reading(wrong)
    await store.close()
    assert not isinstance(raised.value, Unavailable)


async def test_a_locked_sqlite_file_is_unavailable(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "runwhy.db", lambda topics: None)
    await store.open()

    def impatient(tx: Tx) -> None:
        tx.conn.exec_driver_sql("PRAGMA busy_timeout = 1")

    await store.in_transaction(impatient)
    other = sqlite3.connect(store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Unavailable):
        await store.add_workspace("a", "A", at=NOON)
    other.execute("COMMIT")
    other.close()
    await store.add_workspace("a", "A", at=NOON)
    await store.close()


async def test_a_path_that_cannot_be_created_is_unavailable(tmp_path: Path) -> None:
    path = tmp_path / "runwhy.db"
    path.mkdir()
    store = SqliteStore(path, lambda topics: None)

    with pytest.raises(Unavailable, match="unable to open"):
        await store.open()
    await store.close()
