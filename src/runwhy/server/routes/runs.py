"""Runs over HTTP."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from fastapi import Query, Response

from runwhy.core.accounts.workspaces import Scope
from runwhy.core.json import JsonObject
from runwhy.core.requests.plan import RunRequest
from runwhy.core.runs.log import Part
from runwhy.core.runs.origin import Origin, is_attended
from runwhy.ports import Clock
from runwhy.server.dependencies import (
    ClockDep,
    CursorQuery,
    LimitQuery,
    OnceDep,
    ServicesDep,
    answer,
    base_path,
    body_of,
    caller_with,
    gives,
)
from runwhy.server.fast_route import quick_router
from runwhy.server.query_params import RunFilterDep, question_of
from runwhy.server.sse import STREAM, EventStream, ListeningDep, stream
from runwhy.services.access import Caller
from runwhy.wire.counts import suggestions_json
from runwhy.wire.cursors import make_cursor, read_cursor
from runwhy.wire.requests import Asked, MessageBody, RunBody, ToolResultBody
from runwhy.wire.responses import event_json, run_accepted_json, run_json, sent_json

router = quick_router(prefix=base_path("{slug}"), tags=["runs"])

Reader = Annotated[Caller, caller_with(Scope.RUNS_READ, heeds_tags=True)]
Writer = Annotated[Caller, caller_with(Scope.RUNS_WRITE)]


def origin_of(caller: Caller, asked: Asked, clock: Clock) -> Origin:
    """The origin of a run requested over HTTP: what the server knows, not the caller's claims."""
    return Origin(
        trigger=caller.trigger,
        actor=caller.actor,
        attended=is_attended(caller.trigger),
        correlation_id=asked.correlation_id,
        requested_at=clock(),
        claimed=asked.claimed(),
    )


def run_request(
    body: RunBody | MessageBody, caller: Caller, clock: Clock, *, session_id: str | None = None
) -> RunRequest:
    """What a caller asks for. Raises: InvalidInput."""
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


@router.post("/agent-runs", **gives("RunAccepted", 202))
async def create_run(
    slug: str,
    caller: Writer,
    body: Annotated[RunBody, body_of(RunBody)],
    once: OnceDep,
    services: ServicesDep,
    clock: ClockDep,
) -> Response:
    """Queue a run and say where to follow it."""
    asked = run_request(body, caller, clock)
    run = await services.runs.start(asked, once=once)
    return answer(run_accepted_json(run, base_path(slug)), 202)


@router.get("/agent-runs", **gives("RunList"))
async def list_runs(
    caller: Reader,
    services: ServicesDep,
    filter: RunFilterDep,
    limit: LimitQuery = 50,
    cursor: CursorQuery = None,
) -> Response:
    """Runs, newest first. A cursor holds its place while new runs arrive."""
    question = question_of(filter)
    before = read_cursor(cursor, question, length=1)[0] if cursor else None
    mine = caller.workspace.id
    found, more = await services.runs.list(mine, filter, limit=limit, before=before)
    following = None if more is None else make_cursor(question, more)
    lost = not found and cursor is None
    meant = (
        await services.finding.suggestions(mine, filter.effective_query, caller.tags)
        if lost
        else ()
    )
    listed = {"runs": [run_json(run) for run in found], "nextCursor": following}
    return answer(listed | suggestions_json(meant))


@router.get("/agent-runs/{run_id}", **gives("Run"))
async def get_run(run_id: str, caller: Reader, services: ServicesDep) -> Response:
    """One run."""
    return answer(run_json(await services.runs.get(caller.workspace.id, run_id)))


@router.get("/agent-runs/{run_id}/stream", **STREAM)
async def stream_run(
    run_id: str, caller: Reader, services: ServicesDep, listening: ListeningDep
) -> EventStream:
    """What happens in a run, as server-sent events, until it has ended."""
    run = await services.runs.get(caller.workspace.id, run_id)
    events = services.runs.follow(run, **listening)
    return stream(events, event_json, lambda: services.access.is_still_valid(caller))


@router.post("/agent-runs/{run_id}/tool-results", **gives("Ok"))
async def add_tool_result(
    run_id: str,
    caller: Writer,
    body: Annotated[ToolResultBody, body_of(ToolResultBody)],
    services: ServicesDep,
) -> Response:
    """Answer a tool call that the client executes."""
    text, ok = body.answer()
    await services.runs.answer_tool(
        caller.workspace.id, run_id, body.tool_use_id, text, ok=ok, files=body.attachments()
    )
    return answer({"ok": True})


@router.post("/agent-runs/{run_id}/cancel", **gives("RunCancelled"))
async def cancel_run(run_id: str, caller: Writer, services: ServicesDep) -> Response:
    """End a run now; one that has ended stays as it is."""
    who = caller.actor.name or caller.actor.kind
    run = await services.runs.cancel(caller.workspace.id, run_id, reason=f"cancelled by {who}")
    return answer({"ok": True, "runId": run.id, "status": run.status})


@router.get("/agent-runs/{run_id}/messages", **gives("ModelCalls"))
async def run_messages(
    run_id: str,
    caller: Reader,
    services: ServicesDep,
    view: Annotated[Literal["model"], Query()] = "model",
) -> Response:
    """The exact messages that the model was sent, one list per model call."""
    run = await services.runs.get(caller.workspace.id, run_id)
    calls = await services.runs.model_calls(run, caller.tags)
    return answer({"runId": run.id, "calls": _numbered(calls)})


def _numbered(calls: Sequence[Sequence[Part]]) -> list[JsonObject]:
    return [
        {"turn": number, "messages": [sent_json(part) for part in parts]}
        for number, parts in enumerate(calls, start=1)
    ]
