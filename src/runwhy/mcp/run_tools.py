"""MCP tools for runs: why one exists, what it did, search, start, and approvals."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from typing import Annotated, Literal

from mcp.server.mcpserver import Context, MCPServer
from pydantic import Field, ValidationError

from runwhy.core.accounts.workspaces import Scope
from runwhy.core.json import JsonObject, compact_json
from runwhy.core.queries import Query, all_of, parse
from runwhy.core.requests.plan import RunRequest
from runwhy.core.runs.origin import Origin, is_attended
from runwhy.core.runs.run import Run
from runwhy.core.views import user_view
from runwhy.errors import InvalidInput, Problem, plain_rule
from runwhy.mcp.caller_scope import McpServices, ToolScope
from runwhy.mcp.tool_scope import tool_scope
from runwhy.ports import RunFilter
from runwhy.wire import entries, runs
from runwhy.wire.run_bodies import MessageBody, RunBody

TRIGGER = "mcp"
MAX_WAIT = 600.0
MAX_TEXT = 20_000  # characters of one message or answer

RunId = Annotated[str, Field(max_length=64)]
Limit = Annotated[int, Field(ge=1, le=50)]
_FOUND = ("id", "status", "task", "metadata", "origin", "finalText", "createdAt", "error")
_ORIGIN = ("id", "status", "task", "origin", "metadata", "metadataSources", "parentRunId")
_READ = (*_ORIGIN, "executor", "finalText", "error", "tokens", "cost", "createdAt", "finishedAt")


def add_own_run(server: MCPServer, services: McpServices) -> None:
    """Add the tools that describe an agent's own run."""

    @server.tool(structured_output=False)
    async def run_origin(
        ctx: Context,
        run_id: Annotated[str | None, Field(max_length=64)] = None,
    ) -> str:
        """Get a run's origin and tags: why it exists. Defaults to your own run."""
        async with tool_scope(services, ctx) as scope:
            scope.caller.require(Scope.RUNS_READ)
            return compact_json(_fields(await scope.find_run(run_id), scope, _ORIGIN))

    @server.tool(structured_output=False)
    async def runs_earlier(ctx: Context, limit: Limit = 5) -> str:
        """List earlier runs of the trigger that started your run, newest first, with results."""
        async with tool_scope(services, ctx) as scope:
            scope.caller.require(Scope.RUNS_READ)
            own = await scope.find_run(None)
            id = own.origin.trigger_id
            if id is None:
                return compact_json({"runs": [], "note": "no trigger started this run"})
            query = parse(f'trigger.id:"{id}"', now=services.clock())
            found = await _search(scope, query, limit=limit, before=own.seq)
            return compact_json({"trigger": own.origin.trigger_name, "runs": found})


def add_reading(server: MCPServer, services: McpServices) -> None:
    """Add the tools that read runs."""

    @server.tool(structured_output=False)
    async def runs_search(
        ctx: Context,
        query: Annotated[
            str, Field(max_length=2000, description="Query, such as: customer:acme status:failed")
        ],
        limit: Limit = 10,
    ) -> str:
        """Search runs, newest first. An agent in a run finds only runs that it can read."""
        async with tool_scope(services, ctx) as scope:
            scope.caller.require(Scope.RUNS_READ)
            parsed = parse(query, now=services.clock())
            return compact_json({"runs": await _search(scope, parsed, limit=limit)})

    @server.tool(structured_output=False)
    async def run_read(
        ctx: Context,
        run_id: RunId,
        cursor: Annotated[int, Field(ge=-1, description="`cursor` of the previous call.")] = -1,
        limit: Annotated[int, Field(ge=1, le=200, description="Entries per call.")] = 50,
    ) -> str:
        """Read a run: why it exists, its messages, and a page of a coding agent's transcript."""
        async with tool_scope(services, ctx) as scope:
            scope.caller.require(Scope.RUNS_READ)
            run = await scope.find_run(run_id)
            turn = await services.runs.log(run, scope.caller.tags)
            page = await services.entries.page(scope.workspace, run.id, after=cursor, limit=limit)
            said = [
                {"role": shown.part.role, "text": shown.part.text[:MAX_TEXT]}
                for shown in user_view([turn])
            ]
            more = {"entries": page.entries, "cursor": page.more} if page.entries else {}
            return compact_json({**_fields(run, scope, _READ), "messages": said, **more})


def add_actions(server: MCPServer, services: McpServices) -> None:
    """Add the tools that start runs."""

    @server.tool(structured_output=False)
    async def run_start(
        ctx: Context,
        prompt: Annotated[str, Field(min_length=1, description="The task.")],
        system_prompt: Annotated[
            str | None, Field(description="Instructions of the agent, unless `agent` has them.")
        ] = None,
        agent: Annotated[str | None, Field(description="Name or id of a stored agent.")] = None,
        model: Annotated[str | None, Field(description="Model id, such as echo.")] = None,
        session_id: Annotated[str | None, Field(description="Session to continue.")] = None,
        tags: Annotated[dict[str, str] | None, Field(description="Tags of the run.")] = None,
        wait_seconds: Annotated[
            float, Field(ge=0, le=MAX_WAIT, description="How long to wait for the end.")
        ] = 60,
    ) -> str:
        """Start a run, wait for its end, and return its status and answer.

        If it takes longer, `status` is not final: read the result later with run_read.
        """
        async with tool_scope(services, ctx) as scope:
            _require_writer(scope, Scope.SESSIONS_WRITE if session_id else Scope.RUNS_WRITE)
            given = {
                "prompt": prompt,
                "systemPrompt": system_prompt,
                "agentId": agent,
                "modelId": model,
                "metadata": tags,
            }
            body = _body({k: v for k, v in given.items() if v is not None}, session_id)
            run = await services.runs.start(_request(scope, body, session_id))
            ended = await _wait(services, run, wait_seconds)
            return compact_json(_fields(ended, scope, _READ))


def add_approvals(server: MCPServer, services: McpServices) -> None:
    """Add the tools that list approvals and decide about them."""

    @server.tool(structured_output=False)
    async def approvals_list(ctx: Context, run_id: RunId) -> str:
        """List the actions that a run's agent asked to be allowed, and the decisions."""
        async with tool_scope(services, ctx) as scope:
            scope.caller.require(Scope.RUNS_READ)
            run = await scope.find_run(run_id)
            tags = scope.caller.tags
            _, found = await services.entries.approvals(scope.workspace, run.id, tags)
            shown = [entries.Approval.of(one).as_json() for one in found]
            return compact_json({"approvals": shown})

    @server.tool(structured_output=False)
    async def approval_decide(
        ctx: Context,
        run_id: RunId,
        approval_id: Annotated[str, Field(max_length=256)],
        decision: Literal["approve", "approve_for_run", "deny"],
        reason: Annotated[str | None, Field(max_length=1000)] = None,
    ) -> str:
        """Allow or deny an action of a run's agent. A decision is final."""
        async with tool_scope(services, ctx) as scope:
            _require_writer(scope, Scope.RUNS_WRITE)
            run = await scope.find_run(run_id)
            decided = await services.entries.decide(
                scope.workspace,
                run.id,
                approval_id,
                decision,
                reason=reason,
                by=scope.caller.actor.label,
            )
            return compact_json(entries.Approval.of(decided).as_json())


def _require_writer(scope: ToolScope, needed: Scope) -> None:
    scope.caller.require(needed)
    if scope.caller.tags:
        raise scope.caller.denial_of_tags()


def _body(given: JsonObject, session_id: str | None) -> RunBody | MessageBody:
    """Check the arguments of the client by the rules of the HTTP API. Raises: InvalidInput."""
    model = MessageBody if session_id else RunBody
    broken = list(model.broken_rules(given))
    try:
        body = model.read(given)
    except ValidationError as error:
        broken += [
            Problem("/" + "/".join(map(str, e["loc"])), plain_rule(e["msg"]))
            for e in error.errors()
        ]
    if broken:
        raise InvalidInput(broken)
    return body


def _request(scope: ToolScope, body: RunBody | MessageBody, session_id: str | None) -> RunRequest:
    """Return the request of an MCP client, whose text is an agent's and not a person's."""
    origin = Origin(
        trigger=TRIGGER,
        actor=scope.caller.actor,
        attended=is_attended(TRIGGER),
        requested_at=scope.services.clock(),
    )
    return RunRequest(
        workspace=scope.workspace,
        origin=origin,
        messages=body.input(),
        spec=body.spec(),
        tags=body.metadata or {},
        agent_id=body.agent_id,
        session_id=session_id,
    )


async def _wait(services: McpServices, run: Run, seconds: float) -> Run:
    """Wait for the end of a run, at most so long, and return it as it is then."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            following = services.runs.follow(
                run, after=0, stopping=services.stopping, ping_every=MAX_WAIT
            )
            async for _ in following:
                pass
    return await services.runs.get(run.workspace, run.id)


async def _search(
    scope: ToolScope, query: Query, *, limit: int, before: int | None = None
) -> list[JsonObject]:
    filter = RunFilter(query=all_of([query, scope.reach]), within=scope.caller.tags)
    found, _ = await scope.services.runs.list(scope.workspace, filter, limit=limit, before=before)
    return [_fields(run, scope, _FOUND) for run in found]


def _fields(run: Run, scope: ToolScope, names: tuple[str, ...]) -> JsonObject:
    """Return fields of a run as JSON, without empty ones, and with a long answer cut."""
    text = run.final_text
    if text is not None and len(text) > MAX_TEXT:
        run = replace(run, final_text=f"{text[:MAX_TEXT]} … (cut)")
    shown = runs.Run.of(run.within(scope.caller.tags)).as_json()
    return {name: value for name in names if (value := shown.get(name)) is not None}
