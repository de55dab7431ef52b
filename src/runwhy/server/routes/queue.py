"""Routes for the queue and its workers."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from runwhy.core.accounts.workspaces import Scope
from runwhy.server.callers import caller_with
from runwhy.server.dependencies import ClockDep, ServicesDep, base_path
from runwhy.server.routing import Router, answers_with
from runwhy.services.access import Caller
from runwhy.wire.queue import Queue, QueuedRun, Worker, WorkerList

router = Router(base_path("{slug}"), tag="queue")

Reader = Annotated[Caller, caller_with(Scope.RUNS_READ, tag_aware=True)]
WorkerReader = Annotated[Caller, caller_with(Scope.RUNS_READ)]


@router.get("/queue", answers_with(Queue))
async def get_queue(
    caller: Reader,
    services: ServicesDep,
    limit: Annotated[int, Field(ge=1, le=200)] = 50,
    run: Annotated[str | None, Field(max_length=64)] = None,
) -> object:
    """List the waiting runs in the order of the queue, each with the reason.

    With `run`, only that run is listed, or none if it does not wait in the queue.
    """
    found = await services.queue.waiting(
        caller.workspace.id, tags=caller.tags, limit=limit, run_id=run
    )
    waiting = [QueuedRun.of(queued, reason) for queued, reason in found.runs]
    return Queue(waiting=waiting, total=found.total)


@router.get("/workers", answers_with(WorkerList))
async def list_workers(caller: WorkerReader, services: ServicesDep, clock: ClockDep) -> object:
    """List the servers that execute runs, and their runs in this workspace."""
    found, now = await services.queue.workers(), clock()
    return WorkerList(workers=[Worker.of(one, caller.workspace.id, now) for one in found])
