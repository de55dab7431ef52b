"""Adapters chosen by the settings. Optional dependencies are imported only when needed."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version as distribution_version
from typing import TYPE_CHECKING, TypedDict

from runwhy.core.queue.dispatch import Dispatch
from runwhy.core.queue.limits import Limits
from runwhy.core.queue.rules import QueueRules
from runwhy.data_dir import create_key_file, read_keys
from runwhy.errors import InvalidInput, Problem, Unavailable
from runwhy.executors.builtin.engine_setup import known_secrets
from runwhy.executors.builtin.providers import make_providers, split_model_id
from runwhy.feeds.in_process import InProcessFeed
from runwhy.ports import (
    Clock,
    Embedder,
    NewId,
    Terminal,
    TerminalListener,
    TerminalSpec,
)
from runwhy.queue.durable import DurableJobs
from runwhy.settings import Settings
from runwhy.stores.store import SqlStore
from runwhy.telemetry.attributes import LATEST, SpanConventions
from runwhy.telemetry.exporter import make_exporter
from runwhy.telemetry.recorder import SILENT, Telemetry
from runwhy.telemetry.spans import Tracing
from runwhy.vault import Vault, new_key

if TYPE_CHECKING:
    from runwhy.queue.restate import RestateEngine


def make_feed(settings: Settings) -> InProcessFeed:
    """Create the feed that notifies listeners of new events."""
    if settings.is_postgres:
        from runwhy.feeds.postgres import PostgresFeed

        return PostgresFeed(settings.database_url)
    return InProcessFeed()


def make_telemetry(settings: Settings, environ: Mapping[str, str]) -> Telemetry:
    """Create telemetry: metrics always, traces if the environment turns them on."""
    opted_in = environ.get("OTEL_SEMCONV_STABILITY_OPT_IN", "").split(",")
    conventions = SpanConventions(
        latest=LATEST in [word.strip() for word in opted_in],
        content=settings.trace_content,
        secrets=known_secrets(settings, environ),
    )
    exporter = make_exporter(environ, distribution_version("runwhy"))
    return Telemetry(tracing=Tracing(exporter, conventions, settings.trace_baggage))


def make_vault(settings: Settings) -> Vault:
    """Create the vault that seals secrets with the configured key. Raises: InvalidInput."""
    if settings.secret_key:
        return Vault(settings.secret_key)
    file = settings.secret_key_file
    return Vault(read_keys(file), make=lambda: create_key_file(file, new_key()))


def make_store(
    settings: Settings,
    announce: Callable[[Sequence[str]], None],
    vault: Vault | None = None,
    telemetry: Telemetry = SILENT,
) -> SqlStore:
    """Create the store for the configured database."""
    vault = vault or make_vault(settings)
    if settings.is_postgres:
        from runwhy.stores.postgres import PostgresStore

        return PostgresStore(settings.database_url, announce, vault, telemetry)
    from runwhy.stores.sqlite import SqliteStore

    return SqliteStore(settings.sqlite_path, announce, vault, telemetry)


class _QueueOptions(TypedDict):
    """The fields that both queues have."""

    store: SqlStore
    feed: InProcessFeed
    clock: Clock
    worker: str
    name: str
    concurrency: int
    alone: bool
    beat_every: float
    dead_after: float
    crash_limit: int
    dispatch: Dispatch
    rules: QueueRules


def make_embedded_jobs(
    settings: Settings, store: SqlStore, feed: InProcessFeed, clock: Clock, new_id: NewId
) -> DurableJobs:
    """Create the queue that needs nothing but the database."""
    return DurableJobs(**_queue_options(settings, store, feed, clock, new_id))


def make_jobs(
    settings: Settings, store: SqlStore, feed: InProcessFeed, clock: Clock, new_id: NewId
) -> DurableJobs:
    """Create the queue of the settings. Raises: Unavailable."""
    options = _queue_options(settings, store, feed, clock, new_id)
    if settings.queue == "embedded":
        return DurableJobs(**options)
    from runwhy.queue.engine import EngineJobs

    return EngineJobs(**options, engine=make_restate(settings))


def make_restate(settings: Settings) -> RestateEngine:
    """Create the engine of the queue `restate`. Raises: Unavailable."""
    try:
        from runwhy.queue.restate import RestateEngine, RestateSettings
    except ModuleNotFoundError as error:
        message = (
            "`queue = restate` needs an extra: run pip install '.[restate]' in a clone of Runwhy"
        )
        raise Unavailable(message) from error
    host, _, port = settings.restate_bind.rpartition(":")
    return RestateEngine(
        settings=RestateSettings(
            ingress=settings.restate_ingress_url.rstrip("/"),
            admin=settings.restate_admin_url.rstrip("/"),
            bind=(host.strip("[]"), int(port)),
            url=settings.restate_url.rstrip("/"),
            service=settings.restate_service,
            token=settings.restate_token,
            identity_keys=settings.restate_identity_keys,
        )
    )


def _queue_options(
    settings: Settings, store: SqlStore, feed: InProcessFeed, clock: Clock, new_id: NewId
) -> _QueueOptions:
    return {
        "store": store,
        "feed": feed,
        "clock": clock,
        "worker": new_id("wrk"),
        "name": f"{socket.gethostname()}:{os.getpid()}",
        "concurrency": settings.concurrency,
        "alone": not settings.is_postgres,
        "beat_every": settings.worker_beat,
        "dead_after": settings.worker_dead_after,
        "crash_limit": settings.crash_limit,
        "dispatch": Dispatch(pools=settings.worker_pools, limits=Limits(by_name=settings.limits)),
        "rules": make_queue_rules(settings),
    }


def make_queue_rules(settings: Settings) -> QueueRules:
    """Return the rules that decide why a queued run waits."""
    pools = {executor: pool for pool, names in settings.pools.items() for executor in names}
    return QueueRules(
        limits=Limits(by_name=settings.limits),
        fair_by=settings.fair_by,
        pools=pools,
        default_model=settings.default_model,
    )


def make_embedder(settings: Settings, environ: Mapping[str, str]) -> Embedder | None:
    """Create the embedder for memories, if configured. Raises: Unavailable, InvalidInput."""
    if not settings.embeddings:
        return None
    if settings.embeddings == "local":
        from runwhy.memory.static_vectors import StaticVectors, check_installed

        check_installed()
        return StaticVectors()
    from runwhy.memory.endpoint import EndpointVectors

    name, model = split_model_id(settings.embeddings)
    provider = make_providers(settings.providers, environ).get(name)
    if provider is None or not model:
        rule = f"must be `local` or PROVIDER:MODEL of a known provider, not {settings.embeddings!r}"
        raise InvalidInput([Problem("embeddings", rule)])
    return EndpointVectors(
        model,
        provider=name,
        base_url=provider.base_url,
        key=provider.key,
        timeout=settings.memory_timeout,
    )


def open_terminal(spec: TerminalSpec, listener: TerminalListener) -> Terminal:
    """Open a shell on this machine."""
    from runwhy.terminal.live_terminal import opener

    return opener()(spec, listener)
