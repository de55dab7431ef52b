"""Sorted lists of runs: the same order on both stores, and stable pages."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from tests.contracts.conftest import emptied, postgres_store, sqlite_store
from tests.contracts.search_cases import a_query, keep, some_runs
from tests.contracts.test_search import (  # noqa: F401 (fixtures)
    Filled,
    _one_transaction,
    filled,
    reading,
    way,
)
from tests.core.queries.strategies import NOW
from tests.support.builders import WORKSPACE

from runwhy.core.queries import Query, QuerySubject, render
from runwhy.core.queries.run_order import RunOrder, RunPosition, RunSort
from runwhy.ports import RunFilter
from runwhy.stores.search import sorted_runs
from runwhy.stores.sql.clauses import Clause, execute
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.rows import to_ms
from runwhy.stores.store import SqlStore

LATER = NOW + timedelta(days=1)  # all runs have ended by then


def value_of(run: QuerySubject, order: RunOrder) -> float | None:
    if order.sort.field is None:
        return None
    return getattr(run, order.sort.field.value)  # type: ignore[no-any-return]


def expected(filled: Filled, query: Query, order: RunOrder) -> Sequence[int]:  # noqa: F811
    """Return the numbers of the matching runs in order."""
    runs = {seq: value_of(filled.seen[seq], order) for seq in filled.expected(query)}
    sign = -1 if order.descending else 1
    return sorted(runs, key=lambda s: (runs[s] is None, sign * (runs[s] or 0), sign * s))


def pages(tx: Tx, query: Query, order: RunOrder, limit: int) -> Sequence[int]:
    """Return the numbers of all matching runs, read page by page."""
    seen: list[int] = []
    after: RunPosition | None = None
    while True:
        page = sorted_runs.list_sorted_runs(
            tx, WORKSPACE, RunFilter(query=query), order, limit=limit, now=LATER, after=after
        )
        seen += [run.seq for run in page.runs]
        after = page.more
        if after is None:
            return seen


ORDERS = [RunOrder(sort=sort, descending=down) for sort in RunSort for down in (True, False)]


@pytest.mark.parametrize("order", ORDERS, ids=str)
def test_pages_of_a_sorted_list_have_no_gaps_and_no_duplicates(
    filled: Filled,  # noqa: F811
    way: str,  # noqa: F811
    order: RunOrder,
) -> None:
    chance = Random(f"{order}")
    for limit in (1, 7, 7, 200, 200, 200):
        query = a_query(chance, 3)
        right = expected(filled, query, order)
        if limit == 1 and len(right) > 40:
            limit = 9
        for store in filled.stores:
            with reading(store) as tx:
                found = pages(tx, query, order, limit)
            assert found == right, (store.dialect.name, render(query))


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
@pytest.mark.parametrize("seed", range(3))
def test_pages_are_one_list_while_runs_arrive_and_end(
    kind: str, seed: int, postgres_url: str, tmp_path: Path
) -> None:
    store = sqlite_store(tmp_path / "runwhy.db") if kind == "sqlite" else empty(postgres_url)
    with asyncio.Runner() as loop:
        loop.run(_page_while_runs_change(store, Random(seed)))


def empty(url: str) -> SqlStore:
    emptied(url)
    return postgres_store(url)


async def _page_while_runs_change(store: SqlStore, chance: Random) -> None:
    await store.open()
    await store.add_workspace("default", "default", at=NOW)
    drafts = iter(some_runs(chance, 200))

    async def arrive(number: int) -> None:
        some = [(replace(run, workspace=WORKSPACE), text) for run, text in islice(drafts, number)]
        await store.in_transaction(lambda tx: [keep(tx, run, text) for run, text in some])

    await arrive(60)
    await store.pack_runs(size=16)
    for hours, order in enumerate(ORDERS):
        now = LATER + timedelta(hours=hours)
        first = await whole_list(store, order, now)
        seen: list[int] = []
        after: RunPosition | None = None
        while not seen or after is not None:
            page = await store.list_sorted_runs(
                WORKSPACE, RunFilter(), order, limit=7, now=now, after=after
            )
            seen += [run.seq for run in page.runs]
            after = page.more
            await arrive(chance.randrange(3))
            await store.in_transaction(partial(end_some, chance=chance, after=now))
            if chance.random() < 0.3:
                await store.pack_runs(size=16)
        assert seen == first, order
    await store.close()


async def whole_list(store: SqlStore, order: RunOrder, now: datetime) -> Sequence[int]:
    found = await store.list_sorted_runs(WORKSPACE, RunFilter(), order, limit=500, now=now)
    return [run.seq for run in found.runs]


def end_some(tx: Tx, *, chance: Random, after: datetime) -> None:
    """End some open runs after a time."""
    open_runs = Clause("SELECT seq FROM runs WHERE finished_at IS NULL ORDER BY seq", ())
    for (seq,) in execute(tx.conn, open_runs).all():
        if chance.random() < 0.2:
            ended = to_ms(after) + chance.randrange(1, 5)
            values = (ended - 1000, ended, chance.randrange(10**12), seq)
            change = "status = 'succeeded', started_at = ?, finished_at = ?, cost = ?"
            execute(tx.conn, Clause(f"UPDATE runs SET {change} WHERE seq = ?", values))
