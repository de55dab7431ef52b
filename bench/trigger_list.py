"""Measure the CPU time of `GET /triggers` with many schedules that have run often.

    uv run --group dev python -m bench.trigger_list [--triggers 1000] [--runs 20] [--postgres]

The server runs in this process, without HTTP; the CPU time of PostgreSQL is not counted.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
import time
from contextlib import ExitStack
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import httpx2
from bench.schedules import build_schedule
from sqlalchemy import insert
from tests.support.postgres import running_postgres
from tests.support.servers import server_settings

from runwhy.core.ids import make_id
from runwhy.core.runs.origin import Actor, Origin
from runwhy.core.triggers.trigger import Trigger, TriggerConfig
from runwhy.stores import tables
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Tx
from runwhy.wiring import Server, make_server, wall_clock

PATH = "/api/v1/workspaces/default/triggers"
ROUNDS = 5


def run_row(trigger: Trigger, number: int, at: datetime) -> dict[str, Any]:
    """Return the row of an ended run of a trigger."""
    id = make_id("run", ms=rows.to_ms(at), random=number)
    origin = Origin(
        trigger="cron",
        actor=Actor(kind="trigger", id=trigger.id),
        attended=False,
        requested_at=at,
        facts={"planned_at": at.isoformat(), "schedule": trigger.config.schedule},
    )
    return {
        "id": id,
        "workspace": 1,
        "status": "failed" if number % 9 == 0 else "succeeded",
        "trigger": "cron",
        "trigger_id": trigger.id,
        "trigger_name": trigger.name,
        "tags": {},
        "tag_sources": "{}",
        "origin": rows.to_json(origin),
        "spec": "{}",
        "executor": "builtin",
        "actor": trigger.id,
        "root_run_id": id,
        "attempt": 1,
        "task": trigger.prompt,
        "created_at": rows.to_ms(at),
        "started_at": rows.to_ms(at) + 5,
        "finished_at": rows.to_ms(at) + 900,
        "failure_reason": "overloaded" if number % 9 == 0 else None,
    }


def add_history(tx: Tx, *, trigger: Trigger, first: int, runs: int, now: datetime) -> None:
    """Add ended runs of a trigger, one per hour, with their occurrences."""
    times = [now - timedelta(hours=runs - number) for number in range(runs)]
    made = [run_row(trigger, first + number, at) for number, at in enumerate(times)]
    tx.conn.execute(insert(tables.runs), made)
    fired = [
        {
            "trigger_id": trigger.id,
            "key": str(run["created_at"]),
            "status": "fired",
            "planned_at": run["created_at"],
            "count": 1,
            "run_id": run["id"],
            "at": run["created_at"],
            "answered": False,
            "reply_parts": 0,
        }
        for run in made
    ]
    tx.conn.execute(insert(tables.occurrences), fired)


async def fill(server: Server, triggers: int, runs: int) -> None:
    """Create schedules with a history."""
    now = wall_clock()
    for number in range(triggers):
        config = TriggerConfig(schedule=f"{number % 60} {number % 24} * * *")
        draft = replace(build_schedule(f"nightly-{number}", "0", now), config=config)
        made = await server.services.triggers.add(draft)
        history = partial(add_history, trigger=made, first=number * runs, runs=runs, now=now)
        await server.store.in_transaction(history)


async def measure(server: Server, triggers: int, runs: int) -> None:
    """Fill the server and print the lowest CPU time of several requests."""
    async with server.running():
        await fill(server, triggers, runs)
        transport = httpx2.ASGITransport(app=server.app)
        took = []
        async with httpx2.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            for _ in range(ROUNDS + 1):
                before = time.process_time()
                found = await client.get(PATH, params={"sort": "trouble"})
                took.append((time.process_time() - before) * 1000)
                assert len(found.json()["triggers"]) == triggers, found.text
    size = len(found.content) / 1e6
    print(f"{triggers:,} triggers with {runs} runs, {size:.1f} MB: {min(took[1:]):.0f} ms of CPU")
    print(f"load average {os.getloadavg()[0]:.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--triggers", type=int, default=1000)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--postgres", action="store_true")
    args = parser.parse_args()
    with ExitStack() as stack:
        directory = stack.enter_context(tempfile.TemporaryDirectory())
        changes = {}
        if args.postgres:
            postgres = stack.enter_context(running_postgres())
            changes["database_url"] = postgres.create_database("bench")
        server = make_server(server_settings(Path(directory), **changes), fire=False)
        asyncio.run(measure(server, args.triggers, args.runs))


if __name__ == "__main__":
    main()
