"""Routes for runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from runwhy.core.accounts.workspaces import Scope
from runwhy.core.queries.run_order import NEWEST_FIRST
from runwhy.core.requests.plan import RunRequest
from runwhy.core.runs import run as runs
from runwhy.core.runs.origin import Origin, is_attended
from runwhy.ports import Clock, RunFilter, SessionFilter
from runwhy.server.callers import caller_with
from runwhy.server.dependencies import ClockDep, IdempotencyDep, Services, ServicesDep, base_path
from runwhy.server.query_params import (
    PageDep,
    RunFilterDep,
    RunOrderDep,
    cursor_key,
    next_cursor,
    position_cursor,
    position_of,
)
from runwhy.server.routing import Router, answers_with
from runwhy.server.sse import STREAM, EventStream, ListeningDep, stream
from runwhy.services.access import Caller
from runwhy.wire.answer import Ok, Suggestions
from runwhy.wire.counts import suggested
from runwhy.wire.history import run_event_json
from runwhy.wire.model_calls import ModelCalls
from runwhy.wire.run_bodies import MessageBody, RerunBody, RunBody, RunInput, ToolResultBody
from runwhy.wire.runs import Run, RunAccepted, RunCancelled, RunContinuations, RunList

router = Router(base_path("{slug}"), tag="runs")

Reader = Annotated[Caller, caller_with(Scope.RUNS_READ, tag_aware=True)]
Writer = Annotated[Caller, caller_with(Scope.RUNS_WRITE)]


def origin_of(caller: Caller, input: RunInput, clock: Clock) -> Origin:
    """Return the origin of a run requested over HTTP, independent of the caller's claims."""
    return Origin(
        trigger=caller.trigger,
        actor=caller.actor,
        attended=is_attended(caller.trigger),
        correlation_id=input.correlation_id,
        requested_at=clock(),
        claimed=input.claimed(),
    )


def run_request(
    body: RunBody | MessageBody, caller: Caller, clock: Clock, *, session_id: str | None = None
) -> RunRequest:
    """Build a run request from a body. Raises: InvalidInput."""
    return RunRequest(
        workspace=caller.workspace.id,
        origin=origin_of(caller, body, clock),
        messages=body.input(),
        spec=body.spec(),
        tags=body.metadata or {},
        agent_id=body.agent_id,
        session_id=session_id,
        parent_run_id=body.parent_run_id,
        multitask=body.strategy(),
    )


@router.post("/agent-runs", answers_with(RunAccepted, 202))
async def create_run(
    slug: str,
    caller: Writer,
    body: RunBody,
    once: IdempotencyDep,
    services: ServicesDep,
    clock: ClockDep,
) -> object:
    """Start a run. The answer contains the URL of its event stream."""
    request = run_request(body, caller, clock)
    run = await services.runs.start(request, once=once)
    return RunAccepted.at(base_path(slug), run)


@router.get("/agent-runs", answers_with(RunList))
async def list_runs(
    caller: Reader,
    services: ServicesDep,
    filter: RunFilterDep,
    order: RunOrderDep,
    page: PageDep,
) -> object:
    """List runs, newest first by default. Paging is stable while runs arrive and end."""
    where = caller.workspace.id
    question = cursor_key(filter)
    found: Sequence[runs.Run]
    keys: Sequence[str] | None = None
    if order == NEWEST_FIRST:
        before = page.start(question, None)
        read = await services.runs.find(where, filter, limit=page.limit + 1, before=before)
        found, keys = read.runs[: page.limit], read.keys
        more = found[-1].seq if len(read.runs) > page.limit else None
        cursor = next_cursor(question, more)
    else:
        question |= {"sort": order.sort, "descending": order.descending}
        after = position_of(page.cursor, question)
        listed = await services.runs.list_sorted(
            where, filter, order, limit=page.limit, after=after
        )
        found, cursor = listed.runs, position_cursor(question, listed.more)
    is_empty = not found and page.cursor is None
    return RunList(
        runs=Run.all_of([run.within(caller.tags) for run in found]),
        next_cursor=cursor,
        suggestions=await suggestions(services, caller, filter, keys) if is_empty else None,
    )


async def suggestions(
    services: Services,
    caller: Caller,
    filter: RunFilter | SessionFilter,
    existing: Sequence[str] | None = None,
) -> Suggestions:
    """Return the suggestions for a query that matches nothing."""
    found = await services.run_counts.suggestions(
        caller.workspace.id, filter.effective_query, caller.tags, existing
    )
    return suggested(found)


@router.get("/agent-runs/{run_id}", answers_with(Run))
async def get_run(run_id: str, caller: Reader, services: ServicesDep) -> object:
    """Get a run."""
    run = await services.runs.get(caller.workspace.id, run_id)
    return Run.of(run.within(caller.tags))


@router.get("/agent-runs/{run_id}/continuations", answers_with(RunContinuations))
async def list_continuations(run_id: str, caller: Reader, services: ServicesDep) -> object:
    """List the first 20 runs that continue a run, the oldest first."""
    run = await services.runs.get(caller.workspace.id, run_id)
    found = await services.runs.continuations(run)
    return RunContinuations.of(run, [one for one in found if caller.can_see(one.tagging.tags)])


@router.get("/agent-runs/{run_id}/stream", STREAM)
async def stream_run(
    run_id: str, caller: Reader, services: ServicesDep, listening: ListeningDep
) -> EventStream:
    """Stream a run's events as server-sent events until the run ends."""
    run = await services.runs.get(caller.workspace.id, run_id)
    events = services.runs.follow(run, caller.tags, **listening)
    return stream(events, run_event_json, lambda: services.access.is_still_valid(caller))


@router.post("/agent-runs/{run_id}/tool-results", answers_with(Ok))
async def add_tool_result(
    run_id: str,
    caller: Writer,
    body: ToolResultBody,
    services: ServicesDep,
) -> object:
    """Submit the result of a tool call that the client executes."""
    text, ok = body.answer()
    await services.runs.answer_tool(
        caller.workspace.id, run_id, body.tool_use_id, text, ok=ok, files=body.attachments()
    )
    return Ok(ok=True)


@router.post("/agent-runs/{run_id}/rerun", answers_with(RunAccepted, 202))
async def rerun(
    slug: str,
    run_id: str,
    caller: Writer,
    body: RerunBody,
    once: IdempotencyDep,
    services: ServicesDep,
    clock: ClockDep,
) -> object:
    """Repeat a run with the same messages, spec and tags, except for what the body changes."""
    origin = origin_of(caller, body, clock)
    run = await services.runs.rerun(
        caller.workspace.id, run_id, body.changes(), origin=origin, once=once
    )
    return RunAccepted.at(base_path(slug), run)


@router.post("/agent-runs/{run_id}/cancel", answers_with(RunCancelled))
async def cancel_run(run_id: str, caller: Writer, services: ServicesDep) -> object:
    """Cancel a run. A run that has ended does not change."""
    who = caller.actor.label
    run = await services.runs.cancel(caller.workspace.id, run_id, reason=f"cancelled by {who}")
    return RunCancelled(ok=True, run_id=run.id, status=run.status)


@router.get("/agent-runs/{run_id}/messages", answers_with(ModelCalls))
async def run_messages(
    run_id: str,
    caller: Reader,
    services: ServicesDep,
    view: Literal["model"] = "model",
) -> object:
    """List the model calls: the exact requests, and the tokens, cost and time of each call."""
    run = await services.runs.get(caller.workspace.id, run_id)
    return ModelCalls.of(await services.runs.sent_log(run, caller.tags))
