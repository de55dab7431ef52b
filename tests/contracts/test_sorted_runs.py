"""Sorted lists of runs: the same order on both stores, and stable pages."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
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
from runwhy.errors import InvalidInput
from runwhy.ports import RunFilter
from runwhy.stores.postgres import PostgresStore
from runwhy.stores.search import run_ends, sorted_runs
from runwhy.stores.sql.clauses import Clause, execute
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.rows import to_ms
from runwhy.stores.store import SqlStore


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
            tx, WORKSPACE, RunFilter(query=query), order, limit=limit, after=after
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
    for order in ORDERS:
        first = await whole_list(store, order)
        seen: list[int] = []
        after: RunPosition | None = None
        while not seen or after is not None:
            page = await store.list_sorted_runs(WORKSPACE, RunFilter(), order, limit=7, after=after)
            seen += [run.seq for run in page.runs]
            after = page.more
            await arrive(chance.randrange(3))
            await store.in_transaction(partial(end_some, chance=chance))
            if chance.random() < 0.3:
                await store.pack_runs(size=16)
        assert seen == first, order
    await store.close()


async def whole_list(store: SqlStore, order: RunOrder) -> Sequence[int]:
    found = await store.list_sorted_runs(WORKSPACE, RunFilter(), order, limit=500)
    return [run.seq for run in found.runs]


def end_some(tx: Tx, *, chance: Random) -> None:
    """End some open runs."""
    open_runs = Clause("SELECT seq FROM runs WHERE finished_at IS NULL ORDER BY seq", ())
    for (seq,) in execute(tx.conn, open_runs).all():
        if chance.random() < 0.2:
            end_one(tx, seq, cost=chance.randrange(10**12), lasted=chance.randrange(10**4))


def end_one(tx: Tx, seq: int, *, cost: int, lasted: int) -> None:
    ended = to_ms(NOW)  # the clock of another server may be behind
    values = (ended - lasted, ended, cost, seq)
    change = "status = 'succeeded', started_at = ?, finished_at = ?, cost = ?"
    execute(tx.conn, Clause(f"UPDATE runs SET {change} WHERE seq = ?", values))
    execute(tx.conn, Clause("INSERT INTO run_ends (run_seq) VALUES (?)", (seq,)))


BY_COST = RunOrder(sort=RunSort.COST)


async def filled_store(kind: str, postgres_url: str, path: Path) -> SqlStore:
    """Return a store with 12 open runs, of which the first six have ended."""
    store = sqlite_store(path / "runwhy.db") if kind == "sqlite" else empty(postgres_url)
    await store.open()
    await store.add_workspace("default", "default", at=NOW)
    drafts = [run for run, _ in some_runs(Random(1), 200) if run.finished_at is None][:12]
    some = [replace(run, workspace=WORKSPACE) for run in drafts]
    await store.in_transaction(lambda tx: [keep(tx, run, "") for run in some])
    for seq in range(1, 7):
        await store.in_transaction(partial(end_one, seq=seq, cost=100 * seq, lasted=5))
    return store


async def rest(store: SqlStore, after: RunPosition | None) -> Sequence[int]:
    """Return all runs after a position, in pages of two."""
    seen: list[int] = []
    while after is not None:
        page = await store.list_sorted_runs(WORKSPACE, RunFilter(), BY_COST, limit=2, after=after)
        seen += [run.seq for run in page.runs]
        after = page.more
    return seen


@pytest.mark.anyio
@pytest.mark.parametrize("packed", [False, True])
async def test_a_run_whose_end_is_being_written_while_the_first_page_is_read_is_in_a_later_page(
    packed: bool, postgres_url: str, tmp_path: Path
) -> None:
    store = await filled_store("postgres", postgres_url, tmp_path)
    assert isinstance(store, PostgresStore)
    with store._writes.engine.begin() as conn:  # writes its end first, and commits last
        end_one(Tx(conn, store.dialect), 7, cost=10_000, lasted=5)
        await store.in_transaction(partial(end_one, seq=8, cost=50, lasted=5))
        first = await store.list_sorted_runs(WORKSPACE, RunFilter(), BY_COST, limit=2)
        # Has a higher number than the end that is being written.
        await store.in_transaction(partial(end_one, seq=9, cost=75, lasted=5))
    if packed:
        for seq in (10, 11, 12):
            await store.in_transaction(partial(end_one, seq=seq, cost=9_000, lasted=5))
        await store.pack_runs(size=12)
    later = await rest(store, first.more)
    await store.close()

    assert [run.seq for run in first.runs] == [6, 5]
    assert later == [4, 3, 2, 1, 8, 12, 11, 10, 9, 7]


@pytest.mark.anyio
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_a_cursor_is_rejected_if_the_ends_since_its_first_page_are_no_longer_known(
    kind: str, postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_ends, "KEPT", 3)
    store = await filled_store(kind, postgres_url, tmp_path)
    first = await store.list_sorted_runs(WORKSPACE, RunFilter(), BY_COST, limit=2)
    await store.in_transaction(lambda tx: run_ends.forget_ends(tx.conn))
    monkeypatch.setattr(run_ends, "_MARGIN", 0)
    assert len(await rest(store, first.more)) == 10  # all ends since are known
    for seq in range(7, 12):
        await store.in_transaction(partial(end_one, seq=seq, cost=1, lasted=5))
    await store.in_transaction(lambda tx: run_ends.forget_ends(tx.conn))
    with pytest.raises(InvalidInput, match="is too old: 3 runs have ended"):
        await rest(store, first.more)
    assert first.more is not None
    for ends in ((), (1, 2, 3) if kind == "sqlite" else (1,)):
        with pytest.raises(InvalidInput, match="is not a cursor of this list"):
            await rest(store, replace(first.more, ends=ends))
    await store.close()


@pytest.mark.anyio
async def test_ends_of_a_restored_dump_are_forgotten(postgres_url: str, tmp_path: Path) -> None:
    store = await filled_store("postgres", postgres_url, tmp_path)
    foreign = Clause("UPDATE run_ends SET transaction_id = transaction_id + 1000000000")
    await store.in_transaction(lambda tx: execute(tx.conn, foreign))
    await store.close()

    store = postgres_store(postgres_url)
    await store.open()
    first = await store.list_sorted_runs(WORKSPACE, RunFilter(), BY_COST, limit=2)
    later = await rest(store, first.more)
    await store.close()

    assert [run.seq for run in first.runs] == [6, 5]
    assert later == [4, 3, 2, 1, 12, 11, 10, 9, 8, 7]
