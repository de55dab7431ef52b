"""The API under load: creates a second, accepted → terminal, cold start; MLflow beside it.

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


def a_run(number: int) -> dict[str, Any]:
    tags = {"customer": f"c{number % 500}", "env": "prod", "trace_id": f"t{number}"}
    return {"systemPrompt": "Be brief.", "prompt": f"Number {number}", "metadata": tags}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def process(
    command: list[str], ready: str, *, patience: float = 120, **env: str
) -> Iterator[float]:
    """A server, from start to ready; how long that took."""
    started = time.perf_counter()
    server = subprocess.Popen(
        command,
        env={**os.environ, **env},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        while not _answers(ready):
            if server.poll() is not None:
                raise RuntimeError(f"{command[0]} ended with {server.returncode}")
            if time.perf_counter() - started > patience:
                raise TimeoutError(ready)
            time.sleep(0.01)
        yield time.perf_counter() - started
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait(60)


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=1) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


@contextmanager
def runwhy(directory: Path, database: str | None = None) -> Iterator[tuple[int, float]]:
    port = free_port()
    command = [sys.executable, "-m", "runwhy", "serve", "--port", str(port)]
    command += ["--db", database or str(directory / "runwhy.db")]
    url = f"http://127.0.0.1:{port}/readyz"
    env = {"RUNWHY_DATA_DIR": str(directory), "RUNWHY_SECRET_KEY": SECRET_KEY}
    with process(command, url, **env) as took:
        yield port, took


async def creates(port: int, clients: int, total: int) -> float:
    return await hammer("127.0.0.1", port, RUNS, a_run, clients=clients, total=total)


async def drained(port: int) -> None:
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
    """From the answer 202 to the terminal event on the stream."""
    found = []
    for number in range(LATENCIES):
        async with (
            Connection("127.0.0.1", port) as asking,
            Connection("127.0.0.1", port) as following,
        ):
            _, body = await asking.request("POST", RUNS, a_run(number))
            accepted = time.perf_counter()
            events = await following.events(json.loads(body)["streamUrl"])
            found.append((events[-1][0] - accepted) * 1000)
    return found


def measure(name: str, total: int, database: str | None = None) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder, console.status(f"{name}: starting"):
        starts = []
        for number in range(STARTS):
            with runwhy(Path(folder) / str(number), database) as (_, took):
                starts.append(took)
        with runwhy(Path(folder), database) as (port, _), console.status(f"{name}: creating"):
            one = asyncio.run(creates(port, 1, total // 4))
            asyncio.run(drained(port))
            eight = asyncio.run(creates(port, 8, total))
            asyncio.run(drained(port))
            waits = asyncio.run(latencies(port))
    return {
        "creates a second, 1 client": one,
        "creates a second, 8 clients": eight,
        "accepted → terminal, p50 ms": statistics.median(waits),
        "accepted → terminal, p95 ms": sorted(waits)[int(len(waits) * 0.95)],
        "cold start to ready, median s": statistics.median(starts),
    }


def measure_mlflow(total: int) -> dict[str, float]:
    """MLflow's own tracking server with its defaults; a run with three tags is a run there too."""
    cache = Path(tempfile.gettempdir()) / "runwhy-bench-mlflow"
    python = cache / "bin" / "python"
    if not python.exists():
        with console.status("mlflow: installing into an environment of its own"):
            subprocess.run(["uv", "venv", "-q", "--python", "3.11", str(cache)], check=True)
            install = ["uv", "pip", "install", "-q", "--python", str(python), "mlflow>=3,<4"]
            subprocess.run(install, check=True)
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        store = f"sqlite:///{folder}/mlflow.db"
        command = [str(cache / "bin" / "mlflow"), "server", "--host", "127.0.0.1"]
        command += ["--port", str(port), "--backend-store-uri", store]
        command += ["--artifacts-destination", folder]
        with process(command, f"http://127.0.0.1:{port}/health"):
            path = "/api/2.0/mlflow/runs/create"

            def body(number: int) -> dict[str, Any]:
                tags = [{"key": k, "value": v} for k, v in a_run(number)["metadata"].items()]
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
    asked = parser.parse_args()
    found = {"Runwhy, SQLite": measure("SQLite", asked.runs)}
    if asked.postgres:
        found["Runwhy, PostgreSQL"] = measure("PostgreSQL", asked.runs, asked.postgres)
    else:
        from tests.support.postgres import running_postgres

        with running_postgres() as server:
            url = server.create_database("bench")
            found["Runwhy, PostgreSQL"] = measure("PostgreSQL", asked.runs, url)
    if not asked.no_peers:
        found["MLflow"] = measure_mlflow(asked.runs)
    show(found)


def show(found: dict[str, dict[str, float]]) -> None:
    table = Table("", *found)
    if "MLflow" in found:
        table.add_column("SQLite ÷ MLflow")
    for name in found["Runwhy, SQLite"]:
        cells = [f"{f[name]:,.2f}" if name in f else "–" for f in found.values()]
        if "MLflow" in found:
            peer = found["MLflow"].get(name)
            cells.append(f"{found['Runwhy, SQLite'][name] / peer:.1f}×" if peer else "")
        table.add_row(name, *cells)
    console.print(table)


if __name__ == "__main__":
    main()
