"""Measure the cost of a claim, of the list of claimed runs, and of the count for `queue_limit`.

uv run --group dev python -m bench.claims [--waiting 100000] [--turns 40] [--stores sqlite postgres]

The figures are the CPU time of the server and of the database per call, with 10 and with very many
waiting runs: right after they were added, after `VACUUM ANALYZE`, and right after they were deleted
again. Runs are claimed one at a time, and end before the next turn.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import secrets
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import structlog
from bench.accept import Database, console, databases
from rich.table import Table
from sqlalchemy import text

from runwhy.core.agent_spec import AgentSpec
from runwhy.core.queue.dispatch import Dispatch
from runwhy.core.queue.limits import Limits, parse_limit
from runwhy.core.requests.plan import InputMessage, RunRequest, plan_run
from runwhy.core.runs.origin import Actor, Origin
from runwhy.core.runs.run import Outcome, Status
from runwhy.ports import Claim
from runwhy.stores.postgres import PostgresStore
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sqlite import SqliteStore
from runwhy.stores.store import SqlStore

FEW = 10
CLAIMS = 5  # in each turn
TENANTS = 10  # each has its own bucket, and a limit
WORKER, TEMPLATE = "wrk_bench", "run_template"
LIMITS = Limits(by_name={"customer": parse_limit([1000, "10000/s"])})

_COPIES = """
WITH RECURSIVE n (n) AS (
    SELECT CAST(:first AS BIGINT) UNION ALL SELECT n + 1 FROM n WHERE n < :last
)
"""
_RUNS = """
INSERT INTO runs (id, workspace, status, trigger, actor, executor, tags, tag_sources, origin,
    spec, task, root_run_id, attempt, created_at)
SELECT 'run_' || n, workspace, status, trigger, actor, executor, tags, tag_sources,
    origin, spec, task, 'run_' || n, attempt, created_at FROM runs, n WHERE id = :template
"""
_PARTS = """
INSERT INTO parts (run_id, idx, kind, role, provenance, text, extra, at)
SELECT 'run_' || n, idx, kind, role, provenance, text, extra, at FROM parts, n
WHERE run_id = :template
"""
_JOBS = """
INSERT INTO jobs (run_id, seq, workspace, lane, attempt, cancelled, last_event, last_part,
    created_at, ready, bucket, limit_keys)
SELECT 'run_' || n, 1000 + n, 1, 'run_' || n, 1, false, 1, 0, n, true,
    '[1,"' || (CASE WHEN :limited THEN 't' || (n % :tenants) ELSE '' END) || '",0,['
    || (CASE WHEN :limited THEN '"1/customer=t' || (n % :tenants) || '"' ELSE '' END) || ']]',
    CASE WHEN :limited THEN '["1/customer=t' || (n % :tenants) || '"]' ELSE '' END
FROM n
"""


def now() -> datetime:
    return datetime.now(UTC)


@dataclass(slots=True, kw_only=True)
class Cost:
    """CPU time per call in ms, of several turns."""

    server: list[float] = field(default_factory=list)
    database: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        return " + ".join(f"{statistics.median(one):.2f}" for one in (self.server, self.database))


class Queue:
    """A queue whose waiting runs are all the same, or those of several tenants with limits."""

    def __init__(self, store: SqlStore, database: Database, *, limited: bool) -> None:
        self.store, self.database, self.limited = store, database, limited
        self.added = 0
        self.claimed: list[Claim] = []
        self.dispatch = Dispatch(limits=LIMITS) if limited else Dispatch()

    async def open(self) -> None:
        await self.store.open()
        await self.store.add_workspace("default", "Default", at=now())
        await self.store.register_worker(WORKER, WORKER, at=now())
        request = RunRequest(
            workspace=1,
            origin=Origin(
                trigger="api", actor=Actor(kind="local"), attended=True, requested_at=now()
            ),
            messages=[InputMessage(role="user", text="x")],
            spec=AgentSpec(system_prompt="x"),
        )
        await self.store.add_run(
            request, lambda around: plan_run(request, around, id=TEMPLATE, at=now())
        )
        await self.store.in_transaction(self.delete_jobs)

    def delete_jobs(self, tx: Tx, *, but: int = 0) -> None:
        """Delete the newest jobs, without the trigger that counts them one by one."""
        self._count_at_once(tx)
        tx.conn.execute(text("DELETE FROM jobs WHERE seq > :last"), {"last": 1000 + but})
        self._set_size(tx)

    def add(self, tx: Tx, count: int) -> None:
        """Add waiting runs."""
        if count > FEW:
            self._count_at_once(tx)
        values = {"first": self.added + 1, "last": self.added + count, "template": TEMPLATE}
        for statement in (_RUNS, _PARTS):
            tx.conn.execute(text(_COPIES + statement), values)
        more = {"limited": self.limited, "tenants": TENANTS}
        tx.conn.execute(
            text(_COPIES + _JOBS), {"first": values["first"], "last": values["last"], **more}
        )
        self.added += count
        if count > FEW:
            self._set_size(tx)

    def _count_at_once(self, tx: Tx) -> None:
        if tx.dialect.name == "postgres":  # one transaction would write a row 100,000 times
            tx.conn.execute(text("SET LOCAL session_replication_role = replica"))

    def _set_size(self, tx: Tx) -> None:
        tx.conn.execute(text("DELETE FROM queue_sizes"))
        count = "SELECT 1, 0, count(*) FROM jobs WHERE worker IS NULL"
        tx.conn.execute(text(f"INSERT INTO queue_sizes {count}"))

    async def claim(self) -> None:
        found = await self.store.claim(WORKER, limit=1, clock=now, dispatch=self.dispatch)
        assert len(found) == 1
        self.claimed += found

    async def end_claimed(self) -> None:
        for claim in self.claimed:
            await self.store.finish(claim, Outcome(status=Status.SUCCEEDED), at=now())
        self.claimed.clear()

    async def measure(self, turns: int) -> dict[str, Cost]:
        """Return the cost of each operation; the queue has the same length in each turn."""
        asks: dict[str, Callable[[], Awaitable[object]]] = {
            "claim": self.claim,
            "claimed runs": lambda: self.store.held(WORKER),
            "count": lambda: self.store.count_waiting(1),
        }
        costs = {name: Cost() for name in asks}
        for turn in range(turns + 5):  # a statement is planned for its values five times
            for name, ask in asks.items():
                server, stored = time.process_time(), self.database.used().cpu
                for _ in range(CLAIMS):
                    await ask()
                if turn >= 5:
                    used = time.process_time() - server
                    costs[name].server.append(used / CLAIMS * 1000)
                    used = self.database.used().cpu - stored
                    costs[name].database.append(used / CLAIMS * 1000)
            await self.end_claimed()
            await self.store.in_transaction(self.add, CLAIMS)
        return costs


async def measure(queue: Queue, waiting: int, turns: int) -> dict[str, dict[str, Cost]]:
    """Return the costs by the state of the queue."""
    await queue.open()
    found = {}
    try:
        await queue.store.in_transaction(queue.add, FEW)
        found[f"{FEW}"] = await queue.measure(turns)
        await queue.store.in_transaction(queue.add, waiting)
        found[f"{waiting:,}, just added"] = await queue.measure(turns)
        if isinstance(queue.store, PostgresStore):
            with queue.store._writes.engine.connect() as conn:
                conn.execution_options(isolation_level="AUTOCOMMIT")
                conn.execute(text("VACUUM ANALYZE"))
            found[f"{waiting:,}"] = await queue.measure(turns)
        await queue.store.in_transaction(
            lambda tx: queue.delete_jobs(tx, but=queue.added - waiting)
        )
        found[f"{FEW}, {waiting:,} deleted"] = await queue.measure(turns)
    finally:
        await queue.store.close()
    return found


def new_store(database: Database, folder: Path) -> SqlStore:
    """Return a store on an empty database."""
    if database.create is None:
        return SqliteStore(folder / f"{secrets.token_hex(4)}.db", lambda _: None)
    return PostgresStore(database.create(), lambda _: None)


def show(title: str, costs: dict[str, dict[str, Cost]]) -> None:
    """Print the costs, one line for each state of the queue."""
    table = Table("waiting", *next(iter(costs.values())), title=title)
    for state, each in costs.items():
        table.add_row(state, *map(str, each.values()))
    console.print(table, f"load average {os.getloadavg()[0]:.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--waiting", type=int, default=100_000)
    parser.add_argument("--turns", type=int, default=40)
    parser.add_argument("--stores", nargs="+", default=["sqlite", "postgres"])
    args = parser.parse_args()
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory())
    with databases(args.stores) as found, tempfile.TemporaryDirectory() as folder:
        for database in found:
            for limited in (False, True):
                queue = Queue(new_store(database, Path(folder)), database, limited=limited)
                costs = asyncio.run(measure(queue, args.waiting, args.turns))
                kind = f", {TENANTS} tenants with limits" if limited else ""
                show(f"{database.name}{kind}: CPU ms, server + database", costs)


if __name__ == "__main__":
    main()
