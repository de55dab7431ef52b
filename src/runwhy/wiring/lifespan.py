"""The lifespan of a server: startup, background work and shutdown."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import timedelta

import structlog

from runwhy.core.accounts.sign_ins import IDLE
from runwhy.executors.coding_agents import process_records
from runwhy.executors.leftovers import end_leftovers_of_dead_servers
from runwhy.server.allocator import release_memory
from runwhy.server.dependencies import Services
from runwhy.wiring.background import BackgroundTask
from runwhy.wiring.container import Container
from runwhy.wiring.workers import make_worker
from runwhy.write_tasks import cancel_all

HOUSEKEEPING_EVERY = 600.0
PACKINGS = 60  # checks for new packs, and releases of memory, per housekeeping interval
_log = structlog.get_logger("runwhy.agents")
KEEP_ANSWERS = timedelta(hours=24)


@asynccontextmanager
async def open_container(container: Container, services: Services) -> AsyncIterator[None]:
    """Open the database and load keys; close everything at the end."""
    try:
        await container.open()
        await services.access.prepare()
        yield
    finally:
        await container.close()


@asynccontextmanager
async def run_jobs(
    container: Container, services: Services, tasks: Sequence[BackgroundTask], *, work: bool
) -> AsyncIterator[None]:
    """Run the job queue and background tasks. At shutdown, running jobs get a grace period."""
    worker = await make_worker(container, services)
    if work:
        await _end_leftovers(container)
        if container.settings.queue == "embedded":
            await container.store.recall()  # runs that an engine had, before the setting changed
        await container.jobs.start(worker.perform)
    running = [asyncio.create_task(run()) for run in tasks]
    housekeeping = asyncio.create_task(_do_housekeeping(container, services))
    try:
        yield
    finally:
        housekeeping.cancel()
        with suppress(Exception):
            await services.refusals.flush()
        await cancel_all(running)
        await container.jobs.stop(grace=container.settings.shutdown_grace)


async def _end_leftovers(container: Container) -> None:
    """End coding agents that a killed server and its supervisors left running."""
    records = process_records(container.settings)
    for run in await asyncio.to_thread(end_leftovers_of_dead_servers, records):
        _log.warning("agent.leftovers_ended", run=run)


async def _do_housekeeping(container: Container, services: Services) -> None:
    store, clock = container.store, container.clock
    while True:
        with suppress(Exception):
            await store.forget_answers(before=clock() - KEEP_ANSWERS)
        with suppress(Exception):
            await store.forget_sign_ins(unused_since=clock() - IDLE, at=clock())
        with suppress(Exception):
            await services.refusals.flush()
        for _ in range(PACKINGS):
            with suppress(Exception):
                await store.pack_runs()
            await asyncio.to_thread(release_memory)
            await asyncio.sleep(HOUSEKEEPING_EVERY / PACKINGS)
