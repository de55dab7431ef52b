"""Routes for saved views of the dashboard."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from runwhy.core.accounts.workspaces import Scope
from runwhy.core.json import JsonObject
from runwhy.core.queries.saved_views import MAX_NAME, MAX_PARAMS, SavedView
from runwhy.server.callers import caller_with
from runwhy.server.dependencies import IdempotencyDep, ServicesDep, base_path
from runwhy.server.routing import Router, answers_with
from runwhy.services.access import Caller
from runwhy.wire.fields import Body
from runwhy.wire.responses import time_text

router = Router(base_path("{slug}") + "/views", tag="views")

Reader = Annotated[Caller, caller_with(Scope.RUNS_READ)]
Writer = Annotated[Caller, caller_with(Scope.RUNS_WRITE)]


class ViewBody(Body):
    """Body of `POST /views`: a page and the query string of its URL."""

    name: Annotated[str, Field(min_length=1, max_length=MAX_NAME)]
    page: Literal["runs", "sessions", "tags"] = "runs"
    params: Annotated[str, Field(max_length=MAX_PARAMS)]


@router.get("", answers_with("SavedViewList"))
async def list_views(caller: Reader, services: ServicesDep) -> object:
    """List the workspace's saved views by name."""
    found = await services.saved_views.list(caller.workspace.id)
    return {"views": [_json(view) for view in found]}


@router.post("", answers_with("SavedView", 201))
async def add_view(
    caller: Writer,
    body: ViewBody,
    once: IdempotencyDep,
    services: ServicesDep,
) -> object:
    """Save a view."""
    by = caller.actor.name or caller.actor.kind
    view = await services.saved_views.add(
        caller.workspace.id, body.name, body.page, body.params, by=by, once=once
    )
    return _json(view)


@router.delete("/{view_id}", answers_with("Ok"))
async def remove_view(view_id: str, caller: Writer, services: ServicesDep) -> object:
    """Delete a saved view."""
    await services.saved_views.remove(caller.workspace.id, view_id)
    return {"ok": True}


def _json(view: SavedView) -> JsonObject:
    return {
        "id": view.id,
        "name": view.name,
        "page": view.page,
        "params": view.params,
        "createdBy": view.created_by,
        "createdAt": time_text(view.created_at),
    }
