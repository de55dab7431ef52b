"""Routes that sign in to the dashboard and out of it."""

from __future__ import annotations

from contextlib import suppress

from starlette.requests import Request

from runwhy.core.accounts.audit import AuditContext
from runwhy.core.accounts.workspaces import Key
from runwhy.core.runs.origin import Actor
from runwhy.errors import Unauthorized
from runwhy.ports import AUDIT_CONTEXT
from runwhy.server.callers import identify_caller
from runwhy.server.cookies import check_same_site, clear_cookie, set_cookie, sign_in_from_cookie
from runwhy.server.dependencies import Services, ServicesDep
from runwhy.server.routing import Router, answer, answers_with
from runwhy.services.access import Caller
from runwhy.wire import answer as wire
from runwhy.wire.account_bodies import SignInBody
from runwhy.wire.accounts import NamedWorkspace, SignedIn
from runwhy.wire.answer import Ok

router = Router("/api/v1/session", tag="sign-in")


@router.post("", answers_with(SignedIn))
async def sign_in(
    request: Request,
    body: SignInBody,
    services: ServicesDep,
) -> object:
    """Sign in with an API key. Sets a cookie for later requests."""
    check_same_site(request)
    secret = body.key.strip()
    key = await services.signins.identify(secret)
    signed_in = await _described(request, services, key)
    _act_as(request, key)
    token = await services.signins.open(key, secret)
    response = answer(signed_in)
    set_cookie(response, token, secure=_is_secure(request))
    return response


@router.get("", answers_with(SignedIn))
async def who_am_i(request: Request, services: ServicesDep) -> object:
    """Get the current caller, workspace and scopes. In local mode, no key is required."""
    found = await sign_in_from_cookie(request, services.signins)
    response = answer(await _described(request, services, found[1] if found else None))
    response.headers["Cache-Control"] = "no-store"
    return response


@router.delete("", answers_with(Ok))
async def sign_out(request: Request, services: ServicesDep) -> object:
    """Sign out. Voids the cookie and every copy of it; the key stays valid."""
    with suppress(Unauthorized):  # it has ended
        if (found := await sign_in_from_cookie(request, services.signins)) is not None:
            _act_as(request, found[1])
            await services.signins.close(*found)
    response = answer(Ok(ok=True))
    clear_cookie(response)
    return response


def _act_as(request: Request, key: Key) -> None:
    """Attribute the changes of this request to the key."""
    actor = Actor(kind="key", id=key.id, name=key.name)
    AUDIT_CONTEXT.set(AuditContext(actor=actor, at=request.app.state.clock()))


def _is_secure(request: Request) -> bool:
    return request.url.scheme == "https" or bool(request.app.state.behind_https)


async def _described(request: Request, services: Services, key: Key | None) -> SignedIn:
    every = await services.access.list_workspaces()
    caller = await _caller(request, services, key)
    mine = every if caller.actor.kind == "local" else [caller.workspace]
    return SignedIn(
        local=caller.actor.kind == "local",
        actor=wire.Actor.of(caller.actor),
        scopes=sorted(caller.scopes),
        tags=dict(caller.tags),
        workspace=NamedWorkspace.of(caller.workspace),
        workspaces=[NamedWorkspace.of(workspace) for workspace in mine],
        version=request.app.state.version,
    )


async def _caller(request: Request, services: Services, key: Key | None) -> Caller:
    """Return the caller in the workspace of the key, which a sign-in or a header names."""
    if key is not None:
        return await services.access.caller_with_key(None, key)
    return await identify_caller(request, None, services)
