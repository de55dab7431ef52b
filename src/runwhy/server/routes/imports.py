"""The route that imports coding-agent histories from disk, batch by batch."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from runwhy.core.accounts.workspaces import Scope
from runwhy.core.requests.history_import import HistoryBatch
from runwhy.errors import InvalidInput, Problem
from runwhy.server.callers import caller_with
from runwhy.server.dependencies import ServicesDep, base_path
from runwhy.server.query_params import MAX_SEQ
from runwhy.server.routing import Router, answers_with
from runwhy.services.access import Caller
from runwhy.services.imports import ImportResult
from runwhy.wire.coding_options import MAX_SESSION
from runwhy.wire.fields import Body, TagsField

router = Router(base_path("{slug}"), tag="runs")

Writer = Annotated[Caller, caller_with(Scope.RUNS_WRITE)]
Byte = Annotated[int, Field(ge=0, le=MAX_SEQ)]


class ImportBody(Body):
    """Body of `POST /imports`: lines of one history, or no lines to query its progress."""

    agent: Literal["claude", "codex", "copilot"]
    session_id: Annotated[str, Field(min_length=1, max_length=MAX_SESSION, pattern="^[^-]")]
    file: Annotated[str, Field(min_length=1, max_length=512)]
    start: Byte = 0
    end: Byte = 0
    lines: Annotated[list[str], Field(max_length=10_000)] | None = None
    last: bool = False
    metadata: TagsField | None = None


@router.post("/imports", answers_with("Imported"))
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
    return _json(await services.imports.take(caller.workspace.id, batch, caller.actor))


def _json(imported: ImportResult) -> dict[str, object]:
    taken = imported.taken
    return {
        "status": imported.how,
        "runId": imported.run_id,
        "offset": taken.offset,
        "entries": taken.entries,
        "unrecognized": taken.unrecognized,
    }
