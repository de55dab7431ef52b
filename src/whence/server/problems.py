"""Errors on the wire: one shape everywhere, and the only place that knows HTTP statuses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import structlog
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from starlette.exceptions import HTTPException

from whence import errors
from whence.core.jsons import pointer
from whence.errors import Problem, WhenceError

_log = structlog.get_logger("whence.server")

STATUSES: dict[type[WhenceError], int] = {
    errors.IdempotencyMismatch: 422,
    errors.TooLarge: 413,
    errors.InvalidInput: 400,
    errors.NotFound: 404,
    errors.Conflict: 409,
    errors.Unauthorized: 401,
    errors.Denied: 403,
    errors.AgentFailed: 502,
    errors.RateLimited: 429,
    errors.Unavailable: 503,
}
_OTHER = {404: "not_found", 405: "method_not_allowed", 413: "payload_too_large"}


def status_of(error: WhenceError) -> int:
    """The HTTP status of an error: that of the nearest class that has one."""
    return next(STATUSES[cls] for cls in type(error).__mro__ if cls in STATUSES)


def error_json(error: WhenceError) -> dict[str, Any]:
    """The one shape of every error."""
    body: dict[str, Any] = {
        "error": error.code,
        "message": error.message,
        "problems": [_problem(p) for p in getattr(error, "problems", ())],
    }
    if isinstance(error, errors.InsufficientScope):
        body["required"] = error.required
    if isinstance(error, errors.InvalidModel):
        body["candidates"] = list(error.candidates)
    return body


def error_response(error: WhenceError) -> Response:
    """The answer that tells of an error."""
    headers = {}
    if isinstance(error, errors.RateLimited):
        headers["Retry-After"] = str(error.retry_after)
    if isinstance(error, errors.Unauthorized):
        headers["WWW-Authenticate"] = "Bearer"
    return _answer(error_json(error), status_of(error), headers)


def _problem(problem: Problem) -> dict[str, Any]:
    found = {"field": problem.field, "problem": problem.problem}
    numbers = {"limit": problem.limit, "actual": problem.actual}
    return found | {name: number for name, number in numbers.items() if number is not None}


def problems_of(found: Sequence[Any], *, at: Sequence[str] = ()) -> list[Problem]:
    """What pydantic found, as problems: each says where it is and what the rule is."""
    problems: list[Problem] = []
    for error in found:
        steps = [str(step) for step in error["loc"] if step not in at]
        where = pointer(*steps) if "body" in at else ".".join(steps)
        context = error.get("ctx") or {}
        if error["type"] == "whence":
            problems += [
                Problem(where + p.field, p.problem, p.limit, p.actual) for p in context["problems"]
            ]
        else:
            limit = next((v for k, v in context.items() if k in _LIMITS and type(v) is int), None)
            actual = context.get("actual_length")
            problems.append(Problem(where, error["msg"], limit, actual))
    return problems


_LIMITS = ("max_length", "min_length", "le", "ge", "lt", "gt")


def invalid_body(error: ValidationError) -> errors.InvalidInput:
    """A body that broke rules, all of them named."""
    return errors.InvalidInput(problems_of(error.errors(include_url=False), at=["body"]))


def install(app: FastAPI) -> None:
    """Answer every error in the one shape."""

    async def known(_: Request, error: Exception) -> Response:
        assert isinstance(error, WhenceError)
        return error_response(error)

    async def invalid(_: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        problems = problems_of(error.errors(), at=["query", "path", "header"])
        return error_response(errors.InvalidInput(problems))

    async def other(_: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        code = _OTHER.get(error.status_code, "invalid_request")
        body = {"error": code, "message": str(error.detail), "problems": []}
        return _answer(body, error.status_code, dict(error.headers or {}))

    async def bug(request: Request, error: Exception) -> Response:
        _log.error("unexpected error", path=request.url.path, error=repr(error), exc_info=error)
        message = "something went wrong here; the server's log has the details"
        return _answer({"error": "internal", "message": message, "problems": []}, 500, {})

    app.add_exception_handler(WhenceError, known)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, other)
    app.add_exception_handler(Exception, bug)


def _answer(body: dict[str, Any], status: int, headers: dict[str, str]) -> Response:
    return Response(msgspec.json.encode(body), status, headers, media_type="application/json")
