"""Rate limits: a token bucket per caller."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """Requests per minute, and the size of a burst."""

    per_minute: int
    burst: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Bucket:
    """The tokens a caller has left, and when that was measured."""

    left: float
    at: datetime


def take(bucket: Bucket | None, rate: Rate, *, at: datetime) -> tuple[Bucket, float]:
    """Take one token. Return the new bucket and the seconds to wait, 0 if granted.

    A rejected request costs nothing, so a caller that waits the given time succeeds.
    """
    left = float(rate.burst)
    if bucket is not None:
        passed = max(0.0, (at - bucket.at).total_seconds())  # a clock may go back
        left = min(left, bucket.left + passed * rate.per_minute / 60)
    if left >= 1:
        return Bucket(left=left - 1, at=at), 0.0
    return Bucket(left=left, at=at), (1 - left) * 60 / rate.per_minute
