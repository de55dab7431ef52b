"""Measure the API under load: runs created a second, latency to the result, and cold start.

uv run --group dev python -m bench.api [--postgres URL] [--no-peers] [--runs 2000]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench.load import Connection, hammer
from rich.console import Console
from rich.table import Table
from tests.support.servers import SECRET_KEY

RUNS = "/api/v1/workspaces/default/agent-runs"
LATENCIES = 100
STARTS = 5

console = Console()


def run_body(number: int) -> dict[str, Any]:
    tags = {"customer": f"c{number % 500}", "env": "prod", "trace_id": f"t{number}"}
    return {"systemPrompt": "Be brief.", "prompt": f"Number {number}", "metadata": tags}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def server_process(
    command: list[str], ready: str, *, timeout: float = 120, **env: str
) -> Iterator[float]:
    """Start a server and wait until it is ready; yield the seconds it took."""
    started = time.perf_counter()
    server = subprocess.Popen(
        command,
        env={**os.environ, **env},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        while not is_ready(ready):
            if server.poll() is not None:
                raise RuntimeError(f"{command[0]} exited with status {server.returncode}")
            if time.perf_counter() - started > timeout:
                raise TimeoutError(ready)
            time.sleep(0.01)
        yield time.perf_counter() - started
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait(60)


def is_ready(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=1) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


@contextmanager
def runwhy_server(directory: Path, database: str | None = None) -> Iterator[tuple[int, float]]:
    port = free_port()
    command = [sys.executable, "-m", "runwhy", "serve", "--port", str(port)]
    command += ["--db", database or str(directory / "runwhy.db")]
    url = f"http://127.0.0.1:{port}/readyz"
    env = {"RUNWHY_DATA_DIR": str(directory), "RUNWHY_SECRET_KEY": SECRET_KEY}
    with server_process(command, url, **env) as took:
        yield port, took


async def create_runs(port: int, clients: int, total: int) -> float:
    return await hammer("127.0.0.1", port, RUNS, run_body, clients=clients, total=total)


async def wait_until_drained(port: int) -> None:
    """Wait until nothing is queued, so that one measurement does not slow the next."""
    async with Connection("127.0.0.1", port) as connection:
        while True:
            status, text = await connection.request("GET", "/metrics")
            if status != 200:
                raise RuntimeError(f"/metrics answered {status}")
            if b"runwhy_queue_depth 0.0" in text:
                return
            await asyncio.sleep(0.2)


async def latencies(port: int) -> list[float]:
    """Return the times in ms from the 202 response to the terminal event on the stream."""
    times = []
    for number in range(LATENCIES):
        async with (
            Connection("127.0.0.1", port) as sender,
            Connection("127.0.0.1", port) as listener,
        ):
            _, body = await sender.request("POST", RUNS, run_body(number))
            accepted = time.perf_counter()
            events = await listener.events(json.loads(body)["streamUrl"])
            times.append((events[-1][0] - accepted) * 1000)
    return times


def measure(name: str, total: int, database: str | None = None) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder, console.status(f"{name}: starting"):
        starts = []
        for number in range(STARTS):
            with runwhy_server(Path(folder) / str(number), database) as (_, took):
                starts.append(took)
        with (
            runwhy_server(Path(folder), database) as (port, _),
            console.status(f"{name}: creating"),
        ):
            one = asyncio.run(create_runs(port, 1, total // 4))
            asyncio.run(wait_until_drained(port))
            eight = asyncio.run(create_runs(port, 8, total))
            asyncio.run(wait_until_drained(port))
            waits = asyncio.run(latencies(port))
    return {
        "creates a second, 1 client": one,
        "creates a second, 8 clients": eight,
        "accepted → terminal, p50 ms": statistics.median(waits),
        "accepted → terminal, p95 ms": sorted(waits)[int(len(waits) * 0.95)],
        "cold start to ready, median s": statistics.median(starts),
    }


def measure_mlflow(total: int) -> dict[str, float]:
    """Measure MLflow's tracking server with its defaults; its runs have three tags too."""
    cache = Path(tempfile.gettempdir()) / "runwhy-bench-mlflow"
    python = cache / "bin" / "python"
    if not python.exists():
        with console.status("mlflow: installing into a virtual environment"):
            subprocess.run(["uv", "venv", "-q", "--python", "3.11", str(cache)], check=True)
            install = ["uv", "pip", "install", "-q", "--python", str(python), "mlflow>=3,<4"]
            subprocess.run(install, check=True)
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        store = f"sqlite:///{folder}/mlflow.db"
        command = [str(cache / "bin" / "mlflow"), "server", "--host", "127.0.0.1"]
        command += ["--port", str(port), "--backend-store-uri", store]
        command += ["--artifacts-destination", folder]
        with server_process(command, f"http://127.0.0.1:{port}/health"):
            path = "/api/2.0/mlflow/runs/create"

            def body(number: int) -> dict[str, Any]:
                tags = [{"key": k, "value": v} for k, v in run_body(number)["metadata"].items()]
                return {"experiment_id": "0", "start_time": 0, "tags": tags}

            with console.status("mlflow: creating"):
                few = total // 10
                rates = [
                    asyncio.run(hammer("127.0.0.1", port, path, body, clients=c, total=few))
                    for c in (1, 8)
                ]
    return {"creates a second, 1 client": rates[0], "creates a second, 8 clients": rates[1]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=2000)
    parser.add_argument("--postgres", help="the URL of an empty database")
    parser.add_argument("--no-peers", action="store_true")
    args = parser.parse_args()
    results = {"Runwhy, SQLite": measure("SQLite", args.runs)}
    if args.postgres:
        results["Runwhy, PostgreSQL"] = measure("PostgreSQL", args.runs, args.postgres)
    else:
        from tests.support.postgres import running_postgres

        with running_postgres() as server:
            url = server.create_database("bench")
            results["Runwhy, PostgreSQL"] = measure("PostgreSQL", args.runs, url)
    if not args.no_peers:
        results["MLflow"] = measure_mlflow(args.runs)
    show(results)


def show(results: dict[str, dict[str, float]]) -> None:
    table = Table("", *results)
    if "MLflow" in results:
        table.add_column("SQLite ÷ MLflow")
    for name in results["Runwhy, SQLite"]:
        cells = [f"{f[name]:,.2f}" if name in f else "–" for f in results.values()]
        if "MLflow" in results:
            peer = results["MLflow"].get(name)
            cells.append(f"{results['Runwhy, SQLite'][name] / peer:.1f}×" if peer else "")
        table.add_row(name, *cells)
    console.print(table)


if __name__ == "__main__":
    main()
