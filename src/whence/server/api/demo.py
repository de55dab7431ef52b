"""Made-up data over HTTP: a workspace is filled with it, or rid of it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Response
from pydantic import Field

from whence.core.workspaces import Scope
from whence.demo.filling import DAYS, RUNS, Filled
from whence.server.asking import ServicesDep, answer, base_path, body_of, caller_with
from whence.services.access import Caller
from whence.wire.fields import Body

# Not in the OpenAPI document: no client is written against it.
router = APIRouter(prefix=base_path("{slug}") + "/demo", include_in_schema=False)

Admin = Annotated[Caller, caller_with(Scope.ADMIN)]


class DemoBody(Body):
    """`POST /demo`: how many runs, over how many days until now."""

    runs: Annotated[int, Field(ge=1, le=100_000)] = RUNS
    days: Annotated[int, Field(ge=1, le=365)] = DAYS


@router.post("", status_code=201)
async def fill_with_demo(
    caller: Admin, body: Annotated[DemoBody, body_of(DemoBody)], services: ServicesDep
) -> Response:
    """Make up runs and sessions, each with the tag `demo`."""
    made = await services.demo.fill(caller.workspace.id, runs=body.runs, days=body.days)
    return answer(_json(made), 201)


@router.delete("")
async def remove_demo(caller: Admin, services: ServicesDep) -> Response:
    """Take away all that has the tag `demo`, and nothing else."""
    return answer(_json(await services.demo.remove(caller.workspace.id)))


def _json(made: Filled) -> dict[str, int]:
    return {"runs": made.runs, "sessions": made.sessions}
