"""Errors of the client: API errors, connection errors and runs that did not succeed.

RunwhyError
├── ApiError                 the server returned an error; `code` is stable
│   ├── InvalidRequestError  400, 413, 422: `problems` lists every reason
│   ├── AuthenticationError  401
│   ├── PermissionDeniedError  403; `required` names the scope
│   ├── NotFoundError        404
│   ├── ConflictError        409
│   ├── RateLimitedError     429
│   └── ServerError          500 and above
├── ConnectionFailed         no response after all retries
├── RunFailed                the run ended with an error
└── RunCancelled             the run was cancelled
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from runwhy.client.answer_reader import read_all
from runwhy.core.json import JsonObject
from runwhy.errors import Problem, RunwhyError
from runwhy.wire import answer
from runwhy.wire.runs import NO_TOKENS, ModelUsed, Tokens


class ApiError(RunwhyError):
    """The server returned an error; `body` is the full response.

    `retry_after` is the number of seconds after which the server expects a retry, if known.
    """

    retry_after: float | None = None

    def __init__(
        self,
        code: str,
        status: int,
        message: str,
        problems: Sequence[Problem] = (),
        *,
        body: JsonObject | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.status = status
        self.problems = tuple(problems)
        self.body: JsonObject = body or {}

    def __str__(self) -> str:
        return f"{self.message} ({self.code}, HTTP {self.status})"


class InvalidRequestError(ApiError):
    """The request is invalid and nothing was created; `problems` lists every reason."""


class AuthenticationError(ApiError):
    """The key is missing or unknown."""


class PermissionDeniedError(ApiError):
    """The key lacks a required scope."""

    @property
    def required(self) -> str | None:
        """The scope that the key lacks."""
        scope = self.body.get("required")
        return scope if isinstance(scope, str) else None


class NotFoundError(ApiError):
    """The resource does not exist in this workspace."""


class ConflictError(ApiError):
    """The resource's state does not allow the request."""


class RateLimitedError(ApiError):
    """Too many requests; retry after `retry_after` seconds."""


class ServerError(ApiError):
    """The server failed."""


class ConnectionFailed(RunwhyError):
    """The server could not be reached, or a stream could not be resumed."""

    code = "connection_failed"


class RunFailed(RunwhyError):
    """The run ended with an error; `partial_text` is the model's output before it."""

    code = "run_failed"

    def __init__(
        self,
        run_id: str,
        error_class: str,
        message: str,
        *,
        partial_text: str = "",
        retryable: bool = False,
        tokens: Tokens | None = None,
        cost: str | None = None,
        unpriced_calls: int = 0,
        turns: int = 0,
        model: ModelUsed | None = None,
        metadata: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.run_id = run_id
        self.error_class = error_class
        self.partial_text = partial_text
        self.retryable = retryable
        self.tokens = tokens or NO_TOKENS
        self.cost = cost
        self.unpriced_calls = unpriced_calls
        self.turns = turns
        self.model = model
        self.metadata: Mapping[str, str] = metadata or {}

    def __str__(self) -> str:
        return f"{self.run_id}: {self.message} ({self.error_class})"


class RunCancelled(RunwhyError):
    """The run was cancelled; see `reason`."""

    code = "run_cancelled"

    def __init__(
        self, run_id: str, reason: str, *, metadata: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(f"{run_id} was cancelled: {reason}")
        self.run_id = run_id
        self.reason = reason
        self.metadata: Mapping[str, str] = metadata or {}


_BY_STATUS: Mapping[int, type[ApiError]] = {
    400: InvalidRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    413: InvalidRequestError,
    422: InvalidRequestError,
    429: RateLimitedError,
}


def api_error(status: int, body: object, *, retry_after: str | None = None) -> ApiError:
    """Convert an error response, including responses of proxies."""
    fields = body if isinstance(body, Mapping) else {}
    code, message = _reason(fields)
    kind = _BY_STATUS.get(status, ServerError if status >= 500 else ApiError)
    problems = [_problem(one) for one in read_all(answer.Problem, fields.get("problems"))]
    error = kind(
        str(code or f"http_{status}"),
        status,
        str(message or f"the server returned HTTP {status}"),
        problems,
        body=fields,
    )
    error.retry_after = _seconds(retry_after)
    return error


def _reason(fields: Mapping[str, object]) -> tuple[object, object]:
    """Return code and message; routes below `/v1/` have those of OpenAI or Anthropic."""
    inner = fields.get("error")
    if isinstance(inner, Mapping):
        return inner.get("code") or inner.get("type"), inner.get("message")
    return inner, fields.get("message")


def _problem(given: answer.Problem) -> Problem:
    return Problem(given.field, given.problem, given.limit, given.actual)


def _seconds(text: str | None) -> float | None:
    """Return `Retry-After` in seconds; dates are ignored."""
    try:
        return max(0.0, float(text)) if text else None
    except ValueError:
        return None
