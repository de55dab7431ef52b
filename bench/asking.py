"""Measure the CPU time of the queries of `bench.find`, of measures and sorted pages, without HTTP.

    uv run --group dev python -m bench.asking FILE [--runs 1000000] [--rounds 7] [--only WORDS]
    uv run --group dev python -m bench.asking [FILE] --postgres [--runs 1000000]

A SQLite file is filled first if it does not exist. `--postgres` fills a temporary database, from
the file if one is named; the CPU time of the database is printed in a separate column. The
lowest of several rounds counts, so that other load on the machine does not change the result.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import time
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from bench.find import FACETS, WORDS
from bench.find_data import END_MS, PAGE, runs, shapes
from bench.find_load import copy_to_postgres, fill_postgres, fill_sqlite
from bench.processes import Usage, usage_with_children
from rich.console import Console
from tests.support.postgres import running_postgres

from runwhy.core.queries import Field, Query, parse
from runwhy.core.queries.aggregates import AggregateRequest, Measure
from runwhy.core.queries.counts import CountKey
from runwhy.core.queries.run_order import RunOrder, RunSort
from runwhy.ports import RunFilter
from runwhy.stores.postgres import PostgresStore
from runwhy.stores.search.pack_writer import PACK
from runwhy.stores.sqlite import SqliteStore
from runwhy.stores.store import SqlStore

NOW = datetime.fromtimestamp(END_MS / 1000, tz=UTC)
WORKSPACE = 1
TOP = 20
FILTER = "env:prod"  # 60 % of the runs
Spacing = Literal["auto"] | None
GROUPINGS: Sequence[tuple[tuple[str, ...], Spacing]] = (
    ((), None),
    ((), "auto"),
    (("status",), None),
    (("customer",), None),  # 5,000 values
    (("plan", "region"), None),
    (("status",), "auto"),
    (("customer",), "auto"),
)  # and by `user`, which has 50,000 values

StoreCall = Callable[[], Awaitable[object]]
StoredUsage = Callable[[], Usage]  # CPU time of the database so far
console = Console()


def parse_query(text: str) -> Query:
    return parse(text, now=NOW)


def count_key(name: str) -> CountKey:
    return CountKey(Field(name)) if name in set(Field) else CountKey(None, name)


def count_call(store: SqlStore, path: str, params: dict[str, str]) -> StoreCall:
    """Return the store call for an entry of `FACETS`."""
    query = parse_query(params.get("q", ""))
    if path == "/keys":
        return lambda: store.count_keys(WORKSPACE, query, limit=TOP)
    if path == "/facets":
        return lambda: store.count_values(WORKSPACE, query, count_key(params["key"]), limit=TOP)
    by = count_key(params["groupBy"])
    return lambda: store.count_over_time(
        WORKSPACE, query, interval=None, group_by=by, limit=6, now=NOW
    )


def measure_calls(store: SqlStore) -> dict[str, StoreCall]:
    """Return the calls for each measure, under a filter, by one and two keys, and over time."""
    every = [measure.value for measure in Measure]
    asked = [((measure,), by, over_time) for measure in every for by, over_time in GROUPINGS]
    asked += [(tuple(every), by, over_time) for by, over_time in GROUPINGS]
    asked += [((measure,), ("user",), None) for measure in ("count", "p95", "cost")]

    def call(names: Sequence[str], by: Sequence[str], over_time: Spacing) -> StoreCall:
        request = AggregateRequest(
            measures=tuple(map(Measure, names)),
            by=tuple(map(count_key, by)),
            interval=over_time,
        )
        query = parse_query(FILTER)
        return lambda: store.aggregate_runs(WORKSPACE, query, request, now=NOW)

    return {
        " ".join(
            [
                "all measures" if len(names) > 1 else names[0],
                *(["by", " and ".join(by)] if by else []),
                *(["over time"] if over_time else []),
            ]
        ): call(names, by, over_time)
        for names, by, over_time in asked
    }


def sorted_calls(store: SqlStore) -> dict[str, StoreCall]:
    """Return the calls for sorted pages: the first of all runs, and one under a filter."""

    def call(sort: RunSort, text: str) -> StoreCall:
        filter, order = RunFilter(query=parse_query(text)), RunOrder(sort=sort)
        return lambda: store.list_sorted_runs(WORKSPACE, filter, order, limit=PAGE)

    sorts = [sort for sort in RunSort if sort is not RunSort.CREATED]
    return {
        f"page by {sort}{' of ' + text if text else ''}": call(sort, text)
        for sort in sorts
        for text in ("", FILTER)
    }


def store_calls(store: SqlStore, total: int) -> dict[str, StoreCall]:
    """Return the calls to measure by name: pages of runs, counts, measures, and sorted pages."""

    def page_call(text: str) -> StoreCall:
        filter = RunFilter(query=parse_query(text))
        return lambda: store.list_runs(WORKSPACE, filter, limit=PAGE)

    pages = {shape.name: shape.query for shape in shapes(total)} | WORDS
    calls = {name: page_call(text) for name, text in pages.items()}
    calls |= {name: count_call(store, *facet) for name, facet in FACETS.items()}
    return calls | measure_calls(store) | sorted_calls(store)


async def lowest_ms(call: StoreCall, rounds: int, stored: StoredUsage) -> Sequence[float]:
    """Return the lowest CPU time of this process, CPU time of the database, and elapsed time.

    All are in ms. Each is the lowest of its kind, after one call to warm up.
    """
    took = []
    for _ in range(rounds + 1):
        before, stored_before, began = time.process_time(), stored().cpu, time.perf_counter()
        await call()
        times = (time.process_time() - before, stored().cpu - stored_before)
        took.append((*times, time.perf_counter() - began))
    return [min(times) * 1000 for times in zip(*took[1:], strict=True)]


async def measure(
    store: SqlStore, total: int, rounds: int, only: Sequence[str], stored: StoredUsage = Usage
) -> None:
    await store.open()
    await store.pack_runs()
    console.print(f"{total:,} runs, {store.dialect.name}: CPU ms, database's CPU ms, elapsed ms")
    for name, call in store_calls(store, total).items():
        if not only or any(words in name for words in only):
            cells = [f"{each:9,.1f}" for each in await lowest_ms(call, rounds, stored)]
            console.print(" ".join(cells), name)
    await store.close()
    console.print(f"load average {os.getloadavg()[0]:.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, nargs="?")
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--only", nargs="+", default=[], help="measure only names with these words")
    parser.add_argument("--runs", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=7)
    args = parser.parse_args()
    total = args.runs // PACK * PACK + PACK - 1
    if args.postgres:
        with running_postgres() as server:
            url = server.create_database("bench")
            if args.file:
                copy_to_postgres(args.file, url, lambda _: None)
            else:
                fill_postgres(url, runs(total), lambda _: None)
            pid = int((server.data / "postmaster.pid").read_text().split()[0])
            store, stored = PostgresStore(url, lambda _: None), lambda: usage_with_children(pid)
            asyncio.run(measure(store, total, args.rounds, args.only, stored))
        return
    if args.file is None:
        parser.error("name a FILE, or use --postgres")
    if not args.file.exists():
        with console.status("filling"):
            fill_sqlite(args.file, runs(total), lambda _: None)
    asyncio.run(measure(SqliteStore(args.file, lambda _: None), total, args.rounds, args.only))


if __name__ == "__main__":
    main()
