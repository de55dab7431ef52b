"""Signing in and out of the dashboard, and who one is there."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import Field

from runwhy.core.accounts.audit import AuditContext
from runwhy.core.accounts.workspaces import DEFAULT_SLUG, Key, Workspace
from runwhy.core.json import JsonObject
from runwhy.core.runs.origin import Actor
from runwhy.errors import NotFound, Unauthorized
from runwhy.ports import AUDIT_CONTEXT
from runwhy.server.cookies import check_ours, clear_cookie, key_of_cookie, set_cookie
from runwhy.server.dependencies import ServicesDep, answer, body_of, caller_of, gives
from runwhy.services.access import Caller
from runwhy.wire.fields import Body

router = APIRouter(prefix="/api/v1/session", tags=["sign-in"])


class SignInBody(Body):
    """`POST /api/v1/session`."""

    key: Annotated[str, Field(min_length=1, max_length=512)]


@router.post("", **gives("SignedIn"))
async def sign_in(
    request: Request,
    body: Annotated[SignInBody, body_of(SignInBody)],
    services: ServicesDep,
) -> Response:
    """Show a key; a cookie stands for it from then on."""
    check_ours(request)
    key, token = await services.signins.open(body.key.strip())
    said = await _described(request, services, key)
    actor = Actor(kind="key", id=key.id, name=key.name)
    AUDIT_CONTEXT.set(AuditContext(actor=actor, at=request.app.state.clock()))
    await services.store.note_change(key.workspace, "signin.opened", key.id)
    response = answer(said)
    set_cookie(response, token, secure=_is_secure(request))
    return response


@router.get("", **gives("SignedIn"))
async def who_am_i(request: Request, services: ServicesDep) -> Response:
    """Who one is, where, and what one may do. Without a key in local mode: the person here."""
    key = await key_of_cookie(request, services.signins)
    response = answer(await _described(request, services, key))
    response.headers["Cache-Control"] = "no-store"
    if key is not None:  # who keeps working is not signed out in the middle of it
        token = await services.signins.token_for(key)
        set_cookie(response, token, secure=_is_secure(request))
    return response


@router.delete("", **gives("Ok"))
async def sign_out() -> Response:
    """The cookie is taken away; the key stays valid."""
    response = answer({"ok": True})
    clear_cookie(response)
    return response


def _is_secure(request: Request) -> bool:
    return request.url.scheme == "https" or bool(request.app.state.behind_https)


async def _described(request: Request, services: ServicesDep, key: Key | None) -> JsonObject:
    every = await services.access.list_workspaces()
    slug = next((w.slug for w in every if key and w.id == key.workspace), DEFAULT_SLUG)
    caller = await _caller(request, services, key, slug)
    mine = every if caller.actor.kind == "local" else [caller.workspace]
    actor = caller.actor
    return {
        "local": actor.kind == "local",
        "actor": {"kind": actor.kind, "id": actor.id, "name": actor.name},
        "scopes": sorted(caller.scopes),
        "tags": dict(caller.tags),
        "workspace": _named(caller.workspace),
        "workspaces": [_named(workspace) for workspace in mine],
        "version": request.app.version,
    }


async def _caller(request: Request, services: ServicesDep, key: Key | None, slug: str) -> Caller:
    if key is not None:
        return await services.access.caller_with_key(slug, key)
    try:
        return await caller_of(request, slug, services)
    except NotFound:  # a key of another workspace, sent in a header
        raise Unauthorized("sign in with a key of this server") from None


def _named(workspace: Workspace) -> JsonObject:
    return {"slug": workspace.slug, "name": workspace.name}
