"""What the client raises: errors of the API, of the connection, and runs that did not succeed.

RunwhyError
├── ApiError                 the server answered with an error; `code` is a promise
│   ├── InvalidRequestError  400, 413, 422: `problems` names every broken rule
│   ├── AuthenticationError  401
│   ├── PermissionDeniedError  403; `required` names the scope
│   ├── NotFoundError        404
│   ├── ConflictError        409
│   ├── RateLimitedError     429; `retry_after` in seconds, when the server said so
│   └── ServerError          500 and above
├── ConnectionFailed         no answer, after all retries
├── RunFailed                the run ended with an error
└── RunCancelled             the run was cancelled
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from runwhy.core.json import JsonObject
from runwhy.core.runs.run import ModelUsed, Tokens
from runwhy.errors import Problem, RunwhyError


class ApiError(RunwhyError):
    """The server answered with an error; `body` is all that it said."""

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
    """The request broke a rule, and nothing was created; `problems` names every one."""


class AuthenticationError(ApiError):
    """No key was sent, or an unknown one."""


class PermissionDeniedError(ApiError):
    """The key may not do this."""

    @property
    def required(self) -> str | None:
        """The scope that the key lacks."""
        scope = self.body.get("required")
        return scope if isinstance(scope, str) else None


class NotFoundError(ApiError):
    """Unknown, or another workspace's."""


class ConflictError(ApiError):
    """The state of the thing does not allow it."""


class RateLimitedError(ApiError):
    """Too much at once."""

    retry_after: float | None = None


class ServerError(ApiError):
    """The server failed."""


class ConnectionFailed(RunwhyError):
    """The server could not be reached, or a stream stayed broken."""

    code = "connection_failed"


class RunFailed(RunwhyError):
    """The run ended with an error; `partial_text` is what the model had said until then."""

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
        turns: int = 0,
        model: ModelUsed | None = None,
        metadata: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.run_id = run_id
        self.error_class = error_class
        self.partial_text = partial_text
        self.retryable = retryable
        self.tokens = tokens or Tokens()
        self.turns = turns
        self.model = model
        self.metadata: Mapping[str, str] = metadata or {}

    def __str__(self) -> str:
        return f"{self.run_id}: {self.message} ({self.error_class})"


class RunCancelled(RunwhyError):
    """The run was cancelled; `reason` says why."""

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
    """The error that an answer stands for; one without our shape (a proxy's) becomes one too."""
    said = body if isinstance(body, Mapping) else {}
    code = str(said.get("error") or f"http_{status}")
    message = str(said.get("message") or f"the server answered with HTTP {status}")
    kind = _BY_STATUS.get(status, ServerError if status >= 500 else ApiError)
    error = kind(code, status, message, _problems(said.get("problems")), body=said)
    if isinstance(error, RateLimitedError):
        error.retry_after = _seconds(retry_after)
    return error


def _problems(given: object) -> tuple[Problem, ...]:
    listed = given if isinstance(given, list) else []
    return tuple(_problem(one) for one in listed if isinstance(one, Mapping))


def _problem(given: JsonObject) -> Problem:
    limit, actual = given.get("limit"), given.get("actual")
    return Problem(
        field=str(given.get("field") or ""),
        problem=str(given.get("problem") or ""),
        limit=limit if isinstance(limit, int) else None,
        actual=actual if isinstance(actual, int) else None,
    )


def _seconds(text: str | None) -> float | None:
    """`Retry-After` in seconds; a date is not worth a parser, so it counts as not said."""
    try:
        return max(0.0, float(text)) if text else None
    except ValueError:
        return None
