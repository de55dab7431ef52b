"""Workers and background tasks continue while another transaction holds rows that they need."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import Connection, text
from tests.contracts.conftest import emptied
from tests.services.site import FunctionExecutor, echo, site_on, soon, until
from tests.services.test_timers import talk_in
from tests.services.triggers_scene import opened
from tests.support.builders import an_origin
from tests.support.contracts.scene import in_session
from tests.support.locks import held_rows, held_session, with_lock_timeout

from runwhy.core.runs.run import Status
from runwhy.core.sessions.timers import TimerStatus
from runwhy.errors import Conflict, Locked
from runwhy.ports import Work
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.write_gate import CLOSED_FOR

pytestmark = pytest.mark.anyio

DEAD = "wrk_dead"


def _silence(tx: Tx) -> None:
    tx.conn.execute(text("UPDATE workers SET beat_at = 0 WHERE id = :id"), {"id": DEAD})


def _lock_waits(conn: Connection) -> int:
    return int(conn.execute(text("SELECT count(*) FROM pg_locks WHERE NOT granted")).scalar_one())


def _last_beat(conn: Connection) -> int:
    query = text("SELECT beat_at FROM workers WHERE id = 'wrk_live'")
    return int(conn.execute(query).scalar_one())


async def test_heartbeats_and_runs_go_on_while_a_dead_worker_cannot_be_removed(
    postgres_url: str,
) -> None:
    emptied(postgres_url)
    async with site_on(with_lock_timeout(postgres_url, "60s")) as site:
        store = site.store
        await store.register_worker(DEAD, DEAD, at=site.scene.clock())
        row = "SELECT 1 FROM workers WHERE id = %s FOR KEY SHARE"  # the same way as a claim
        with held_rows(postgres_url, row, values=[DEAD]):
            async with site.working(echo(), "live", dead_after=3600.0):
                await store.in_transaction(_silence)

                async def waits() -> bool:
                    return await store.reading(_lock_waits) > 0

                await until(waits)
                before = await store.reading(_last_beat)

                async def beats() -> bool:
                    return await store.reading(_last_beat) > before

                await until(beats)
                run = await site.ended(await site.scene.start("Hello"))
                assert run.status is Status.SUCCEEDED
                assert await waits()


async def test_a_run_that_is_locked_at_its_end_succeeds_in_its_first_attempt(
    postgres_url: str,
) -> None:
    emptied(postgres_url)
    async with site_on(with_lock_timeout(postgres_url, "100ms")) as site:
        session = await site.scene.open_session()
        run = await site.scene.start("Hello", **in_session(session))
        begun, go = asyncio.Event(), asyncio.Event()

        async def wait(work: Work) -> str:
            begun.set()
            await go.wait()
            return "done"

        async with site.working(FunctionExecutor(wait)):
            await soon(begun.wait())
            with held_session(postgres_url, session.id):
                go.set()

                async def is_refused() -> bool:
                    return bool(site.store._gate._closed)  # type: ignore[attr-defined]

                await until(is_refused)
            ended = await site.ended(run)
    assert (ended.status, ended.attempt) == (Status.SUCCEEDED, 1)


async def test_a_timer_of_a_locked_session_fires_later_and_delays_no_other(
    postgres_url: str, tmp_path: Path
) -> None:
    emptied(postgres_url)
    url = with_lock_timeout(postgres_url, "100ms")
    async with opened(tmp_path, database_url=url) as scene:
        held, free = await talk_in(scene), await talk_in(scene)
        for talk in (held, free):
            await talk.ask()
        with held_session(postgres_url, held.session.id):
            with pytest.raises(Locked):
                await held.tick(seconds=61)
            assert len(await free.runs()) == 1
        assert [timer.status for timer in await held.timers()] == [TimerStatus.PENDING]

        async def fires() -> bool:
            try:
                await held.tick(seconds=CLOSED_FOR)
            except Locked:
                return False
            return len(await held.runs()) == 1

        await until(fires)
        assert len(await free.runs()) == 1


async def test_a_rerun_waits_for_an_erasure_of_its_original_and_is_refused(
    postgres_url: str,
) -> None:
    emptied(postgres_url)
    async with site_on(with_lock_timeout(postgres_url, "60s")) as site:
        run = await site.scene.start("Hello")
        erased = "UPDATE runs SET erased_at = 1 WHERE id = %s"
        with held_rows(postgres_url, erased, values=[run.id], commit=True):
            rerun = asyncio.create_task(site.scene.start(origin=an_origin(rerun_of=run.id)))

            async def waits() -> bool:
                return await site.store.reading(_lock_waits) > 0

            await until(waits)
        with pytest.raises(Conflict, match="was erased"):
            await rerun
