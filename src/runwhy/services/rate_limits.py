"""Rate limits per key, on this server."""

from __future__ import annotations

import math

from runwhy.core.accounts.rate_limits import Bucket, Rate, take
from runwhy.errors import RateLimited
from runwhy.ports import Clock

MOST = 10_000  # most callers to remember


class RateLimits:
    """A bucket per key; without a rate, nothing is limited."""

    def __init__(self, rate: Rate | None, clock: Clock) -> None:
        self._rate = rate
        self._clock = clock
        self._buckets: dict[str, Bucket] = {}

    def take(self, key: str) -> None:
        """Count a request of this key. Raises: RateLimited."""
        if self._rate is None:
            return
        bucket, wait = take(self._buckets.pop(key, None), self._rate, at=self._clock())
        self._buckets[key] = bucket  # most recent caller last
        if len(self._buckets) > MOST:
            del self._buckets[next(iter(self._buckets))]
        if wait:
            seconds = math.ceil(wait)
            rule = f"rate limit exceeded: {self._rate.per_minute} requests per minute for this key"
            raise RateLimited(f"{rule}; wait {seconds} s", retry_after=seconds)
