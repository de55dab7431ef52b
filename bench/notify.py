"""Measure what NOTIFY within transactions costs: 8 writers, with and without it.

uv run --group dev python -m bench.notify [--writers 8] [--seconds 3] [--rounds 3]

PostgreSQL lets transactions that notify commit one after the other. With `fsync`, as in production,
each waits for the disk while it holds that lock.
"""

from __future__ import annotations

import argparse
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from rich.console import Console
from rich.table import Table
from tests.support.postgres import OPTIONS, running_postgres

WAYS = {
    "no notice": "",
    "three notices in each transaction": "SELECT pg_notify('runwhy', %s), pg_notify('runwhy', "
    "'jobs'), pg_notify('runwhy', 'session')",
}


@contextmanager
def writers(url: str, number: int, notify: str, done: list[int]) -> Iterator[None]:
    """Run threads that each commit one small row after the other."""
    stopping = threading.Event()

    def write(mine: int) -> None:
        with psycopg.connect(url) as conn:
            while not stopping.is_set():
                conn.execute("INSERT INTO things (data) VALUES (%s)", ("x" * 200,))
                if notify:
                    conn.execute(notify, (f"run:{mine} {done[mine]}",))
                conn.commit()
                done[mine] += 1

    threads = [threading.Thread(target=write, args=(n,)) for n in range(number)]
    for thread in threads:
        thread.start()
    yield
    stopping.set()
    for thread in threads:
        thread.join()


def measure(url: str, number: int, notify: str, seconds: float) -> float:
    """Return the transactions per second of all writers together."""
    done = [0] * number
    with psycopg.connect(url, autocommit=True) as listener:
        listener.execute("LISTEN runwhy")
        began = time.perf_counter()
        with writers(url, number, notify, done):
            time.sleep(seconds)
            total, took = sum(done), time.perf_counter() - began
    return total / took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--writers", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    table = Table("transactions a second", *(f"fsync {on}" for on in ("off", "on")))
    rates: dict[str, list[list[float]]] = {name: [[], []] for name in WAYS}
    with running_postgres() as server:
        url = server.create_database("bench").replace("+psycopg", "")
        with psycopg.connect(url, autocommit=True) as conn:
            conn.execute("CREATE TABLE things (id bigserial PRIMARY KEY, data text)")
        for column, fsync in enumerate(("off", "on")):
            OPTIONS["fsync"] = fsync
            server.restart(immediate=False)
            for _ in range(args.rounds):
                for name, notify in WAYS.items():
                    rate = measure(url, args.writers, notify, args.seconds)
                    rates[name][column].append(rate)
    for name, columns in rates.items():
        table.add_row(name, *(f"{min(c):,.0f} to {max(c):,.0f}" for c in columns))
    Console().print(table, f"{args.writers} writers, load average {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
