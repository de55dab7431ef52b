"""Rate limits on this server: per key, and for other names."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from datetime import datetime

from runwhy.core.accounts.rate_limits import Bucket, Rate, take
from runwhy.errors import RateLimited
from runwhy.ports import Clock

MOST = 10_000  # most names to remember


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
