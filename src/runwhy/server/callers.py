"""The caller of a request: identified by a key or a cookie, and limited by scopes and tags."""

from __future__ import annotations

from starlette.requests import Request

from runwhy.core.accounts.audit import AuditContext
from runwhy.core.accounts.workspaces import Scope
from runwhy.core.runs.tags import Tags
from runwhy.errors import NotFound
from runwhy.ports import AUDIT_CONTEXT
from runwhy.server.arguments import Reads
from runwhy.server.cookies import SAFE, sign_in_from_cookie
from runwhy.server.dependencies import Services
from runwhy.services.access import Caller, secret_in
from runwhy.wire.openai.responses import run_id_of

# Tags that no key is bound to, for objects that do not exist.
UNSEEN: Tags = {}


def credential(request: Request) -> str | None:
    """Return the key sent in the `Authorization` or `X-API-Key` header, if any."""
    return secret_in(request.headers)


async def identify_caller(request: Request, slug: str | None, services: Services) -> Caller:
    """Identify the caller by the key in a header, or else by the dashboard's cookie.

    The audit log attributes every change made later in this request to this caller.
    """
    caller = request.state.caller = await _identify(request, slug, services)
    AUDIT_CONTEXT.set(
        AuditContext(actor=caller.actor, at=request.app.state.clock(), known=services.hidden)
    )
    return caller


async def _identify(request: Request, slug: str | None, services: Services) -> Caller:
    secret = credential(request)
    if secret is None and (found := await sign_in_from_cookie(request, services.signins)):
        sign_in, key = found
        return await services.access.caller_with_key(slug, key, sign_in=sign_in.hash)
    return await services.access.identify(slug, secret)


def caller_with(scope: Scope, *more: Scope, tag_aware: bool = False) -> Reads:
    """Require a caller with these scopes.

    A key bound to tags reaches routes below a run or session if the tags match. Every other
    route is denied to it, unless `tag_aware` states that the route filters by the caller's tags
    (`RunFilterDep`, `SessionFilterDep` or `caller.tags`) or returns nothing that has tags.
    """

    async def identify(request: Request) -> Caller:
        services: Services = request.app.state.services
        caller = await identify_caller(request, request.path_params.get("slug"), services)
        for needed in (scope, *more):
            caller.require(needed)
        if caller.tags:
            await _check_tags(request, caller, services, tag_aware=tag_aware)
        return caller

    return Reads(identify, scopes=(scope, *more))


async def _check_tags(
    request: Request, caller: Caller, services: Services, *, tag_aware: bool
) -> None:
    """Check that a caller bound to tags may use this route.

    Routes below a run or session require its tags to match. Any other route must be `tag_aware`.
    Raises: NotFound, Denied.
    """
    path = request.path_params
    tags = await _tags_of(path, caller.workspace.id, services)
    # Same message as for an unknown id, to reveal nothing.
    if tags is not None and not caller.can_see(tags):
        name = next(name for name in ("run", "response", "session") if f"{name}_id" in path)
        raise NotFound(f"no {name} {path[f'{name}_id']}")
    if request.method not in SAFE or (tags is None and not tag_aware):
        raise caller.denial_of_tags()


async def _tags_of(path: dict[str, str], workspace: int, services: Services) -> Tags | None:
    if (id := path.get("run_id")) is not None:
        return (await services.runs.get(workspace, id)).tagging.tags
    if (id := path.get("response_id")) is not None:
        run = await services.runs.store.get_run(workspace, run_id_of(id) or "")
        return run.tagging.tags if run else UNSEEN
    if (id := path.get("session_id")) is not None:
        return (await services.sessions.get(workspace, id)).tags
    return None
