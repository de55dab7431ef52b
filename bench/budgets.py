"""Measure how long it takes to create a budget over a million runs, and how long writers wait.

    uv run --group dev python -m bench.budgets [--runs 1000000] [--postgres]

A new budget starts with the past use in its period, so it reads past runs. Meanwhile, runs are
created one after the other, as before it; the longest time of one shows whether writers wait.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import statistics
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import structlog
from bench.find_data import END_MS, runs
from bench.find_load import fill_postgres, fill_sqlite
from tests.support.contracts.budgets import a_budget
from tests.support.contracts.scene import Scene
from tests.support.postgres import running_postgres

from runwhy.core.budgets.budget import DEFAULT_ACTIONS, Budget, Measure
from runwhy.core.budgets.periods import Period
from runwhy.stores.postgres import PostgresStore
from runwhy.stores.sqlite import SqliteStore
from runwhy.stores.store import SqlStore

LAST = datetime.fromtimestamp(END_MS / 1000 - 1, tz=UTC)
QUIET = 3.0  # seconds of writes before a budget is created
CASES = {
    "all runs, for good": ("", Period.FOREVER),
    "all runs, this month": ("", Period.MONTH),
    "one customer, for good": ("customer:c-0001", Period.FOREVER),
}


async def measure(store: SqlStore) -> None:
    """Print a line for each budget."""
    await store.open()
    scene = Scene(store)
    for name, (query, period) in CASES.items():
        what: dict[str, Any] = {
            "query": query,
            "measure": Measure.COST,
            "period": period,
            "created_at": LAST,
            "limit": 10**15,
        }
        made = a_budget(
            scene, id=f"bud_{len(name)}", name=f"b{len(name)}", actions=DEFAULT_ACTIONS, **what
        )
        waits: list[float] = []
        writing = asyncio.create_task(write(scene, waits))
        await asyncio.sleep(QUIET)
        before = len(waits)
        assert before, writing.exception()
        used, took = await add(store, made)
        writing.cancel()
        quiet, during = waits[:before], waits[before:] or [0.0]
        print(
            f"{name}: {took * 1000:,.0f} ms, counted ${used / 1e12:,.2f}; a write took"
            f" {statistics.median(quiet) * 1000:.1f} ms, at most {max(quiet) * 1000:.1f} before;"
            f" {statistics.median(during) * 1000:.1f}, at most {max(during) * 1000:.1f} meanwhile"
            f" ({len(during)} writes)"
        )
    print(f"load average {os.getloadavg()[0]:.1f}")
    await store.close()


async def write(scene: Scene, waits: list[float]) -> None:
    """Create runs one after the other, and note how long each takes."""
    while True:
        start = time.perf_counter()
        await scene.start()
        waits.append(time.perf_counter() - start)


async def add(store: SqlStore, budget: Budget) -> tuple[int, float]:
    """Create a budget as the service does; return its first usage, and how long it took."""
    start = time.perf_counter()
    used = await store.used_before(budget)
    await store.add_budget(budget, used=used)
    return used, time.perf_counter() - start


def main() -> None:
    """Fill a store, and measure it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=1_000_000)
    parser.add_argument("--postgres", action="store_true")
    args = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    if args.postgres:
        with running_postgres() as server:
            url = server.create_database("budgets")
            fill_postgres(url, runs(args.runs), lambda _: None)
            asyncio.run(measure(PostgresStore(url, lambda _: None)))
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "runwhy.db"
        fill_sqlite(path, runs(args.runs), lambda _: None)
        asyncio.run(measure(SqliteStore(path, lambda _: None)))


if __name__ == "__main__":
    main()
