"""What routes ask of a request: the services, the caller, the body, the idempotency key."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

import msgspec
from fastapi import Depends, Header, Query, Request, Response
from pydantic import ValidationError

from whence.core.jsons import unstorable_text
from whence.core.tags import parse_tags
from whence.core.workspaces import Scope
from whence.errors import InvalidInput, Problem
from whence.ports import JobStore, Models, Once, Store
from whence.server.cookies import key_of_cookie
from whence.server.problems import invalid_body
from whence.services.access import Access, Caller
from whence.services.agents import Agents
from whence.services.runs import Runs, Tasks
from whence.services.saved_views import SavedViews
from whence.services.sessions import Sessions
from whence.services.signin import SignIns
from whence.wire.fields import Body

MAX_KEY = 255
MAX_SEQ = 2**53 - 1

B = TypeVar("B", bound=Body)


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """Everything that routes may call."""

    access: Access
    runs: Runs
    tasks: Tasks
    sessions: Sessions
    agents: Agents
    signins: SignIns
    saved_views: SavedViews
    models: Models
    store: Store
    queue: JobStore


async def services_of(request: Request) -> Services:
    """The services of the app that got this request."""
    services: Services = request.app.state.services
    return services


ServicesDep = Annotated[Services, Depends(services_of)]


def credential(request: Request) -> str | None:
    """The key that came with a request, if any."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token.strip():
        return token.strip()
    return request.headers.get("x-api-key") or None


async def caller_of(request: Request, slug: str, services: Services) -> Caller:
    """Who asks: by the key in a header, else by the dashboard's cookie, else nobody known."""
    secret = credential(request)
    if secret is None and (key := await key_of_cookie(request, services.signins)) is not None:
        return await services.access.caller_with_key(slug, key)
    return await services.access.identify(slug, secret)


def caller_with(scope: Scope) -> Any:
    """The caller, who must have this scope."""

    async def identify(request: Request, slug: str, services: ServicesDep) -> Caller:
        caller = await caller_of(request, slug, services)
        caller.needs(scope)
        return caller

    return Depends(identify)


async def json_of(request: Request) -> Any:
    """The JSON of a body. Raises: InvalidInput when it is none, or holds what stores cannot."""
    raw = await request.body()
    try:
        value = msgspec.json.decode(raw)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise InvalidInput([Problem("", f"the body is not valid JSON: {error}")]) from None
    if b"\\u" in raw and (where := unstorable_text(value)) is not None:
        raise InvalidInput([Problem(where, "may not contain NUL or a lone surrogate")])
    return value


def body_of(model: type[B]) -> Any:
    """The body, checked; every broken rule is named."""

    async def read(request: Request) -> B:
        value = await json_of(request)
        try:
            return model.model_validate(value)
        except ValidationError as error:
            raise invalid_body(error) from None
        except RecursionError:
            raise InvalidInput([Problem("", "the body is nested too deeply")]) from None

    read.__dict__["body_model"] = model  # for the OpenAPI document
    return Depends(read)


async def once_of(
    request: Request,
    idempotency_key: Annotated[str | None, Header(min_length=1, max_length=MAX_KEY)] = None,
) -> Once | None:
    """The idempotency key of a request, and what it was used for."""
    if idempotency_key is None:
        return None
    body = msgspec.json.encode(await json_of(request), order="sorted")
    return Once(
        route=f"{request.method} {request.url.path}",
        key=idempotency_key,
        fingerprint=hashlib.sha256(body).hexdigest(),
    )


OnceDep = Annotated[Once | None, Depends(once_of)]


async def tag_filter(
    metadata: Annotated[list[str] | None, Query(description="`key:value`; all must hold")] = None,
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
CursorQuery = Annotated[str | None, Query(max_length=512)]
SeqQuery = Annotated[int | None, Query(ge=0, le=MAX_SEQ)]

_encode = msgspec.json.Encoder().encode


def answer(value: object, status: int = 200) -> Response:
    """A JSON answer."""
    return Response(_encode(value), status, media_type="application/json")


def base_path(slug: str) -> str:
    """Where everything of a workspace is."""
    return f"/api/v1/workspaces/{slug}"


Route = Callable[..., Awaitable[Response]]
