"""SQLite, PostgreSQL and the evaluation of a query in Python find the same runs."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random

import pytest
from tests.contracts.conftest import postgres_store, sqlite_store
from tests.contracts.search_cases import a_query, keep, some_runs
from tests.core.queries.strategies import KEYS, NOW
from tests.support.builders import WORKSPACE

from runwhy.core.queries import (
    COMPARABLE,
    All,
    Compare,
    Field,
    Moment,
    Op,
    Query,
    QuerySubject,
    TagIs,
    all_of,
    matches,
    render,
)
from runwhy.core.queries.counts import CountKey, Interval, top
from runwhy.core.queries.field_values import run_subject
from runwhy.core.runs.run import Run
from runwhy.ports import RunFilter
from runwhy.stores.postgres import PostgresStore
from runwhy.stores.search import counts, histograms, run_search, short_lists, vocabularies
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.loop_connections import Execute
from runwhy.stores.sql.postgres_conditions import PostgresSearch
from runwhy.stores.sql.rows import to_ms
from runwhy.stores.store import SqlStore

RUNS = 320
PACK = 16
BATCHES = 40
IN_BATCH = 250 if os.environ.get("CI") else 15  # 10,000 queries in CI

Seen = Mapping[int, QuerySubject]


@dataclass(frozen=True, slots=True)
class Filled:
    """Both stores with the same runs, and the searchable data of each run, newest first."""

    stores: Sequence[SqlStore]
    seen: Seen

    def expected(self, query: Query) -> list[int]:
        """Return the numbers of the runs that match."""
        return [seq for seq, run in self.seen.items() if matches(query, run)]


@pytest.fixture(scope="module")
def filled(postgres_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Filled]:
    """Fill both stores: most runs are in packs, some are late or unpacked, or elsewhere."""
    runs = some_runs(Random(4), RUNS)
    path: Path = tmp_path_factory.mktemp("finding") / "runwhy.db"
    stores: list[SqlStore] = [sqlite_store(path), postgres_store(postgres_url)]
    with asyncio.Runner() as loop, pytest.MonkeyPatch.context() as patch:
        patch.setattr(vocabularies, "PART", PACK // 3)
        seen = [loop.run(_fill(store, runs)) for store in stores]
        assert seen[0] == seen[1]
        yield Filled(stores, seen[0])
        for store in stores:
            loop.run(store.close())


async def _fill(store: SqlStore, runs: Sequence[tuple[Run, str]]) -> Seen:
    await store.open()
    for slug in ("default", "other"):
        await store.add_workspace(slug, slug, at=NOW)

    def keep_all(tx: Tx) -> dict[int, QuerySubject]:
        kept = [(keep(tx, run, prompt), run, prompt) for run, prompt in runs]
        mine = [each for each in kept if each[1].workspace == WORKSPACE]
        return {seq: run_subject(run, prompt) for seq, run, prompt in reversed(mine)}

    seen: Seen = await store.in_transaction(keep_all)
    assert await store.pack_runs(size=PACK) > 8  # so one of them is a merged pack
    return seen


@contextmanager
def reading(store: SqlStore) -> Iterator[Tx]:
    """Yield one transaction for many queries."""
    engine = store._reads.engine if isinstance(store, PostgresStore) else store._engine  # type: ignore[attr-defined]
    with engine.connect() as conn:
        yield Tx(conn, store.dialect)


@pytest.fixture(autouse=True)
def _one_transaction(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow many searches in one transaction, which can take only one snapshot."""
    monkeypatch.setattr(PostgresSearch, "use_snapshot", lambda self, conn: None)


@pytest.fixture(params=["few", "many", "long"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Search through the index or through packs, which must be forced with few runs."""
    chosen: str = request.param
    if chosen == "many":
        monkeypatch.setattr(run_search, "FEW", 0)
    if chosen == "long":
        monkeypatch.setattr(run_search, "LONG", 0)
    return chosen


def test_a_common_tag_of_a_long_history_is_not_read_through_the_index(
    filled: Filled, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: object, **more: object) -> None:
        raise AssertionError("the index reads all runs that have the tag")

    monkeypatch.setattr(run_search, "LONG", 0)
    monkeypatch.setattr(PostgresSearch, "rare", refuse)
    (store,) = (each for each in filled.stores if isinstance(each, PostgresStore))
    with reading(store) as tx:
        newest = run_search.Finder(tx, WORKSPACE, TagIs("any", ""))._packs[0]
        packed = range(newest.first_seq, newest.last_seq + 1)
        tag = next(tag for seq in packed for tag in filled.seen[seq].tags.items())
        query = TagIs(*tag)
        assert run_search.Finder(tx, WORKSPACE, query).newest(RUNS, None) == filled.expected(query)


@pytest.mark.parametrize("batch", range(BATCHES // 2))
def test_both_stores_find_the_runs_that_match_a_query(filled: Filled, way: str, batch: int) -> None:
    chance = Random(f"{way} {batch}")
    queries = [a_query(chance, chance.randrange(1, 8)) for _ in range(IN_BATCH)]
    expected = [filled.expected(query) for query in queries]
    for store in filled.stores:
        with reading(store) as tx:
            for query, right in zip(queries, expected, strict=True):
                found = run_search.Finder(tx, WORKSPACE, query).newest(RUNS, None)
                assert found == right, (store.dialect.name, render(query))


@pytest.mark.parametrize("size", [3, 7])
def test_pages_have_no_gaps_and_no_duplicates(filled: Filled, way: str, size: int) -> None:
    chance = Random(size)
    for _ in range(10):
        query = a_query(chance, 3)
        for store in filled.stores:
            seen: list[int] = []
            with reading(store) as tx:
                before = None
                while page := run_search.Finder(tx, WORKSPACE, query).newest(size, before):
                    seen += page
                    before = page[-1]
            assert seen == filled.expected(query), (store.dialect.name, render(query))


@pytest.mark.parametrize(
    "sizes",
    [
        {},
        {"SOME": 0},
        {"SOME": 0, "FEW": 0, "WINDOW": 10},
        {"SOME": 0, "FEW": 0, "WINDOW": 10, "WIDE": 30, "MANY": 5},
    ],
)
def test_lists_read_in_the_event_loop_are_those_read_in_threads(
    filled: Filled,
    postgres_url: str,
    monkeypatch: pytest.MonkeyPatch,
    sizes: dict[str, int],
) -> None:
    for name, value in sizes.items():
        monkeypatch.setattr(short_lists, name, value)
    chance = Random(str(sizes))
    # The planner knows nothing of these few runs, so some windows are searched in vain.
    queries = [All(), *(a_query(chance, chance.randrange(1, 4)) for _ in range(IN_BATCH))]
    in_loop: Counter[bool] = Counter()
    expected = short_lists.ExpectedRows()

    async def page(store: PostgresStore, query: Query, size: int, before: int | None) -> list[int]:
        filter = RunFilter(query=query)

        async def find(execute: Execute) -> short_lists.ShortList | None:
            place = (store.dialect.search, WORKSPACE)
            search = short_lists.ShortSearch(execute, *place, filter, expected)
            return await search.newest(limit=size, before=before)

        in_loop[await store._in_loop.read(find) is not None] += 1
        found = await store.find_runs(WORKSPACE, filter, limit=size, before=before)
        return [run.seq for run in found.runs]

    async def pages(store: PostgresStore, query: Query, size: int) -> list[int]:
        seen = found = await page(store, query, size, None)
        while len(found) == size:
            found = await page(store, query, size, seen[-1])
            seen = [*seen, *found]
        return seen

    async def compare() -> None:
        store = postgres_store(postgres_url)
        await store.open()
        try:
            await store._in_loop.connect()
            for query in queries:
                found = await pages(store, query, chance.choice([3, 51]))
                assert found == filled.expected(query), render(query)
        finally:
            await store.close()

    asyncio.run(compare())
    assert in_loop[True] > 20


@pytest.fixture(params=["newest", "all"])
def looked_at(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Look for keys among the newest runs first, as usual, or only among all."""
    if request.param == "all":
        monkeypatch.setattr(run_search, "NEWEST", 0)


@pytest.mark.usefixtures("looked_at")
def test_without_a_match_the_keys_that_runs_have_are_found(filled: Filled, way: str) -> None:
    tags = [run.tags for run in filled.seen.values()]
    value = next(tags[0][key] for key in KEYS if key in tags[0])
    for key in KEYS:
        query = all_of([TagIs("no_such_key", value), TagIs(key, "no such value")])
        exists = [key] if any(key in each for each in tags) else []
        for store in filled.stores:
            with reading(store) as tx:
                found = run_search.find_runs(tx, WORKSPACE, RunFilter(query=query), limit=5)
            assert (found.runs, found.keys) == ((), exists), (store.dialect.name, key)


@pytest.mark.usefixtures("looked_at")
@pytest.mark.parametrize("short", [1, 5])
def test_a_short_search_finds_what_a_long_one_does_or_leaves_it_to_that(
    filled: Filled, short: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_search, "SHORT", short)
    pairs = {pair for run in filled.seen.values() for pair in run.tags.items()}
    middle = list(filled.seen)[len(filled.seen) // 2]
    answered: Counter[int | None] = Counter()
    with reading(filled.stores[0]) as tx:
        for key, value in [*sorted(pairs), (KEYS[0], "no such value"), ("no_such_key", "a")]:
            asked = RunFilter(query=TagIs(key, value))
            for limit, before in product((1, short + 2), (None, middle)):
                args = (tx, WORKSPACE, asked)
                found = run_search.find_few_runs(*args, limit=limit, before=before)
                whole = run_search.find_runs(*args, limit=limit, before=before)
                answered[None if found is None else len(found.runs)] += 1
                assert found in (whole, None), (key, value, limit, before)
                has_few = 0 < len(whole.runs) <= short or (not whole.runs and before is not None)
                assert not (has_few and found is None), (key, value, limit, before)
    assert answered[None] and answered[0] and answered[1]


@pytest.mark.usefixtures("looked_at")
def test_keys_are_found_among_the_runs_that_a_reader_may_see(filled: Filled, way: str) -> None:
    tags = [run.tags for run in filled.seen.values()]
    within = next({key: each[key]} for each in tags for key in KEYS if key in each)
    visible = [each for each in tags if within.items() <= each.items()]
    expected = [key for key in KEYS if any(key in each for each in visible)]
    for store in filled.stores:
        with reading(store) as tx:
            assert run_search.find_keys(tx, WORKSPACE, KEYS, within) == expected


def _value(run: QuerySubject, key: CountKey) -> str | None:
    if key.field is None:
        return run.tags.get(key.tag)
    return getattr(run, key.field.value.replace(".", "_"))  # type: ignore[no-any-return]


def _a_key(chance: Random) -> CountKey:
    fields = [field for field in Field if field not in COMPARABLE]
    if chance.random() < 0.5:
        return CountKey(chance.choice(fields))
    return CountKey(None, chance.choice(KEYS))


@pytest.mark.parametrize("batch", range(4))
def test_the_count_of_a_value_equals_the_number_of_its_runs(
    filled: Filled, way: str, batch: int
) -> None:
    chance = Random(f"values {batch}")
    for _ in range(25):
        query, key, limit = a_query(chance, 3), _a_key(chance), chance.choice([1, 3, 100])
        rows = [filled.seen[seq] for seq in filled.expected(query)]
        tally = Counter(value for row in rows if (value := _value(row, key)) is not None)
        right = top(tally, limit)
        for store in filled.stores:
            with reading(store) as tx:
                facet = counts.facet(tx, WORKSPACE, query, key, limit=limit)
            assert facet.values == right, (store.dialect.name, render(query), key)
            assert facet.other == tally.total() - sum(each.count for each in right)


def test_with_very_many_values_the_shown_ones_are_counted_exactly(
    filled: Filled, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counts, "MAX_VALUES", 8)
    query, key = all_of([]), CountKey(None, "customer")
    rows = [filled.seen[seq] for seq in filled.expected(query)]
    tally = Counter(value for row in rows if (value := _value(row, key)) is not None)
    assert len(tally) > 8
    for store in filled.stores:
        with reading(store) as tx:
            facet = counts.facet(tx, WORKSPACE, query, key, limit=3)
        assert {each.value: each.count for each in facet.values}.items() <= tally.items()
        assert facet.other + sum(each.count for each in facet.values) == tally.total()


@pytest.mark.parametrize("batch", range(2))
def test_tag_keys_are_counted_among_matching_runs(filled: Filled, way: str, batch: int) -> None:
    chance = Random(f"keys {batch}")
    for leaves in (1, 1, 2, 3, 3, 4, 0):
        query, prefix = a_query(chance, leaves) if leaves else all_of([]), chance.choice(["", "t"])
        rows = [filled.seen[seq] for seq in filled.expected(query)]
        tally = Counter(key for row in rows for key in row.tags if key.startswith(prefix))
        for store in filled.stores:
            with reading(store) as tx:
                found = counts.keys(tx, WORKSPACE, query, prefix=prefix, limit=50)
            assert found == top(tally, 50), (store.dialect.name, render(query))


@pytest.mark.parametrize("interval", [None, Interval.HOUR, Interval.DAY])
def test_bars_count_the_runs_created_in_them_and_have_no_gaps(
    filled: Filled, way: str, interval: Interval | None
) -> None:
    chance = Random(f"bars {interval}")
    for _ in range(20):
        query, key = a_query(chance, 3), _a_key(chance)
        rows = [filled.seen[seq] for seq in filled.expected(query)]
        for store in filled.stores:
            with reading(store) as tx:
                found = histograms.histogram(
                    tx, WORKSPACE, query, interval=interval, group_by=key, limit=3, now=NOW
                )
            _check_bars(found, rows, key)


def _check_bars(found: histograms.Histogram, rows: Sequence[QuerySubject], key: CountKey) -> None:
    width = found.interval.ms
    assert bool(found.bars) or not rows
    by_bar = Counter(to_ms(row.created) // width * width for row in rows)
    assert dict(zip(found.bars, found.totals, strict=True)) == {
        start: by_bar[start] for start in found.bars
    }
    assert sum(found.totals) == len(rows)
    values = Counter(value for row in rows if (value := _value(row, key)) is not None)
    assert list(found.groups) == [each.value for each in top(values, 3)]
    for value, bars in found.groups.items():
        mine = Counter(
            to_ms(row.created) // width * width for row in rows if _value(row, key) == value
        )
        assert list(bars) == [mine[start] for start in found.bars]
    shown = sum(sum(bars) for bars in found.groups.values())
    assert sum(found.other) == values.total() - shown


def test_bars_span_the_range_of_the_query_until_now(filled: Filled) -> None:
    hour = Interval.HOUR.ms
    since = Compare(Field.CREATED, Op.GE, Moment(NOW.replace(hour=2)))
    for store in filled.stores:
        with reading(store) as tx:
            found = histograms.histogram(
                tx, WORKSPACE, since, interval=None, group_by=None, limit=3, now=NOW
            )
        assert found.interval is Interval.HOUR
        assert found.bars == range(to_ms(NOW) - 10 * hour, to_ms(NOW) + 1, hour)
