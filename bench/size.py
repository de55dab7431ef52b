"""Measure the disk space of a run: tables and indexes after many runs with the echo model.

uv run --group dev python -m bench.size [--runs 5000]
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import tempfile
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from bench.api import console, create_runs, runwhy_server, wait_until_drained
from rich.table import Table
from sqlalchemy import create_engine, text
from tests.support.postgres import running_postgres

LARGEST = 8  # tables and indexes to show; the rest is summed
_POSTGRES = """SELECT relname, pg_total_relation_size(oid) FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"""  # with their indexes

Sizes = Mapping[str, int]


def sqlite_sizes(file: Path) -> Sizes:
    with closing(sqlite3.connect(file)) as conn:
        conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return dict(conn.execute("SELECT name, sum(pgsize) FROM dbstat GROUP BY 1").fetchall())


def postgres_sizes(url: str) -> Sizes:
    engine = create_engine(url)
    with engine.connect() as conn:
        found = {str(name): int(size) for name, size in conn.execute(text(_POSTGRES))}
    engine.dispose()
    return found


def fill(folder: Path, total: int, url: str | None) -> None:
    with runwhy_server(folder, url) as (port, _):
        asyncio.run(create_runs(port, 8, total))
        asyncio.run(wait_until_drained(port))


def show(name: str, total: int, sizes: Sizes) -> None:
    largest = sorted(sizes.items(), key=lambda each: -each[1])
    table = Table(name, "bytes a run")
    for part, size in largest[:LARGEST]:
        table.add_row(part, f"{size / total:,.0f}")
    table.add_row("others", f"{sum(size for _, size in largest[LARGEST:]) / total:,.0f}")
    table.add_row("total", f"{sum(sizes.values()) / total:,.0f}")
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5000)
    total: int = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as folder:
        fill(Path(folder), total, None)
        show("SQLite", total, sqlite_sizes(Path(folder) / "runwhy.db"))
    with running_postgres() as server, tempfile.TemporaryDirectory() as folder:
        url = server.create_database("bench")
        fill(Path(folder), total, url)
        show("PostgreSQL", total, postgres_sizes(url))


if __name__ == "__main__":
    main()
