"""One worker process of `bench.engines`: a queue without the rest of a server.

It accepts runs with `POST /runs`, on the same HTTP server for every queue, and executes runs of
one step that does nothing, or that sleeps for `--step` seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from runwhy.core.agent_spec import AgentSpec
from runwhy.core.ids import make_id
from runwhy.core.requests.plan import InputMessage, RunRequest, plan_run
from runwhy.core.runs.origin import Actor, Origin
from runwhy.core.runs.run import Outcome, Status
from runwhy.feeds.postgres import PostgresFeed
from runwhy.ports import Claim
from runwhy.queue.durable import DurableJobs
from runwhy.stores.postgres import PostgresStore

CONCURRENCY = 64  # runs at a time, as in a server
THREADS = 8  # that enqueue for DBOS at a time


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of a worker."""

    url: str
    name: str
    step: float  # seconds that a run sleeps
    poll: float  # seconds between two polls of DBOS
    beat: float
    dead_after: float


@dataclass(slots=True)
class RunwhyWorker:
    """Runwhy's queue and store, without HTTP routes and executors."""

    options: Options
    _store: PostgresStore = field(init=False)
    _workspace: int = field(init=False, default=0)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Claim and execute runs until the end of the block."""
        feed = PostgresFeed(self.options.url)
        self._store = PostgresStore(self.options.url, feed.publish)
        jobs = DurableJobs(
            store=self._store,
            feed=feed,
            clock=_now,
            worker=f"wrk_{self.options.name}_{secrets.token_hex(4)}",
            name=self.options.name,
            concurrency=CONCURRENCY,
            beat_every=self.options.beat,
            dead_after=self.options.dead_after,
        )
        await self._store.open()
        await feed.start()
        found = await self._store.list_workspaces()
        if not found:
            found = [await self._store.add_workspace("bench", "Bench", at=_now())]
        self._workspace = found[0].id
        await jobs.start(self._perform)
        yield
        await jobs.stop(grace=1)
        await feed.stop()
        await self._store.close()

    async def accept(self) -> None:
        """Store and queue a run."""
        at = _now()
        request = RunRequest(
            workspace=self._workspace,
            origin=Origin(trigger="api", actor=Actor(kind="local"), attended=True, requested_at=at),
            messages=[InputMessage(role="user", text="x")],
            spec=AgentSpec(system_prompt="x"),
        )
        id = make_id("run", ms=round(at.timestamp() * 1000), random=secrets.randbits(80))
        await self._store.add_run(request, lambda around: plan_run(request, around, id=id, at=at))

    async def _perform(self, claim: Claim) -> None:
        if self.options.step:
            await asyncio.sleep(self.options.step)
        await self._store.finish(claim, Outcome(status=Status.SUCCEEDED), at=_now())


@dataclass(slots=True)
class DbosWorker:
    """DBOS with a workflow of one step, in a queue that keeps the order of a session's runs."""

    options: Options
    _enqueue: Callable[[str], None] = field(init=False)
    _slots: asyncio.Semaphore = field(init=False)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Poll the queue and execute workflows until the end of the block."""
        self._slots = asyncio.Semaphore(THREADS)
        self._enqueue = await asyncio.to_thread(start_dbos, self.options)
        yield

    async def accept(self) -> None:
        """Enqueue a workflow in a transaction, as an application with its own rows would."""
        async with self._slots:
            await asyncio.to_thread(self._enqueue, secrets.token_hex(16))


def start_dbos(options: Options) -> Callable[[str], None]:
    """Start DBOS; return the function that enqueues a workflow and commits."""
    import sqlalchemy as sa
    from dbos import DBOS, DBOSClient
    from dbos._serialization import DBOSPortableJSONSerializer

    engine = sa.create_engine(options.url, pool_size=THREADS, max_overflow=0)
    common: dict[str, Any] = {
        "system_database_url": options.url,
        "serializer": DBOSPortableJSONSerializer(),
    }

    @DBOS.step(name="work")  # type: ignore[untyped-decorator,unused-ignore]
    async def work(id: str) -> str:
        await asyncio.sleep(options.step)
        return id

    @DBOS.workflow(name="run")  # type: ignore[untyped-decorator,unused-ignore]
    async def run(id: str) -> None:
        await work(id)

    identity = {"name": "bench", "application_version": "1", "executor_id": options.name}
    DBOS(config={**identity, "log_level": "ERROR", **common})
    DBOS.launch()
    DBOS.register_queue(
        "runs",
        partition_concurrency=1,
        worker_concurrency=CONCURRENCY,
        polling_interval_sec=options.poll,
    )
    client = DBOSClient(**common)

    def enqueue(id: str) -> None:
        workflow: Any = {"workflow_name": "run", "queue_name": "runs", "workflow_id": id}
        workflow |= {"queue_partition_key": id, "app_version": "1"}
        with engine.begin() as tx:
            client.enqueue_in_transaction(tx, workflow, id)

    return enqueue


def _now() -> datetime:
    return datetime.now(UTC)


def make_app(worker: RunwhyWorker | DbosWorker) -> Starlette:
    """Return the HTTP app of a worker."""

    async def create(request: Request) -> PlainTextResponse:
        await request.body()
        await worker.accept()
        return PlainTextResponse("accepted", status_code=202)

    async def ready(request: Request) -> PlainTextResponse:
        return PlainTextResponse("ready")

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with worker.running():
            yield

    routes = [Route("/runs", create, methods=["POST"]), Route("/readyz", ready)]
    return Starlette(routes=routes, lifespan=lifespan)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    number = partial(parser.add_argument, type=float, required=True)
    parser.add_argument("kind", choices=["runwhy", "dbos"])
    parser.add_argument("--url", required=True)
    parser.add_argument("--name", required=True)
    parser.add_argument("--port", type=int, required=True)
    number("--step")
    number("--poll")
    number("--beat")
    number("--dead-after")
    args = vars(parser.parse_args())
    kind, port = args.pop("kind"), args.pop("port")
    options = Options(**args)
    worker = RunwhyWorker(options) if kind == "runwhy" else DbosWorker(options)
    uvicorn.run(make_app(worker), host="127.0.0.1", port=port, log_level="error", access_log=False)


if __name__ == "__main__":
    main()
