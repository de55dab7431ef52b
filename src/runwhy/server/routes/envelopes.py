"""Envelopes over HTTP: what the model of a run was told about it, or would be."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Response

from runwhy.core.accounts.workspaces import Scope
from runwhy.server.dependencies import (
    ClockDep,
    ServicesDep,
    answer,
    base_path,
    body_of,
    caller_with,
    gives,
)
from runwhy.server.routes.runs import run_request
from runwhy.services.access import Caller
from runwhy.wire.requests import MessageBody, RunBody
from runwhy.wire.responses import shown_envelope_json

router = APIRouter(prefix=base_path("{slug}"), tags=["runs"])

Reader = Annotated[Caller, caller_with(Scope.RUNS_READ)]
RunWriter = Annotated[Caller, caller_with(Scope.RUNS_WRITE)]
SessionWriter = Annotated[Caller, caller_with(Scope.SESSIONS_WRITE)]


@router.get("/agent-runs/{run_id}/envelope", **gives("ShownEnvelope"))
async def run_envelope(run_id: str, caller: Reader, services: ServicesDep) -> Response:
    """The envelope that a run had, or would have if it began now."""
    run = await services.runs.get(caller.workspace.id, run_id)
    return answer(shown_envelope_json(await services.envelopes.of_run(run)))


@router.post("/agent-runs/envelope", **gives("ShownEnvelope"))
async def preview_envelope(
    caller: RunWriter,
    body: Annotated[RunBody, body_of(RunBody)],
    services: ServicesDep,
    clock: ClockDep,
) -> Response:
    """The envelope that such a run would have; nothing is started."""
    asked = run_request(body, caller, clock)
    return answer(shown_envelope_json(await services.envelopes.of_request(asked)))


@router.post("/agent-sessions/{session_id}/envelope", **gives("ShownEnvelope"))
async def preview_message_envelope(
    session_id: str,
    caller: SessionWriter,
    body: Annotated[MessageBody, body_of(MessageBody)],
    services: ServicesDep,
    clock: ClockDep,
) -> Response:
    """The envelope that the answer to such a message would have; nothing is said."""
    asked = run_request(body, caller, clock, session_id=session_id)
    return answer(shown_envelope_json(await services.envelopes.of_request(asked)))
