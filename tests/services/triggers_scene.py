"""A server without workers and with a fixed clock, to fire triggers manually."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from tests.support.clock import NOON, FrozenClock
from tests.support.servers import server_settings

from runwhy.core.runs.origin import Actor
from runwhy.core.runs.run import Failure, Outcome, Run, Status
from runwhy.core.triggers.trigger import Occurrence, Trigger, TriggerConfig, TriggerKind
from runwhy.ports import RunFilter
from runwhy.wiring import Server, make_server

SOMEBODY = Actor(kind="key", id="key_1", name="Ada")
WORKSPACE = 1


class Scene:
    """One server; `tick` does the work of its ticker."""

    def __init__(self, server: Server, clock: FrozenClock) -> None:
        self.server = server
        self.clock = clock
        self.triggers = server.services.triggers
        self.store = server.store
        self._joined = False

    async def add(self, schedule: str = "* * * * *", **changes: Any) -> Trigger:
        """Add a schedule; arguments that are not fields of a trigger go into its config."""
        known = ("tags", "spec", "session_id")
        fields = {name: changes.pop(name) for name in known if name in changes}
        draft = Trigger(
            id="",
            workspace=WORKSPACE,
            kind=TriggerKind.CRON,
            name=changes.pop("name", "nightly"),
            prompt="Summarize.",
            config=TriggerConfig(schedule=schedule, **changes),
            created_at=NOON,
            updated_at=NOON,
            **fields,
        )
        return await self.triggers.add(draft)

    async def tick(self, **advance: float) -> datetime | None:
        """Advance the clock and fire due triggers."""
        self.clock.advance(**advance)
        return await self.triggers.fire_due()

    async def occurrences(self, trigger: Trigger) -> list[Occurrence]:
        """Return firings and skips, oldest first."""
        found = await self.store.list_occurrences(trigger.id, limit=100_000)
        return [*found][::-1]

    async def runs(self) -> Sequence[Run]:
        """Return all runs, oldest first."""
        found = await self.store.list_runs(WORKSPACE, RunFilter(), limit=100_000)
        return [*found][::-1]

    async def end(self, *, well: bool = True, text: str = "Done.") -> int:
        """End every run that may start now. Return their number."""
        if not self._joined:
            await self.store.register_worker("wrk_test", "test", at=self.clock())
            self._joined = True
        claims = await self.store.claim("wrk_test", limit=1000, clock=self.clock)
        outcome = Outcome(status=Status.SUCCEEDED, text=text)
        if not well:
            outcome = Outcome(status=Status.FAILED, failure=Failure(message="no"))
        for claim in claims:
            await self.store.finish(claim, outcome, at=self.clock())
        return len(claims)


@asynccontextmanager
async def opened(
    directory: Path, clock: FrozenClock | None = None, **settings: Any
) -> AsyncIterator[Scene]:
    """Open a scene on a database in this directory, or elsewhere."""
    clock = clock or FrozenClock()
    server = make_server(server_settings(directory, **settings), clock=clock, work=False)
    async with server.running():
        yield Scene(server, clock)
