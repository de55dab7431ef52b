"""The lifespan of a server: what runs while it serves, and the shutdown."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import timedelta

from runwhy.ports import Clock
from runwhy.server.dependencies import Services
from runwhy.stores.store import SqlStore
from runwhy.wiring.background import Firing
from runwhy.wiring.container import Ground
from runwhy.wiring.workers import make_worker

HOUSEKEEPING_EVERY = 600.0
PACKINGS = 60  # checks for new packs per housekeeping interval
ANSWERS_KEPT = timedelta(hours=24)


@asynccontextmanager
async def opened(ground: Ground, services: Services) -> AsyncIterator[None]:
    """Open the database and load keys; close everything at the end."""
    try:
        await ground.open()
        await services.access.prepare()
        yield
    finally:
        await ground.close()


@asynccontextmanager
async def at_work(
    ground: Ground, services: Services, firing: Sequence[Firing], *, work: bool
) -> AsyncIterator[None]:
    """Run the job queue and background tasks. At shutdown, running jobs get a grace period."""
    worker = await make_worker(ground, services)
    if work:
        await ground.jobs.start(worker.perform)
    for each in firing:
        each.start()
    keeping = asyncio.create_task(_keep_house(ground.store, ground.clock))
    try:
        yield
    finally:
        keeping.cancel()
        for each in firing:
            await each.stop()
        await ground.jobs.stop(grace=ground.settings.shutdown_grace)


async def _keep_house(store: SqlStore, clock: Clock) -> None:
    while True:
        with suppress(Exception):
            await store.forget_answers(before=clock() - ANSWERS_KEPT)
        for _ in range(PACKINGS):
            with suppress(Exception):
                await store.pack_runs()
            await asyncio.sleep(HOUSEKEEPING_EVERY / PACKINGS)
