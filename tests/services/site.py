"""A server without HTTP for tests: a store, its feed, and queues with short intervals."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from tests.support.contracts.scene import Scene

from runwhy.core.context.briefing import BriefingSettings
from runwhy.core.runs.events import TERMINAL, Event
from runwhy.core.runs.run import Outcome, Run, Status
from runwhy.errors import Unavailable
from runwhy.executors.builtin.engine import BuiltinExecutor, EngineSettings
from runwhy.executors.builtin.models import ModelCatalog
from runwhy.feeds.in_process import InProcessFeed
from runwhy.feeds.postgres import PostgresFeed
from runwhy.ports import Executor, Work, run_topic
from runwhy.queue.durable import DurableJobs
from runwhy.services.worker import Worker
from runwhy.stores.postgres import PostgresStore
from runwhy.stores.sqlite import SqliteStore
from runwhy.stores.store import SqlStore

T = TypeVar("T")
PATIENCE = 90.0  # seconds; nothing here takes longer unless something is wrong
LOOK_AGAIN = 0.02


def now() -> datetime:
    """Return the real time, which heartbeats use."""
    return datetime.now(UTC)


async def soon(work: Awaitable[T]) -> T:
    """Wait for the work, with a timeout."""
    return await asyncio.wait_for(work, PATIENCE)


async def until(holds: Callable[[], Coroutine[Any, Any, bool]]) -> None:
    """Poll until the condition holds."""

    async def look() -> None:
        while not await holds():  # noqa: ASYNC110 (what is waited for is in a database)
            await asyncio.sleep(LOOK_AGAIN)

    await soon(look())


class FunctionExecutor:
    """An executor that runs a test's function and records its work."""

    def __init__(self, behave: Callable[[Work], Coroutine[Any, Any, str]]) -> None:
        self._behave = behave
        self.works: list[Work] = []
        self.running = 0
        self.most = 0

    async def execute(self, work: Work) -> Outcome:
        """One run."""
        self.works.append(work)
        self.running += 1
        self.most = max(self.most, self.running)
        try:
            return Outcome(status=Status.SUCCEEDED, text=await self._behave(work))
        finally:
            self.running -= 1


def echo() -> BuiltinExecutor:
    """Return the real engine with the echo model."""
    briefing = BriefingSettings(secret=b"seal" * 8)
    return BuiltinExecutor(
        models=ModelCatalog(), clock=now, settings=EngineSettings(briefing=briefing)
    )


class Wire:
    """A connection to a store that can be cut before a call or before its response."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store
        self.is_cut = False
        self.lose_answers_of: set[str] = set()
        self.lose_calls_of: set[str] = set()
        self.calls: Counter[str] = Counter()
        self.failed: Counter[str] = Counter()

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._store, name)

        async def call(*args: Any, **kwargs: Any) -> Any:
            self.calls[name] += 1
            if self.is_cut or name in self.lose_calls_of:
                self._fail(name)
            result = await method(*args, **kwargs)
            if name in self.lose_answers_of:
                self._fail(name)
            return result

        return call

    def _fail(self, name: str) -> None:
        self.failed[name] += 1
        raise Unavailable("the wire is cut")


class Site:
    """One server's store and feed; workers come and go."""

    def __init__(self, store: SqlStore, feed: InProcessFeed, scene: Scene) -> None:
        self.store = store
        self.feed = feed
        self.scene = scene

    def jobs(self, name: str, store: Any = None, **options: Any) -> DurableJobs:
        """Return a queue that has not started."""
        given = {"beat_every": 0.1, "dead_after": 0.6, "look_every": 0.1, **options}
        store = store or self.store
        return DurableJobs(
            store=store, feed=self.feed, clock=now, worker=f"wrk_{name}", name=name, **given
        )

    def worker(self, jobs: DurableJobs, executor: Executor, store: Any = None) -> Worker:
        """Return a worker for a queue."""
        store = store or self.store
        return Worker(
            store=store,
            jobs=jobs,
            feed=self.feed,
            clock=now,
            executors={"builtin": executor},
        )

    @asynccontextmanager
    async def working(
        self, executor: Executor, name: str = "one", store: Any = None, **options: Any
    ) -> AsyncIterator[DurableJobs]:
        """Run a queue until the end of the block."""
        jobs = self.jobs(name, store, **options)
        await jobs.start(self.worker(jobs, executor, store).perform)
        try:
            yield jobs
        finally:
            await soon(jobs.stop(grace=0))

    async def ended(self, run: Run) -> Run:
        """Wait until the run has ended."""

        async def wait() -> Run:
            async with self.feed.subscribe(run_topic(run.id)) as news:
                while (last := await self.store.last_event(run.id)) is None or (
                    last.type not in TERMINAL
                ):
                    await news.wait(1.0)
            types = [event.type for event in await self.events(run)]
            assert sum(type in TERMINAL for type in types) == 1, types
            return await self.scene.get(run)

        return await soon(wait())

    async def events(self, run: Run) -> Sequence[Event]:
        """Return the events of a run."""
        return await self.scene.events(run)

    async def is_at(self, run: Run, status: Status) -> bool:
        """Whether the run has this status."""
        return (await self.scene.get(run)).status is status


@asynccontextmanager
async def site_on(url: str, beside: Site | None = None) -> AsyncIterator[Site]:
    """Open a server's store and feed; with `beside`, another server has migrated the database."""
    is_postgres = url.startswith("postgresql")
    feed = PostgresFeed(url) if is_postgres else InProcessFeed()
    store: SqlStore = (
        PostgresStore(url, feed.publish)
        if is_postgres
        else SqliteStore(Path(url.removeprefix("sqlite:///")), feed.publish)
    )
    await store.open()
    await feed.start()
    try:
        scene = Scene(store, beside.scene if beside else None)
        scene.clock.now = now()
        if beside is None:
            await scene.open()
            for worker in ("wrk_one", "wrk_two"):  # the scene's own workers are not needed
                await store.deregister_worker(worker)
        yield Site(store, feed, scene)
    finally:
        await feed.stop()
        await store.close()
