"""Measure how long runs of quiet workspaces wait behind the backlog of a noisy one.

uv run --group dev python -m bench.tenants [--waiting 10000] [--quiet 20] [--stores sqlite,postgres]
"""

from __future__ import annotations

import argparse
import asyncio
import os
import secrets
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import structlog
from rich.console import Console
from rich.table import Table
from tests.support.postgres import running_postgres

from runwhy.core.agent_spec import AgentSpec
from runwhy.core.ids import make_id
from runwhy.core.requests.plan import InputMessage, RunRequest, plan_run
from runwhy.core.runs.origin import Actor, Origin
from runwhy.core.runs.run import Outcome, Status
from runwhy.feeds.in_process import InProcessFeed
from runwhy.ports import Claim
from runwhy.queue.durable import DurableJobs
from runwhy.stores.postgres import PostgresStore
from runwhy.stores.sqlite import SqliteStore
from runwhy.stores.store import SqlStore

CONCURRENCY, SECONDS_PER_RUN = 16, 0.1
RUNS_EACH, SECONDS = 10, 10.0  # of each quiet workspace, spread over this time
console = Console()


def now() -> datetime:
    return datetime.now(UTC)


class Site:
    """A queue with a noisy workspace and quiet ones, whose runs take a tenth of a second."""

    def __init__(self, store: SqlStore, feed: InProcessFeed) -> None:
        self.store, self.feed = store, feed
        self.jobs = DurableJobs(
            store=store,
            feed=feed,
            clock=now,
            worker="wrk_bench",
            name="bench",
            concurrency=CONCURRENCY,
            alone=True,
        )
        self.added: dict[str, float] = {}  # runs of quiet workspaces
        self.waits: list[float] = []
        self.expected, self.done = 0, asyncio.Event()

    async def add(self, workspace: int, *, quiet: bool) -> None:
        at = now()
        request = RunRequest(
            workspace=workspace,
            origin=Origin(trigger="api", actor=Actor(kind="local"), attended=True, requested_at=at),
            messages=[InputMessage(role="user", text="x")],
            spec=AgentSpec(system_prompt="x"),
        )
        id = make_id("run", ms=round(at.timestamp() * 1000), random=secrets.randbits(80))
        if quiet:
            self.added[id] = time.perf_counter()
        await self.store.add_run(request, lambda around: plan_run(request, around, id=id, at=at))

    async def perform(self, claim: Claim) -> None:
        if claim.run.id in self.added:
            self.waits.append(time.perf_counter() - self.added[claim.run.id])
            if len(self.waits) == self.expected:
                self.done.set()
        await asyncio.sleep(SECONDS_PER_RUN)
        await self.store.finish(claim, Outcome(status=Status.SUCCEEDED), at=now())

    async def measure(self, waiting: int, quiet: int) -> tuple[float, float, float]:
        """Return the median, the 99th percentile and the longest wait of quiet runs."""
        await self.store.open()
        await self.feed.start()
        names = [f"w{number}" for number in range(quiet + 1)]
        noisy, *others = [await self.store.add_workspace(name, name, at=now()) for name in names]
        for _ in range(waiting // 50):
            await asyncio.gather(*(self.add(noisy.id, quiet=False) for _ in range(50)))
        self.expected = RUNS_EACH * quiet
        await self.jobs.start(self.perform)
        for number in range(RUNS_EACH * quiet):
            await self.add(others[number % quiet].id, quiet=True)
            await asyncio.sleep(SECONDS / (RUNS_EACH * quiet))
        await self.done.wait()
        await self.jobs.stop(grace=1)
        await self.feed.stop()
        await self.store.close()
        ordered = sorted(self.waits)
        return ordered[len(ordered) // 2], ordered[len(ordered) * 99 // 100], ordered[-1]


@contextmanager
def new_site(kind: str) -> Iterator[Site]:
    feed = InProcessFeed()
    if kind == "sqlite":
        with tempfile.TemporaryDirectory() as folder:
            yield Site(SqliteStore(Path(folder) / "runwhy.db", feed.publish), feed)
        return
    with running_postgres() as server:
        yield Site(PostgresStore(server.create_database("tenants"), feed.publish), feed)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--waiting", type=int, default=10_000)
    parser.add_argument("--quiet", type=int, default=20)
    parser.add_argument("--stores", default="sqlite,postgres")
    args = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(40))
    table = Table("wait of quiet runs, s", "p50", "p99", "longest")
    for kind in args.stores.split(","):
        with new_site(kind) as site:
            figures = asyncio.run(site.measure(args.waiting, args.quiet))
        table.add_row(kind, *(f"{figure:.3f}" for figure in figures))
    console.print(table, f"load average {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
