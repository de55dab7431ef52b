"""Count the instructions that the server executes for a run, with and without budgets.

uv run --group dev python -m bench.instructions [--runs 200] [--rounds 3] [--budgets 20]
    [--stores sqlite postgres]

CPU times vary with what else the machine does; instructions hardly do. The server runs under
Valgrind, which must be installed. The instructions of PostgreSQL's own processes are not counted.
As Valgrind makes the server slow, its timers are slow, too, and nobody asks it whether it is done:
both would be counted more often than at full speed.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.accept import Database, add_budgets, databases, server_command
from bench.api import RUNS, run_body
from bench.load import hammer
from sqlalchemy import Engine, create_engine, text

WARM = 100  # runs before the count


@contextmanager
def counted_server(url: str | None, counts: Path) -> Iterator[tuple[int, int, Engine]]:
    """Start a server under Valgrind that does not count yet.

    Yields its port, its process id and its database.
    """
    with tempfile.TemporaryDirectory() as folder:
        url = url or f"sqlite:///{folder}/runwhy.db"
        valgrind = ["valgrind", "--quiet", "--tool=callgrind", "--instr-atstart=no"]
        valgrind.append(f"--callgrind-out-file={counts}")
        command = [*valgrind, *server_command(Path(folder), url, work=True, slow=True)]
        with subprocess.Popen(command, text=True, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            try:
                yield int(process.stdout.readline()), process.pid, create_engine(url)
            finally:
                process.terminate()


def instructions(total: int, database: Database, budgets: int) -> float:
    """Return the number of instructions of the server for an accepted and executed run."""
    url = database.create() if database.create else None
    with tempfile.TemporaryDirectory() as folder:
        counts = Path(folder) / "counts"
        with counted_server(url, counts) as (port, pid, stored):
            add_budgets(port, budgets)
            create(port, WARM, stored)
            _control(pid, "--instr=on")
            create(port, total, stored)
            _control(pid, "--dump")
        dumped = counts.with_name(f"{counts.name}.1").read_text()
        found = re.search(r"^(?:totals|summary): (\d+)", dumped, re.MULTILINE)
    assert found is not None
    return int(found[1]) / total


def create(port: int, total: int, stored: Engine) -> None:
    """Create runs, and wait until all have ended. The server is not asked, which would count."""
    asyncio.run(hammer("127.0.0.1", port, RUNS, run_body, clients=4, total=total))
    while True:
        with stored.connect() as conn:
            if not conn.execute(text("SELECT count(*) FROM jobs")).scalar():
                return
        time.sleep(0.1)


def _control(pid: int, option: str) -> None:
    subprocess.run(["callgrind_control", option, str(pid)], check=True, capture_output=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--budgets", type=int, default=20)
    parser.add_argument("--stores", nargs="+", default=["sqlite", "postgres"])
    args = parser.parse_args()
    with databases(args.stores) as found:
        for database in found:
            turns = [
                (
                    instructions(args.runs, database, 0),
                    instructions(args.runs, database, args.budgets),
                )
                for _ in range(args.rounds)
            ]
            without, with_budgets = (statistics.median(each) for each in zip(*turns, strict=True))
            added = ", ".join(f"{after / before - 1:+.1%}" for before, after in turns)
            print(f"{database.name}: {without / 1e6:.2f} M instructions per run,", end=" ")
            print(f"{with_budgets / 1e6:.2f} M with {args.budgets} budgets; turns {added}")


if __name__ == "__main__":
    main()
