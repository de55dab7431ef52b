"""Routes that show the envelope of a run, or preview it."""

from __future__ import annotations

from typing import Annotated

from runwhy.core.accounts.workspaces import Scope
from runwhy.server.callers import caller_with
from runwhy.server.dependencies import ClockDep, ServicesDep, base_path
from runwhy.server.routes.runs import run_request
from runwhy.server.routing import Router, answers_with
from runwhy.services.access import Caller
from runwhy.wire.run_bodies import MessageBody, RunBody
from runwhy.wire.runs import ShownEnvelope

router = Router(base_path("{slug}"), tag="runs")

Reader = Annotated[Caller, caller_with(Scope.RUNS_READ)]
RunWriter = Annotated[Caller, caller_with(Scope.RUNS_WRITE)]
SessionWriter = Annotated[Caller, caller_with(Scope.SESSIONS_WRITE)]


@router.get("/agent-runs/{run_id}/envelope", answers_with(ShownEnvelope))
async def run_envelope(run_id: str, caller: Reader, services: ServicesDep) -> object:
    """Get a run's envelope, or the one it would get if it started now."""
    run = await services.runs.get(caller.workspace.id, run_id)
    return ShownEnvelope.shown(await services.envelopes.of_run(run, caller.tags))


@router.post("/agent-runs/envelope", answers_with(ShownEnvelope))
async def preview_envelope(
    caller: RunWriter,
    body: RunBody,
    services: ServicesDep,
    clock: ClockDep,
) -> object:
    """Preview the envelope of a run. Nothing is started."""
    request = run_request(body, caller, clock)
    return ShownEnvelope.shown(await services.envelopes.of_request(request))


@router.post("/agent-sessions/{session_id}/envelope", answers_with(ShownEnvelope))
async def preview_message_envelope(
    session_id: str,
    caller: SessionWriter,
    body: MessageBody,
    services: ServicesDep,
    clock: ClockDep,
) -> object:
    """Preview the envelope of the run for a message. Nothing is sent."""
    request = run_request(body, caller, clock, session_id=session_id)
    return ShownEnvelope.shown(await services.envelopes.of_request(request))
