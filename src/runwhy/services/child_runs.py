"""Child runs: runs started by another run, which waits for them without occupying a worker."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime

from runwhy.core.ids import make_id
from runwhy.core.requests.plan import RunRequest
from runwhy.core.runs.run import Run, is_terminal
from runwhy.ports import Feed, IdempotencyKey, QueueRunner, RunStore, run_topic
from runwhy.services.runs import Runs

LOOK_EVERY = 5.0
ROUTE = "spawn_run"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildRuns:
    """Starts child runs, once per key."""

    runs: Runs
    store: RunStore
    feed: Feed
    jobs: QueueRunner

    async def start(self, request: RunRequest, *, key: str, at: datetime) -> Run:
        """Return the run for this key; after a restart, the same one.

        Raises: InvalidInput, NotFound, Conflict.
        """
        digest = hashlib.sha256(key.encode()).digest()
        ms = round(at.timestamp() * 1000)
        id = make_id("run", ms=ms, random=int.from_bytes(digest[:10]))
        found = await self.store.get_run(request.workspace, id)
        if found is not None:
            return found
        once = IdempotencyKey(route=ROUTE, key=digest.hex(), fingerprint=digest.hex())
        return await self.runs.start(request, once=once, id=id)

    async def wait(self, run: Run) -> Run:
        """Wait until the run has ended, and free the worker slot for another run until then."""
        async with self.jobs.idle(), self.feed.subscribe(run_topic(run.id)) as news:
            while True:
                found = await self.store.get_run(run.workspace, run.id)
                if found is None or is_terminal(found.status):
                    return found or run
                await news.wait(LOOK_EVERY)
