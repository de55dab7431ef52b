"""When a failed request may be sent again, and how long to wait before it is."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import httpx2

from runwhy.client.errors import ApiError, ConflictError, NotFoundError, RateLimitedError
from runwhy.client.request_bodies import Params

FIRST_PAUSE = 0.1
LONGEST_PAUSE = 5.0
LONGEST_RETRY_AFTER = 30.0
PASSING = frozenset({502, 503, 504})

_NOT_SENT = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout)
_OUR_FAULT = (httpx2.LocalProtocolError, httpx2.UnsupportedProtocol)
_REPEATABLE = frozenset({"GET", "HEAD", "PUT", "DELETE"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One request; with a `key` the server answers a second sending as it did the first."""

    method: str
    path: str
    json: object = None
    params: Params = ()
    headers: Mapping[str, str] = field(default_factory=dict)
    key: str | None = None

    @property
    def is_repeatable(self) -> bool:
        """Whether sending it twice does what sending it once does."""
        return self.key is not None or self.method in _REPEATABLE


def may_repeat(call: Call, failure: Exception) -> bool:
    """Whether to send the request again after this failure."""
    match failure:
        case RateLimitedError():
            return True  # the server did nothing with it
        case ApiError(status=status):
            return status in PASSING and call.is_repeatable
        case _:
            safe = isinstance(failure, _NOT_SENT) or call.is_repeatable
            return safe and not isinstance(failure, _OUR_FAULT)


def may_have_arrived(failure: Exception) -> bool:
    """Whether the server may have done it, although we were not told."""
    return not isinstance(failure, (*_NOT_SENT, RateLimitedError))


def may_still_be_at_work(call: Call, failure: Exception) -> bool:
    """Whether a second sending came while the server was still busy with the first."""
    return (
        call.key is not None and isinstance(failure, ConflictError) and failure.code == "conflict"
    )


def was_done_before(call: Call, failure: Exception) -> bool:
    """Whether a second sending failed because the first, whose answer was lost, had succeeded."""
    if not isinstance(failure, NotFoundError):
        return False
    return call.method == "DELETE" or failure.code == "unknown_tool_use"


class Patience:
    """How long to go on trying without any progress, and how long to wait before each try."""

    def __init__(
        self,
        limit: float,
        *,
        now: Callable[[], float] = time.monotonic,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self._limit = limit
        self._now = now
        self._chance = chance
        self._since: float | None = None
        self._connected: float | None = None
        self._pause = FIRST_PAUSE

    def connected(self) -> None:
        """A connection stands; if it holds for a while, that is progress."""
        self._connected = self._now()

    def progress(self) -> None:
        """Something came: the next failure is a new story."""
        self._since = None
        self._pause = FIRST_PAUSE

    def pause(self, failure: Exception | None = None) -> float | None:
        """Seconds to wait after this failure, or None when it has lasted too long."""
        now = self._now()
        if self._has_held(now) and not isinstance(failure, httpx2.ReadTimeout):
            self.progress()
        self._connected = None
        self._since = now if self._since is None else self._since
        waited = now - self._since
        if isinstance(failure, RateLimitedError) and failure.retry_after is not None:
            enough = waited + failure.retry_after <= max(self._limit, LONGEST_RETRY_AFTER)
            return failure.retry_after if enough and self._limit > 0 else None
        return self._next(self._limit - waited)

    def _has_held(self, now: float) -> bool:
        return self._connected is not None and now - self._connected >= LONGEST_PAUSE

    def _next(self, left: float) -> float | None:
        if left <= 0:
            return None
        pause = self._pause * (0.5 + self._chance() / 2)
        self._pause = min(self._pause * 2, LONGEST_PAUSE)
        return min(pause, left)
