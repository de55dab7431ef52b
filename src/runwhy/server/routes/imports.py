"""The route that imports coding-agent histories from disk, batch by batch."""

from __future__ import annotations

from typing import Annotated

from runwhy.core.accounts.workspaces import Scope
from runwhy.core.requests.history_import import HistoryBatch
from runwhy.errors import InvalidInput, Problem
from runwhy.server.callers import caller_with
from runwhy.server.dependencies import ServicesDep, base_path
from runwhy.server.routing import Router, answers_with
from runwhy.services.access import Caller
from runwhy.wire.entries import ImportBody, Imported

router = Router(base_path("{slug}"), tag="runs")

Writer = Annotated[Caller, caller_with(Scope.RUNS_WRITE)]


@router.post("/imports", answers_with(Imported))
async def take_history(caller: Writer, body: ImportBody, services: ServicesDep) -> object:
    """Import the next lines of an agent's history. Repeating a batch changes nothing."""
    if body.lines and body.end <= body.start:
        raise InvalidInput([Problem("/end", "must be greater than start")])
    batch = HistoryBatch(
        agent=body.agent,
        agent_session=body.session_id,
        file=body.file,
        start=body.start,
        end=body.end,
        lines=body.lines or (),
        last=body.last,
        tags=body.metadata or {},
    )
    imported = await services.imports.take(caller.workspace.id, batch, caller.actor)
    return Imported.of(imported.taken, status=imported.how, run_id=imported.run_id)
