"""Ended runs are packed in the background without a change in search results."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from sqlalchemy import text
from tests.contracts.conftest import emptied, opened, postgres_store, sqlite_store
from tests.support.builders import WORKSPACE
from tests.support.contracts.scene import Scene

from runwhy.core.queries import All, Field, FieldIs, HasTag, Text
from runwhy.core.queries.counts import Count, CountKey
from runwhy.core.runs.run import Outcome, Run, Status
from runwhy.stores.runs.outcomes import end_import_again
from runwhy.stores.search.pack_writer import NewPack, add_pack, columns_of, plan_pack, unpack
from runwhy.stores.search.packs import Pack, PackReader
from runwhy.stores.search.vocabularies import (
    add_vocabularies,
    build_vocabularies,
    delete_vocabularies,
)
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.store import SqlStore

pytestmark = pytest.mark.anyio
SIZE = 4


@pytest.fixture(params=["sqlite", "postgres"])
async def servers(
    request: pytest.FixtureRequest, tmp_path: Path
) -> AsyncIterator[tuple[Scene, list[SqlStore]]]:
    """A scene, and the stores of all servers on its database: two for PostgreSQL."""
    async with AsyncExitStack() as stack:
        if request.param == "sqlite":
            stores: list[SqlStore] = [sqlite_store(tmp_path / "runwhy.db")]
        else:
            url = request.getfixturevalue("postgres_url")
            stores = [postgres_store(url), postgres_store(url)]
        for store in stores:
            await stack.enter_async_context(opened(store))
        if request.param == "postgres":
            emptied(url)
        yield await Scene(stores[0]).open(), stores


async def ended(scene: Scene, number: int) -> list[str]:
    """Add ended runs, and return their ids, newest first."""
    claims = [await scene.started(f"Number {n}", tags={"n": str(n)}) for n in range(number)]
    for claim in claims:
        await scene.finish(claim)
    return [claim.run.id for claim in reversed(claims)]


async def sizes(store: SqlStore) -> list[int]:
    """Return the number of runs in each pack, in the order of pack numbers."""
    query = text("SELECT size FROM packs ORDER BY number")
    return [row[0] for row in await store.reading(lambda conn: conn.execute(query).all())]


async def planned(store: SqlStore) -> NewPack:
    last_run = await store.reading(store.dialect.search.last_committed_run)
    pack = await store.in_transaction(plan_pack, WORKSPACE, last_run, SIZE)
    assert pack is not None
    return pack


def changed(tx: Tx, run: Run) -> None:
    """Change the outcome of an ended run."""
    end_import_again(tx, run, Outcome(status=Status.CANCELLED), at=run.created_at)
    unpack(tx, WORKSPACE, run.seq)


async def test_runs_are_packed_as_soon_as_they_fill_a_pack(
    servers: tuple[Scene, list[SqlStore]],
) -> None:
    scene, (store, *_) = servers
    runs = await ended(scene, SIZE - 1)
    assert await store.pack_runs(size=SIZE) == 0
    runs = [*await ended(scene, SIZE), *runs]
    assert await store.pack_runs(size=SIZE) == 1
    assert await sizes(store) == [SIZE]
    assert await scene.ids(query=HasTag("n")) == runs
    assert await scene.ids(query=Text("number 1")) == [runs[2], runs[5]]


async def test_a_run_that_ends_late_can_always_be_found_and_is_packed_later(
    servers: tuple[Scene, list[SqlStore]],
) -> None:
    scene, (store, *_) = servers
    late = await scene.started(tags={"late": "yes"})
    runs = await ended(scene, SIZE)
    running, done = FieldIs(Field.STATUS, "running"), FieldIs(Field.STATUS, "succeeded")

    assert await store.pack_runs(size=SIZE) == 1
    assert await scene.ids(query=running) == [late.run.id]
    assert await scene.ids(query=done) == runs
    await scene.finish(late)
    assert await scene.ids(query=running) == []
    assert await scene.ids(query=done) == [*runs, late.run.id]

    newer = await ended(scene, SIZE - 1)
    assert await store.pack_runs(size=SIZE) == 1
    assert await sizes(store) == [SIZE, SIZE]
    assert await scene.ids(query=done) == [*newer, *runs, late.run.id]
    facet = await store.count_values(WORKSPACE, All(), CountKey(Field.STATUS), limit=5)
    assert [(each.value, each.count) for each in facet.values] == [("succeeded", 2 * SIZE)]


async def test_small_packs_are_merged_into_a_large_one(
    servers: tuple[Scene, list[SqlStore]],
) -> None:
    scene, (store, *_) = servers
    runs = await ended(scene, 9 * SIZE)
    assert await store.pack_runs(size=SIZE) == 9
    assert sorted(await sizes(store)) == [SIZE, 8 * SIZE]
    assert await scene.ids(query=HasTag("n")) == runs
    assert await store.count_keys(WORKSPACE, HasTag("n"), limit=5) == await store.count_keys(
        WORKSPACE, All(), limit=5
    )


async def test_several_servers_pack_each_run_once(
    servers: tuple[Scene, list[SqlStore]],
) -> None:
    scene, stores = servers
    runs = await ended(scene, 9 * SIZE)
    await asyncio.gather(*(store.pack_runs(size=SIZE) for store in [*stores, *stores]))
    await stores[0].pack_runs(size=SIZE)
    assert sum(await sizes(stores[0])) == 9 * SIZE
    assert await scene.ids(query=HasTag("n")) == runs


async def test_only_one_server_writes_the_same_pack(
    servers: tuple[Scene, list[SqlStore]],
) -> None:
    scene, stores = servers
    for _ in range(10):
        await ended(scene, SIZE)
        plans = [await planned(store) for store in stores]
        written = await asyncio.gather(
            *(
                store.in_transaction(add_pack, pack, columns_of(pack))
                for store, pack in zip(stores, plans, strict=True)
            )
        )
        assert written.count(True) == 1
    assert await sizes(stores[0]) == [SIZE] * 10


async def test_a_run_that_changes_while_a_pack_is_built_is_not_packed_with_old_values(
    servers: tuple[Scene, list[SqlStore]],
) -> None:
    scene, (store, *_) = servers
    *_, oldest = await ended(scene, SIZE)
    pack = await planned(store)
    run = await store.get_run(WORKSPACE, oldest)
    assert run is not None
    await store.in_transaction(changed, run)

    assert not await store.in_transaction(add_pack, pack, columns_of(pack))
    assert await store.pack_runs(size=SIZE) == 1
    assert await scene.ids(query=FieldIs(Field.STATUS, "cancelled")) == [oldest]


async def test_a_text_search_reads_only_parts_whose_vocabulary_matches(
    servers: tuple[Scene, list[SqlStore]], monkeypatch: pytest.MonkeyPatch
) -> None:
    scene, (store, *_) = servers
    runs = await ended(scene, 2 * SIZE)
    assert await store.pack_runs(size=SIZE) == 2
    find_ranges = PackReader.find_ranges
    searched: list[tuple[int, int]] = []

    def spy(self: PackReader, pack: Pack, sought: str) -> list[tuple[int, int]]:
        found = list(find_ranges(self, pack, sought))
        searched.extend(found)
        return found

    monkeypatch.setattr(PackReader, "find_ranges", spy)

    assert await scene.ids(query=Text("NUMBER 5")) == [runs[2]]
    assert await scene.ids(query=Text("umber 5")) == [runs[2]]
    assert len(searched) == 2
    assert await scene.ids(query=Text("number 55")) == []
    assert len(searched) == 2


async def test_text_erased_while_a_vocabulary_is_built_is_not_stored_in_it(
    servers: tuple[Scene, list[SqlStore]],
) -> None:
    scene, (store, *_) = servers
    *_, oldest = await ended(scene, SIZE)
    assert await store.pack_runs(size=SIZE) == 1
    run = await store.get_run(WORKSPACE, oldest)
    assert run is not None
    await store.in_transaction(delete_vocabularies, WORKSPACE, [run.seq])
    built = await store.in_transaction(build_vocabularies, WORKSPACE)
    assert built is not None

    await store.in_transaction(delete_vocabularies, WORKSPACE, [run.seq])

    assert not await store.in_transaction(add_vocabularies, built)
    assert await store.pack_runs(size=SIZE) == 0
    assert await store.in_transaction(build_vocabularies, WORKSPACE) is None


async def test_a_packed_run_that_changes_is_found_with_its_new_values(
    servers: tuple[Scene, list[SqlStore]],
) -> None:
    scene, (store, *_) = servers
    *others, oldest = await ended(scene, SIZE)
    assert await store.pack_runs(size=SIZE) == 1
    run = await store.get_run(WORKSPACE, oldest)
    assert run is not None

    await store.in_transaction(changed, run)

    assert await scene.ids(query=FieldIs(Field.STATUS, "cancelled")) == [oldest]
    assert await sizes(store) == [SIZE]  # the other runs stay packed
    newer = await ended(scene, SIZE - 1)
    assert await store.pack_runs(size=SIZE) == 1
    assert await sizes(store) == [SIZE, SIZE]
    assert await scene.ids(query=FieldIs(Field.STATUS, "cancelled")) == [oldest]
    assert await scene.ids(query=HasTag("n")) == [*newer, *others, oldest]
    both = [Count(value="n", count=2 * SIZE - 1)]
    assert await store.count_keys(WORKSPACE, HasTag("n"), limit=5) == both
    assert await store.count_keys(WORKSPACE, All(), limit=5) == both
