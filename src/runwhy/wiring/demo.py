"""Wiring of the demo data: a temporary world, and a worker for the run that stays open."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

from runwhy.core.accounts.workspaces import DEFAULT_SLUG
from runwhy.core.runs.run import Outcome, Run
from runwhy.demo import texts
from runwhy.demo.agents import DemoAgents
from runwhy.demo.company import SECRET, SECRET_NAME, post
from runwhy.demo.data import DemoWorker
from runwhy.demo.scripted_agent import ScriptedAgent
from runwhy.demo.scripted_model import ScriptedModels
from runwhy.demo.world import ManualClock, World
from runwhy.executors.agent_task import CodingAgent
from runwhy.executors.builtin.recorded_models import recorded_models
from runwhy.executors.claude import Claude
from runwhy.feeds.in_process import InProcessFeed
from runwhy.settings import Settings
from runwhy.stores.sqlite import SqliteStore
from runwhy.telemetry.recorder import Telemetry
from runwhy.wiring.adapters import make_embedded_jobs
from runwhy.wiring.background import make_channels, make_endings
from runwhy.wiring.clock_and_ids import TimeOrderedIds
from runwhy.wiring.container import Container
from runwhy.wiring.services import make_deliveries, make_services
from runwhy.wiring.workers import coding_executors, make_engine_settings, make_worker, worker_with

FOLDER = Path(gettempdir()) / "runwhy-demo"  # working directory of the coding agents, empty
WEEK = 7 * 86_400.0  # seconds


class _SilentTelemetry(Telemetry):
    """Telemetry without log lines, because the runs of the demo lie in the past."""

    def accepted(self, run: Run) -> None:
        pass

    def ended(self, run: Run, outcome: Outcome, at: datetime) -> None:
        pass

    def subscription_disabled(self, id: str) -> None:
        pass


class DemoWiring:
    """Provides the world and the worker of the demo, next to a server."""

    def __init__(self, container: Container) -> None:
        self._container = container

    @asynccontextmanager
    async def open_world(self, start: datetime) -> AsyncIterator[World]:
        """Open a world whose clock starts at `start`, on a temporary database."""
        with TemporaryDirectory(prefix="runwhy-demo-") as folder:
            clock = ManualClock(start)
            models = ScriptedModels(clock.wait)
            agent = ScriptedAgent(clock, clock.wait)
            container = self._make_container(Path(folder), clock, models, agent)
            await container.feed.start()
            await container.store.open()
            try:
                yield await self._world(container, clock, models, agent)
            finally:
                await container.jobs.stop(grace=0)
                await container.feed.stop()
                await container.store.close()

    def _make_container(
        self, folder: Path, clock: ManualClock, models: ScriptedModels, agent: ScriptedAgent
    ) -> Container:
        live = self._container
        settings = _settings(live.settings, database_url=f"sqlite:///{folder / 'demo.db'}")
        feed, new_id = InProcessFeed(), TimeOrderedIds(clock)
        store = SqliteStore(
            settings.sqlite_path, feed.publish, live.vault, _SilentTelemetry(), durable=False
        )
        return replace(
            live,
            settings=settings,
            environ={**live.environ, SECRET_NAME: SECRET},
            clock=clock,
            new_id=new_id,
            feed=feed,
            store=store,
            jobs=make_embedded_jobs(settings, store, feed, clock, new_id),
            models=recorded_models(models, live.prices, clock),
            embedder=None,
            coding=_coding(agent),
            graphs=None,
            telemetry=_SilentTelemetry(),
        )

    async def _world(
        self, container: Container, clock: ManualClock, models: ScriptedModels, agent: ScriptedAgent
    ) -> World:
        store = container.store
        services = make_services(container, cli_token=None, demo=self)
        services = replace(services, deliveries=make_deliveries(container, post))
        await services.access.prepare()
        workspace = await store.get_workspace(DEFAULT_SLUG)
        assert workspace is not None, "it was just prepared"
        await container.jobs.start((await make_worker(container, services)).perform)
        return World(
            workspace=workspace.id,
            clock=clock,
            models=models,
            agent=agent,
            folder=FOLDER,
            store=store,
            jobs=container.jobs,
            runs=services.runs,
            sessions=services.sessions,
            triggers=services.triggers,
            webhooks=services.webhooks,
            channels=make_channels(container, services),
            autonomy=services.autonomy,
            deliveries=services.deliveries,
            endings=make_endings(container, services),
            entries=services.entries,
            pending=services.pending,
            agents=DemoAgents(agents=services.agents, memories=services.memories),
        )

    async def open_worker(self) -> DemoWorker:
        """Start a worker on the server's store for the run that stays open."""
        live = self._container
        agent = ScriptedAgent(live.clock, lambda seconds: None)
        for task, script in texts.CODE.items():
            agent.expect(task, script)
        # Without concurrency, it never claims from the queue.
        jobs = make_embedded_jobs(live.settings, live.store, live.feed, live.clock, live.new_id)
        jobs = replace(jobs, name="demo", concurrency=0, alone=False)
        container = replace(
            live, settings=_settings(live.settings), coding=_coding(agent), jobs=jobs
        )
        engine = await make_engine_settings(container)
        worker = worker_with(container, engine, coding_executors(container, engine))
        await jobs.start(worker.perform)
        return jobs


def _settings(live: Settings, **changes: object) -> Settings:
    """Return the server's settings with another agent folder and approval timeout."""
    given = {"agent_directories": (str(FOLDER),), "approval_timeout": WEEK}
    return live.model_copy(update={**given, **changes})


def _coding(agent: ScriptedAgent) -> Mapping[str, CodingAgent]:
    return {"claude": Claude(sys.executable, agent.start)}
