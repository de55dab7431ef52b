"""Measure lists, facets and histograms over HTTP on many runs, and compare with MLflow and Phoenix.

uv run --group dev python -m bench.find [--runs 100000] [--stores sqlite postgres]
    [--no-peers] [--rounds 15] [--keep FOLDER]

Each answer is checked against a full scan of the runs. With `--keep`, the SQLite file and the
result of the scan are kept in a folder: an interrupted run continues to fill the file, and
PostgreSQL is filled from it.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from bench.engines_deployments import InServer, Setup
from bench.find_competitors import MlFlow, Phoenix
from bench.find_data import PAGE, Shape, Truth, runs, shapes
from bench.find_load import copy_to_postgres, fill_postgres, fill_sqlite
from bench.processes import Usage, usage_with_children
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from tests.support.postgres import PostgresServer, running_postgres

from runwhy.core.queries.counts import top
from runwhy.stores.search.pack_writer import PACK

BASE = "/api/v1/workspaces/default/agent-runs"
FACETS: dict[str, tuple[str, dict[str, str]]] = {
    "facet, no filter": ("/facets", {"key": "customer"}),
    "facet, broad filter": ("/facets", {"key": "customer", "q": "env:prod"}),
    "facet, one customer": ("/facets", {"key": "env", "q": "customer:c-0000"}),
    "facet, 50,000 values": ("/facets", {"key": "user", "q": "env:prod"}),
    "facet, last day": ("/facets", {"key": "customer", "q": "created>=2026-11-14"}),
    "keys, no filter": ("/keys", {}),
    "keys, broad filter": ("/keys", {"q": "env:prod"}),
    "histogram by status": ("/histogram", {"groupBy": "status"}),
    "histogram by a tag": ("/histogram", {"groupBy": "env"}),
    "histogram by a tag, broad filter": ("/histogram", {"groupBy": "plan", "q": "env:prod"}),
    "histogram of the last day": (
        "/histogram",
        {"groupBy": "status", "q": "created>=2026-11-14 created<=2026-11-15T00:00:00Z"},
    ),
}
WORDS = {"a common word": "refund", "a word that does not occur": "nonesuch"}

Medians = dict[str, float]  # in ms, by the name of the query
Used = Callable[[], Usage]  # CPU time of a server and its database
Check = Callable[[Any], None]  # fails when an answer is wrong
console = Console()


class Stopwatch:
    """Sends requests to one server, checks the answers, and measures the time."""

    def __init__(
        self, port: int, rounds: int, step: Callable[[int], None], used: Used = Usage
    ) -> None:
        self._connection = HTTPConnection("127.0.0.1", port, timeout=600)
        self._rounds = rounds
        self._step = step
        self._used = used
        self.cpu: list[float] = []  # mean CPU time of each query in ms, in the order of the calls

    def median(
        self, method: str, path: str, body: Any = None, *, check: Check = lambda answer: None
    ) -> float:
        """Return the median of all rounds, after one whose answer is checked."""
        check(json.loads(self._send(method, path, body)))
        times, before = [], self._used()
        for _ in range(self._rounds):
            started = time.perf_counter()
            self._send(method, path, body)
            times.append((time.perf_counter() - started) * 1000)
        self.cpu.append((self._used() - before).cpu / self._rounds * 1000)
        self._step(1)
        return statistics.median(times)

    def _send(self, method: str, path: str, body: Any) -> bytes:
        data = None if body is None else json.dumps(body)
        self._connection.request(method, path, data, {"Content-Type": "application/json"})
        response = self._connection.getresponse()
        text = response.read()
        if response.status != 200:
            raise RuntimeError(f"{response.status}: {text[:500]!r}")
        return text


def measure_runwhy(stopwatch: Stopwatch, queries: Sequence[Shape], truth: Truth) -> Medians:
    """Measure all queries on a Runwhy server."""
    found: Medians = {}
    for shape in queries:
        path = f"{BASE}?{urlencode({'q': shape.query, 'limit': PAGE})}"
        found[shape.name] = stopwatch.median("GET", path, check=_same(shape, truth))
    for name, word in WORDS.items():
        found[name] = stopwatch.median("GET", f"{BASE}?{urlencode({'q': word})}")
    checks = _facet_checks(truth)
    for name, (path, params) in FACETS.items():
        check = checks.get(name, lambda answer: None)
        found[name] = stopwatch.median("GET", f"{BASE}{path}?{urlencode(params)}", check=check)
    return found


def _same(shape: Shape, truth: Truth) -> Check:
    def check(answer: Any) -> None:
        traces = [run["metadata"]["trace_id"] for run in answer["runs"]]
        assert traces == truth.page(shape), shape.name

    return check


def _facet_checks(truth: Truth) -> dict[str, Check]:
    def same(right: Any) -> Check:
        def check(answer: Any) -> None:
            counts = [(each["value"], each["count"]) for each in answer["values"]]
            assert counts == [(each.value, each.count) for each in top(right, 20)]

        return check

    return {
        "facet, no filter": same(truth.customers),
        "facet, broad filter": same(truth.customers_in_prod),
    }


def measure_peer(
    peer: MlFlow | Phoenix, stopwatch: Stopwatch, queries: Sequence[Shape], truth: Truth
) -> Medians:
    """Measure the queries that a competitor supports; its answers must be the same."""
    found: Medians = {}
    for shape in queries:
        request = peer.request(shape)
        if request is None:
            continue

        def check(answer: Any, shape: Shape = shape) -> None:
            assert list(peer.traces(answer)) == truth.page(shape), (peer.name, shape.name)

        found[shape.name] = stopwatch.median("POST", *request, check=check)
    return found


class Bench:
    """One run of the benchmark, with the same data and queries for every system."""

    def __init__(self, total: int, rounds: int, progress: Progress, keep: Path | None) -> None:
        # The worst case: as many runs as possible are not packed yet.
        self.total = total // PACK * PACK + PACK - 1
        self._rounds = rounds
        self._progress = progress
        self._shapes = shapes(self.total)
        self._keep = keep
        self._truth = self._scan()
        self.cpu: dict[str, Medians] = {}

    def _scan(self) -> Truth:
        kept = self._keep and self._keep / f"truth-{self.total}.pickle"
        if kept and kept.exists():
            read: Truth = pickle.loads(kept.read_bytes())
            return read
        truth = Truth()
        with self._bar("scanning all runs", self.total) as step:
            for run in runs(self.total):
                truth.add(run, self._shapes)
                step(1)
        if kept:
            kept.write_bytes(pickle.dumps(truth))
        return truth

    @contextmanager
    def _bar(self, name: str, total: int) -> Iterator[Callable[[int], None]]:
        task = self._progress.add_task(name, total=total)
        yield lambda steps: self._progress.advance(task, steps)
        self._progress.update(task, completed=total)

    def measure_sqlite(self, folder: Path) -> Medians:
        """Fill a SQLite file and measure a server on it."""
        file = (self._keep or folder) / "runwhy.db"
        with self._bar("SQLite: filling", self.total) as step:
            fill_sqlite(file, runs(self.total), step)
        return self._measure_server("SQLite", folder, str(file), Usage)

    def measure_postgres(self, folder: Path, server: PostgresServer) -> Medians:
        """Fill a database, from the kept SQLite file if any, and measure a server on it."""
        url = server.create_database("bench")
        pid = int((server.data / "postmaster.pid").read_text().split()[0])
        with self._bar("PostgreSQL: filling", self.total) as step:
            if self._keep and (self._keep / "runwhy.db").exists():
                copy_to_postgres(self._keep / "runwhy.db", url, step)
            else:
                fill_postgres(url, runs(self.total), step)
        return self._measure_server("PostgreSQL", folder, url, lambda: usage_with_children(pid))

    def _measure_server(self, name: str, folder: Path, database: str, stored: Used) -> Medians:
        server = InServer(name).worker(Setup(url=database, folder=folder), 0)
        server.start()
        try:
            server.wait_until_ready()
            with self._query_bar(name, 26) as step:
                used = lambda: server.used() + stored()  # noqa: E731
                stopwatch = Stopwatch(server.port, self._rounds, step, used)
                found = measure_runwhy(stopwatch, self._shapes, self._truth)
                self.cpu[name] = dict(zip(found, stopwatch.cpu, strict=True))
                return found
        finally:
            server.stop()

    @contextmanager
    def _query_bar(self, name: str, total: int) -> Iterator[Callable[[int], None]]:
        with self._bar(f"{name}: querying", total) as step:
            yield step

    def measure_peer(self, peer: MlFlow | Phoenix) -> Medians:
        """Let a competitor create its tables, fill them, start it again, and measure it."""
        with self._bar(f"{peer.name}: installing, starting", 1), peer.running():
            pass
        with self._bar(f"{peer.name}: filling", self.total) as step:
            peer.fill(runs(self.total), step)
        with peer.running() as port, self._query_bar(peer.name, len(self._shapes)) as step:
            stopwatch = Stopwatch(port, self._rounds, step)
            return measure_peer(peer, stopwatch, self._shapes, self._truth)

    def show(self, found: dict[str, Medians]) -> None:
        """Print the medians, and how many times slower than Runwhy the others are."""
        table = Table("medians in ms", "matches", title=f"{self.total:,} runs")
        for name in found:
            table.add_column(name, justify="right")
        for name in self.cpu:
            table.add_column(f"{name}, CPU", justify="right")
        ours = next(iter(found.values()))
        for query in ours:
            matches = self._truth.matches.get(query, 0)
            listed = any(query == shape.name for shape in self._shapes)
            cells = [_cell(found, system, query) for system in found]
            cells += [f"{cpu[query]:,.1f}" for cpu in self.cpu.values()]
            table.add_row(query, f"{matches:,}" if listed else "", *cells)
        console.print(table)
        for name in self.cpu:
            lists = [found[f"Runwhy, {name}"][shape.name] for shape in self._shapes]
            middle, worst = statistics.median(lists), max(lists)
            console.print(f"{name}, lists: p50 {middle:.1f} ms, worst {worst:.1f} ms")
        console.print(f"load average {os.getloadavg()[0]:.1f}")


def _cell(found: dict[str, Medians], system: str, query: str) -> str:
    took = found[system].get(query)
    if took is None:
        return "–"
    if system.startswith("Runwhy"):
        return f"{took:,.1f}"
    return f"{took:,.1f} ({took / next(iter(found.values()))[query]:,.0f}×)"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--stores", nargs="+", default=["sqlite", "postgres"])
    parser.add_argument("--no-peers", action="store_true")
    parser.add_argument("--keep", type=Path, help="existing folder for the data and the scan")
    args = parser.parse_args()
    found: dict[str, Medians] = {}
    with Progress(console=console) as progress, tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        bench = Bench(args.runs, args.rounds, progress, args.keep)
        if "sqlite" in args.stores:
            found["Runwhy, SQLite"] = bench.measure_sqlite(_new(folder / "sqlite"))
        if "postgres" in args.stores:
            with running_postgres() as server:
                ours = bench.measure_postgres(_new(folder / "postgres"), server)
                found["Runwhy, PostgreSQL"] = ours
        for peer in () if args.no_peers else (MlFlow, Phoenix):
            found[peer.name] = bench.measure_peer(peer(_new(folder / peer.name)))
    bench.show(found)


def _new(folder: Path) -> Path:
    folder.mkdir()
    return folder


if __name__ == "__main__":
    main()
