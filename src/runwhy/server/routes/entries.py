"""Routes for the transcripts and approvals of coding agents."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Response
from pydantic import Field

from runwhy.core.accounts.workspaces import Scope
from runwhy.core.agents.coding_agents import Approval
from runwhy.core.json import JsonObject
from runwhy.server.dependencies import (
    CursorQuery,
    ServicesDep,
    answer,
    answers_with,
    base_path,
    caller_with,
    parse_body,
)
from runwhy.services.access import Caller
from runwhy.services.entries import Transcript
from runwhy.wire.cursors import make_cursor, read_cursor
from runwhy.wire.fields import Body
from runwhy.wire.responses import time_text

router = APIRouter(prefix=base_path("{slug}") + "/agent-runs/{run_id}", tags=["runs"])

Reader = Annotated[Caller, caller_with(Scope.RUNS_READ)]
Writer = Annotated[Caller, caller_with(Scope.RUNS_WRITE)]


class DecisionBody(Body):
    """Body of `POST /agent-runs/{id}/approvals/{id}`."""

    decision: Literal["approve", "deny"]
    reason: Annotated[str, Field(max_length=1000)] | None = None


@router.get("/entries", **answers_with("Transcript"))
async def run_entries(
    run_id: str,
    caller: Reader,
    services: ServicesDep,
    limit: Annotated[int, Query(ge=1, le=1000)] = 200,
    cursor: CursorQuery = None,
) -> Response:
    """List the agent's transcript entries in order, in the same format for every agent."""
    question = ["entries", run_id]
    after = read_cursor(cursor, question, length=1)[0] if cursor else -1
    found = await services.entries.page(caller.workspace.id, run_id, after=after, limit=limit)
    next_cursor = None if found.more is None else make_cursor(question, found.more)
    listed = {"runId": found.run.id, "agent": _agent(found), "entries": found.entries}
    return answer({**listed, "nextCursor": next_cursor})


@router.get("/approvals", **answers_with("ApprovalList"))
async def list_approvals(run_id: str, caller: Reader, services: ServicesDep) -> Response:
    """List the approvals that the agent requested. `decision` is null while one is pending."""
    run, found = await services.entries.approvals(caller.workspace.id, run_id)
    return answer({"runId": run.id, "approvals": [_approval(approval) for approval in found]})


@router.post("/approvals/{approval_id}", **answers_with("Approval"))
async def decide_approval(
    run_id: str,
    approval_id: str,
    caller: Writer,
    body: Annotated[DecisionBody, parse_body(DecisionBody)],
    services: ServicesDep,
) -> Response:
    """Approve or deny an agent's request. A decision is final."""
    decided = await services.entries.decide(
        caller.workspace.id,
        run_id,
        approval_id,
        body.decision,
        reason=body.reason,
        by=caller.actor.name or caller.actor.kind,
    )
    return answer(_approval(decided))


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
