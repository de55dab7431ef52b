"""The tools of one attempt at a run that the server executes, and what of them is written down."""

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
    mcp_tools,
)
from runwhy.core.json import JsonObject
from runwhy.core.runs.events import NewEvent
from runwhy.core.runs.log import Part, PartKind, ToolCall
from runwhy.core.runs.provenance import Provenance
from runwhy.executors.builtin.tools.follow_up import schedule
from runwhy.executors.builtin.tools.limits import Reach
from runwhy.executors.builtin.tools.remember import remember
from runwhy.executors.builtin.tools.results import ToolOutput
from runwhy.executors.builtin.tools.spawn import SpawnLimits, spawn
from runwhy.ports import Clock, RunMemory, ScheduleFollowUp, SpawnRun, Work
from runwhy.telemetry.recorder import SILENT, Telemetry
from runwhy.vault import Vault

if TYPE_CHECKING:
    from runwhy.executors.builtin.tools.mcp import McpConnection

LISTED = "mcpTools"  # where the log keeps what the servers listed when the run started


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolSettings:
    """How server-side tools behave here."""

    reach: Reach = field(default_factory=Reach)
    spawn: SpawnLimits = field(default_factory=SpawnLimits)
    telemetry: Telemetry = SILENT


@dataclass(frozen=True, slots=True, kw_only=True)
class Behind:
    """What stands behind the tools of our own; where it is None, its tool is not available."""

    door: SpawnRun | None = None
    follow_ups: ScheduleFollowUp | None = None
    memory: RunMemory | None = None


class Toolbox:
    """Executes calls. Each result is durable before the next step is decided."""

    def __init__(self, spec: Spec, clock: Clock, settings: ToolSettings, behind: Behind) -> None:
        self._clock = clock
        self._settings = settings
        self.telemetry = settings.telemetry
        self._behind = behind
        self._servers: dict[str, McpConnection] = {}
        self._wanted = spec.mcp_servers

    async def open(self) -> None:
        """Be ready for MCP servers; the library behind them is loaded only where there are some."""
        if self._wanted:
            connect = await asyncio.to_thread(_load_mcp)
            reach = self._settings.reach
            self._servers = {
                server.name: connect(_opened(server, reach.vault), reach) for server in self._wanted
            }

    async def list(self) -> JsonObject:
        """What each MCP server offers now. Raises: McpFailed."""
        names = [*self._servers]
        listed = await asyncio.gather(*(self._servers[name].list_tools() for name in names))
        return dict(zip(names, listed, strict=True))

    async def close(self) -> None:
        """End all sessions."""
        await asyncio.gather(*(server.close() for server in self._servers.values()))

    async def run(self, work: Work, calls: Sequence[ToolCall]) -> None:
        """Execute these at once; each result is written when it is there."""
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
            called.answered(output.text, ok=output.ok)
        part = result_part(work, call, output, at=self._clock())
        data = {"toolUseId": call.id, "name": call.name, "ok": output.ok, "summary": output.summary}
        await work.journal.append([part], [NewEvent(type="tool_result", data=data)])

    async def _execute(self, work: Work, call: ToolCall, tool: Tool) -> ToolOutput:
        reply = _reply_with(work.journal.parts, call)
        # A model may give an id again; the place of its reply tells the calls apart.
        key = f"{work.run.id}/{reply.index}/{call.id}"
        if tool.kind == "mcp":
            server = self._servers[str(tool.details["mcpServer"])]
            return await server.call(str(tool.details["mcpToolName"]), call.args, key=key)
        behind = self._behind
        if call.name == SCHEDULE_FOLLOW_UP and behind.follow_ups is not None:
            return await schedule(work.run, call, key=key, follow_ups=behind.follow_ups)
        if call.name == REMEMBER and behind.memory is not None:
            return await remember(behind.memory, work, call, key=key, at=reply.at)
        if call.name == SPAWN_RUN and behind.door is not None:
            return await spawn(
                work.run,
                call,
                number=_spawn_number(work.journal.parts, call),
                key=key,
                at=reply.at,
                door=behind.door,
                limits=self._settings.spawn,
            )
        return ToolOutput(text=f"{call.name} is not available here", ok=False)


def _opened(server: McpServer, vault: Vault) -> McpServer:
    headers = {name: vault.open(value) for name, value in server.headers.items()}
    return replace(server, url=vault.open(server.url), headers=headers)


def _load_mcp() -> type[McpConnection]:
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
    """The result of a call as a part of the log."""
    return Part(
        run_id=work.run.id,
        index=0,  # the store knows the next one
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
    spec: Spec, clock: Clock, settings: ToolSettings, behind: Behind
) -> AsyncIterator[Toolbox]:
    """The tools of an attempt, for as long as it lasts."""
    box = Toolbox(spec, clock, settings, behind)
    await box.open()
    try:
        yield box
    finally:
        await box.close()


def with_listed(spec: Spec, parts: Sequence[Part]) -> Spec:
    """The spec with the tools that its MCP servers listed when the run started."""
    listed = next((p.data[LISTED] for p in parts if LISTED in p.data), {})
    assert isinstance(listed, Mapping)
    found: list[Tool] = [t for name, tools in listed.items() for t in mcp_tools(name, tools)]
    return replace(spec, tools=(*spec.tools, *found)) if found else spec
