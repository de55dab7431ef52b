"""Several servers on one PostgreSQL: runs accepted and ended a second, and who did the work.

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

from bench.api import RUNS, a_run, console, drained, latencies, runwhy
from bench.load import hammer
from rich.table import Table
from tests.support.postgres import running_postgres

CLIENTS = 12  # together, spread over the servers


async def spread(ports: Sequence[int], total: int) -> tuple[float, float]:
    """Creates a second over all servers, and runs ended a second until none is left."""
    each = len(ports)
    began = time.perf_counter()
    await asyncio.gather(
        *(
            hammer("127.0.0.1", port, RUNS, a_run, clients=CLIENTS // each, total=total // each)
            for port in ports
        )
    )
    created = time.perf_counter() - began
    await drained(ports[0])
    return total / created, total / (time.perf_counter() - began)


def ended(port: int) -> float:
    """How many runs this server has brought to their end."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=30) as page:
        lines = page.read().decode().splitlines()
    mine = [line for line in lines if line.startswith("runwhy_runs_ended_total")]
    return sum(float(line.rpartition(" ")[2]) for line in mine)


def measure(number: int, total: int, url: str) -> list[str]:
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        ports = [stack.enter_context(runwhy(Path(folder) / str(n), url))[0] for n in range(number)]
        asyncio.run(spread(ports, 60))  # warm
        before = [ended(port) for port in ports]
        created, done = asyncio.run(spread(ports, total))
        shares = sorted(ended(port) - was for port, was in zip(ports, before, strict=True))
        waits = sorted(asyncio.run(latencies(ports[0])))
    share = " ".join(f"{100 * each / sum(shares):.0f}" for each in shares)
    middle, late = waits[len(waits) // 2], waits[int(len(waits) * 0.95)]
    return [str(number), f"{created:,.0f}", f"{done:,.0f}", share, f"{middle:.1f}", f"{late:.1f}"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=1500)
    parser.add_argument("--servers", type=int, nargs="+", default=[1, 2, 3])
    asked = parser.parse_args()
    title = ("servers", "accepted a second", "ended a second", "share of each, %")
    table = Table(*title, "accepted → terminal, p50 ms", "p95 ms")
    for number in asked.servers:
        with running_postgres() as postgres, console.status(f"{number} servers"):
            table.add_row(*measure(number, asked.runs, postgres.create_database("bench")))
    console.print(table, f"{os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
