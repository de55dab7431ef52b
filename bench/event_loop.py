"""Measure how long short SQLite writes block the event loop of a server with many runs.

uv run --group dev python -m bench.event_loop [--runs 300000] [--creates 4000] [--folder DIR]

Four clients create runs, which the server executes, while four others list runs. Without a folder
that has been filled before, the runs of `bench.find` are written into a new one.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from bench.accept import serve as serve_runs
from bench.api import RUNS, create_runs, wait_until_drained
from bench.find_data import runs, shapes
from bench.find_load import fill_sqlite
from bench.load import Connection
from rich.console import Console
from rich.table import Table

from runwhy.stores.sql.group_commit import GroupWriter

CLIENTS = 4


def serve(folder: Path, report: Path) -> None:
    """Run a server that writes the times of its short writes into a file."""
    spent: list[tuple[float, float]] = []  # time and CPU time, in ms
    execute = GroupWriter._execute

    def timed(self: GroupWriter, conn: Any) -> None:
        began, cpu = time.perf_counter(), time.thread_time()
        execute(self, conn)
        spent.append(((time.perf_counter() - began) * 1000, (time.thread_time() - cpu) * 1000))

    GroupWriter._execute = timed  # type: ignore[method-assign]
    with suppress(KeyboardInterrupt):
        serve_runs(folder, None, work=True)
    report.write_text(json.dumps(spent))


async def _list_runs(port: int, total: int, created: asyncio.Task[float]) -> int:
    """List runs until all are created; return how many lists were read."""
    found = 0
    async with Connection("127.0.0.1", port) as connection:
        while not created.done():
            for shape in shapes(total):
                query = urlencode({"q": shape.query, "limit": 50})
                status, answer = await connection.request("GET", f"{RUNS}?{query}")
                if status != 200:
                    raise RuntimeError(f"{status}: {answer!r}")
                found += 1
    return found


async def _load(port: int, total: int, creates: int) -> int:
    created = asyncio.create_task(create_runs(port, CLIENTS, creates))
    lists = await asyncio.gather(*(_list_runs(port, total, created) for _ in range(CLIENTS)))
    await created
    await wait_until_drained(port)
    return sum(lists)


def measure(folder: Path, total: int, creates: int) -> tuple[list[tuple[float, float]], int]:
    """Return the times of all batches of short writes, and the number of concurrent lists."""
    report = folder / "event-loop.json"
    command = [sys.executable, "-m", "bench.event_loop", "--serve", str(folder)]
    with subprocess.Popen(command, text=True, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        try:
            lists = asyncio.run(_load(int(process.stdout.readline()), total, creates))
        finally:
            process.send_signal(signal.SIGINT)  # the report is written at the end
    return [tuple(pair) for pair in json.loads(report.read_text())], lists


def show(spent: list[tuple[float, float]], lists: int) -> Table:
    """Return percentiles of the times."""
    table = Table("ms a batch of writes", "p50", "p99", "p99.9", "longest")
    for name, times in zip(("time", "CPU time"), zip(*spent, strict=True), strict=True):
        ordered = sorted(times)
        ranks = [int(len(ordered) * share) for share in (0.5, 0.99, 0.999)]
        table.add_row(name, *(f"{ordered[rank]:.1f}" for rank in ranks), f"{ordered[-1]:.1f}")
    table.caption = f"{len(spent)} batches, {lists} lists, load {os.getloadavg()[0]:.1f}"
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=300_000)
    parser.add_argument("--creates", type=int, default=4000)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        serve(args.serve, args.serve / "event-loop.json")
        return
    with tempfile.TemporaryDirectory() as new:
        folder = args.folder or Path(new)
        if not (folder / "runwhy.db").exists():
            fill_sqlite(folder / "runwhy.db", runs(args.runs), lambda _: None)
        Console().print(show(*measure(folder, args.runs, args.creates)))


if __name__ == "__main__":
    main()
