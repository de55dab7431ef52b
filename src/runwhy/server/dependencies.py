"""What routes ask of a request: the services, the caller, the body, the idempotency key."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

import msgspec
from fastapi import Depends, Query, Request, Response
from pydantic import ValidationError

from runwhy.core.accounts.audit import AuditContext
from runwhy.core.accounts.workspaces import Scope
from runwhy.core.runs.tags import parse_tags
from runwhy.demo.data import DemoData
from runwhy.errors import InvalidInput, Problem
from runwhy.ports import AUDIT_CONTEXT, Clock, IdempotencyKey, JobStore, Models, Store
from runwhy.server.cookies import key_of_cookie
from runwhy.server.error_responses import invalid_body
from runwhy.server.tag_scope import keep_within
from runwhy.services.access import Access, Caller
from runwhy.services.agents import Agents
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
from runwhy.services.sign_in import SignIns
from runwhy.services.terminals import Terminals
from runwhy.services.triggers import Triggers
from runwhy.services.webhooks import Webhooks
from runwhy.wire.fields import Body
from runwhy.wire.json_decoder import decode_json

MAX_KEY = 255
ONCE = "Idempotency-Key"
MAX_SEQ = 2**53 - 1
ANSWER = "x-answer"  # the name of a route's schema, until the OpenAPI document is made

B = TypeVar("B", bound=Body)


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """Everything that routes may call."""

    access: Access
    runs: Runs
    tasks: Tasks
    sessions: Sessions
    envelopes: Envelopes
    finding: RunCounts
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
    store: Store
    queue: JobStore


# What follows needs nothing but the request, so that routes can be quick (see `quick.py`), and is
# made of coroutines although some wait for nothing: FastAPI runs plain functions in threads.


async def services_of(request: Request) -> Services:
    """The services of the app that got this request."""
    services: Services = request.app.state.services
    return services


async def clock_of(request: Request) -> Clock:
    """The clock of the app that got this request."""
    clock: Clock = request.app.state.clock
    return clock


ServicesDep = Annotated[Services, Depends(services_of)]
ClockDep = Annotated[Clock, Depends(clock_of)]


def credential(request: Request) -> str | None:
    """The key that came with a request, if any."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token.strip():
        return token.strip()
    return request.headers.get("x-api-key") or None


async def caller_of(request: Request, slug: str | None, services: Services) -> Caller:
    """Who asks: by the key in a header, else by the dashboard's cookie, else nobody known.

    What is written from here on in this request is written down as theirs.
    """
    caller = await _identified(request, slug, services)
    AUDIT_CONTEXT.set(AuditContext(actor=caller.actor, at=request.app.state.clock()))
    return caller


async def _identified(request: Request, slug: str | None, services: Services) -> Caller:
    secret = credential(request)
    if secret is None and (key := await key_of_cookie(request, services.signins)) is not None:
        return await services.access.caller_with_key(slug, key)
    return await services.access.identify(slug, secret)


def caller_with(scope: Scope, *, heeds_tags: bool = False) -> Any:
    """The caller, who must have this scope.

    A caller may be bound to tags. Below a run or session that is looked after here; any other
    route is closed to them unless it `heeds_tags`: asks with `RunFilterDep` or `SessionFilterDep`,
    passes `caller.tags` on, or tells of nothing that could be tagged.
    """

    async def identify(request: Request) -> Caller:
        services: Services = request.app.state.services
        caller = await caller_of(request, request.path_params.get("slug"), services)
        caller.require(scope)
        if caller.tags:
            runs, sessions = services.runs, services.sessions
            await keep_within(request, caller, runs, sessions, heeds_tags=heeds_tags)
        request.state.caller = caller
        return caller

    identify.__dict__["scope"] = scope  # for the OpenAPI document
    return Depends(identify)


async def json_of(request: Request) -> object:
    """The JSON of a body, read once. Raises: InvalidInput, TooLarge."""
    state = request.scope.setdefault("state", {})
    if "json" not in state:
        state["json"] = decode_json(await request.body())
    return state["json"]


def body_of(model: type[B]) -> Any:
    """The body, checked; every broken rule is named."""

    async def read(request: Request) -> B:
        value = await json_of(request)
        try:
            return model.read(value)
        except ValidationError as error:
            raise invalid_body(error) from None

    read.__dict__["body_model"] = model  # for the OpenAPI document
    return Depends(read)


async def once_of(request: Request) -> IdempotencyKey | None:
    """The idempotency key of a request, and what it was used for. Raises: InvalidInput."""
    key = request.headers.get(ONCE)
    if key is None:
        return None
    if not 1 <= len(key) <= MAX_KEY:
        rule = f"has 1 to {MAX_KEY} characters, not {len(key)}"
        raise InvalidInput([Problem(ONCE, rule, MAX_KEY, len(key))])
    body = msgspec.json.encode(await json_of(request), order="sorted")
    return IdempotencyKey(
        route=f"{request.method} {request.url.path}",
        key=key,
        fingerprint=hashlib.sha256(body).hexdigest(),
    )


OnceDep = Annotated[IdempotencyKey | None, Depends(once_of)]


async def tag_filter(
    metadata: Annotated[
        list[str] | None,
        Query(description="`key:value`, split at the first colon; all must hold"),
    ] = None,
) -> dict[str, str]:
    """Tags that must be there. Raises: InvalidInput for a filter that makes no sense."""
    pairs: dict[str, str] = {}
    for item in metadata or ():
        key, colon, value = item.partition(":")
        if not colon:
            raise InvalidInput([Problem("metadata", f"{item!r} is not of the form key:value")])
        if pairs.setdefault(key, value) != value:
            raise InvalidInput([Problem("metadata", f"{key!r} cannot have two values at once")])
        parse_tags({key: value}, at="metadata")
    return pairs


TagsDep = Annotated[dict[str, str], Depends(tag_filter)]
LimitQuery = Annotated[int, Query(ge=1, le=200)]
CursorQuery = Annotated[
    str | None, Query(max_length=512, description="`nextCursor` of the page before")
]
SeqQuery = Annotated[int | None, Query(ge=0, le=MAX_SEQ)]

_encode = msgspec.json.Encoder().encode


def answer(value: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A JSON answer."""
    return Response(_encode(value), status, headers, media_type="application/json")


def gives(schema: str, status: int = 200) -> dict[str, Any]:
    """What a route answers with: the name of its schema in `wire/answers`.

    By name, because schemas are made only when somebody asks for the OpenAPI document.
    """
    return {"status_code": status, "openapi_extra": {ANSWER: schema}}


def base_path(slug: str) -> str:
    """Where everything of a workspace is."""
    return f"/api/v1/workspaces/{slug}"
