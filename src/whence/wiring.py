"""Wiring: settings, adapters, services and the app; the one place that joins them."""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
import threading
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from importlib.metadata import version as distribution_version

from fastapi import FastAPI
from starlette.routing import Route

from whence.core.ids import RANDOM_BITS, Kind, make_id
from whence.core.rates import Rate
from whence.data_dir import local_token as local_token
from whence.demo.working import DemoData
from whence.errors import InvalidInput, Problem, Unavailable
from whence.executors.agents import RESUME_COMMANDS, coding_agents, coding_settings, option_check
from whence.executors.builtin.engine import BuiltinExecutor, EngineSettings
from whence.executors.builtin.providers import make_providers, split_model_id
from whence.executors.builtin.setup import (
    briefing_settings,
    engine_settings,
    known_secrets,
    make_models,
)
from whence.executors.builtin.toolbox import Behind
from whence.executors.coding import CodingExecutor
from whence.executors.langgraph.graphs import Graphs
from whence.feeds.in_process import InProcessFeed
from whence.jobs.durable import DurableJobs
from whence.mcp.bound import Desk
from whence.mcp.endpoint import McpEndpoint
from whence.net.addresses import Allowed
from whence.normalizers import NORMALIZERS
from whence.normalizers.histories import HISTORIES
from whence.ports import (
    TIMERS_TOPIC,
    Clock,
    Embedder,
    Executor,
    NewId,
    Terminal,
    TerminalListener,
    TerminalSpec,
)
from whence.server.app import create_app
from whence.server.asking import Services
from whence.server.guards import LOOPBACK
from whence.services.access import Access
from whence.services.agents import Agents
from whence.services.autonomy import Autonomy
from whence.services.channels import Channels
from whence.services.deliveries import Deliveries
from whence.services.entries import Entries
from whence.services.envelopes import Envelopes
from whence.services.evaluator import Evaluator
from whence.services.finding import Finding
from whence.services.imports import Imports
from whence.services.memories import Memories, MemoryLimits
from whence.services.pending import PendingCommands
from whence.services.rates import RateLimits
from whence.services.recall import Recall
from whence.services.runs import Runs, Tasks
from whence.services.saved_views import SavedViews
from whence.services.sessions import Sessions
from whence.services.signin import SignIns
from whence.services.subruns import SubRuns
from whence.services.terminals import Terminals
from whence.services.triggers import Triggers
from whence.services.webhooks import Webhooks
from whence.services.worker import Worker
from whence.settings import Settings
from whence.stores.store import SqlStore
from whence.triggers import webhook
from whence.triggers.cron import Ticker
from whence.triggers.outbound import Deliverer, Poster
from whence.triggers.telegram import TelegramBots

HOUSEKEEPING_EVERY = 600.0
PACKINGS = 60  # so often, in that time, it is looked whether there are enough runs for a pack
ANSWERS_KEPT = timedelta(hours=24)


def wall_clock() -> datetime:
    """Now, as both stores keep it: UTC, to the millisecond."""
    now = datetime.now(UTC)
    return now.replace(microsecond=now.microsecond // 1000 * 1000)


class TimeOrderedIds:
    """New ids, each greater than the one before, from any thread."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._last = (0, 0)

    def __call__(self, kind: Kind) -> str:
        ms = round(self._clock().timestamp() * 1000)
        with self._lock:
            last_ms, last_random = self._last
            if ms > last_ms:
                self._last = (ms, secrets.randbits(RANDOM_BITS - 1))
            else:  # the same millisecond, or a clock that went back
                self._last = (last_ms, last_random + 1 + secrets.randbits(32))
            ms, random = self._last
        return make_id(kind, ms=ms, random=random)


def make_feed(settings: Settings) -> InProcessFeed:
    """How listeners are told."""
    if settings.is_postgres:
        from whence.feeds.postgres import PostgresFeed

        return PostgresFeed(settings.database_url)
    return InProcessFeed()


def make_store(settings: Settings, announce: Callable[[Sequence[str]], None]) -> SqlStore:
    """The database that the settings name."""
    if settings.is_postgres:
        from whence.stores.postgres import PostgresStore

        return PostgresStore(settings.database_url, announce)
    from whence.stores.sqlite import SqliteStore

    return SqliteStore(settings.sqlite_path, announce)


def make_embedder(settings: Settings, environ: Mapping[str, str]) -> Embedder | None:
    """What makes vectors of memories, if anything does. Raises: Unavailable, InvalidInput."""
    if not settings.embeddings:
        return None
    if settings.embeddings == "local":
        from whence.memory.static_vectors import StaticVectors, check_installed

        check_installed()
        return StaticVectors()
    from whence.memory.endpoint import EndpointVectors

    name, model = split_model_id(settings.embeddings)
    provider = make_providers(settings.providers, environ).get(name)
    if provider is None or not model:
        rule = f"is `local` or PROVIDER:MODEL of a known provider, not {settings.embeddings!r}"
        raise InvalidInput([Problem("embeddings", rule)])
    return EndpointVectors(
        model,
        provider=name,
        base_url=provider.base_url,
        key=provider.key,
        timeout=settings.memory_timeout,
    )


def memory_limits(settings: Settings) -> MemoryLimits:
    """How much is kept and how much of it is found."""
    return MemoryLimits(
        capacity=settings.memory_capacity,
        top_k=settings.memory_top_k,
        threshold=settings.memory_threshold,
        max_tokens=settings.memory_tokens,
        timeout=settings.memory_timeout,
    )


@dataclass(slots=True, kw_only=True)
class Server:
    """A whole server in one object: `async with server.running()` is all it takes."""

    settings: Settings
    app: FastAPI
    services: Services
    store: SqlStore
    feed: InProcessFeed
    jobs: DurableJobs
    access: Access
    channels: Channels

    def running(self) -> AbstractAsyncContextManager[object]:
        """What makes it live: the database is open and the queue at work, until the end."""
        return self.app.router.lifespan_context(self.app)

    def stop_streams(self) -> None:
        """Open streams end, so that the server can; clients come back where they were."""
        self.app.state.stopping = True
        self.feed.tell_all()


def make_server(
    settings: Settings,
    *,
    clock: Clock = wall_clock,
    new_id: NewId | None = None,
    cli_token: str | None = None,
    work: bool = True,
    fire: bool = True,
) -> Server:
    """Everything joined; nothing is started yet.

    Without `work`, what is queued stays so; without `fire`, no trigger starts anything.
    """
    new_id = new_id or TimeOrderedIds(clock)
    feed = make_feed(settings)
    store = make_store(settings, feed.publish)
    hidden = known_secrets(settings, os.environ)
    models, connections = make_models(settings, os.environ, hidden)
    jobs = DurableJobs(
        store,
        feed,
        clock,
        worker=new_id("wrk"),
        name=f"{socket.gethostname()}:{os.getpid()}",
        concurrency=settings.concurrency,
        alone=not settings.is_postgres,
        beat_every=settings.worker_beat,
        dead_after=settings.worker_dead_after,
    )
    rate = Rate(per_minute=settings.rate_limit, burst=settings.rate_burst)
    access = Access(
        store=store,
        clock=clock,
        new_id=new_id,
        local=settings.is_local,
        cli_token=cli_token,
        rates=RateLimits(rate if settings.rate_limit else None, clock),
    )
    coding = coding_agents(settings)
    graphs = Graphs(settings.graphs) if settings.graphs else None
    runs = Runs(
        store=store,
        feed=feed,
        models=models,
        clock=clock,
        new_id=new_id,
        executors={
            "builtin": None,
            **dict.fromkeys(coding, option_check(settings)),
            **({"langgraph": graphs.check} if graphs else {}),
        },
        secrets=hidden,
    )
    embedder = make_embedder(settings, os.environ)
    memories = Memories(
        store=store,
        clock=clock,
        new_id=new_id,
        limits=memory_limits(settings),
        embedder=embedder,
        secrets=hidden,
    )
    triggers = Triggers(
        store=store, triggers=store, runs=runs, clock=clock, new_id=new_id, server=new_id("wrk")
    )
    ticker = Ticker(triggers.fire_due, feed, clock)
    autonomy = Autonomy(
        store=store, timers=store, runs=runs, clock=clock, new_id=new_id, secrets=hidden
    )
    timer_ticker = Ticker(autonomy.fire_due, feed, clock, topic=TIMERS_TOPIC)
    deliveries = Deliveries(
        store=store,
        subscriptions=store,
        post=Poster(Allowed.parse(settings.webhook_hosts)),
        clock=clock,
        new_id=new_id,
    )
    deliverer = Deliverer(deliveries.send_due, feed, clock)
    pending = PendingCommands(
        store=store,
        blocks=store,
        clock=clock,
        new_id=new_id,
        rules=settings.private_commands,
        secrets=[value for name in settings.redact_env if (value := os.environ.get(name))],
    )
    terminals = Terminals(
        store=store,
        blocks=store,
        pending=pending,
        feed=feed,
        clock=clock,
        new_id=new_id,
        open_terminal=_open_terminal,
        enabled=settings.terminals,
        limit=settings.max_terminals,
        idle=settings.terminal_idle,
    )
    services = Services(
        access=access,
        runs=runs,
        tasks=Tasks(runs, store, limit=settings.queue_limit),
        sessions=Sessions(
            store=store, feed=feed, models=models, clock=clock, new_id=new_id, secrets=hidden
        ),
        envelopes=Envelopes(
            store=store,
            runs=runs,
            clock=clock,
            settings=briefing_settings(settings, hidden),
        ),
        finding=Finding(runs=store, store=store, clock=clock),
        agents=Agents(store=store, models=models, clock=clock, new_id=new_id, secrets=hidden),
        signins=SignIns(store=store, clock=clock),
        saved_views=SavedViews(store=store, clock=clock, new_id=new_id),
        memories=memories,
        demo=DemoData(store=store, clock=clock),
        entries=Entries(store=store, entries=store, clock=clock, resume_commands=RESUME_COMMANDS),
        imports=Imports(store=store, folds=HISTORIES, clock=clock, secrets=hidden),
        triggers=triggers,
        autonomy=autonomy,
        webhooks=Webhooks(
            triggers=store,
            runs=runs,
            verify=webhook.verify,
            env=os.environ.get,
            clock=clock,
            new_id=new_id,
        ),
        deliveries=deliveries,
        pending=pending,
        terminals=terminals,
        models=models,
        store=store,
        queue=store,
    )
    channels = Channels(
        store=store,
        triggers=store,
        runs=runs,
        sessions=services.sessions,
        env=os.environ.get,
        clock=clock,
        server=new_id("wrk") if settings.is_postgres else "the only one",
    )
    bots = TelegramBots(channels, feed)

    @asynccontextmanager
    async def life() -> AsyncIterator[None]:
        try:
            await store.open()
            await feed.start()
            await access.prepare()
            if not settings.is_postgres:  # nobody else can have terminals then
                await store.end_running_blocks(at=clock())
            secret = await store.server_secret("seal", lambda: secrets.token_hex(32))
            engine = engine_settings(settings, bytes.fromhex(secret), hidden)
            door = SubRuns(runs, store, feed, jobs)
            executors: dict[str, Executor] = {
                "builtin": BuiltinExecutor(
                    models,
                    clock,
                    engine,
                    behind=Behind(
                        door=door, follow_ups=autonomy, memory=Recall(memories, store, hidden)
                    ),
                )
            }
            how = coding_settings(settings, os.environ, engine.briefing)
            for name, agent in coding.items():
                executors[name] = CodingExecutor(agent, NORMALIZERS, clock, how)
            if graphs is not None:
                executors["langgraph"] = _graph_executor(graphs, clock, engine)
            evaluator = Evaluator(
                store=store, timers=store, runs=runs, autonomy=autonomy, clock=clock
            )
            worker = Worker(
                store=store,
                queue=store,
                jobs=jobs,
                feed=feed,
                clock=clock,
                executors=executors,
                entries=store,
                ended=evaluator.ended,
            )
            if work:
                await jobs.start(worker.perform)
            if work and fire:
                ticker.start()
                timer_ticker.start()
                bots.start()
                deliverer.start()
            keeping = asyncio.create_task(_keep_house(store, clock))
            try:
                yield
            finally:
                server.stop_streams()
                keeping.cancel()
                await mcp.close()
                await terminals.close_all()
                await ticker.stop()
                await timer_ticker.stop()
                await bots.stop()
                await deliverer.stop()
                await jobs.stop(grace=settings.shutdown_grace)
        finally:
            if graphs is not None:
                await graphs.close()
            await connections.close()
            if embedder is not None:
                await embedder.close()
            await feed.stop()
            await store.close()

    app = create_app(
        services,
        clock=clock,
        version=distribution_version("whence"),
        hosts=LOOPBACK if settings.is_local else None,
        lifespan=life,
        behind_https=settings.behind_https,
    )
    mcp = McpEndpoint(
        Desk(
            access=access,
            runs=runs,
            sessions=services.sessions,
            terminals=terminals,
            pending=pending,
            clock=clock,
        ),
        version=distribution_version("whence"),
    )
    app.router.routes.insert(0, Route("/mcp", endpoint=mcp))
    server = Server(
        settings=settings,
        app=app,
        services=services,
        store=store,
        feed=feed,
        jobs=jobs,
        access=access,
        channels=channels,
    )
    return server


def _graph_executor(graphs: Graphs, clock: Clock, engine: EngineSettings) -> Executor:
    try:
        from whence.executors.langgraph.engine import LangGraphExecutor
    except ModuleNotFoundError as error:
        message = "the setting `graphs` needs an extra: pip install 'whence[langgraph]'"
        raise Unavailable(message) from error
    return LangGraphExecutor(
        graphs, clock, briefing=engine.briefing, answer_timeout=engine.tool_timeout
    )


def _open_terminal(spec: TerminalSpec, listener: TerminalListener) -> Terminal:
    from whence.terminal.live import opener

    return opener()(spec, listener)


async def _keep_house(store: SqlStore, clock: Clock) -> None:
    while True:
        with suppress(Exception):
            await store.forget_answers(before=clock() - ANSWERS_KEPT)
        for _ in range(PACKINGS):
            with suppress(Exception):
                await store.pack_runs()
            await asyncio.sleep(HOUSEKEEPING_EVERY / PACKINGS)
