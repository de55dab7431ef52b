"""Failures of model calls: error class, message, and whether to retry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import SystemRandom

from pydantic_ai import exceptions as ai

from runwhy.core.redaction import redact_text
from runwhy.core.runs.run import ErrorClass, Failure

MAX_MESSAGE = 2000
FIRST_WAIT = 0.5

_RANDOM = SystemRandom()

# The first match wins, so subclasses come before their base classes.
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
    (ai.ModelAPIError, ErrorClass.SERVER, None),  # an error in the stream without details
    (ai.UnexpectedModelBehavior, ErrorClass.SERVER, None),
    (ai.UserError, ErrorClass.INVALID_REQUEST, None),
    (NotImplementedError, ErrorClass.INVALID_REQUEST, None),
)
CAUGHT = tuple(error for error, _, _ in _CLASSES)

_TRANSIENT = frozenset({ErrorClass.RATE_LIMIT, ErrorClass.OVERLOADED, ErrorClass.SERVER})


@dataclass(frozen=True, slots=True, kw_only=True)
class Retries:
    """Retry policy: how often, and the longest wait."""

    times: int = 4
    longest_wait: float = 60.0

    def wait_before(self, attempt: int, error: Exception, failure: Failure) -> float | None:
        """Return the seconds to wait before the next attempt, or None to stop.

        A provider's `retry_after` is honoured; if it exceeds `longest_wait`, the call is not
        retried.
        """
        if attempt >= self.times or not _is_retryable(error, failure):
            return None
        retry_after = getattr(error, "retry_after", None)
        if retry_after is not None:
            return None if retry_after > self.longest_wait else float(retry_after)
        wait = FIRST_WAIT * 2**attempt * _RANDOM.uniform(0.5, 1.0)
        return float(min(wait, self.longest_wait))


def _is_retryable(error: Exception, failure: Failure) -> bool:
    """Return whether a retry may succeed; a provider's hint not to retry wins."""
    if getattr(error, "provider_retry_hint", None) is False:
        return False
    not_sent = getattr(error, "phase", None) in ("connect", "pool")
    return not_sent or failure.error_class in _TRANSIENT or failure.api_status == 408


def failure_of(error: Exception, *, provider: str, secrets: Sequence[str] = ()) -> Failure:
    """Convert an error of a provider or its connection."""
    if isinstance(error, ai.ModelHTTPError) and error.status_code == 408:
        found, code = ErrorClass.TIMEOUT, None
    else:
        found, code = next((c, k) for kind, c, k in _CLASSES if isinstance(error, kind))
    message = redact_text(f"{provider}: {_message_of(error)}", known=secrets)
    return Failure(
        message=message[:MAX_MESSAGE],
        error_class=found,
        code=code,
        api_status=getattr(error, "status_code", None),
        api_code=getattr(error, "provider_error_code", None)
        or getattr(error, "provider_error_type", None),
    )


def _message_of(error: Exception) -> str:
    """Return the provider's own message, or the library's."""
    body = getattr(error, "body", None)
    inner = body.get("error", body) if isinstance(body, Mapping) else None
    message = inner.get("message") if isinstance(inner, Mapping) else None
    return message if isinstance(message, str) and message else str(error)
