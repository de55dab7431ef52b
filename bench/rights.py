"""Measure export, import and erasure of runs, in runs a second.

uv run --group dev python -m bench.rights [--runs 2000]
uv run --group dev python -m bench.rights --large 1000000 [--stores sqlite,postgres]
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

from bench.rights_large import run_large
from rich.console import Console
from rich.table import Table
from tests.support.postgres import running_postgres
from tests.support.servers import running_server, server_settings

from runwhy.cli.databases import open_read_only
from runwhy.cli.workspace_archives import import_archive
from runwhy.core.erasure import EraseMode, Erasure
from runwhy.core.runs.origin import Actor
from runwhy.server.logs import log_to_stderr
from runwhy.services.erasure import Erasures
from runwhy.settings import Settings
from runwhy.stores.accounts import accounts
from runwhy.stores.archive import archives
from runwhy.wiring import TimeOrderedIds, make_store, wall_clock

console = Console()


def fill(settings: Settings, runs: int) -> None:
    """Create runs with logs and sessions, as `runwhy demo` does."""
    import httpx2

    with running_server(settings, work=False) as server:
        body = {"runs": runs, "days": 30, "wait": True}
        made = httpx2.post(f"{server.base}/demo", json=body, timeout=3600, trust_env=False)
        assert made.status_code == 201, made.text


def export(settings: Settings, file: Path) -> int:
    """Export the workspace; return the number of rows."""
    with open_read_only(settings) as conn:
        workspace = accounts.get_workspace(conn, "default")
        assert workspace is not None
        how: dict[str, Any] = {"id": file.name, "secrets": False, "walked": lambda steps: None}
        return sum(
            one.rows for one in archives.write_archive(conn, workspace, file, **how).values()
        )


def import_file(settings: Settings, file: Path) -> None:
    with file.open("rb") as opened:
        asyncio.run(import_archive(settings, opened, slug=None, size=1, quiet=True))


def erase(settings: Settings, mode: EraseMode) -> int:
    """Erase all demo runs; return their number."""

    async def run_erasure() -> int:
        store = make_store(settings, lambda topics: None)
        await store.open()
        new_id = TimeOrderedIds(wall_clock)
        erasures = Erasures(
            store=store,
            clock=wall_clock,
            new_id=new_id,
            server="bench",
            every=timedelta(hours=1),
        )
        draft = Erasure(
            id="",
            workspace=1,
            query="has:demo",
            mode=mode,
            actor=Actor(kind="local"),
            created_at=wall_clock(),
        )
        begun = await erasures.start(draft)
        await erasures.work_off()
        done = await erasures.get(1, begun.id)
        await store.close()
        return done.counts["runs"]

    return asyncio.run(run_erasure())


def timed(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def large(total: int, stores: list[str]) -> None:
    """Erase part of a large number of runs."""
    with tempfile.TemporaryDirectory() as name:
        if "sqlite" in stores:
            run_large(server_settings(Path(name)), "SQLite", total)
    if "postgres" in stores:
        with running_postgres() as postgres, tempfile.TemporaryDirectory() as name:
            url = postgres.create_database("large")
            run_large(server_settings(Path(name), database_url=url), "PostgreSQL", total)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=2000)
    parser.add_argument(
        "--large", type=int, help="number of runs to create; some of them are erased"
    )
    parser.add_argument("--stores", default="sqlite,postgres")
    args = parser.parse_args()
    runs = args.runs
    log_to_stderr("warning")
    if args.large:
        large(args.large, args.stores.split(","))
        return
    table = Table("", "SQLite", "PostgreSQL")
    with tempfile.TemporaryDirectory() as name, running_postgres() as postgres:
        folder = Path(name)
        source = server_settings(folder)
        target = server_settings(folder, database_url=postgres.create_database("target"))
        back = server_settings(folder, database_url=f"sqlite:///{folder / 'back.db'}")
        fill(source, runs)
        one, two = folder / "one.gz", folder / "two.gz"
        rows = 0

        def out() -> None:
            nonlocal rows
            rows = export(source, one)

        rates = {
            "export": [timed(out)],
            "import and compare": [0.0, timed(lambda: import_file(target, one))],
        }
        rates["export"].append(timed(lambda: export(target, two)))
        rates["import and compare"][0] = timed(lambda: import_file(back, two))
        for label, mode in (
            ("erase content", EraseMode.CONTENT),
            ("erase all", EraseMode.ALL),
        ):
            rates[label] = [timed(lambda s=s, m=mode: erase(s, m)) for s in (back, target)]
        for label, seconds in rates.items():
            table.add_row(label, *(f"{runs / each:,.0f} runs/s" for each in seconds))
        size = one.stat().st_size / (1 << 20)
        console.print(table)
        console.print(
            f"{runs:,} runs, {rows:,} rows, {size:.1f} MiB; load average {os.getloadavg()[0]:.1f}"
        )


if __name__ == "__main__":
    main()
