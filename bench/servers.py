"""Measure several servers on one PostgreSQL: runs accepted and finished a second, and their share.

uv run --group dev python -m bench.servers [--runs 1500] [--servers 1 2 3]
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from bench.api import RUNS, console, latencies, run_body, runwhy_server, wait_until_drained
from bench.load import hammer
from rich.table import Table
from tests.support.postgres import running_postgres

CLIENTS = 12  # in total, distributed over the servers


async def spread(ports: Sequence[int], total: int) -> tuple[float, float]:
    """Return runs created and runs finished a second, over all servers."""
    each = len(ports)
    began = time.perf_counter()
    await asyncio.gather(
        *(
            hammer("127.0.0.1", port, RUNS, run_body, clients=CLIENTS // each, total=total // each)
            for port in ports
        )
    )
    created = time.perf_counter() - began
    await wait_until_drained(ports[0])
    return total / created, total / (time.perf_counter() - began)


def finished_runs(port: int) -> float:
    """Return the number of runs that this server finished."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=30) as page:
        lines = page.read().decode().splitlines()
    mine = [line for line in lines if line.startswith("runwhy_runs_ended_total")]
    return sum(float(line.rpartition(" ")[2]) for line in mine)


def measure(number: int, total: int, url: str) -> list[str]:
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        ports = [
            stack.enter_context(runwhy_server(Path(folder) / str(n), url))[0] for n in range(number)
        ]
        asyncio.run(spread(ports, 60))  # warm
        before = [finished_runs(port) for port in ports]
        created, done = asyncio.run(spread(ports, total))
        shares = sorted(finished_runs(port) - was for port, was in zip(ports, before, strict=True))
        waits = sorted(asyncio.run(latencies(ports[0])))
    share = " ".join(f"{100 * each / sum(shares):.0f}" for each in shares)
    p50, p95 = waits[len(waits) // 2], waits[int(len(waits) * 0.95)]
    return [str(number), f"{created:,.0f}", f"{done:,.0f}", share, f"{p50:.1f}", f"{p95:.1f}"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=1500)
    parser.add_argument("--servers", type=int, nargs="+", default=[1, 2, 3])
    args = parser.parse_args()
    title = ("servers", "accepted a second", "finished a second", "share of each, %")
    table = Table(*title, "accepted → terminal, p50 ms", "p95 ms")
    for number in args.servers:
        with running_postgres() as postgres, console.status(f"{number} servers"):
            table.add_row(*measure(number, args.runs, postgres.create_database("bench")))
    console.print(table, f"{os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
