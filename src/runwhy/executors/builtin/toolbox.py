"""The tools that the server executes during one attempt at a run."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
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
from runwhy.core.json import JsonObject
from runwhy.core.runs.events import NewEvent
from runwhy.core.runs.log import Part, PartKind, ToolCall
from runwhy.core.runs.provenance import Provenance
from runwhy.executors.builtin.provider_libraries import wait_until_loaded
from runwhy.executors.builtin.tools.follow_up import schedule
from runwhy.executors.builtin.tools.limits import ToolLimits
from runwhy.executors.builtin.tools.remember import remember
from runwhy.executors.builtin.tools.results import ToolOutput
from runwhy.executors.builtin.tools.spawn import SpawnLimits, spawn
from runwhy.ports import Clock, Progress, RunMemory, ScheduleFollowUp, SpawnRun, Work
from runwhy.telemetry.recorder import SILENT, Telemetry
from runwhy.vault import Vault
from runwhy.wire.specs import mcp_tools

if TYPE_CHECKING:
    from runwhy.executors.builtin.tools.mcp import McpConnection

MCP_TOOLS = "mcpTools"  # key in the log for the tools listed when the run started


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
    """Executes tool calls. Each result is stored before the next step is decided."""

    def __init__(
        self, spec: Spec, clock: Clock, settings: ToolSettings, services: ToolServices
    ) -> None:
        self._clock = clock
        self._settings = settings
        self.telemetry = settings.telemetry
        self._services = services
        self._servers: dict[str, McpConnection] = {}
        self._mcp_servers = spec.mcp_servers

    async def open(self) -> None:
        """Prepare connections to MCP servers; the MCP library loads only if the spec names some."""
        if self._mcp_servers:
            connect = await asyncio.to_thread(_load_mcp)
            limits = self._settings.limits
            self._servers = {
                server.name: connect(_unseal(server, limits.vault), limits)
                for server in self._mcp_servers
            }

    async def list(self) -> JsonObject:
        """Return the tools that each MCP server offers. Raises: McpFailed."""
        names = [*self._servers]
        listed = await asyncio.gather(*(self._servers[name].list_tools() for name in names))
        return dict(zip(names, listed, strict=True))

    async def close(self) -> None:
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
        data = {"toolUseId": call.id, "name": call.name, "ok": output.ok, "summary": output.summary}
        await work.journal.append(
            Progress(parts=[part], events=[NewEvent(type="tool_result", data=data)])
        )

    async def _execute(self, work: Work, call: ToolCall, tool: Tool) -> ToolOutput:
        reply = _reply_with(work.journal.parts, call)
        # A model may repeat a call id; the index of the reply makes the key unique.
        key = f"{work.run.id}/{reply.index}/{call.id}"
        if tool.kind == "mcp":
            server = self._servers[str(tool.server)]
            return await server.call(str(tool.remote_name), call.args, key=key)
        services = self._services
        if call.name == SCHEDULE_FOLLOW_UP and services.follow_ups is not None:
            return await schedule(work.run, call, key=key, follow_ups=services.follow_ups)
        if call.name == REMEMBER and services.memory is not None:
            return await remember(services.memory, work, call, key=key, at=reply.at)
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


@asynccontextmanager
async def toolbox(
    spec: Spec, clock: Clock, settings: ToolSettings, services: ToolServices
) -> AsyncIterator[Toolbox]:
    """Open the tools of an attempt for the length of a block."""
    box = Toolbox(spec, clock, settings, services)
    await box.open()
    try:
        yield box
    finally:
        await box.close()


def add_mcp_tools(spec: Spec, parts: Sequence[Part]) -> Spec:
    """Return the spec with the MCP tools that were listed when the run started."""
    listed = next((p.data[MCP_TOOLS] for p in parts if MCP_TOOLS in p.data), {})
    assert isinstance(listed, Mapping)
    found: list[Tool] = [t for name, tools in listed.items() for t in mcp_tools(name, tools)]
    return replace(spec, tools=(*spec.tools, *found)) if found else spec
