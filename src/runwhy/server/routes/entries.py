"""Routes for the log of a run, and the transcript and approvals of a coding agent."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from runwhy.core.accounts.workspaces import Scope
from runwhy.core.agents.coding_agents import Approval
from runwhy.core.json import JsonObject
from runwhy.core.views import operator_view, user_view
from runwhy.server.callers import caller_with
from runwhy.server.dependencies import ServicesDep, base_path
from runwhy.server.query_params import CursorQuery, next_cursor, start_of_page
from runwhy.server.routing import Router, answers_with
from runwhy.services.access import Caller
from runwhy.services.entries import Transcript
from runwhy.wire.fields import Body
from runwhy.wire.responses import operator_json, time_text

router = Router(base_path("{slug}") + "/agent-runs/{run_id}", tag="runs")

Reader = Annotated[Caller, caller_with(Scope.RUNS_READ)]
Writer = Annotated[Caller, caller_with(Scope.RUNS_WRITE)]


class DecisionBody(Body):
    """Body of `POST /agent-runs/{id}/approvals/{id}`."""

    decision: Literal["approve", "deny"]
    reason: Annotated[str, Field(max_length=1000)] | None = None


@router.get("/log", answers_with("RunLog"))
async def run_log(run_id: str, caller: Reader, services: ServicesDep) -> object:
    """List the parts of a run's log in order. `visible` marks parts in the user's history."""
    run = await services.runs.get(caller.workspace.id, run_id)
    turn = await services.runs.log(run, caller.tags)
    visible = {shown.part.index for shown in user_view([turn])}
    parts = [
        {**operator_json(shown, seq=seq), "visible": shown.part.index in visible}
        for seq, shown in enumerate(operator_view([turn]), start=1)
    ]
    return {"runId": run.id, "parts": parts}


@router.get("/entries", answers_with("Transcript"))
async def run_entries(
    run_id: str,
    caller: Reader,
    services: ServicesDep,
    limit: Annotated[int, Field(ge=1, le=1000)] = 200,
    cursor: CursorQuery = None,
) -> object:
    """List the agent's transcript entries in order, in the same format for every agent."""
    question = ["entries", run_id]
    after = start_of_page(cursor, question, -1)
    found = await services.entries.page(caller.workspace.id, run_id, after=after, limit=limit)
    return {
        "runId": found.run.id,
        "agent": _agent(found),
        "entries": found.entries,
        "nextCursor": next_cursor(question, found.more),
    }


@router.get("/approvals", answers_with("ApprovalList"))
async def list_approvals(run_id: str, caller: Reader, services: ServicesDep) -> object:
    """List the approvals that the agent requested. `decision` is null while one is pending."""
    run, found = await services.entries.approvals(caller.workspace.id, run_id)
    return {"runId": run.id, "approvals": [_approval(approval) for approval in found]}


@router.post("/approvals/{approval_id}", answers_with("Approval"))
async def decide_approval(
    run_id: str,
    approval_id: str,
    caller: Writer,
    body: DecisionBody,
    services: ServicesDep,
) -> object:
    """Approve or deny an agent's request. A decision is final."""
    decided = await services.entries.decide(
        caller.workspace.id,
        run_id,
        approval_id,
        body.decision,
        reason=body.reason,
        by=caller.actor.name or caller.actor.kind,
    )
    return _approval(decided)


def _agent(found: Transcript) -> JsonObject | None:
    session = found.session
    if session is None:
        return None
    return {
        "name": session.agent,
        "sessionId": session.agent_session,
        "cwd": session.cwd,
        "branch": session.branch,
        "model": session.model,
        "resumeCommand": found.resume_command,
    }


def _approval(approval: Approval) -> JsonObject:
    decided = approval.decided_at
    return {
        "id": approval.id,
        "asked": approval.asked,
        "askedAt": time_text(approval.asked_at),
        "decision": approval.decision,
        "reason": approval.reason,
        "decidedBy": approval.decided_by,
        "decidedAt": None if decided is None else time_text(decided),
    }
