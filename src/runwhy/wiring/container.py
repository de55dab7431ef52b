"""The container: settings, clock, ids and adapters, created once."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict

from runwhy.core.queue.rules import QueueRules
from runwhy.executors.agent_task import CodingAgent
from runwhy.executors.builtin.connections import Connections
from runwhy.executors.builtin.engine_setup import known_secrets, make_models
from runwhy.executors.builtin.prices import Prices, make_prices
from runwhy.executors.coding_agents import coding_agents
from runwhy.executors.langgraph.graphs import Graphs
from runwhy.feeds.in_process import InProcessFeed
from runwhy.ports import Clock, Embedder, Models, NewId
from runwhy.queue.durable import DurableJobs
from runwhy.settings import Settings
from runwhy.stores.store import SqlStore
from runwhy.telemetry.recorder import Telemetry
from runwhy.vault import Vault
from runwhy.wiring.adapters import (
    make_embedder,
    make_feed,
    make_jobs,
    make_queue_rules,
    make_store,
    make_telemetry,
    make_vault,
)


class Basics(TypedDict):
    """Dependencies of most services, which are created with `**container.basics`."""

    store: SqlStore
    clock: Clock
    new_id: NewId


class Cleaning(Basics):
    """Dependencies of services that redact secrets."""

    secrets: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Container:
    """The settings, clock, ids and adapters of a server. `hidden` are secrets to redact."""

    settings: Settings
    environ: Mapping[str, str]
    clock: Clock
    new_id: NewId
    feed: InProcessFeed
    vault: Vault
    store: SqlStore
    jobs: DurableJobs
    models: Models
    connections: Connections
    prices: Prices
    embedder: Embedder | None
    coding: Mapping[str, CodingAgent]
    graphs: Graphs | None
    hidden: tuple[str, ...]
    telemetry: Telemetry
    rules: QueueRules

    @property
    def basics(self) -> Basics:
        """The store, the clock and the ids."""
        return {"store": self.store, "clock": self.clock, "new_id": self.new_id}

    @property
    def cleaning(self) -> Cleaning:
        """The basics, and the secrets to redact."""
        return {**self.basics, "secrets": self.hidden}

    def lease_holder(self) -> str:
        """Return a name for the leases of this server; on SQLite there is only one."""
        return self.new_id("wrk") if self.settings.is_postgres else "the only one"

    async def open(self) -> None:
        """Connect to the database and start listening for events."""
        await self.store.open()
        await self.feed.start()
        if not self.settings.is_postgres:  # only this server can have terminals then
            await self.store.end_running_blocks(at=self.clock())

    async def close(self) -> None:
        """Close all connections. Safe to call if some were never opened."""
        if self.graphs is not None:
            await self.graphs.close()
        await self.connections.close()
        if self.embedder is not None:
            await self.embedder.close()
        await self.feed.stop()
        await self.store.close()
        await asyncio.to_thread(self.telemetry.tracing.close)


def make_container(settings: Settings, clock: Clock, new_id: NewId) -> Container:
    """Create the container. Nothing is opened yet."""
    environ = os.environ
    feed = make_feed(settings)
    vault = make_vault(settings)
    telemetry = make_telemetry(settings, environ)
    store = make_store(settings, feed.publish, vault, telemetry)
    hidden = known_secrets(settings, environ)
    prices = make_prices(settings.prices)
    models, connections = make_models(settings, environ, hidden, prices, clock, telemetry)
    return Container(
        settings=settings,
        environ=environ,
        clock=clock,
        new_id=new_id,
        feed=feed,
        vault=vault,
        store=store,
        jobs=make_jobs(settings, store, feed, clock, new_id),
        models=models,
        connections=connections,
        prices=prices,
        embedder=make_embedder(settings, environ),
        coding=coding_agents(settings),
        graphs=Graphs(settings.graphs) if settings.graphs else None,
        hidden=hidden,
        telemetry=telemetry,
        rules=make_queue_rules(settings),
    )
