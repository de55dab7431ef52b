"""Compare Runwhy's durable queue with DBOS on SQLite.

uv run --group dev --with dbos==3.3.0 python -m bench.queue
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.queue_figures import QueueFigures, Stopwatch

KINDS = ("runwhy", "dbos:0.01", "dbos:0.1")  # with DBOS's polling interval in seconds


def measure(kind: str, directory: Path) -> tuple[float, QueueFigures]:
    """Return the import time and the figures; call it in a new process."""
    watch = Stopwatch()
    if kind == "runwhy":
        from bench import queue_runwhy

        return watch.read(), asyncio.run(queue_runwhy.measure(directory))
    from bench import queue_dbos

    return watch.read(), queue_dbos.measure(directory, float(kind.partition(":")[2]))


def print_figures(kind: str) -> None:
    """Measure in this process and print the figures for the parent process."""
    with tempfile.TemporaryDirectory() as name:
        imported, found = measure(kind, Path(name))
        figures = {"import, s": imported, **found.figures()}
        print("\n".join(f"{key}\t{value}" for key, value in figures.items()), flush=True)
        os._exit(0)  # threads of DBOS would keep the process alive


def measure_in_process(kind: str) -> dict[str, float]:
    """Return the figures of one kind, measured in a new process."""
    command = [sys.executable, "-m", "bench.queue", kind]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    rows = [line.split("\t") for line in answer.stdout.splitlines() if "\t" in line]
    return {key: float(value) for key, value in rows}


def main() -> None:
    table = {kind: measure_in_process(kind) for kind in KINDS}
    print(f"{'':26}" + "".join(f"{kind:>14}" for kind in table))
    for name in table["runwhy"]:
        print(f"{name:26}" + "".join(f"{table[kind][name]:14.2f}" for kind in table))


if __name__ == "__main__":
    print_figures(sys.argv[1]) if len(sys.argv) > 1 else main()
