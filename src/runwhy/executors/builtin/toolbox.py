"""The tools that the server executes during one attempt at a run."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING

from runwhy.core.agents.specs import (
    REMEMBER,
    SCHEDULE_FOLLOW_UP,
    SPAWN_RUN,
    McpServer,
    Spec,
    Tool,
)
from runwhy.core.context.envelope import utc_text
from runwhy.core.json import JsonObject, compact_json
from runwhy.core.runs.events import result_event
from runwhy.core.runs.log import Part, PartKind, ToolCall
from runwhy.core.runs.provenance import Provenance
from runwhy.core.sessions.autonomy import Blocked
from runwhy.errors import RunwhyError, Unavailable
from runwhy.executors.builtin.provider_libraries import wait_until_loaded
from runwhy.executors.builtin.tools.limits import ToolLimits
from runwhy.executors.builtin.tools.results import ToolOutput, refused
from runwhy.executors.builtin.tools.spawn import SpawnLimits, spawn
from runwhy.ports import Clock, Progress, RunMemory, ScheduleFollowUp, SpawnRun, Work
from runwhy.telemetry.recorder import SILENT, Telemetry
from runwhy.vault import Vault

if TYPE_CHECKING:
    from runwhy.executors.builtin.tools.mcp import McpConnection


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolSettings:
    """Settings of server-side tools."""

    limits: ToolLimits = field(default_factory=ToolLimits)
    spawn: SpawnLimits = field(default_factory=SpawnLimits)
    telemetry: Telemetry = SILENT


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolServices:
    """Services behind Runwhy's own tools; a tool whose service is None is not available."""

    spawn: SpawnRun | None = None
    follow_ups: ScheduleFollowUp | None = None
    memory: RunMemory | None = None


class Toolbox:
    """Executes the tool calls of one attempt; connections are open for the length of a block.

    Each result is stored before the next step is decided.
    """

    def __init__(
        self, spec: Spec, clock: Clock, settings: ToolSettings, services: ToolServices
    ) -> None:
        self._clock = clock
        self._settings = settings
        self.telemetry = settings.telemetry
        self._services = services
        self._servers: dict[str, McpConnection] = {}
        self._mcp_servers = spec.mcp_servers

    async def __aenter__(self) -> Toolbox:
        """Prepare connections to MCP servers; the MCP library loads only if the spec names some."""
        if self._mcp_servers:
            connect = await asyncio.to_thread(_load_mcp)
            limits = self._settings.limits
            self._servers = {
                server.name: connect(_unseal(server, limits.vault), limits)
                for server in self._mcp_servers
            }
        return self

    async def list(self) -> JsonObject:
        """Return the tools that each MCP server offers. Raises: McpFailed."""
        names = [*self._servers]
        listed = await asyncio.gather(*(self._servers[name].list_tools() for name in names))
        return dict(zip(names, listed, strict=True))

    async def __aexit__(self, *_: object) -> None:
        """Close all MCP sessions."""
        await asyncio.gather(*(server.close() for server in self._servers.values()))

    async def run(self, work: Work, calls: Sequence[ToolCall]) -> None:
        """Execute calls concurrently and store each result as it arrives."""
        tasks = [asyncio.ensure_future(self._run_one(work, call)) for call in calls]
        try:
            await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()

    async def _run_one(self, work: Work, call: ToolCall) -> None:
        tool = next(tool for tool in work.spec.tools if tool.name == call.name)
        with self.telemetry.tool_call(work.run, call, tool.kind) as called:
            output = await self._execute(work, call, tool)
            called.record_result(output.text, ok=output.ok)
        part = result_part(work, call, output, at=self._clock())
        event = result_event(part, summary=output.summary)
        await work.journal.append(Progress(parts=[part], events=[event]))

    async def _execute(self, work: Work, call: ToolCall, tool: Tool) -> ToolOutput:
        reply = _reply_with(work.journal.parts, call)
        # A model may repeat a call id; the index of the reply makes the key unique.
        key = f"{work.run.id}/{reply.index}/{call.id}"
        if tool.kind == "mcp":
            server = self._servers[str(tool.server)]
            return await server.call(str(tool.remote_name), call.args, key=key)
        services = self._services
        if call.name == SCHEDULE_FOLLOW_UP and services.follow_ups is not None:
            return await _schedule(services.follow_ups, work, call, key=key)
        if call.name == REMEMBER and services.memory is not None:
            return await _remember(services.memory, work, call, key=key, at=reply.at)
        if call.name == SPAWN_RUN and services.spawn is not None:
            return await spawn(
                work.run,
                call,
                number=_spawn_number(work.journal.parts, call),
                key=key,
                at=reply.at,
                spawner=services.spawn,
                limits=self._settings.spawn,
            )
        return ToolOutput(text=f"{call.name} is not available on this server", ok=False)


async def _schedule(
    follow_ups: ScheduleFollowUp, work: Work, call: ToolCall, *, key: str
) -> ToolOutput:
    """Schedule a later run of the session, or return why the policy refuses it."""
    try:
        timer = await follow_ups.schedule(work.run, call.args, key=key)
    except RunwhyError as error:
        return refused(SCHEDULE_FOLLOW_UP, error.message)
    except Blocked as blocked:
        return refused(SCHEDULE_FOLLOW_UP, blocked.note)
    if timer is None:
        return refused(SCHEDULE_FOLLOW_UP, "a newer message arrived in the session")
    scheduled = {"timer_id": timer.id, "type": timer.type, "fires_at_utc": utc_text(timer.fire_at)}
    return ToolOutput(text=compact_json(scheduled))


async def _remember(
    memory: RunMemory, work: Work, call: ToolCall, *, key: str, at: datetime
) -> ToolOutput:
    """Store a memory for later sessions, or return why it is refused."""
    try:
        return ToolOutput(text=await memory.remember(work, call.args, key=key, at=at))
    except Unavailable:
        raise
    except RunwhyError as error:
        return refused(REMEMBER, error.message)


def _unseal(server: McpServer, vault: Vault) -> McpServer:
    headers = {name: vault.open(value) for name, value in server.headers.items()}
    return replace(server, url=vault.open(server.url), headers=headers)


def _load_mcp() -> type[McpConnection]:
    wait_until_loaded()
    from runwhy.executors.builtin.tools.mcp import McpConnection

    return McpConnection


def result_part(
    work: Work,
    call: ToolCall,
    output: ToolOutput,
    *,
    at: datetime,
    provenance: Provenance = Provenance.TOOL,
) -> Part:
    """Return the log part of a tool result."""
    return Part(
        run_id=work.run.id,
        index=0,  # assigned by the store
        kind=PartKind.TOOL_RESULT,
        role="tool",
        provenance=provenance,
        at=at,
        text=output.text,
        ok=output.ok,
        tool_use_id=call.id,
        tool_name=call.name,
    )


def _reply_with(parts: Sequence[Part], call: ToolCall) -> Part:
    replies = (part for part in reversed(parts) if part.kind is PartKind.REPLY)
    return next(reply for reply in replies if call in reply.tool_calls)


def _spawn_number(parts: Sequence[Part], call: ToolCall) -> int:
    spawned = [c for part in parts for c in part.tool_calls if c.name == SPAWN_RUN]
    return max(number for number, c in enumerate(spawned, start=1) if c.id == call.id)
