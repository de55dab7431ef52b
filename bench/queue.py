"""Our durable queue beside DBOS on the same kind of SQLite file, in one run.

uv run --group dev --with dbos==3.3.0 python -m bench.queue
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.queue_measured import Measured, Stopwatch

KINDS = ("ours", "dbos:0.01", "dbos:0.1")  # and how often DBOS looks


def measured(kind: str, directory: Path) -> tuple[float, Measured]:
    """How long the import takes, and the rest; in a process that did neither before."""
    watch = Stopwatch()
    if kind == "ours":
        from bench import queue_ours

        return watch.read(), asyncio.run(queue_ours.measure(directory))
    from bench import queue_dbos

    return watch.read(), queue_dbos.measure(directory, float(kind.partition(":")[2]))


def tell(kind: str) -> None:
    """Measure here, and write the figures for who started this process."""
    with tempfile.TemporaryDirectory() as name:
        imported, found = measured(kind, Path(name))
        figures = {"import, s": imported, **found.figures()}
        print("\n".join(f"{key}\t{value}" for key, value in figures.items()), flush=True)
        os._exit(0)  # threads of DBOS would keep the process


def asked(kind: str) -> dict[str, float]:
    """The figures of one kind, from a process of its own."""
    command = [sys.executable, "-m", "bench.queue", kind]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    rows = [line.split("\t") for line in answer.stdout.splitlines() if "\t" in line]
    return {key: float(value) for key, value in rows}


def main() -> None:
    table = {kind: asked(kind) for kind in KINDS}
    print(f"{'':26}" + "".join(f"{kind:>14}" for kind in table))
    for name in table["ours"]:
        print(f"{name:26}" + "".join(f"{table[kind][name]:14.2f}" for kind in table))


if __name__ == "__main__":
    tell(sys.argv[1]) if len(sys.argv) > 1 else main()
