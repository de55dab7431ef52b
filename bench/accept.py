"""Measure the cost of accepting a run and of executing it, on both databases.

uv run --group dev python -m bench.accept [--runs 1600] [--stores sqlite postgres] [--rounds 1]
    [--budgets 20] [--executed]

The figures are the CPU time of the server and of the database, and their context switches, per run.
With budgets, one counts all runs and the others one customer each. The medians and the lowest of
all rounds follow the table.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import os
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.api import RUNS, create_runs, run_body, wait_until_drained
from bench.load import hammer
from bench.processes import Usage, usage, usage_with_children
from rich.console import Console
from rich.table import Table
from tests.support import callers
from tests.support.postgres import running_postgres
from tests.support.servers import server_settings

from runwhy.cli.app import fast_imports
from runwhy.server.allocator import limit_allocator
from runwhy.server.logs import log_to_stderr
from runwhy.server.sockets import open_socket
from runwhy.server.uvicorn_runner import Listener, run
from runwhy.wiring import make_server

console = Console()


@dataclass(frozen=True, slots=True, kw_only=True)
class Database:
    """A database to measure. Creates an empty one (None: SQLite) and returns its use so far."""

    name: str
    create: Callable[[], str] | None = None
    used: Callable[[], Usage] = Usage


def serve(folder: Path, url: str | None, *, work: bool) -> None:
    """Run a server in this process as `runwhy serve` does, and print its port."""
    settings = server_settings(folder, **({} if url is None else {"database_url": url}))
    with fast_imports():
        limit_allocator()
        log_to_stderr(settings.log_level)
        server = make_server(settings, work=work)
    opened = open_socket("127.0.0.1", 0)

    def ready() -> None:
        print(opened.getsockname()[1], flush=True)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # the log is not read, and a full pipe blocks

    listener = Listener(server.app, ready=ready, end_streams=server.stop_streams)
    run(listener, opened, server.running())


def server_command(folder: Path, url: str | None, *, work: bool) -> list[str]:
    """Return the command that starts a server."""
    command = [sys.executable, "-m", "bench.accept", "--serve", str(folder)]
    command += ["--url", url] if url else []
    return [*command, "--work"] if work else command


@contextmanager
def server_process(
    url: str | None, *, work: bool, folder: Path | None = None
) -> Iterator[tuple[int, int]]:
    """Start a server process, in a new directory by default; yield its port and process id."""
    with tempfile.TemporaryDirectory() as new:
        command = server_command(folder or Path(new), url, work=work)
        with subprocess.Popen(command, text=True, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            try:
                yield int(process.stdout.readline()), process.pid
            finally:
                process.terminate()


def add_budgets(port: int, count: int) -> None:
    """Create budgets with high limits: the first for all runs, the others for a customer each."""
    with callers.client(f"http://127.0.0.1:{port}/api/v1/workspaces/default") as api:
        for number in range(count):
            query = f"customer:c{number}" if number else ""
            budget = {"name": f"b{number}", "query": query, "measure": "tokens", "limit": 10**12}
            api.post("/budgets", json={**budget, "period": "month"})


def measure(total: int, database: Database, *, work: bool, budgets: int = 0) -> list[str]:
    """Return the cells of one row: runs per second, and the usage per run."""
    url = database.create() if database.create else None
    with server_process(url, work=work) as (port, pid):
        add_budgets(port, budgets)
        asyncio.run(hammer("127.0.0.1", port, RUNS, run_body, clients=4, total=100))  # warm
        if work:
            asyncio.run(wait_until_drained(port))
        before, stored_before = usage(pid), database.used()
        one = asyncio.run(create_runs(port, 1, total // 4))
        eight = asyncio.run(create_runs(port, 8, total))
        if work:
            asyncio.run(wait_until_drained(port))
        ours, stored = usage(pid) - before, database.used() - stored_before
    runs = total + total // 4
    cells = [f"{one:,.0f}", f"{eight:,.0f}", f"{ours.cpu / runs * 1000:.2f}"]
    cells.append(f"{stored.cpu / runs * 1000:.2f}" if url else "in the server")
    return [*cells, f"{ours.voluntary / runs:.1f}", f"{ours.involuntary / runs:.1f}"]


@contextmanager
def databases(names: list[str]) -> Iterator[list[Database]]:
    """Start the databases that are measured."""
    sqlite = [Database(name="SQLite")] if "sqlite" in names else []
    if "postgres" not in names:
        yield sqlite
        return
    with running_postgres() as server:
        pid = int((server.data / "postmaster.pid").read_text().split()[0])
        numbers = itertools.count()
        create = lambda: server.create_database(f"bench_{next(numbers)}")  # noqa: E731
        used = lambda: usage_with_children(pid)  # noqa: E731
        yield [*sqlite, Database(name="PostgreSQL", create=create, used=used)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=1600)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--stores", nargs="+", default=["sqlite", "postgres"])
    parser.add_argument("--budgets", type=int, default=0, help="also measure with budgets")
    parser.add_argument("--executed", action="store_true", help="measure only executed runs")
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--url", help=argparse.SUPPRESS)
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        serve(args.serve, args.url, work=args.work)
        return
    figures = ("1 client, a second", "8 clients, a second", "server, CPU ms a run")
    table = Table(
        "", *figures, "database, CPU ms a run", "voluntary switches", "involuntary", "load"
    )
    cpu: dict[str, list[tuple[str, str]]] = defaultdict(list)
    with databases(args.stores) as found:
        for _ in range(args.rounds):
            for database, work, budgets in itertools.product(
                found, (True,) if args.executed else (False, True), sorted({0, args.budgets})
            ):
                name = f"{database.name}, accepts{' and executes' if work else ''}"
                name += f", {budgets} budgets" if budgets else ""
                cells = measure(args.runs, database, work=work, budgets=budgets)
                table.add_row(name, *cells, f"{os.getloadavg()[0]:.1f}")
                cpu[name].append((cells[2], cells[3]))
    console.print(table)
    for name, turns in cpu.items():
        console.print(f"{name}: server {_summary([float(ours) for ours, _ in turns])}")
        if "PostgreSQL" in name:
            console.print(f"{name}: database {_summary([float(theirs) for _, theirs in turns])}")


def _summary(figures: list[float]) -> str:
    return f"median {statistics.median(figures):.2f} ms, lowest {min(figures):.2f} ms"


if __name__ == "__main__":
    main()
