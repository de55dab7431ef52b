"""Rate limits: each key may ask so often, on this server."""

from __future__ import annotations

import math

from runwhy.core.accounts.rate_limits import Bucket, Rate, take
from runwhy.errors import RateLimited
from runwhy.ports import Clock

MOST = 10_000  # so many callers are remembered


class RateLimits:
    """A bucket for every key; without a rate, nobody is refused."""

    def __init__(self, rate: Rate | None, clock: Clock) -> None:
        self._rate = rate
        self._clock = clock
        self._buckets: dict[str, Bucket] = {}

    def take(self, key: str) -> None:
        """Count a request of this key. Raises: RateLimited."""
        if self._rate is None:
            return
        bucket, wait = take(self._buckets.pop(key, None), self._rate, at=self._clock())
        self._buckets[key] = bucket  # the last in order is who asked last
        if len(self._buckets) > MOST:
            del self._buckets[next(iter(self._buckets))]
        if wait:
            seconds = math.ceil(wait)
            rule = f"this key may ask {self._rate.per_minute} times a minute"
            raise RateLimited(f"{rule}; wait {seconds} s", retry_after=seconds)
