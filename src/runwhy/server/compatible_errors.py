"""Errors below `/v1/`, in the form that clients of OpenAI and Anthropic read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from starlette.responses import Response
from starlette.types import Scope

from runwhy.errors import (
    BudgetExceeded,
    InvalidModel,
    Locked,
    Problem,
    RateLimited,
    RunwhyError,
)
from runwhy.wire.anthropic.errors import anthropic_error
from runwhy.wire.openai.errors import openai_error
from runwhy.wire.run_output import RunError

COMPATIBLE = "/v1/"
ANTHROPIC = "/v1/messages"
OPENAI = ("/v1/chat/", "/v1/responses")
VERSION = b"anthropic-version"  # a header of all clients of Anthropic
REQUEST_ID = b"x-request-id"
# The SDKs send a request again after 409 and 5xx, unless the answer has this header.
NO_RETRY = {"x-should-retry": "false"}

_NOT_SERVED = (
    "is not supported by this server; it has POST /v1/chat/completions, POST /v1/responses, "
    "POST /v1/messages and GET /v1/models"
)
OVERLOADED = 529  # on Anthropic's wire
_RUN_STATUSES = {
    "rate_limit": 429,
    "overloaded": 503,
    "server": 502,
    "auth": 502,
    "context_window": 400,
    "invalid_request": 400,
    "timeout": 504,
    "local_timeout": 504,
}
_CODE_STATUSES = {
    "cancelled": 409,
    "output_schema_mismatch": 502,
    "budget_exceeded": 429,
    "price_unknown": 400,
}


def is_compatible(scope: Scope) -> bool:
    """Whether a request speaks the wire of another API."""
    return scope["type"] == "http" and str(scope["path"]).startswith(COMPATIBLE)


def is_anthropic(scope: Scope) -> bool:
    """Whether a request speaks Anthropic's wire."""
    path = f"{scope['path']}/"
    if path.startswith((f"{ANTHROPIC}/", *OPENAI)):
        return path.startswith(ANTHROPIC)
    return any(name == VERSION for name, _ in scope["headers"])


def request_id(scope: Scope) -> str:
    """Return the id of a request, which is made when it is first needed."""
    state = scope.setdefault("state", {})
    if "request_id" not in state:
        state["request_id"] = scope["app"].state.services.runs.new_id("req")
    id: str = state["request_id"]
    return id


def name_request(scope: Scope, run_id: str) -> None:
    """Make the run's id the id of the request that started it."""
    scope.setdefault("state", {})["request_id"] = run_id


def request_ids(scope: Scope) -> Sequence[tuple[bytes, bytes]]:
    """Return the headers with the id of a request below `/v1/`."""
    if not is_compatible(scope):
        return ()
    id = request_id(scope).encode()
    return ((REQUEST_ID, id), (b"request-id", id)) if is_anthropic(scope) else ((REQUEST_ID, id),)


def compatible_error(
    error: RunwhyError, status: int, headers: Mapping[str, str], scope: Scope
) -> Response:
    """Return the response for an error. Unknown models are 404, as everywhere else."""
    if isinstance(error, InvalidModel):
        status = 404
    is_refused = status == 409 and not isinstance(error, Locked | RateLimited)
    if is_refused or isinstance(error, BudgetExceeded):
        headers = {**headers, **NO_RETRY}
    problems: Sequence[Problem] = getattr(error, "problems", ())
    return compatible_response(status, error.code, error.message, problems, headers, scope)


def compatible_response(
    status: int,
    code: str,
    message: str,
    problems: Sequence[Problem],
    headers: Mapping[str, str],
    scope: Scope,
) -> Response:
    """Return an error response in the form of the request's wire."""
    body = (
        anthropic_error(status, message, problems, request_id=request_id(scope))
        if is_anthropic(scope)
        else openai_error(status, code, message, problems)
    )
    return Response(msgspec.json.encode(body), status, dict(headers), media_type="application/json")


def route_error(status: int, headers: Mapping[str, str], scope: Scope) -> Response:
    """Return the response for a route or method that this server does not have, by its name."""
    code = {404: "unknown_url", 405: "method_not_allowed"}.get(status, "invalid_request")
    named = f"{scope['method']} {str(scope['path'])[:200]}"
    return compatible_response(status, code, f"{named} {_NOT_SERVED}", (), headers, scope)


def status_of_run(error: RunError) -> int:
    """Return the HTTP status of a failed run."""
    return _CODE_STATUSES.get(error.code) or _RUN_STATUSES.get(error.error_class, 500)


def run_error_response(error: RunError, scope: Scope) -> Response:
    """Return the response for a failed run. This server has retried where that made sense."""
    status = status_of_run(error)
    if status == 503 and is_anthropic(scope):
        status = OVERLOADED
    return compatible_response(status, error.code, error.message, (), NO_RETRY, scope)
