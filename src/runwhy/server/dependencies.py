"""FastAPI dependencies: services, caller, body, idempotency key, and common parameters."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, TypeVar

import msgspec
from fastapi import Depends, Query, Request, Response
from pydantic import ValidationError

from runwhy.core.accounts.audit import AuditContext
from runwhy.core.accounts.workspaces import Scope
from runwhy.core.runs.tags import parse_tags
from runwhy.demo.data import DemoData
from runwhy.errors import InvalidInput, Problem
from runwhy.ports import AUDIT_CONTEXT, Clock, IdempotencyKey, Models
from runwhy.server.cookies import sign_in_from_cookie
from runwhy.server.error_responses import invalid_body
from runwhy.server.tag_scope import check_tag_scope
from runwhy.services.access import Access, Caller, SignIns, secret_in
from runwhy.services.agents import Agents
from runwhy.services.audit import AuditLog, Refusals
from runwhy.services.autonomy import Autonomy
from runwhy.services.deliveries import Deliveries
from runwhy.services.entries import Entries
from runwhy.services.envelopes import Envelopes
from runwhy.services.erasure import Erasures
from runwhy.services.imports import Imports
from runwhy.services.memories import Memories
from runwhy.services.pending_commands import PendingCommands
from runwhy.services.run_counts import RunCounts
from runwhy.services.runs import Runs, Tasks
from runwhy.services.saved_views import SavedViews
from runwhy.services.sessions import Sessions
from runwhy.services.terminals import Terminals
from runwhy.services.triggers import Triggers
from runwhy.services.webhooks import Webhooks
from runwhy.wire.fields import Body
from runwhy.wire.json_decoder import decode_json

MAX_KEY = 255
IDEMPOTENCY_HEADER = "Idempotency-Key"
MAX_SEQ = 2**53 - 1
ANSWER_SCHEMA = "x-answer"  # names a route's answer schema until the OpenAPI document is built

B = TypeVar("B", bound=Body)


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """The services that routes use. `hidden` are secrets to redact."""

    access: Access
    audit: AuditLog
    refusals: Refusals
    runs: Runs
    tasks: Tasks
    sessions: Sessions
    envelopes: Envelopes
    run_counts: RunCounts
    agents: Agents
    signins: SignIns
    saved_views: SavedViews
    memories: Memories
    demo: DemoData
    entries: Entries
    imports: Imports
    erasures: Erasures
    pending: PendingCommands
    terminals: Terminals
    triggers: Triggers
    autonomy: Autonomy
    webhooks: Webhooks
    deliveries: Deliveries
    models: Models
    hidden: Sequence[str] = field(default=(), repr=False)


# These dependencies need only the request, so that `FastRoute` can serve their routes. All are
# coroutines, because FastAPI runs plain functions in a thread pool.


async def get_services(request: Request) -> Services:
    """Return the app's services."""
    services: Services = request.app.state.services
    return services


async def get_clock(request: Request) -> Clock:
    """Return the app's clock."""
    clock: Clock = request.app.state.clock
    return clock


ServicesDep = Annotated[Services, Depends(get_services)]
ClockDep = Annotated[Clock, Depends(get_clock)]


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


def caller_with(scope: Scope, *more: Scope, tag_aware: bool = False) -> Any:
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
            runs, sessions = services.runs, services.sessions
            await check_tag_scope(request, caller, runs, sessions, tag_aware=tag_aware)
        return caller

    identify.__dict__["scopes"] = (scope, *more)  # read by the OpenAPI document
    return Depends(identify)


async def read_json(request: Request) -> object:
    """Decode the request's JSON body once. Raises: InvalidInput, TooLarge."""
    state = request.scope.setdefault("state", {})
    if "json" not in state:
        state["json"] = decode_json(await request.body())
    return state["json"]


def parse_body(model: type[B]) -> Any:
    """Parse the body into `model` and report every problem."""

    async def read(request: Request) -> B:
        value = await read_json(request)
        broken = list(model.broken_rules(value)) if isinstance(value, dict) else []
        try:
            body = model.read(value)
        except ValidationError as error:
            raise InvalidInput([*invalid_body(error).problems, *broken]) from None
        if broken:
            raise InvalidInput(broken)
        return body

    read.__dict__["body_model"] = model  # read by the OpenAPI document
    return Depends(read)


async def read_idempotency_key(request: Request) -> IdempotencyKey | None:
    """Return the request's idempotency key with a fingerprint of its body. Raises: InvalidInput."""
    key = request.headers.get(IDEMPOTENCY_HEADER)
    if key is None:
        return None
    if not 1 <= len(key) <= MAX_KEY:
        rule = f"must have 1 to {MAX_KEY} characters, not {len(key)}"
        raise InvalidInput([Problem(IDEMPOTENCY_HEADER, rule, MAX_KEY, len(key))])
    body = msgspec.json.encode(await read_json(request), order="sorted")
    return IdempotencyKey(
        route=f"{request.method} {request.url.path}",
        key=key,
        fingerprint=hashlib.sha256(body).hexdigest(),
    )


IdempotencyDep = Annotated[IdempotencyKey | None, Depends(read_idempotency_key)]


async def tag_filter(
    metadata: Annotated[
        list[str] | None,
        Query(description="Tag to match, as `key:value` (split at the first colon). Repeatable."),
    ] = None,
) -> dict[str, str]:
    """Parse `metadata` parameters into a tag filter. Raises: InvalidInput."""
    pairs: dict[str, str] = {}
    for item in metadata or ():
        key, colon, value = item.partition(":")
        if not colon:
            raise InvalidInput([Problem("metadata", f"{item!r} must have the form key:value")])
        if pairs.setdefault(key, value) != value:
            raise InvalidInput([Problem("metadata", f"{key!r} is given with two values")])
        parse_tags({key: value}, at="metadata")
    return pairs


TagsDep = Annotated[dict[str, str], Depends(tag_filter)]
LimitQuery = Annotated[int, Query(ge=1, le=200)]
CursorQuery = Annotated[
    str | None, Query(max_length=512, description="`nextCursor` of the previous page.")
]
SeqQuery = Annotated[int | None, Query(ge=0, le=MAX_SEQ)]

_encode = msgspec.json.Encoder().encode


def answer(value: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return a JSON response."""
    return Response(_encode(value), status, headers, media_type="application/json")


def answers_with(schema: str, status: int = 200) -> dict[str, Any]:
    """Return the route options that set the status and name the answer's schema in `wire/answers`.

    The schema is named, not imported, because schemas are built only for the OpenAPI document.
    """
    return {"status_code": status, "openapi_extra": {ANSWER_SCHEMA: schema}}


def base_path(slug: str) -> str:
    """Return the path prefix of a workspace."""
    return f"/api/v1/workspaces/{slug}"
