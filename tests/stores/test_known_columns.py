"""Columns of packs in memory: read once, never outdated, and dropped when runs are erased."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

import pytest
from sqlalchemy import text
from tests.contracts.conftest import emptied, opened, postgres_store
from tests.support.builders import WORKSPACE
from tests.support.contracts.scene import Scene

from runwhy.core.queries import Query, TagPrefix
from runwhy.core.runs.run import Run
from runwhy.ports import ERASED_TOPIC, RunFilter
from runwhy.stores.postgres import PostgresStore
from runwhy.stores.search.pack_writer import unpack
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.store import SqlStore

pytestmark = pytest.mark.anyio
SIZE = 4
OLD, NEW = TagPrefix("n", "old"), TagPrefix("n", "new")


@pytest.fixture
async def scene(postgres_url: str) -> AsyncIterator[Scene]:
    async with opened(postgres_store(postgres_url)) as store:
        emptied(postgres_url)
        yield await Scene(store).open()


async def packed(scene: Scene) -> Sequence[Run]:
    """Add a pack of runs, and return them, newest first."""
    claims = [await scene.started(f"{n}", tags={"n": f"old {n}"}) for n in range(SIZE)]
    for claim in claims:
        await scene.finish(claim)
    assert await scene.store.pack_runs(size=SIZE) == 1
    return [claim.run for claim in reversed(claims)]


async def found(store: SqlStore, query: Query) -> list[str]:
    runs = await store.list_runs(WORKSPACE, RunFilter(query=query), limit=10)
    return [run.id for run in runs]


async def execute(store: SqlStore, statement: str) -> None:
    """Change the database behind the store's back."""
    await store.in_transaction(lambda tx: tx.conn.execute(text(statement)) and None)


async def repacked(store: SqlStore, runs: Sequence[Run]) -> None:
    """Take all runs out of their pack, give them other tags, and pack them again."""

    def take(tx: Tx) -> None:
        unpack(tx, WORKSPACE, *(run.seq for run in runs))

    await store.in_transaction(take)
    await execute(store, """UPDATE runs SET tags = '{"n": "new"}'""")
    assert await store.rewrite_erased_pack(WORKSPACE)
    assert await store.pack_runs(size=SIZE) == 1


async def test_a_repeated_search_does_not_read_columns_again(scene: Scene) -> None:
    ids = [run.id for run in await packed(scene)]
    assert await found(scene.store, OLD) == ids
    await execute(scene.store, "UPDATE pack_columns SET codes = '' WHERE name IN ('tag.n', 'seq')")

    assert await found(scene.store, OLD) == ids
    assert await found(scene.store, TagPrefix("n", "old 3")) == ids[:1]
    assert await found(scene.store, NEW) == []


async def test_a_new_pack_with_the_number_of_an_old_one_is_read(
    scene: Scene, postgres_url: str
) -> None:
    async with opened(postgres_store(postgres_url)) as other:
        runs = await packed(scene)
        ids = [run.id for run in runs]
        assert await found(other, OLD) == ids

        await repacked(scene.store, runs)

        numbers = await other.reading(lambda conn: conn.execute(text("SELECT number FROM packs")))
        assert numbers.scalars().all() == [1]
        assert len(other.known_columns) > 0
        assert await found(other, OLD) == []
        assert await found(other, NEW) == ids


async def test_a_pack_rewritten_without_erased_runs_empties_the_memory(
    scene: Scene, postgres_url: str
) -> None:
    published: list[str] = []
    async with opened(PostgresStore(postgres_url, published.extend)) as store:
        runs = await packed(scene)
        assert await found(store, OLD) == [run.id for run in runs]
        assert len(store.known_columns) > 0

        await repacked(store, runs)

        assert len(store.known_columns) == 0
        assert ERASED_TOPIC in published
