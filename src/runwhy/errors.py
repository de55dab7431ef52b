"""The error tree: every failure that is reported to a caller.

    RunwhyError
    ├── InvalidInput     the caller can fix the request; all problems are listed
    │   ├── InvalidModel (MissingKey), IdempotencyMismatch, TooLarge, PriceUnknown
    ├── NotFound         unknown, or in another workspace
    │   └── UnknownToolUse
    ├── Conflict         the current state does not allow the operation
    │   ├── RunTerminal, SessionEnded, BudgetExceeded
    ├── Denied           401 Unauthorized, 403 InsufficientScope
    ├── AgentFailed      the agent or its model failed
    └── Unavailable      the server cannot handle the request now
        └── RateLimited, Locked, DatabaseInUse

`server/error_responses.py` maps these to HTTP statuses. Any other exception is a bug.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Problem:
    """One invalid value: its field (a JSON pointer), the problem, the limit and the value."""

    field: str
    problem: str
    limit: int | None = None
    actual: int | None = None
    code: str | None = None  # its name on other wires, if they have one

    @classmethod
    def over(cls, field: str, what: str, actual: int, limit: int) -> Problem:
        """Return the problem of a value that has more of something than the limit."""
        return cls(field, f"has {actual} {what}; the limit is {limit}", limit, actual)

    def __str__(self) -> str:
        where = f"{self.field}: " if self.field else ""
        return f"{where}{self.problem}"


def plain_rule(message: str) -> str:
    """Return a message of pydantic in the words of all other problems: "must be at least 0"."""
    for pattern, plain in _PLAIN_RULES.items():
        message = re.sub(pattern, plain, message)
    return message


_PLAIN_RULES = {
    r"^[A-Z]\w* should ": "must ",
    "^Field required": "is required",
    "be greater than or equal to": "be at least",
    "be less than or equal to": "be at most",
    "be greater than": "be more than",
    "have at least 1 character": "not be empty",
    " after validation": "",
    ", unable to .*": "",
    "be a valid dictionary.*": "be an object",
    "be a valid (?:datetime|date).*": "be a time in RFC 3339 format, such as 2026-11-18T18:00:00Z",
    "have timezone info": "have a time zone, such as 2026-11-18T18:00:00Z",
    "be a valid boolean": "be true or false",
    "be a valid integer.*": "be an integer",
    "be a valid ": "be a ",
}


class RunwhyError(Exception):
    """Base class of all errors. `code` is stable; the message may change."""

    code = "error"

    def __init_subclass__(cls, *, code: str | None = None) -> None:
        cls.code = code or cls.code

    def __init__(self, message: str = "") -> None:
        super().__init__(message or self.code)
        self.message = message or self.code


class InvalidInput(RunwhyError, code="invalid_request"):
    """The request is invalid. `problems` lists everything that is wrong with it."""

    def __init__(self, problems: Iterable[Problem] | str) -> None:
        self.problems: Sequence[Problem] = (
            (Problem("", problems),) if isinstance(problems, str) else tuple(problems)
        )
        super().__init__("; ".join(str(problem) for problem in self.problems))


class InvalidModel(InvalidInput, code="invalid_model"):
    """The model does not exist. `candidates` lists similar ids."""

    def __init__(self, model_id: str, candidates: Sequence[str] = (), reason: str = "") -> None:
        hint = f"; did you mean {', '.join(candidates)}?" if candidates else ""
        super().__init__([Problem("/modelId", reason or f"no model {model_id!r}{hint}")])
        self.candidates = tuple(candidates)


class MissingKey(InvalidModel):
    """The model exists, but the server has no API key for its provider."""

    def __init__(self, model_id: str, variable: str) -> None:
        reason = f"{model_id!r} needs an API key: set {variable} on the server"
        super().__init__(model_id, reason=reason)


class PriceUnknown(InvalidInput, code="price_unknown"):
    """A budget limits the cost, and the model has no known price."""


class TooLarge(InvalidInput, code="payload_too_large"):
    """The request body exceeds its byte limit."""

    def __init__(self, limit: int, actual: int | None = None) -> None:
        rule = f"the body exceeds the limit of {limit} bytes"
        super().__init__([Problem("", rule, limit, actual)])


class HeadersTooLarge(InvalidInput, code="headers_too_large"):
    """The headers of the request exceed their limit."""

    def __init__(self, what: str, limit: int, actual: int) -> None:
        rule = f"have at least {actual} {what}; the limit is {limit}"
        super().__init__([Problem("headers", rule, limit, actual)])


class IdempotencyMismatch(InvalidInput, code="idempotency_mismatch"):
    """The `Idempotency-Key` was used before with a different body."""

    def __init__(self) -> None:
        rule = "was already used for a different request; use a new key"
        super().__init__([Problem("Idempotency-Key", rule)])


class NotFound(RunwhyError, code="not_found"):
    """The resource is unknown or in another workspace; the two cases look the same."""


class UnknownToolUse(NotFound, code="unknown_tool_use"):
    """The tool result is for a call that is unknown or already has a result."""


class Conflict(RunwhyError, code="conflict"):
    """The current state of the resource does not allow the operation."""


class RunTerminal(Conflict, code="run_terminal"):
    """The run has ended."""


class SessionEnded(Conflict, code="session_ended"):
    """The session has ended."""


class BudgetExceeded(Conflict, code="budget_exceeded"):
    """A budget refuses new runs until it resets; `used` and `limit` are in the API's units."""

    def __init__(
        self,
        message: str,
        *,
        budget_id: str,
        scope: str,
        budget: str,
        measure: str,
        used: float,
        limit: float,
        resets_at: datetime | None,
        retry_after: int | None,
    ) -> None:
        super().__init__(message)
        self.budget_id = budget_id
        self.scope = scope
        self.budget = budget
        self.measure = measure
        self.used = used
        self.limit = limit
        self.resets_at = resets_at
        self.retry_after = retry_after


class Denied(RunwhyError, code="forbidden"):
    """The caller is not allowed to do this."""


class Unauthorized(Denied, code="unauthorized"):
    """The API key is missing or unknown."""


class InsufficientScope(Denied, code="insufficient_scope"):
    """The API key lacks the scope in `required`."""

    def __init__(self, required: str) -> None:
        super().__init__(f"this key lacks the scope {required}")
        self.required = required


class AgentFailed(RunwhyError, code="agent_failed"):
    """The agent or its model failed."""


class Unavailable(RunwhyError, code="unavailable"):
    """The server cannot handle the request now; a retry may succeed."""


class DatabaseInUse(Unavailable):
    """Another server uses this database, which supports only one."""


class Locked(Unavailable, code="locked"):
    """Another transaction holds the session or row that the request changes for too long."""

    def __init__(self, retry_after: int = 2) -> None:
        super().__init__(
            "another transaction holds this session or resource, perhaps that of a server that was"
            f" lost; nothing was changed, retry in {retry_after} s"
        )
        self.retry_after = retry_after


class RateLimited(Unavailable, code="rate_limited"):
    """Too many requests. Retry after `retry_after` seconds."""

    def __init__(self, message: str, retry_after: int = 1) -> None:
        super().__init__(message)
        self.retry_after = retry_after
