"""Lists in the event loop: the planner's estimates are cached, and may be outdated."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from tests.contracts.conftest import emptied, opened, postgres_store
from tests.support.builders import WORKSPACE
from tests.support.contracts.scene import Scene

from runwhy.core.queries import TagIs
from runwhy.ports import RunFilter
from runwhy.stores.postgres import PostgresStore
from runwhy.stores.search import short_lists
from runwhy.stores.search.short_lists import ExpectedRows, ShortList, ShortSearch
from runwhy.stores.sql.clauses import Clause, Found
from runwhy.stores.sql.loop_connections import Execute

pytestmark = pytest.mark.anyio


@pytest.fixture
async def store(postgres_url: str) -> AsyncIterator[PostgresStore]:
    async with opened(postgres_store(postgres_url)) as store:
        assert isinstance(store, PostgresStore)
        emptied(postgres_url)
        await store._in_loop.connect()
        yield store


async def read(
    store: PostgresStore, customer: str, expected: ExpectedRows
) -> tuple[list[str], int]:
    """Return the newest runs of a customer, and how many statements that took."""
    sent: list[str] = []
    filter = RunFilter(query=TagIs("customer", customer))

    async def find(execute: Execute) -> ShortList | None:
        async def recorded(statement: Clause) -> Found:
            sent.append(statement.text)
            return await execute(statement)

        search = ShortSearch(recorded, store.dialect.search, WORKSPACE, filter, expected)
        return await search.newest(limit=5, before=None)

    found = await store._in_loop.read(find)
    assert found is not None
    return [run.id for run in found.found.runs], len(sent)


async def test_the_planner_is_asked_once_for_the_same_tags(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene, expected = await Scene(store).open(), ExpectedRows()
    ids = [(await scene.start(tags={"customer": name})).id for name in ("acme", "other")]

    assert await read(store, "acme", expected) == ([ids[0]], 2)
    assert await read(store, "acme", expected) == ([ids[0]], 1)
    assert await read(store, "other", expected) == ([ids[1]], 2)

    monkeypatch.setattr(short_lists, "EXPECTED_FOR", -1.0)
    expected = ExpectedRows()
    assert await read(store, "acme", expected) == ([ids[0]], 2)
    assert await read(store, "acme", expected) == ([ids[0]], 2)


async def test_more_runs_than_were_expected_are_listed(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(short_lists, "SOME", 2)
    scene, expected = await Scene(store).open(), ExpectedRows()
    await scene.start(tags={"customer": "acme"})
    await read(store, "acme", expected)
    newer = [(await scene.start(tags={"customer": "acme"})).id for _ in range(6)]

    assert await read(store, "acme", expected) == (newer[:0:-1], 2)
    assert await read(store, "acme", expected) == (newer[:0:-1], 1)
