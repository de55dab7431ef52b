"""Routes for saved views of the dashboard."""

from __future__ import annotations

from typing import Annotated

from runwhy.core.accounts.workspaces import Scope
from runwhy.server.callers import caller_with
from runwhy.server.dependencies import IdempotencyDep, ServicesDep, base_path
from runwhy.server.routing import Router, answers_with
from runwhy.services.access import Caller
from runwhy.wire.account_bodies import ViewBody, ViewPatchBody
from runwhy.wire.accounts import SavedView, SavedViewList
from runwhy.wire.answer import Ok

router = Router(base_path("{slug}") + "/views", tag="views")

Reader = Annotated[Caller, caller_with(Scope.RUNS_READ)]
Writer = Annotated[Caller, caller_with(Scope.RUNS_WRITE)]


@router.get("", answers_with(SavedViewList))
async def list_views(caller: Reader, services: ServicesDep) -> object:
    """List the workspace's saved views by name."""
    found = await services.saved_views.list(caller.workspace.id)
    return SavedViewList(views=[SavedView.of(view) for view in found])


@router.post("", answers_with(SavedView, 201))
async def add_view(
    caller: Writer,
    body: ViewBody,
    once: IdempotencyDep,
    services: ServicesDep,
) -> object:
    """Save a view."""
    by = caller.actor.label
    view = await services.saved_views.add(
        caller.workspace.id, body.name, body.page, body.params, by=by, once=once
    )
    return SavedView.of(view)


@router.patch("/{view_id}", answers_with(SavedView))
async def change_view(
    view_id: str, caller: Writer, body: ViewPatchBody, services: ServicesDep
) -> object:
    """Change the name or the parameters of a saved view."""
    view = await services.saved_views.change(
        caller.workspace.id, view_id, name=body.name, params=body.params
    )
    return SavedView.of(view)


@router.delete("/{view_id}", answers_with(Ok))
async def remove_view(view_id: str, caller: Writer, services: ServicesDep) -> object:
    """Delete a saved view."""
    await services.saved_views.remove(caller.workspace.id, view_id)
    return Ok(ok=True)
