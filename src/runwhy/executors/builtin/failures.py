"""Failures of model calls: their class, what is said of them, whether to try again."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic_ai import exceptions as ai

from runwhy.core.redaction import redact_text
from runwhy.core.runs.run import ErrorClass, Failure

MAX_MESSAGE = 2000
FIRST_WAIT = 0.5

# The first that fits: what is more special stands before what is more general.
_CLASSES: Sequence[tuple[type[Exception], ErrorClass, str | None]] = (
    (ai.ModelRateLimitError, ErrorClass.RATE_LIMIT, None),
    (ai.ModelQuotaExceededError, ErrorClass.AUTH, "quota_exceeded"),
    (ai.ModelOverloadedError, ErrorClass.OVERLOADED, None),
    (ai.ModelUnavailableError, ErrorClass.SERVER, None),
    (ai.ModelServerError, ErrorClass.SERVER, None),
    (ai.ModelTimeoutError, ErrorClass.TIMEOUT, None),
    (ai.ModelConnectionError, ErrorClass.SERVER, "connection_failed"),
    (ai.ModelContextWindowExceededError, ErrorClass.CONTEXT_WINDOW, None),
    (ai.ModelAuthenticationError, ErrorClass.AUTH, None),
    (ai.ModelNotFoundError, ErrorClass.INVALID_REQUEST, "model_not_found"),
    (ai.ModelRequestRejectedError, ErrorClass.INVALID_REQUEST, None),
    (ai.ModelAPIError, ErrorClass.SERVER, None),  # an error in the stream that says no more
    (ai.UnexpectedModelBehavior, ErrorClass.SERVER, None),
    (ai.UserError, ErrorClass.INVALID_REQUEST, None),
    (NotImplementedError, ErrorClass.INVALID_REQUEST, None),
)
CAUGHT = tuple(error for error, _, _ in _CLASSES)

_TRANSIENT = frozenset({ErrorClass.RATE_LIMIT, ErrorClass.OVERLOADED, ErrorClass.SERVER})


@dataclass(frozen=True, slots=True, kw_only=True)
class Retries:
    """How often a call is tried again, and how long one waits at most before that."""

    times: int = 4
    longest_wait: float = 60.0

    def wait_before(self, attempt: int, error: Exception, failure: Failure) -> float | None:
        """Seconds to wait before the next try, or None when there is none.

        What the provider asks for is honoured; if that is more than we wait, there is no next try.
        """
        if attempt >= self.times or not _may_help(error, failure):
            return None
        asked = getattr(error, "retry_after", None)
        if asked is not None:
            return None if asked > self.longest_wait else float(asked)
        wait = FIRST_WAIT * 2**attempt * random.uniform(0.5, 1.0)  # noqa: S311
        return float(min(wait, self.longest_wait))


def _may_help(error: Exception, failure: Failure) -> bool:
    """Whether a new try may end otherwise; a provider that says no knows better."""
    if getattr(error, "provider_retry_hint", None) is False:
        return False
    unheard = getattr(error, "phase", None) in ("connect", "pool")
    return unheard or failure.error_class in _TRANSIENT or failure.api_status == 408


def failure_of(error: Exception, *, provider: str, secrets: Sequence[str] = ()) -> Failure:
    """What callers are told of an error that a provider or the way there caused."""
    if isinstance(error, ai.ModelHTTPError) and error.status_code == 408:
        found, code = ErrorClass.TIMEOUT, None
    else:
        found, code = next((c, k) for kind, c, k in _CLASSES if isinstance(error, kind))
    message = redact_text(f"{provider}: {_words_of(error)}", known=secrets)
    return Failure(
        message=message[:MAX_MESSAGE],
        error_class=found,
        code=code,
        api_status=getattr(error, "status_code", None),
        api_code=getattr(error, "provider_error_code", None)
        or getattr(error, "provider_error_type", None),
    )


def _words_of(error: Exception) -> str:
    """The provider's own sentence, where the error has one; else the library's."""
    body = getattr(error, "body", None)
    inner = body.get("error", body) if isinstance(body, Mapping) else None
    message = inner.get("message") if isinstance(inner, Mapping) else None
    return message if isinstance(message, str) and message else str(error)
