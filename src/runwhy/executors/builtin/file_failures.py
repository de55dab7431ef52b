"""Files by URL that cannot be fetched: which one, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

import httpx2
from pydantic_ai.messages import FileUrl, ModelMessage

from runwhy.core.redaction import redact_text
from runwhy.core.runs.run import ErrorClass, Failure
from runwhy.executors.builtin.messages import user_contents
from runwhy.ports import ModelFailed

# Parts of the library's messages; its own words name resolved addresses and Python options.
_REASONS = (
    ("blocked", "its address is not public"),
    ("DNS resolution failed", "its name cannot be resolved"),
    ("protocol", "only http and https are fetched"),
    ("redirect", "it redirects too often or to nowhere"),
    ("exceeds", "it is too large"),
)


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
    known = (reason for part, reason in _REASONS if part in str(error))
    return next(known, "it is not a file that the model supports")
