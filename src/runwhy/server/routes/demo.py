"""Routes that add and remove demo data."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from runwhy.core.accounts.workspaces import Scope
from runwhy.demo import DAYS, MOST_DAYS, MOST_RUNS, RUNS
from runwhy.demo.data import DemoProgress
from runwhy.server.callers import caller_with
from runwhy.server.dependencies import ServicesDep, base_path
from runwhy.server.routing import Answer, Router, answer
from runwhy.services.access import Caller
from runwhy.wire.fields import Body

# Not in the OpenAPI document, because only the CLI and the dashboard use it.
router = Router(base_path("{slug}") + "/demo", tag=None)

Admin = Annotated[Caller, caller_with(Scope.ADMIN)]


class DemoBody(Body):
    """Body of `POST /demo`."""

    runs: Annotated[int, Field(ge=1, le=MOST_RUNS)] = RUNS
    days: Annotated[int, Field(ge=1, le=MOST_DAYS)] = DAYS
    wait: bool = True


@router.post("", Answer())
async def fill_with_demo(caller: Admin, body: DemoBody, services: ServicesDep) -> object:
    """Create demo runs, sessions and triggers, each with the tag `demo`."""
    work = await services.demo.fill(
        caller.workspace, runs=body.runs, days=body.days, wait=body.wait
    )
    return answer(_json(work), 201 if work.ended else 202)


@router.get("", Answer())
async def demo_progress(caller: Admin, services: ServicesDep) -> object:
    """Get the progress of the last request for demo data."""
    return _json(services.demo.last(caller.workspace.id) or DemoProgress())


@router.delete("", Answer())
async def remove_demo(caller: Admin, services: ServicesDep, wait: bool = True) -> object:
    """Delete everything with the tag `demo`."""
    work = await services.demo.remove(caller.workspace, caller.actor, wait=wait)
    return answer(_json(work), 200 if work.ended else 202)


def _json(work: DemoProgress) -> dict[str, Any]:
    made = work.counts
    return {
        "ended": work.ended,
        "done": work.done,
        "total": work.total,
        "failed": work.failed,
        "runs": made.runs if made else 0,
        "sessions": made.sessions if made else 0,
        "triggers": made.triggers if made else 0,
    }
