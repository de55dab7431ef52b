"""A locked session costs only its own writes; checks, reads and other sessions continue."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection
from tests.contracts.conftest import emptied, postgres_store, sqlite_store
from tests.support.contracts.scene import WORKER, Scene, in_session, once
from tests.support.locks import held_session, with_lock_timeout

from runwhy.cli import database_checks
from runwhy.core.runs.run import Status
from runwhy.core.sessions.session import Session
from runwhy.errors import Locked
from runwhy.net.database_timeouts import session_statements
from runwhy.stores import postgres
from runwhy.stores.postgres import PostgresStore
from runwhy.stores.sql.write_gate import WriteGate
from runwhy.stores.sqlite import READERS

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def opened(url: str, lock_timeout: str) -> AsyncIterator[tuple[Scene, PostgresStore]]:
    """Open an empty store whose statements wait this long for a lock."""
    emptied(url)
    store = postgres_store(with_lock_timeout(url, lock_timeout))
    await store.open()
    try:
        yield await Scene(store).open(), store
    finally:
        await store.close()


@pytest.fixture
async def patient(postgres_url: str) -> AsyncIterator[tuple[Scene, PostgresStore]]:
    """A store whose statements wait for a lock until the test ends."""
    async with opened(postgres_url, "60s") as made:
        yield made


@pytest.fixture
async def impatient(postgres_url: str) -> AsyncIterator[tuple[Scene, PostgresStore]]:
    """A store whose statements wait for a lock only briefly."""
    async with opened(postgres_url, "100ms") as made:
        yield made


async def test_writes_to_a_locked_session_block_nothing_else(
    postgres_url: str, patient: tuple[Scene, PostgresStore]
) -> None:
    scene, store = patient
    held, free = await scene.open_session(), await scene.open_session()
    with held_session(postgres_url, held.id):
        blocked = [
            asyncio.create_task(scene.start(**in_session(held))) for _ in range(2 * postgres.WRITES)
        ]
        await asyncio.sleep(0)  # lets them queue
        await store.ping()
        assert await store.heartbeat(WORKER, at=scene.clock())
        assert len(await scene.session_ids()) == 2
        run = await scene.start(**in_session(free))
        assert (await scene.take(run)).run.id == run.id
        assert not any(task.done() for task in blocked)

    runs = await asyncio.gather(*blocked)
    assert set(await scene.ids()) == {run.id, *(each.id for each in runs)}


async def test_a_locked_session_refuses_writes_and_works_again_when_it_is_free(
    postgres_url: str, impatient: tuple[Scene, PostgresStore]
) -> None:
    scene, _ = impatient
    held, free = await scene.open_session(), await scene.open_session()
    with held_session(postgres_url, held.id):
        tries = [scene.start(**in_session(held)) for _ in range(20)]
        refused = await asyncio.gather(*tries, return_exceptions=True)
        await scene.start(**in_session(free))

    assert all(isinstance(error, Locked) and error.retry_after == 2 for error in refused), refused
    assert len(await scene.ids(session_id=held.id)) == 0
    await retry_while_locked(scene, held)
    assert len(await scene.ids(session_id=held.id)) == 1


async def retry_while_locked(scene: Scene, session: Session) -> None:
    """Send one message, as a client that respects `Retry-After`."""
    while True:
        try:
            await scene.start(**in_session(session), once=once("retried"))
        except Locked as error:
            await asyncio.sleep(error.retry_after)
        else:
            return


async def test_a_running_run_waits_for_its_locked_session_and_writes_once(
    postgres_url: str, impatient: tuple[Scene, PostgresStore]
) -> None:
    scene, store = impatient
    session = await scene.open_session()
    claim = await scene.started(**in_session(session))
    with held_session(postgres_url, session.id):
        writing = asyncio.create_task(scene.say(claim, "one"))
        while not store._gate._closed:  # until the first attempt has failed
            await store.ping()
    await writing
    await scene.finish(claim)

    assert await scene.types(claim.run) == ["queued", "started", "assistant_delta", "result"]
    ended = await scene.get(claim.run)
    assert (ended.status, ended.attempt) == (Status.SUCCEEDED, 1)


async def test_a_claim_skips_runs_of_a_locked_session(
    postgres_url: str, patient: tuple[Scene, PostgresStore]
) -> None:
    scene, _ = patient
    held, free = await scene.open_session(), await scene.open_session()
    first, second = [await scene.start(**in_session(each)) for each in (held, free)]
    alone = await scene.start()
    with held_session(postgres_url, held.id):
        claims = await scene.claim()
        assert [claim.run.id for claim in claims] == [second.id, alone.id]
    assert (await scene.take(first)).run.id == first.id


async def test_connections_end_forgotten_transactions_and_lock_waits(postgres_url: str) -> None:
    def read(conn: Connection) -> list[str]:
        names = ("lock_timeout", "idle_in_transaction_session_timeout")
        return [str(conn.exec_driver_sql(f"SHOW {name}").scalar()) for name in names]

    store = postgres_store(postgres_url)
    await store.open()
    try:
        assert await store.reading(read) == ["3s", "1min"]  # reads do not lock rows
        assert await store.in_transaction(lambda tx: read(tx.conn)) == ["3s", "10s"]
        assert await store.read(read, check=True) == ["3s", "10s"]
    finally:
        await store.close()


def test_the_database_notices_a_host_that_has_disappeared() -> None:
    chosen = session_statements("postgresql://h/d")

    for name in ("idle", "interval", "count"):
        assert f"SET tcp_keepalives_{name} = " in chosen


def test_settings_in_the_url_take_precedence() -> None:
    chosen = session_statements("postgresql://h/d?options=-c%20lock_timeout%3D9s")

    assert "lock_timeout" not in chosen
    assert "SET tcp_user_timeout = '10s'" in chosen


def test_doctor_knows_how_many_connections_a_server_uses() -> None:
    assert database_checks.CONNECTIONS == postgres.CONNECTIONS


async def test_a_busy_sqlite_store_still_answers_checks(tmp_path: Path) -> None:
    store, leave = sqlite_store(tmp_path / "runwhy.db"), threading.Event()
    await store.open()
    reads = [
        asyncio.create_task(store.reading(lambda conn: leave.wait(30))) for _ in range(2 * READERS)
    ]
    await asyncio.sleep(0)  # lets them queue
    await store.ping()
    assert not await store.is_outdated()
    assert not any(read.done() for read in reads)
    leave.set()
    await asyncio.gather(*reads)
    await store.close()


async def test_a_cancelled_wait_passes_its_turn_on() -> None:
    gate = WriteGate()
    await gate.enter("a")
    first, second = (asyncio.create_task(gate.enter("a")) for _ in range(2))
    await asyncio.sleep(0)
    gate.leave("a", locked=False)
    first.cancel()
    with pytest.raises(asyncio.CancelledError):
        await first
    await second
    gate.leave("a", locked=False)

    assert gate._waiting == {}


async def test_a_closed_key_opens_again() -> None:
    now = 0.0
    gate = WriteGate(lambda: now)
    await gate.enter("a")
    gate.leave("a", locked=True)
    with pytest.raises(Locked):
        await gate.enter("a")
    await gate.enter("b")
    now = 2.0
    await gate.enter("a")
