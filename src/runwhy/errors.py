"""The error tree: every failure that a caller is told about.

    RunwhyError
    ├── InvalidInput     the caller can fix it; every broken rule is named
    │   ├── InvalidModel (MissingKey), IdempotencyMismatch, TooLarge
    ├── NotFound         unknown, or another workspace's
    │   └── UnknownToolUse
    ├── Conflict         the state does not allow it
    │   ├── RunTerminal, SessionEnded
    ├── Denied           401 Unauthorized, 403 InsufficientScope
    ├── AgentFailed      the agent or its model failed
    └── Unavailable      we cannot serve it now
        └── RateLimited, DatabaseInUse

HTTP statuses stand in `server/error_responses.py` only. Whatever else escapes is a bug: let it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One broken rule: where (a JSON pointer), what, and the limit that was passed."""

    field: str
    problem: str
    limit: int | None = None
    actual: int | None = None

    def __str__(self) -> str:
        where = f"{self.field}: " if self.field else ""
        return f"{where}{self.problem}"


class RunwhyError(Exception):
    """Something that a caller is told about; `code` is a promise, the message is not."""

    code = "error"

    def __init__(self, message: str = "") -> None:
        super().__init__(message or self.code)
        self.message = message or self.code


class InvalidInput(RunwhyError):
    """The caller can fix it: every broken rule is named, not only the first."""

    code = "invalid_request"

    def __init__(self, problems: Iterable[Problem] | str) -> None:
        self.problems: Sequence[Problem] = (
            (Problem("", problems),) if isinstance(problems, str) else tuple(problems)
        )
        super().__init__("; ".join(str(problem) for problem in self.problems))


class InvalidModel(InvalidInput):
    """No such model; `candidates` names similar ones."""

    code = "invalid_model"

    def __init__(self, model_id: str, candidates: Sequence[str] = (), reason: str = "") -> None:
        hint = f"; did you mean {', '.join(candidates)}?" if candidates else ""
        super().__init__([Problem("/modelId", reason or f"no model {model_id!r}{hint}")])
        self.candidates = tuple(candidates)


class MissingKey(InvalidModel):
    """The model exists, but this server has no key for its provider."""

    def __init__(self, model_id: str, variable: str) -> None:
        reason = f"{model_id!r} needs an API key: set {variable} where the server runs"
        super().__init__(model_id, reason=reason)


class TooLarge(InvalidInput):
    """The request is over its byte limit."""

    code = "payload_too_large"

    def __init__(self, limit: int, actual: int | None = None) -> None:
        super().__init__([Problem("", f"the body may have at most {limit} bytes", limit, actual)])


class IdempotencyMismatch(InvalidInput):
    """The same `Idempotency-Key` came with another body."""

    code = "idempotency_mismatch"

    def __init__(self) -> None:
        super().__init__(
            [Problem("Idempotency-Key", "was already used with another request; use a new key")]
        )


class NotFound(RunwhyError):
    """Unknown, or another workspace's: never told apart."""

    code = "not_found"


class UnknownToolUse(NotFound):
    """A tool result for a call that is unknown or already answered."""

    code = "unknown_tool_use"


class Conflict(RunwhyError):
    """The state of the thing does not allow it."""

    code = "conflict"


class RunTerminal(Conflict):
    """The run has ended."""

    code = "run_terminal"


class SessionEnded(Conflict):
    """The session has ended."""

    code = "session_ended"


class Denied(RunwhyError):
    """The caller may not do this."""

    code = "forbidden"


class Unauthorized(Denied):
    """No key, or an unknown one."""

    code = "unauthorized"


class InsufficientScope(Denied):
    """The key lacks a scope; `required` names it."""

    code = "insufficient_scope"

    def __init__(self, required: str) -> None:
        super().__init__(f"this key lacks the scope {required}")
        self.required = required


class AgentFailed(RunwhyError):
    """The agent, or the model behind it, failed."""

    code = "agent_failed"


class Unavailable(RunwhyError):
    """The server cannot do it now; trying again later may help."""

    code = "unavailable"


class DatabaseInUse(Unavailable):
    """Another server has the database, and it can have only one."""


class RateLimited(Unavailable):
    """Too much at once; `retry_after` says when to come back (seconds)."""

    code = "rate_limited"

    def __init__(self, message: str, retry_after: int = 1) -> None:
        super().__init__(message)
        self.retry_after = retry_after
