"""Routes for the log of a run, and the transcript and approvals of a coding agent."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from runwhy.core.accounts.workspaces import Scope
from runwhy.core.model_requests import CALLS
from runwhy.core.views import operator_view, user_view
from runwhy.server.callers import caller_with
from runwhy.server.dependencies import ServicesDep, base_path
from runwhy.server.query_params import CursorQuery, next_cursor, start_of_page
from runwhy.server.routing import Router, answers_with
from runwhy.services.access import Caller
from runwhy.wire.entries import AgentSession, Approval, ApprovalList, DecisionBody, Transcript
from runwhy.wire.history import LoggedPart, RunLog
from runwhy.wire.model_calls import CallUsage

router = Router(base_path("{slug}") + "/agent-runs/{run_id}", tag="runs")

Reader = Annotated[Caller, caller_with(Scope.RUNS_READ)]
Writer = Annotated[Caller, caller_with(Scope.RUNS_WRITE)]


@router.get("/log", answers_with(RunLog))
async def run_log(run_id: str, caller: Reader, services: ServicesDep) -> object:
    """List the parts of a run's log in order. `visible` marks parts in the user's history."""
    run = await services.runs.get(caller.workspace.id, run_id)
    turn = await services.runs.log(run, caller.tags)
    visible = {shown.part.index for shown in user_view([turn])}
    parts = [
        LoggedPart.of(
            shown,
            seq=seq,
            visible=shown.part.index in visible,
            call=CallUsage.of(shown.part) if shown.part.kind in CALLS else None,
        )
        for seq, shown in enumerate(operator_view([turn]), start=1)
    ]
    return RunLog(run_id=run.id, parts=parts)


@router.get("/entries", answers_with(Transcript))
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
    session = found.session
    return Transcript(
        run_id=found.run.id,
        agent=AgentSession.shown(session, found.resume_command) if session else None,
        entries=found.entries,
        next_cursor=next_cursor(question, found.more),
    )


@router.get("/approvals", answers_with(ApprovalList))
async def list_approvals(run_id: str, caller: Reader, services: ServicesDep) -> object:
    """List the approvals that the agent requested. `decision` is null while one is pending."""
    run, found = await services.entries.approvals(caller.workspace.id, run_id, caller.tags)
    return ApprovalList(run_id=run.id, approvals=[Approval.of(one) for one in found])


@router.post("/approvals/{approval_id}", answers_with(Approval))
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
        by=caller.actor.label,
    )
    return Approval.of(decided)
