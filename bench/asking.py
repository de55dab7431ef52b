"""Measure the CPU time of the queries of `bench.find` on SQLite, without HTTP.

    uv run --group dev python -m bench.asking FILE [--runs 1000000] [--rounds 7]

The file is filled first if it does not exist. The lowest of several rounds counts, so that other
load on the machine does not change the result.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

from bench.find import FACETS, WORDS
from bench.find_data import END_MS, PAGE, runs, shapes
from bench.find_load import fill_sqlite
from rich.console import Console
from rich.table import Table

from runwhy.core.queries import Field, Query, parse
from runwhy.core.queries.counts import CountKey
from runwhy.ports import RunFilter
from runwhy.stores.search.pack_writer import PACK
from runwhy.stores.sqlite import SqliteStore

NOW = datetime.fromtimestamp(END_MS / 1000, tz=UTC)
WORKSPACE = 1
TOP = 20

StoreCall = Callable[[], Awaitable[object]]
console = Console()


def parse_query(text: str) -> Query:
    return parse(text, now=NOW)


def count_key(name: str) -> CountKey:
    return CountKey(Field(name)) if name in set(Field) else CountKey(None, name)


def count_call(store: SqliteStore, path: str, params: dict[str, str]) -> StoreCall:
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


def store_calls(store: SqliteStore, total: int) -> dict[str, StoreCall]:
    """Return the calls to measure by name: pages of runs, then counts."""

    def page_call(text: str) -> StoreCall:
        filter = RunFilter(query=parse_query(text))
        return lambda: store.list_runs(WORKSPACE, filter, limit=PAGE)

    pages = {shape.name: shape.query for shape in shapes(total)} | WORDS
    calls = {name: page_call(text) for name, text in pages.items()}
    return calls | {name: count_call(store, *facet) for name, facet in FACETS.items()}


async def lowest_cpu_ms(call: StoreCall, rounds: int) -> float:
    """Return the lowest CPU time of a call in ms, after one call to warm up."""
    took = []
    for _ in range(rounds + 1):
        before = time.process_time()
        await call()
        took.append((time.process_time() - before) * 1000)
    return min(took[1:])


async def measure(path: Path, total: int, rounds: int) -> None:
    store = SqliteStore(path, lambda _: None)
    await store.open()
    await store.pack_runs()
    table = Table("CPU, ms", "lowest", title=f"{total:,} runs")
    for name, call in store_calls(store, total).items():
        table.add_row(name, f"{await lowest_cpu_ms(call, rounds):,.1f}")
    await store.close()
    console.print(table, f"load average {os.getloadavg()[0]:.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--runs", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=7)
    args = parser.parse_args()
    total = args.runs // PACK * PACK + PACK - 1
    if not args.file.exists():
        with console.status("filling"):
            fill_sqlite(args.file, runs(total), lambda _: None)
    asyncio.run(measure(args.file, total, args.rounds))


if __name__ == "__main__":
    main()
