"""Runs over HTTP."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import StreamingResponse

from whence.core.jsons import JsonObject
from whence.core.origin import Origin, is_attended
from whence.core.planning import RunRequest
from whence.core.runs import Status
from whence.core.workspaces import Scope
from whence.ports import Clock, RunFilter
from whence.server.asking import (
    CursorQuery,
    LimitQuery,
    OnceDep,
    SeqQuery,
    Services,
    ServicesDep,
    TagsDep,
    answer,
    base_path,
    body_of,
    caller_with,
)
from whence.server.sse import is_stopping, last_seen, stream
from whence.services.access import Caller
from whence.wire.cursors import make_cursor, read_cursor
from whence.wire.requests import Asked, MessageBody, RunBody, ToolResultBody
from whence.wire.responses import event_json, run_accepted_json, run_json

router = APIRouter(prefix=base_path("{slug}"), tags=["runs"])

Reader = Annotated[Caller, caller_with(Scope.RUNS_READ)]
Writer = Annotated[Caller, caller_with(Scope.RUNS_WRITE)]


def origin_of(caller: Caller, asked: Asked, clock: Clock) -> Origin:
    """Whence a run comes that somebody asked for over HTTP: what we know, not what they say."""
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


@router.post("/agent-runs", status_code=202)
async def create_run(
    slug: str,
    caller: Writer,
    body: Annotated[RunBody, body_of(RunBody)],
    once: OnceDep,
    services: ServicesDep,
    request: Request,
) -> Response:
    """Queue a run and say where to follow it."""
    asked = run_request(body, caller, request.app.state.clock)
    run = await services.runs.start(asked, once=once)
    return answer(run_accepted_json(run, base_path(slug)), 202)


@router.get("/agent-runs")
async def list_runs(
    caller: Reader,
    services: ServicesDep,
    tags: TagsDep,
    status: Annotated[Status | None, Query()] = None,
    limit: LimitQuery = 50,
    cursor: CursorQuery = None,
) -> Response:
    """Runs, newest first. A cursor holds its place while new runs arrive."""
    question = {"tags": tags, "status": status}
    before = read_cursor(cursor, question, length=1)[0] if cursor else None
    asked = RunFilter(tags=tags, status=status)
    found, more = await services.runs.list(caller.workspace.id, asked, limit=limit, before=before)
    following = None if more is None else make_cursor(question, more)
    return answer({"runs": [run_json(run) for run in found], "nextCursor": following})


@router.get("/agent-runs/{run_id}")
async def get_run(run_id: str, caller: Reader, services: ServicesDep) -> Response:
    """One run."""
    return answer(run_json(await services.runs.get(caller.workspace.id, run_id)))


@router.get("/agent-runs/{run_id}/stream")
async def stream_run(
    run_id: str,
    caller: Reader,
    services: ServicesDep,
    request: Request,
    lastSeq: SeqQuery = None,  # noqa: N803 (the wire's name)
) -> StreamingResponse:
    """What happens in a run, as server-sent events, until it has ended."""
    run = await services.runs.get(caller.workspace.id, run_id)
    events = services.runs.follow(
        run, after=last_seen(request, lastSeq), stopping=is_stopping(request)
    )
    return stream(_frames(events))


async def _frames(events: AsyncIterator[Any]) -> AsyncIterator[JsonObject | None]:
    async for event in events:
        yield None if event is None else event_json(event)


@router.post("/agent-runs/{run_id}/tool-results")
async def add_tool_result(
    run_id: str,
    caller: Writer,
    body: Annotated[ToolResultBody, body_of(ToolResultBody)],
    services: ServicesDep,
) -> Response:
    """Answer a tool call that the client executes."""
    text, ok = body.answer()
    await services.runs.answer_tool(caller.workspace.id, run_id, body.tool_use_id, text, ok=ok)
    return answer({"ok": True})


@router.post("/agent-runs/{run_id}/cancel")
async def cancel_run(run_id: str, caller: Writer, services: ServicesDep) -> Response:
    """End a run now; one that has ended stays as it is."""
    who = caller.actor.name or caller.actor.kind
    run = await services.runs.cancel(caller.workspace.id, run_id, reason=f"cancelled by {who}")
    return answer({"ok": True, "runId": run.id, "status": run.status})


View = Literal["model"]


@router.get("/agent-runs/{run_id}/messages")
async def run_messages(
    run_id: str, caller: Reader, services: ServicesDep, view: View = "model"
) -> Response:
    """The exact messages that the model was sent, one list per model call."""
    run = await services.runs.get(caller.workspace.id, run_id)
    return answer({"runId": run.id, "calls": await model_calls(services, run)})


async def model_calls(services: Services, run: Any) -> list[JsonObject]:
    """What was sent, call by call, from the log."""
    return [
        {"turn": number, "messages": [_sent(part) for part in parts]}
        for number, parts in enumerate(await services.runs.model_calls(run), start=1)
    ]


def _sent(part: Any) -> JsonObject:
    message: dict[str, object] = {"role": part.role, "content": part.text, "kind": part.kind}
    if part.tool_calls:
        message["toolCalls"] = [
            {"id": call.id, "name": call.name, "args": call.args} for call in part.tool_calls
        ]
    if part.tool_use_id:
        message |= {"toolUseId": part.tool_use_id, "toolName": part.tool_name}
    return message
