"""The route that shows the log of a run."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Response

from runwhy.core.accounts.workspaces import Scope
from runwhy.core.views import operator_view, user_view
from runwhy.server.dependencies import ServicesDep, answer, answers_with, base_path, caller_with
from runwhy.services.access import Caller
from runwhy.wire.responses import operator_json

router = APIRouter(prefix=base_path("{slug}"), tags=["runs"])

Reader = Annotated[Caller, caller_with(Scope.RUNS_READ)]


@router.get("/agent-runs/{run_id}/log", **answers_with("RunLog"))
async def run_log(run_id: str, caller: Reader, services: ServicesDep) -> Response:
    """List the parts of a run's log in order. `visible` marks parts in the user's history."""
    run = await services.runs.get(caller.workspace.id, run_id)
    turn = await services.runs.log(run, caller.tags)
    visible = {shown.part.index for shown in user_view([turn])}
    parts = [
        {**operator_json(shown, seq=seq), "visible": shown.part.index in visible}
        for seq, shown in enumerate(operator_view([turn]), start=1)
    ]
    return answer({"runId": run.id, "parts": parts})
