"""Retry rules: which failed requests may be sent again, and after which delay."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import SystemRandom

import httpx2

from runwhy.client.errors import ApiError, ConflictError, NotFoundError, RateLimitedError
from runwhy.client.request_bodies import Params

FIRST_PAUSE = 0.1
LONGEST_PAUSE = 5.0
LONGEST_RETRY_AFTER = 30.0
TRANSIENT = frozenset({502, 503, 504})

_RANDOM = SystemRandom()
_NOT_SENT = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout)
_CLIENT_ERRORS = (httpx2.LocalProtocolError, httpx2.UnsupportedProtocol)
_REPEATABLE = frozenset({"GET", "HEAD", "PUT", "DELETE"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One request; its `key` makes repeated requests idempotent."""

    method: str
    path: str
    json: object = None
    params: Params = ()
    headers: Mapping[str, str] = field(default_factory=dict)
    key: str | None = None

    @property
    def is_repeatable(self) -> bool:
        """Whether the request can be sent twice without further effect."""
        return self.key is not None or self.method in _REPEATABLE


def may_repeat(call: Call, failure: Exception) -> bool:
    """Return whether to send the request again after this failure."""
    match failure:
        case RateLimitedError():
            return True  # the server did not process it
        case ApiError(status=status):
            return status in TRANSIENT and call.is_repeatable
        case _:
            safe = isinstance(failure, _NOT_SENT) or call.is_repeatable
            return safe and not isinstance(failure, _CLIENT_ERRORS)


def may_have_arrived(failure: Exception) -> bool:
    """Return whether the server may have processed the request."""
    return not isinstance(failure, (*_NOT_SENT, RateLimitedError))


def may_be_in_progress(call: Call, failure: Exception) -> bool:
    """Return whether the server is still processing an earlier attempt."""
    return (
        call.key is not None and isinstance(failure, ConflictError) and failure.code == "conflict"
    )


def was_already_done(call: Call, failure: Exception) -> bool:
    """Return whether the failure shows that an earlier attempt succeeded."""
    if not isinstance(failure, NotFoundError):
        return False
    return call.method == "DELETE" or failure.code == "unknown_tool_use"


class Backoff:
    """Backoff between attempts, with a limit on the time without progress."""

    def __init__(
        self,
        limit: float,
        *,
        now: Callable[[], float] = time.monotonic,
        chance: Callable[[], float] = _RANDOM.random,
    ) -> None:
        self._limit = limit
        self._now = now
        self._chance = chance
        self._since: float | None = None
        self._connected: float | None = None
        self._pause = FIRST_PAUSE

    def connected(self) -> None:
        """Record a connection; it counts as progress once it has lasted a while."""
        self._connected = self._now()

    def progress(self) -> None:
        """Reset the backoff after progress."""
        self._since = None
        self._pause = FIRST_PAUSE

    def pause(self, failure: Exception | None = None) -> float | None:
        """Return the seconds to wait after this failure, or None to give up."""
        now = self._now()
        if self._was_stable(now) and not isinstance(failure, httpx2.ReadTimeout):
            self.progress()
        self._connected = None
        self._since = now if self._since is None else self._since
        waited = now - self._since
        if isinstance(failure, ApiError) and failure.retry_after is not None:
            enough = waited + failure.retry_after <= max(self._limit, LONGEST_RETRY_AFTER)
            return failure.retry_after if enough and self._limit > 0 else None
        return self._next(self._limit - waited)

    def _was_stable(self, now: float) -> bool:
        return self._connected is not None and now - self._connected >= LONGEST_PAUSE

    def _next(self, left: float) -> float | None:
        if left <= 0:
            return None
        pause = self._pause * (0.5 + self._chance() / 2)
        self._pause = min(self._pause * 2, LONGEST_PAUSE)
        return min(pause, left)
