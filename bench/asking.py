"""What finding costs in CPU, without HTTP: the questions of `bench.find`, asked of SQLite.

    uv run --group dev python -m bench.asking FILE [--runs 1000000] [--rounds 7]

A file that is there is asked as it is, and one that is not is filled first. CPU time says the same
on a machine that others use too, if the least of some rounds is taken.
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

Ask = Callable[[], Awaitable[object]]
console = Console()


def a_query(text: str) -> Query:
    return parse(text, now=NOW)


def a_key(name: str) -> CountKey:
    return CountKey(Field(name)) if name in set(Field) else CountKey(None, name)


def a_count(store: SqliteStore, path: str, asked: dict[str, str]) -> Ask:
    """What a question of `FACETS` asks of the store."""
    query = a_query(asked.get("q", ""))
    if path == "/keys":
        return lambda: store.count_keys(WORKSPACE, query, limit=TOP)
    if path == "/facets":
        return lambda: store.count_values(WORKSPACE, query, a_key(asked["key"]), limit=TOP)
    by = a_key(asked["groupBy"])
    return lambda: store.count_over_time(
        WORKSPACE, query, interval=None, group_by=by, limit=6, now=NOW
    )


def questions(store: SqliteStore, total: int) -> dict[str, Ask]:
    """Pages of runs, then counts."""

    def a_page(text: str) -> Ask:
        filter = RunFilter(query=a_query(text))
        return lambda: store.list_runs(WORKSPACE, filter, limit=PAGE)

    pages = {shape.name: shape.query for shape in shapes(total)} | WORDS
    asked = {name: a_page(text) for name, text in pages.items()}
    return asked | {name: a_count(store, *facet) for name, facet in FACETS.items()}


async def least(ask: Ask, rounds: int) -> float:
    """The CPU that it takes, in ms, once everything is warm."""
    took = []
    for _ in range(rounds + 1):
        before = time.process_time()
        await ask()
        took.append((time.process_time() - before) * 1000)
    return min(took[1:])


async def measure(path: Path, total: int, rounds: int) -> None:
    store = SqliteStore(path, lambda _: None)
    await store.open()
    await store.pack_runs()
    table = Table("CPU, ms", "least", title=f"{total:,} runs")
    for name, ask in questions(store, total).items():
        table.add_row(name, f"{await least(ask, rounds):,.1f}")
    await store.close()
    console.print(table, f"load average {os.getloadavg()[0]:.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--runs", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=7)
    given = parser.parse_args()
    total = given.runs // PACK * PACK + PACK - 1
    if not given.file.exists():
        with console.status("filling"):
            fill_sqlite(given.file, runs(total), lambda _: None)
    asyncio.run(measure(given.file, total, given.rounds))


if __name__ == "__main__":
    main()
