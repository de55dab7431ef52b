"""Failures of graphs and their models: error class and message."""

from __future__ import annotations

from collections.abc import Sequence

from langchain_core import exceptions as lc
from langgraph.errors import GraphRecursionError, NodeTimeoutError

from runwhy.core.redaction import redact_text
from runwhy.core.runs.run import ErrorClass, Failure

MAX_MESSAGE = 2000

# The first match wins, so subclasses come before their base classes.
_CLASSES: Sequence[tuple[type[BaseException], ErrorClass, str | None]] = (
    (lc.ContextOverflowError, ErrorClass.CONTEXT_WINDOW, None),
    (lc.ModelRateLimitError, ErrorClass.RATE_LIMIT, None),
    (lc.ModelAuthenticationError, ErrorClass.AUTH, None),
    (lc.ModelPermissionDeniedError, ErrorClass.AUTH, None),
    (lc.ModelNotFoundError, ErrorClass.INVALID_REQUEST, "model_not_found"),
    (lc.ModelInvalidRequestError, ErrorClass.INVALID_REQUEST, None),
    (lc.ModelTimeoutError, ErrorClass.TIMEOUT, None),
    (lc.ModelConnectionError, ErrorClass.SERVER, "connection_failed"),
    (GraphRecursionError, ErrorClass.UNKNOWN, "recursion_limit"),
    (NodeTimeoutError, ErrorClass.TIMEOUT, None),
    (TimeoutError, ErrorClass.TIMEOUT, None),
)
_BY_STATUS = {
    400: ErrorClass.INVALID_REQUEST,
    401: ErrorClass.AUTH,
    403: ErrorClass.AUTH,
    404: ErrorClass.INVALID_REQUEST,
    408: ErrorClass.TIMEOUT,
    422: ErrorClass.INVALID_REQUEST,
    429: ErrorClass.RATE_LIMIT,
    503: ErrorClass.OVERLOADED,
    529: ErrorClass.OVERLOADED,
}


def failure_of(error: Exception, *, known: Sequence[str], partial: str) -> Failure:
    """Convert an error that a graph raised."""
    status = getattr(error, "status_code", None)
    status = status if isinstance(status, int) else None
    found, code = _class_of(error, status)
    message = redact_text(f"{type(error).__name__}: {error}", known=known)
    return Failure(
        message=message[:MAX_MESSAGE],
        error_class=found,
        code=code,
        api_status=status,
        partial_text=partial or None,
    )


def _class_of(error: Exception, status: int | None) -> tuple[ErrorClass, str | None]:
    for kind, found, code in _CLASSES:
        if isinstance(error, kind):
            return found, code
    if status is not None:
        default = ErrorClass.SERVER if status >= 500 else ErrorClass.UNKNOWN
        return _BY_STATUS.get(status, default), None
    if isinstance(error, lc.ModelAPIError):
        return ErrorClass.SERVER, None
    return ErrorClass.UNKNOWN, "graph_failed"
