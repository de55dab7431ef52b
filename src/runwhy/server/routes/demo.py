"""Made-up data over HTTP: a workspace is filled with it, or rid of it."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Response
from pydantic import Field

from runwhy.core.accounts.workspaces import Scope
from runwhy.demo import DAYS, RUNS
from runwhy.demo.working import Work
from runwhy.server.dependencies import ServicesDep, answer, base_path, body_of, caller_with
from runwhy.services.access import Caller
from runwhy.wire.fields import Body

# Not in the OpenAPI document: no client is written against it.
router = APIRouter(prefix=base_path("{slug}") + "/demo", include_in_schema=False)

Admin = Annotated[Caller, caller_with(Scope.ADMIN)]


class DemoBody(Body):
    """`POST /demo`: how many runs, over how many days until now; whether to wait for the end."""

    runs: Annotated[int, Field(ge=1, le=100_000)] = RUNS
    days: Annotated[int, Field(ge=1, le=365)] = DAYS
    wait: bool = True


@router.post("", status_code=201)
async def fill_with_demo(
    caller: Admin, body: Annotated[DemoBody, body_of(DemoBody)], services: ServicesDep
) -> Response:
    """Make up runs and sessions, each with the tag `demo`."""
    told = {"runs": body.runs, "days": body.days}
    await services.store.note_change(
        caller.workspace.id, "demo.filled", caller.workspace.slug, told
    )
    work = await services.demo.fill(
        caller.workspace.id, runs=body.runs, days=body.days, wait=body.wait
    )
    return answer(_json(work), 201 if work.ended else 202)


@router.get("")
async def demo_progress(caller: Admin, services: ServicesDep) -> Response:
    """How far it is."""
    return answer(_json(services.demo.last(caller.workspace.id) or Work()))


@router.delete("")
async def remove_demo(caller: Admin, services: ServicesDep, wait: bool = True) -> Response:
    """Take away all that has the tag `demo`, and nothing else."""
    await services.store.note_change(caller.workspace.id, "demo.removed", caller.workspace.slug)
    work = await services.demo.remove(caller.workspace.id, wait=wait)
    return answer(_json(work), 200 if work.ended else 202)


def _json(work: Work) -> dict[str, Any]:
    made = work.filled
    return {
        "ended": work.ended,
        "done": work.done,
        "total": work.total,
        "failed": work.failed,
        "runs": made.runs if made else 0,
        "sessions": made.sessions if made else 0,
        "triggers": made.triggers if made else 0,
    }
