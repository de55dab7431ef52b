"""Rate limits on this server: requests per key, and wrong keys per address."""

from __future__ import annotations

import math
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime

from runwhy.core.accounts.rate_limits import Bucket, Rate, take
from runwhy.errors import RateLimited
from runwhy.ports import Clock

MOST = 10_000  # most names to remember
# Address of the current request; None for local programs.
CLIENT_ADDRESS: ContextVar[str | None] = ContextVar("client_address", default=None)


@dataclass(frozen=True, slots=True)
class Buckets:
    """A bucket per name; those not used for longest are dropped."""

    rate: Rate
    _kept: dict[str, Bucket] = field(default_factory=dict, init=False)

    def take(self, name: str, *, at: datetime) -> float:
        """Take one token. Return the seconds to wait, 0 if granted."""
        bucket, wait = take(self._kept.pop(name, None), self.rate, at=at)
        self._kept[name] = bucket  # the most recent name last
        if len(self._kept) > MOST:
            del self._kept[next(iter(self._kept))]
        return wait

    def wait(self, name: str, *, at: datetime) -> float:
        """Return the seconds until a token can be taken."""
        return take(self._kept.get(name), self.rate, at=at)[1]


@dataclass(frozen=True, slots=True, kw_only=True)
class RateLimits:
    """Limits the requests per key."""

    buckets: Buckets
    clock: Clock

    def take(self, key: str) -> None:
        """Count a request of this key. Raises: RateLimited."""
        if wait := self.buckets.take(key, at=self.clock()):
            seconds, limit = math.ceil(wait), self.buckets.rate.per_minute
            rule = f"rate limit exceeded: {limit} requests per minute for this key"
            raise RateLimited(f"{rule}; wait {seconds} s", retry_after=seconds)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyLockout:
    """A bucket of wrong keys per address.

    Keys from an address with an empty bucket are rejected without a lookup. Keys that were valid
    before still work, so someone who guesses behind the same proxy does not lock out others.
    """

    wrong: Buckets
    clock: Clock
    _right: dict[str, None] = field(default_factory=dict, init=False)  # hashes, newest last

    def check(self, hash: str) -> None:
        """Check whether a key may be looked up. Raises: RateLimited."""
        address = CLIENT_ADDRESS.get()
        if address is None or hash in self._right:
            return
        if wait := self.wrong.wait(address, at=self.clock()):
            seconds = math.ceil(wait)
            rule = f"too many wrong keys from your address; retry in {seconds} s"
            raise RateLimited(rule, retry_after=seconds)

    def record(self, hash: str, *, valid: bool) -> None:
        """Record whether the key with this hash exists."""
        self._right.pop(hash, None)
        address = CLIENT_ADDRESS.get()
        if address is None:
            return
        if not valid:
            self.wrong.take(address, at=self.clock())
            return
        self._right[hash] = None
        if len(self._right) > MOST:
            del self._right[next(iter(self._right))]
