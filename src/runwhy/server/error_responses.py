"""Error responses: one JSON format, and the mapping from errors to HTTP statuses."""

from __future__ import annotations

from collections.abc import Iterator, Sized
from typing import Any, TypeGuard

import msgspec
from pydantic import ValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Scope

from runwhy.core.json import pointer
from runwhy.errors import (
    AgentFailed,
    BudgetExceeded,
    Conflict,
    Denied,
    HeadersTooLarge,
    IdempotencyMismatch,
    InsufficientScope,
    InvalidInput,
    InvalidModel,
    Locked,
    NotFound,
    Problem,
    RateLimited,
    RunwhyError,
    TooLarge,
    Unauthorized,
    Unavailable,
    plain_rule,
)
from runwhy.server.compatible_errors import (
    compatible_error,
    compatible_response,
    is_compatible,
    route_error,
)
from runwhy.wire.answer import Error, RefusingBudget

STATUSES: dict[type[RunwhyError], int] = {
    IdempotencyMismatch: 422,
    TooLarge: 413,
    InvalidInput: 400,
    NotFound: 404,
    Conflict: 409,
    Unauthorized: 401,
    Denied: 403,
    AgentFailed: 502,
    RateLimited: 429,
    BudgetExceeded: 429,
    HeadersTooLarge: 431,
    Unavailable: 503,
}
_NO_ROUTE = (
    "no route matches this path; API paths begin with /api/v1/workspaces/default/, and those for "
    "clients of OpenAI and Anthropic with /v1/"
)
_UNEXPECTED = "unexpected error; see the server's log"
_OTHER = {404: "not_found", 405: "method_not_allowed", 413: "payload_too_large"}


def status_of(error: RunwhyError) -> int:
    """Return the HTTP status of an error: that of its nearest class with one."""
    return next(STATUSES[cls] for cls in type(error).__mro__ if cls in STATUSES)


def error_answer(error: RunwhyError) -> Error:
    """Return an error as the answer to a request."""
    return Error.of(
        error.code,
        error.message,
        getattr(error, "problems", ()),
        required=error.required if isinstance(error, InsufficientScope) else None,
        candidates=list(error.candidates) if isinstance(error, InvalidModel) else None,
        budget=RefusingBudget.of(error) if isinstance(error, BudgetExceeded) else None,
    )


def error_json_bytes(error: RunwhyError) -> bytes:
    """Return an error as encoded JSON, for a response outside of the app."""
    return msgspec.json.encode(error_answer(error))


def error_response(error: RunwhyError, scope: Scope) -> Response:
    """Return the HTTP response for an error, in the form of the request's wire."""
    headers = {}
    if isinstance(error, (RateLimited, Locked)) or _resets(error):
        headers["Retry-After"] = str(error.retry_after)
    if isinstance(error, Unauthorized):
        headers["WWW-Authenticate"] = "Bearer"
    if isinstance(error, InsufficientScope):
        lacks = f'error="insufficient_scope", scope="{error.required}"'
        headers["WWW-Authenticate"] = f"Bearer {lacks}"
    status = status_of(error)
    if is_compatible(scope):
        return compatible_error(error, status, headers, scope)
    return _json_response(error_answer(error), status, headers)


def _resets(error: RunwhyError) -> TypeGuard[BudgetExceeded]:
    return isinstance(error, BudgetExceeded) and error.retry_after is not None


def invalid_body(error: ValidationError) -> InvalidInput:
    """Convert pydantic's errors in a body to problems."""
    found = error.errors(include_url=False)
    return InvalidInput([p for one in found for p in _problems(pointer(*one["loc"]), one)])


def parameter_problems(name: str, error: ValidationError) -> list[Problem]:
    """Convert pydantic's errors in a parameter to problems."""
    found = error.errors(include_url=False)
    return [p for one in found for p in _problems(".".join(map(str, (name, *one["loc"]))), one)]


def _problems(where: str, error: Any) -> Iterator[Problem]:
    """Convert one pydantic error to problems with field, rule, limit and actual value."""
    context = error.get("ctx") or {}
    if error["type"] == "runwhy":  # raised by our own validators
        for problem in context["problems"]:
            field = where + problem.field
            yield Problem(field, problem.problem, problem.limit, problem.actual)
        return
    limit = next((int(context[name]) for name in _LIMITS if name in context), None)
    actual = None if limit is None else _actual(error["input"], context)
    yield Problem(where, plain_rule(error["msg"]), limit, actual)


_LIMITS = ("max_length", "min_length", "le", "ge", "lt", "gt")


def _actual(value: object, context: dict[str, Any]) -> int | None:
    if (length := context.get("actual_length")) is not None:
        return int(length)
    if "max_length" in context or "min_length" in context:
        return len(value) if isinstance(value, Sized) else None
    try:
        return int(value)  # type: ignore[call-overload, no-any-return]
    except (TypeError, ValueError, OverflowError):
        return None


def internal_error(scope: Scope) -> Response:
    """Return the response for an unexpected exception."""
    if is_compatible(scope):
        return compatible_response(500, "internal", _UNEXPECTED, (), {}, scope)
    return _json_response(Error.of("internal", _UNEXPECTED), 500, {})


async def _known(request: Request, error: Exception) -> Response:
    assert isinstance(error, RunwhyError)
    return error_response(error, request.scope)


async def _other(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    headers = dict(error.headers or {})
    if is_compatible(request.scope):
        return route_error(error.status_code, headers, request.scope)
    code = _OTHER.get(error.status_code, "invalid_request")
    message = _NO_ROUTE if error.status_code == 404 else str(error.detail)
    return _json_response(Error.of(code, message), error.status_code, headers)


# The app's handlers, which return every error in the same format.
HANDLERS: dict[Any, Any] = {RunwhyError: _known, HTTPException: _other}


def _json_response(body: Error, status: int, headers: dict[str, str]) -> Response:
    return Response(msgspec.json.encode(body), status, headers, media_type="application/json")
