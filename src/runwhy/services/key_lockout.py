"""Key lockout: an address that sends too many wrong keys has to wait."""

from __future__ import annotations

import math
from contextvars import ContextVar
from typing import TypeVar

from runwhy.core.accounts.rate_limits import Bucket, Rate, take
from runwhy.errors import RateLimited
from runwhy.ports import Clock

MOST = 10_000  # most addresses, and most valid keys, to remember

T = TypeVar("T")

# Address of the current request; None for local programs.
CLIENT_ADDRESS: ContextVar[str | None] = ContextVar("asked_from", default=None)


class KeyLockout:
    """A bucket of wrong keys per address. Without a rate, there is no lockout.

    Keys from an address with an empty bucket are rejected without a lookup. Keys that were valid
    before still work, so someone who guesses behind the same proxy does not lock out others.
    """

    def __init__(self, rate: Rate | None, clock: Clock) -> None:
        self._rate = rate
        self._clock = clock
        self._wrong: dict[str, Bucket] = {}
        self._right: dict[str, None] = {}  # hashes, least recently used first

    def check(self, hash: str) -> None:
        """Check whether a key may be looked up. Raises: RateLimited."""
        address = CLIENT_ADDRESS.get()
        if self._rate is None or address is None or hash in self._right:
            return
        _, wait = take(self._wrong.get(address), self._rate, at=self._clock())
        if wait:
            seconds = math.ceil(wait)
            rule = f"too many wrong keys from your address; retry in {seconds} s"
            raise RateLimited(rule, retry_after=seconds)

    def record_failure(self, hash: str) -> None:
        """Record a wrong key."""
        self._right.pop(hash, None)
        address = CLIENT_ADDRESS.get()
        if self._rate is None or address is None:
            return
        bucket, _ = take(self._wrong.pop(address, None), self._rate, at=self._clock())
        _remember(self._wrong, address, bucket)

    def record_success(self, hash: str) -> None:
        """Record a valid key."""
        if self._rate is not None and CLIENT_ADDRESS.get() is not None:
            self._right.pop(hash, None)
            _remember(self._right, hash, None)


def _remember(kept: dict[str, T], name: str, value: T) -> None:
    """Add an item as the newest, and drop the oldest beyond the limit."""
    kept[name] = value
    if len(kept) > MOST:
        del kept[next(iter(kept))]
