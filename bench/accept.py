"""Measure the cost of accepting a run and of executing it, in runs a second and CPU time.

uv run --group dev python -m bench.accept [--runs 1600] [--budgets 20]

With budgets, one counts all runs and the others one customer each.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.api import RUNS, create_runs, run_body, wait_until_drained
from bench.load import hammer
from rich.console import Console
from rich.table import Table
from tests.support import callers
from tests.support.servers import running_server, server_settings

console = Console()
TICKS = os.sysconf("SC_CLK_TCK")


def serve(folder: Path, *, work: bool) -> None:
    """Run a server in this process until stdin is closed, and print its port."""
    with running_server(server_settings(folder), work=work) as server:
        print(server.url.rpartition(":")[2], flush=True)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # the log is not read, and a full pipe blocks
        sys.stdin.read()


@contextmanager
def server_process(*, work: bool) -> Iterator[tuple[int, int]]:
    """Start a server process; yield its port and process id."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "bench.accept", "--serve", folder]
        command += ["--work"] if work else []
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        with subprocess.Popen(command, text=True, **pipes) as process:  # type: ignore[call-overload]
            yield int(process.stdout.readline()), process.pid
            process.stdin.close()


def cpu_seconds(pid: int) -> float:
    """Return the CPU time of a process so far, threads included."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def add_budgets(port: int, count: int) -> None:
    """Create budgets with high limits: the first for all runs, the others for a customer each."""
    with callers.client(f"http://127.0.0.1:{port}/api/v1/workspaces/default") as api:
        for number in range(count):
            query = f"customer:c{number}" if number else ""
            budget = {"name": f"b{number}", "query": query, "measure": "tokens", "limit": 10**12}
            made = api.post("/budgets", json={**budget, "period": "month"})
            made.raise_for_status()


def measure(total: int, *, work: bool, budgets: int = 0) -> list[str]:
    with server_process(work=work) as (port, pid):
        add_budgets(port, budgets)
        asyncio.run(hammer("127.0.0.1", port, RUNS, run_body, clients=1, total=50))  # warm
        before = cpu_seconds(pid)
        one = asyncio.run(create_runs(port, 1, total // 4))
        eight = asyncio.run(create_runs(port, 8, total))
        if work:
            asyncio.run(wait_until_drained(port))
        used = (cpu_seconds(pid) - before) / (total + total // 4) * 1000
    return [f"{one:,.0f}", f"{eight:,.0f}", f"{used:.2f}"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=1600)
    parser.add_argument("--budgets", type=int, default=0, help="also measure with budgets")
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        serve(args.serve, work=args.work)
        return
    table = Table("SQLite", "1 client, a second", "8 clients, a second", "CPU ms a run")
    table.add_row("accepts only", *measure(args.runs, work=False))
    table.add_row("accepts and executes", *measure(args.runs, work=True))
    if args.budgets:
        for what, work in (("accepts only", False), ("accepts and executes", True)):
            row = measure(args.runs, work=work, budgets=args.budgets)
            table.add_row(f"{what}, {args.budgets} budgets", *row)
    console.print(table, f"load average {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
