"""Routes that show the envelope of a run, or preview it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Response

from runwhy.core.accounts.workspaces import Scope
from runwhy.server.dependencies import (
    ClockDep,
    ServicesDep,
    answer,
    answers_with,
    base_path,
    caller_with,
    parse_body,
)
from runwhy.server.routes.runs import run_request
from runwhy.services.access import Caller
from runwhy.wire.requests import MessageBody, RunBody
from runwhy.wire.responses import shown_envelope_json

router = APIRouter(prefix=base_path("{slug}"), tags=["runs"])

Reader = Annotated[Caller, caller_with(Scope.RUNS_READ)]
RunWriter = Annotated[Caller, caller_with(Scope.RUNS_WRITE)]
SessionWriter = Annotated[Caller, caller_with(Scope.SESSIONS_WRITE)]


@router.get("/agent-runs/{run_id}/envelope", **answers_with("ShownEnvelope"))
async def run_envelope(run_id: str, caller: Reader, services: ServicesDep) -> Response:
    """Get a run's envelope, or the one it would get if it started now."""
    run = await services.runs.get(caller.workspace.id, run_id)
    return answer(shown_envelope_json(await services.envelopes.of_run(run)))


@router.post("/agent-runs/envelope", **answers_with("ShownEnvelope"))
async def preview_envelope(
    caller: RunWriter,
    body: Annotated[RunBody, parse_body(RunBody)],
    services: ServicesDep,
    clock: ClockDep,
) -> Response:
    """Preview the envelope of a run. Nothing is started."""
    request = run_request(body, caller, clock)
    return answer(shown_envelope_json(await services.envelopes.of_request(request)))


@router.post("/agent-sessions/{session_id}/envelope", **answers_with("ShownEnvelope"))
async def preview_message_envelope(
    session_id: str,
    caller: SessionWriter,
    body: Annotated[MessageBody, parse_body(MessageBody)],
    services: ServicesDep,
    clock: ClockDep,
) -> Response:
    """Preview the envelope of the run for a message. Nothing is sent."""
    request = run_request(body, caller, clock, session_id=session_id)
    return answer(shown_envelope_json(await services.envelopes.of_request(request)))
