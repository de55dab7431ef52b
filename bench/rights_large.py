"""Measure erasure in a large database: its speed, and its effect on other queries."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from typing import NamedTuple

import psycopg
from bench.find_data import BenchRun, runs
from bench.find_load import batches, fill_postgres, fill_sqlite
from rich.console import Console
from rich.table import Table

from runwhy.core.erasure import EraseMode, Erasure, RetentionRule
from runwhy.core.ids import make_id
from runwhy.core.queries import All
from runwhy.core.queries.counts import CountKey
from runwhy.core.runs.origin import Actor
from runwhy.services.erasure import Erasures
from runwhy.settings import Settings
from runwhy.stores.store import SqlStore
from runwhy.wiring import TimeOrderedIds, make_store, wall_clock

CUSTOMER = "c-0010"  # about one run in eighty
OLD = timedelta(days=89)  # of ninety
PARTS = "parts (run_id, idx, kind, role, provenance, text, extra, at)"
EVENTS = "events (run_id, seq, type, data, at)"


class Timing(NamedTuple):
    """The duration of an operation, and the delays of other clients during it."""

    what: str
    runs: int
    seconds: float
    longest_write: float
    counting: float  # seconds, the median


def content_rows(run: BenchRun) -> tuple[list[tuple[object, ...]], list[tuple[object, ...]]]:
    """Return the rows of a run's parts and events."""
    id, at = make_id("run", ms=run.created, random=run.number), run.created
    roles = (("user", "human", run.prompt), ("assistant", "agent", run.answer))
    parts = [
        (id, n, "message", role, by, text, "{}", at) for n, (role, by, text) in enumerate(roles)
    ]
    events = [(id, n + 1, kind, "{}", at) for n, kind in enumerate(("queued", "started", "result"))]
    return list(parts), list(events)


def rows_of(total: int) -> Iterator[tuple[list[tuple[object, ...]], list[tuple[object, ...]]]]:
    for batch in batches(runs(total)):
        contents = [content_rows(run) for run in batch]
        yield (
            [row for parts, _ in contents for row in parts],
            [row for _, evs in contents for row in evs],
        )


def fill(settings: Settings, total: int) -> None:
    """Create packed runs with tags, text, two parts and three events each."""
    if settings.is_postgres:
        fill_postgres(settings.database_url, runs(total), lambda n: None)
        with psycopg.connect(settings.database_url.replace("+psycopg", ""), autocommit=True) as db:
            for parts, events in rows_of(total):
                for table, found in ((PARTS, parts), (EVENTS, events)):
                    with db.cursor().copy(f"COPY {table} FROM STDIN") as copy:
                        for row in found:
                            copy.write_row(row)
            db.execute("VACUUM ANALYZE")
        return
    fill_sqlite(settings.sqlite_path, runs(total), lambda n: None)
    db = sqlite3.connect(settings.sqlite_path)
    db.execute("PRAGMA synchronous=OFF")
    for parts, events in rows_of(total):
        for table, found in ((PARTS, parts), (EVENTS, events)):
            marks = ", ".join("?" * len(found[0]))
            db.executemany(f"INSERT INTO {table} VALUES ({marks})", found)
        db.commit()
    db.close()


async def measure_under_load(
    store: SqlStore, what: str, work: Callable[[], Awaitable[int]]
) -> Timing:
    """Run `work` while other tasks write twenty times a second and count once a second."""
    writes: list[float] = []
    counts: list[float] = []

    async def writer() -> None:
        while True:
            began = time.perf_counter()
            await store.hold_lease("bench", "bench", seconds=60, at=wall_clock())
            writes.append(time.perf_counter() - began)
            await asyncio.sleep(0.05)

    async def counter() -> None:
        while True:
            began = time.perf_counter()
            await store.count_values(1, All(), CountKey(None, "customer"), limit=20)
            counts.append(time.perf_counter() - began)
            await asyncio.sleep(1)

    others = [asyncio.create_task(one()) for one in (writer, counter)]
    began = time.perf_counter()
    erased = await work()
    seconds = time.perf_counter() - began
    for one in others:
        one.cancel()
        with suppress(asyncio.CancelledError):
            await one
    median = sorted(counts)[len(counts) // 2] if counts else 0.0
    return Timing(what, erased, seconds, max(writes, default=0.0), median)


async def measure(settings: Settings) -> list[Timing]:
    """Erase the runs of a customer, then apply a retention rule twice."""
    store = make_store(settings, lambda topics: None)
    await store.open()
    erasures = Erasures(
        store=store,
        clock=wall_clock,
        new_id=TimeOrderedIds(wall_clock),
        server="bench",
        every=timedelta(hours=1),
    )

    async def nothing() -> int:
        await asyncio.sleep(5)
        return 0

    async def finished(begun: Erasure | None) -> int:
        await erasures.work_off()
        return (await erasures.get(1, begun.id)).counts.get("runs", 0) if begun else 0

    async def erase() -> int:
        return await finished(await erasures.start(_erasure(f"customer:{CUSTOMER}")))

    rule = await erasures.add_rule(_rule())

    async def apply() -> int:
        return await finished(await erasures.apply(rule))

    found = [
        await measure_under_load(store, "nothing", nothing),
        await measure_under_load(store, "erase one customer", erase),
        await measure_under_load(store, "apply a rule to old runs", apply),
        await measure_under_load(store, "apply the rule again", apply),
    ]
    await store.close()
    return found


def _erasure(query: str) -> Erasure:
    actor = Actor(kind="local")
    mode = EraseMode.ALL
    return Erasure(id="", workspace=1, query=query, mode=mode, actor=actor, created_at=wall_clock())


def _rule() -> RetentionRule:
    return RetentionRule(
        id="",
        workspace=1,
        name="old",
        query="",
        age=OLD,
        mode=EraseMode.CONTENT,
        created_by="bench",
        created_at=wall_clock(),
    )


def report(name: str, total: int, found: list[Timing]) -> None:
    table = Table(f"{name}, {total:,} runs", "runs", "seconds", "runs/s", "longest write", "count")
    for one in found:
        rate = f"{one.runs / one.seconds:,.0f}" if one.runs else ""
        waits = f"{one.longest_write * 1000:,.0f} ms", f"{one.counting * 1000:,.0f} ms"
        table.add_row(one.what, f"{one.runs:,}", f"{one.seconds:.1f}", rate, *waits)
    Console(width=120).print(table)
    Console().print(f"load average {os.getloadavg()[0]:.1f}")


def run_large(settings: Settings, name: str, total: int) -> None:
    """Fill a database, erase part of it, and print the timings."""
    began = time.perf_counter()
    fill(settings, total)
    Console().print(f"{name}: filled in {time.perf_counter() - began:.0f} s")
    report(name, total, asyncio.run(measure(settings)))
