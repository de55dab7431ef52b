"""Measure the counts of `bench.find` in ClickHouse, embedded as `chdb`, for comparison with packs.

    uv run --group dev --with chdb==4.4.0 python -m bench.clickhouse [--runs 1000000] [--rounds 5]

Runwhy does not use ClickHouse. The table is what a sink for ended runs would fill: one row per run,
with all tags in a map, because any key can be counted. The keys of these queries also have separate
columns, which a sink could have for keys that are known in advance.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from itertools import islice
from pathlib import Path
from typing import Any

from bench.find_data import END_MS, BenchRun, runs
from rich.console import Console

BATCH = 100_000
DAY_MS = 86_400_000
COLUMNS = (
    "seq UInt64, created Int64, lasted Int64, status LowCardinality(String), tokens Int64,"
    " tags Map(LowCardinality(String), String)"
)
KEYS = ("customer", "env", "user", "plan")  # with a separate column
PROD = "WHERE tags['env'] = 'prod'"
_TOP = "count() AS n FROM runs {where} GROUP BY value ORDER BY n DESC, value LIMIT 20"
_BUCKET = f"intDiv(created, {3 * DAY_MS}) AS at"
QUERIES = {
    "facet, no filter": "SELECT tags['customer'] AS value, " + _TOP.format(where=""),
    "facet, broad filter": "SELECT tags['customer'] AS value, " + _TOP.format(where=PROD),
    "facet, 50,000 values": "SELECT tags['user'] AS value, " + _TOP.format(where=PROD),
    "facet, last day": "SELECT tags['customer'] AS value, "
    + _TOP.format(where=f"WHERE created >= {END_MS - DAY_MS}"),
    "keys, broad filter": "SELECT arrayJoin(mapKeys(tags)) AS value, " + _TOP.format(where=PROD),
    "histogram by status": f"SELECT {_BUCKET}, status, count() FROM runs GROUP BY at, status",
    "histogram by a tag, broad filter": f"SELECT {_BUCKET}, tags['plan'] AS plan, count() FROM runs"
    f" {PROD} GROUP BY at, plan",
    "p95 by customer": "SELECT tags['customer'] AS value, quantileExact(0.95)(lasted) AS n"
    f" FROM runs {PROD} GROUP BY value ORDER BY n DESC LIMIT 20",
}

console = Console()


def row_of(run: BenchRun) -> str:
    """Return a run as a line of JSON."""
    row = {"seq": run.number, "created": run.created, "lasted": run.lasted, "status": run.status}
    return json.dumps({**row, "tokens": run.tokens, "tags": dict(run.tags)})


def fill(session: Any, folder: Path, total: int) -> None:
    """Create the table and insert all runs."""
    session.query("CREATE DATABASE bench")
    session.query("USE bench")
    own = [f"{key} LowCardinality(String) MATERIALIZED tags['{key}']" for key in KEYS]
    columns = ", ".join([COLUMNS, *own])
    session.query(f"CREATE TABLE runs ({columns}) ENGINE = MergeTree ORDER BY (created, seq)")
    file, left = folder / "batch.jsonl", runs(total)
    while batch := list(islice(left, BATCH)):
        file.write_text("\n".join(map(row_of, batch)))
        source = f"file('{file}', JSONEachRow, '{COLUMNS}')"
        session.query(f"INSERT INTO runs SELECT * FROM {source}")


def with_columns(query: str) -> str:
    """Return a query that reads the columns of keys instead of the map."""
    for key in KEYS:
        query = query.replace(f"tags['{key}'] AS {key}", key).replace(f"tags['{key}']", key)
    return query


def lowest_ms(session: Any, query: str, rounds: int) -> tuple[float, float]:
    """Return the lowest CPU time and the lowest elapsed time of a query, in ms."""
    took = []
    for _ in range(rounds + 1):
        before, began = time.process_time(), time.perf_counter()
        session.query(query, "CSV")
        took.append((time.process_time() - before, time.perf_counter() - began))
    cpu, elapsed = zip(*took[1:], strict=True)
    return min(cpu) * 1000, min(elapsed) * 1000


def main() -> None:
    from chdb.session import Session

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        session = Session(str(Path(name) / "clickhouse"))
        before = time.process_time()
        with console.status("filling"):
            fill(session, Path(name), args.runs)
        filled = (time.process_time() - before) / args.runs * 1e6
        size = session.query("SELECT sum(bytes_on_disk) FROM system.parts WHERE active", "CSV")
        stored = int(str(size).strip() or 0) / args.runs
        console.print(f"{args.runs:,} runs: {filled:.0f} µs and {stored:.0f} bytes per run")
        console.print("map: CPU ms, elapsed ms; columns: CPU ms, elapsed ms")
        for query_name, query in QUERIES.items():
            cells = [
                f"{each:9,.1f}"
                for form in (query, with_columns(query))
                for each in lowest_ms(session, form, args.rounds)
            ]
            console.print(" ".join(cells), query_name)
        session.close()
    console.print(f"load average {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
