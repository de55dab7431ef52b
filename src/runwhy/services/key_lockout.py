"""Wrong keys: whoever shows too many of them from one place has to wait."""

from __future__ import annotations

import math
from contextvars import ContextVar
from typing import TypeVar

from runwhy.core.accounts.rate_limits import Bucket, Rate, take
from runwhy.errors import RateLimited
from runwhy.ports import Clock

MOST = 10_000  # so many places, and keys that were right, are remembered

T = TypeVar("T")

# Where the present request comes from; None for this machine's own programs.
ASKED_FROM: ContextVar[str | None] = ContextVar("asked_from", default=None)


class KeyLockout:
    """A bucket of wrong keys for every place. Without a rate, nobody has to wait.

    A place that has used its bucket up is not heard any more: what it shows is not even looked
    for. Keys that were right before are: whoever works with one is not hindered by somebody who
    guesses behind the same proxy.
    """

    def __init__(self, rate: Rate | None, clock: Clock) -> None:
        self._rate = rate
        self._clock = clock
        self._wrong: dict[str, Bucket] = {}
        self._right: dict[str, None] = {}  # hashes, in the order of their use

    def check(self, hash: str) -> None:
        """Whether a key may be looked for. Raises: RateLimited."""
        place = ASKED_FROM.get()
        if self._rate is None or place is None or hash in self._right:
            return
        _, wait = take(self._wrong.get(place), self._rate, at=self._clock())
        if wait:
            seconds = math.ceil(wait)
            rule = f"too many wrong keys came from your address; wait {seconds} s"
            raise RateLimited(rule, retry_after=seconds)

    def record_failure(self, hash: str) -> None:
        """Nobody has this key."""
        self._right.pop(hash, None)
        place = ASKED_FROM.get()
        if self._rate is None or place is None:
            return
        bucket, _ = take(self._wrong.pop(place, None), self._rate, at=self._clock())
        _remember(self._wrong, place, bucket)

    def record_success(self, hash: str) -> None:
        """Somebody has this key."""
        if self._rate is not None and ASKED_FROM.get() is not None:
            self._right.pop(hash, None)
            _remember(self._right, hash, None)


def _remember(kept: dict[str, T], name: str, value: T) -> None:
    """The last in order is the newest; the oldest is forgotten."""
    kept[name] = value
    if len(kept) > MOST:
        del kept[next(iter(kept))]
