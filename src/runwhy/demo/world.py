"""The world of the demo: the services, on a temporary database, with a clock moved by hand."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from runwhy.core.agent_spec import NO_SPEC, AgentSpec
from runwhy.core.queries import parse
from runwhy.core.requests.plan import InputMessage, RunRequest
from runwhy.core.runs.events import Event
from runwhy.core.runs.origin import Actor, Origin, is_attended
from runwhy.core.runs.run import Run
from runwhy.demo import DEMO_TAGS
from runwhy.demo.agents import DemoAgents
from runwhy.demo.scripted_agent import ScriptedAgent
from runwhy.demo.scripted_model import ScriptedModels
from runwhy.ports import QueueRunner, RunFilter
from runwhy.services.autonomy import Autonomy
from runwhy.services.channels import Channels
from runwhy.services.deliveries import Deliveries
from runwhy.services.entries import Entries
from runwhy.services.pending_commands import PendingCommands
from runwhy.services.post_run import PostRun
from runwhy.services.runs import Runs
from runwhy.services.sessions import Sessions
from runwhy.services.triggers import Triggers
from runwhy.services.webhooks import Webhooks
from runwhy.stores.store import SqlStore

OPEN = "status:queued OR status:running OR status:waiting"
APPROVED_AFTER = 45.0  # seconds until an approval is given
PING_EVERY = 30.0


class ManualClock:
    """A clock that only moves forward, and only on request."""

    def __init__(self, at: datetime) -> None:
        self._at = at

    def __call__(self) -> datetime:
        return self._at

    def move(self, to: datetime) -> None:
        """Move the clock to this time, unless it is later already."""
        self._at = max(self._at, to)

    def wait(self, seconds: float) -> None:
        """Move the clock by seconds."""
        self._at += timedelta(milliseconds=round(seconds * 1000))


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """The services that make demo runs, and their scripts."""

    workspace: int
    clock: ManualClock
    models: ScriptedModels
    agent: ScriptedAgent
    folder: Path  # where coding agents work
    store: SqlStore
    jobs: QueueRunner
    runs: Runs
    sessions: Sessions
    triggers: Triggers
    webhooks: Webhooks
    channels: Channels
    autonomy: Autonomy
    deliveries: Deliveries
    endings: PostRun
    entries: Entries
    pending: PendingCommands
    agents: DemoAgents

    def request(
        self,
        trigger: str,
        actor: Actor,
        task: str,
        *,
        spec: AgentSpec = NO_SPEC,
        tags: dict[str, str] | None = None,
        session: str | None = None,
    ) -> RunRequest:
        """Return a run request. Runs outside sessions get the demo tag."""
        return RunRequest(
            workspace=self.workspace,
            origin=Origin(
                trigger=trigger,
                actor=actor,
                attended=is_attended(trigger),
                requested_at=self.clock(),
            ),
            messages=[InputMessage(role="user", text=task)],
            spec=spec,
            tags=tags or {} if session else {**(tags or {}), **DEMO_TAGS},
            session_id=session,
        )

    async def start(self, request: RunRequest) -> Run:
        """Start a run and wait until all runs have ended."""
        run = await self.runs.start(request)
        await self.settle()
        return run

    async def advance(self, until: datetime) -> None:
        """Move the clock, and fire schedules, timers and deliveries when they are due."""
        while True:
            due = [
                await self.triggers.fire_due(),
                await self.autonomy.fire_due(),
                await self.deliveries.send_due(),
            ]
            await self.settle()
            next_at = min((at for at in due if at is not None), default=until)
            if next_at >= until:
                return self.clock.move(until)
            self.clock.move(next_at)

    async def settle(self) -> None:
        """Answer tool calls and approvals until all runs have ended."""
        filter = RunFilter(query=parse(OPEN, now=self.clock()))
        while found := await self.store.list_runs(self.workspace, filter, limit=100):
            await asyncio.gather(*(self._attend(run) for run in found))
            await self.endings.settle()

    async def _attend(self, run: Run) -> None:
        events = self.runs.follow(run, after=0, stopping=lambda: False, ping_every=PING_EVERY)
        async with aclosing(events):
            async for event in events:
                match event:
                    case Event(type="local_tool_call", data={"toolUseId": str(id)}):
                        await self._answer(run, id)
                    case Event(type="approval_request", data={"approvalId": str(id)}):
                        self.clock.wait(APPROVED_AFTER)
                        await self.entries.decide(
                            run.workspace, run.id, id, "approve", reason=None, by="mara"
                        )
                    case _:
                        pass

    async def _answer(self, run: Run, tool_use_id: str) -> None:
        call = self.models.call_of(tool_use_id)
        self.clock.wait(call.seconds)
        if reason := self.models.script_of(run.id).cancelled_because:
            await self.runs.cancel(run.workspace, run.id, reason=reason)
            return
        await self.runs.answer_tool(
            run.workspace, run.id, tool_use_id, call.result or "", ok=call.ok
        )
