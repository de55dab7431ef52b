"""Failures of model calls: error class, message, and whether to retry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import SystemRandom
from urllib.parse import urlsplit

import httpx2
from pydantic_ai import exceptions as ai
from pydantic_ai.messages import FileUrl, ModelMessage

from runwhy.core.redaction import redact_text
from runwhy.core.runs.run import ErrorClass, Failure
from runwhy.executors.builtin.messages import user_contents
from runwhy.ports import ModelFailed

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

# Why a file by URL cannot be fetched, by a part of the library's message. That message itself names
# resolved addresses and Python options.
_FILE_REASONS = (
    ("blocked", "its address is not public"),
    ("DNS resolution failed", "its name cannot be resolved"),
    ("protocol", "only http and https are fetched"),
    ("redirect", "it redirects too often or without an address"),
    ("exceeds", "it is too large"),
)
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


def file_failure(messages: Sequence[ModelMessage], error: Exception) -> ModelFailed | None:
    """Return the failure if this error came from fetching a file of these messages."""
    hosts = sorted(set(_hosts(messages)))
    if not hosts or not isinstance(error, ValueError | httpx2.HTTPError):
        return None
    message = f"a file from {' or '.join(hosts)} cannot be fetched: {_reason(error)}"
    return ModelFailed(
        Failure(
            message=redact_text(message),
            error_class=ErrorClass.INVALID_REQUEST,
            code="file_unavailable",
        )
    )


def _hosts(messages: Sequence[ModelMessage]) -> Iterator[str]:
    for content in user_contents(messages):
        if isinstance(content, FileUrl):
            yield urlsplit(content.url).hostname or "a URL without a host"


def _reason(error: Exception) -> str:
    if isinstance(error, httpx2.HTTPStatusError):
        return f"it returned HTTP {error.response.status_code}"
    if isinstance(error, httpx2.HTTPError):
        return str(error) or "no connection"
    known = (reason for part, reason in _FILE_REASONS if part in str(error))
    return next(known, "it is not a file that the model supports")
