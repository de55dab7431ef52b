"""Erasures resume after a crash, and several servers can share one."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import text
from tests.contracts.conftest import emptied, opened, postgres_store, sqlite_store
from tests.support.builders import WORKSPACE
from tests.support.clock import NOON
from tests.support.contracts.scene import Scene
from tests.support.contracts.triggers import a_trigger

from runwhy.core.erasure import NOTHING, EraseMode, Erasure, RetentionRule, add_digest
from runwhy.core.queries import All, HasTag
from runwhy.core.queries.counts import Count
from runwhy.core.runs.delivery import Delivery, DeliveryStatus
from runwhy.core.runs.origin import Actor
from runwhy.core.triggers.trigger import TriggerKind
from runwhy.services.erasure import Erasures
from runwhy.stores.store import SqlStore

pytestmark = pytest.mark.anyio
RUNS = 12
ANN = Actor(kind="local", name="ann")

KILLED = """
import asyncio, os, signal, sys
from runwhy.cli.app import App
from runwhy.wiring import make_store, wall_clock

async def main(url, batches):
    store = make_store(App(db=url).settings(), lambda topics: None)
    await store.open()
    (erasure,) = await store.unfinished_erasures()
    for _ in range(batches):
        erasure = await store.advance_erasure(erasure, limit=2, at=wall_clock())
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main(sys.argv[1], int(sys.argv[2])))
"""


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'runwhy.db'}"
    found: str = request.getfixturevalue("postgres_url")
    return found


def store_at(url: str) -> SqlStore:
    path = url.removeprefix("sqlite:///")
    return sqlite_store(Path(path)) if path != url else postgres_store(url)


def service(store: SqlStore, scene: Scene, name: str = "one", batch: int = 2) -> Erasures:
    every = timedelta(hours=1)
    return Erasures(
        store=store, clock=scene.clock, new_id=scene.new_id, server=name, every=every, batch=batch
    )


async def filled(store: SqlStore, url: str) -> tuple[Scene, list[str]]:
    if url.startswith("postgres"):
        emptied(url)
    scene = await Scene(store).open()
    claims = [await scene.started(f"Number {n}", tags={"n": str(n)}) for n in range(RUNS)]
    for claim in claims:
        await scene.finish(claim)
    return scene, [claim.run.id for claim in claims]


def of_all(query: str = "has:n", mode: EraseMode = EraseMode.ALL) -> Erasure:
    return Erasure(id="", workspace=WORKSPACE, query=query, mode=mode, actor=ANN, created_at=NOON)


async def test_an_erasure_resumes_after_its_server_was_killed(url: str, tmp_path: Path) -> None:
    async with opened(store_at(url)) as store:
        scene, ids = await filled(store, url)
        begun = await service(store, scene).start(of_all())
        assert begun.total == RUNS
    for batches in (2, 1):
        killed = await asyncio.to_thread(
            subprocess.run,
            [sys.executable, "-c", KILLED, url, str(batches)],
            env={"RUNWHY_DATA_DIR": str(tmp_path), "PATH": ""},
            capture_output=True,
            timeout=60,
        )
        assert killed.returncode == -9, killed.stderr
    async with opened(store_at(url)) as store:
        (half,) = await store.unfinished_erasures()
        assert half.counts["runs"] == 6

        await service(store, scene).work_off()

        done = await store.get_erasure(WORKSPACE, begun.id)
        assert done is not None and done.finished_at is not None
        assert done.counts["runs"] == RUNS
        assert done.digest == add_digest(NOTHING, ids)
        assert await Scene(store, scene).ids(query=HasTag("n")) == []
        assert await store.unfinished_erasures() == []


async def test_several_servers_erase_each_run_once(url: str) -> None:
    async with opened(store_at(url)) as store:
        scene, ids = await filled(store, url)
        begun = await service(store, scene).start(of_all())

        await asyncio.gather(
            *(store.advance_erasure(begun, limit=5, at=scene.clock()) for _ in range(3))
        )
        await asyncio.gather(
            *(service(store, scene, name).work_off() for name in ("one", "two", "three"))
        )

        done = await store.get_erasure(WORKSPACE, begun.id)
        assert done is not None and done.counts["runs"] == RUNS
        assert done.digest == add_digest(NOTHING, ids)


@pytest.mark.parametrize("mode", list(EraseMode))
async def test_the_unsent_reply_of_an_erased_run_is_not_sent(url: str, mode: EraseMode) -> None:
    async with opened(store_at(url)) as store:
        scene, _ = await filled(store, url)
        await store.add_trigger(a_trigger(kind=TriggerKind.TELEGRAM))
        session = await scene.open_session()
        await store.set_channel_session("trg_1", "7:0", session.id)
        claim = await scene.started("Hidden", session_id=session.id, tags={"n": "x"})
        await scene.finish(claim)
        (reply,) = await store.list_replies("trg_1", at=scene.clock())

        await service(store, scene).start(of_all("n:x", mode))
        await service(store, scene).work_off()
        await store.note_reply(reply)  # a bot that was about to send it

        assert await store.list_replies("trg_1", at=scene.clock()) == []
        kept = await store.get_run(WORKSPACE, claim.run.id)
        if kept is not None:
            assert kept.delivery == Delivery(status=DeliveryStatus.SKIPPED)


async def test_packs_lose_exactly_the_erased_runs(url: str) -> None:
    async with opened(store_at(url)) as store:
        scene, ids = await filled(store, url)
        assert await store.pack_runs(size=4) == 3
        gone = {5, 8, 9, 10, 11}
        left = [id for number, id in enumerate(ids) if number not in gone][::-1]
        erasures = service(store, scene, batch=3)
        begun = await erasures.start(of_all(" OR ".join(f"n:{number}" for number in gone)))

        for _ in range(2):
            begun = await store.advance_erasure(begun, limit=3, at=scene.clock())
        for query in (HasTag("n"), All()):  # while the erasure is in progress
            assert await store.count_keys(WORKSPACE, query, limit=5) == [
                Count(value="n", count=len(left))
            ]
        await erasures.work_off()

        sizes = text("SELECT size FROM packs ORDER BY first_seq")
        assert await store.reading(lambda conn: conn.execute(sizes).scalars().all()) == [4, 3]
        assert await scene.ids(query=HasTag("n")) == left
        more = [await scene.started(tags={"n": "more"}) for _ in range(4)]
        for claim in more:
            await scene.finish(claim)
        assert await store.pack_runs(size=4) == 1
        assert await scene.ids(query=HasTag("n")) == [*(c.run.id for c in reversed(more)), *left]


async def test_a_rule_is_applied_on_time_and_only_to_old_runs(url: str) -> None:
    async with opened(store_at(url)) as store:
        scene, _ = await filled(store, url)
        erasures = service(store, scene)
        rule = RetentionRule(
            id="",
            workspace=WORKSPACE,
            name="old",
            query="",
            age=timedelta(days=30),
            mode=EraseMode.CONTENT,
            created_by="ann",
            created_at=scene.clock(),
        )
        await erasures.add_rule(rule)
        assert await erasures.keep_rules() == scene.clock() + timedelta(hours=1)
        assert await store.list_erasures(WORKSPACE, limit=10) == []

        scene.clock.advance(minutes=59)
        assert await erasures.keep_rules() == scene.clock() + timedelta(minutes=1)
        scene.clock.advance(days=31)
        await scene.start("young", tags={"n": "young"})
        await erasures.keep_rules()
        await erasures.work_off()

        (receipt,) = await store.list_erasures(WORKSPACE, limit=10)
        (kept,) = await store.list_retention_rules(WORKSPACE)
        assert receipt.rule_id == kept.id and receipt.actor.kind == "system"
        assert receipt.counts["runs"] == RUNS
        assert kept.applied_at == scene.clock()
        assert len(await scene.ids(query=HasTag("n"))) == RUNS + 1
