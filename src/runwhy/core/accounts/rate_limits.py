"""Rates: how much one caller may ask for, as a bucket that fills at a steady pace."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """So many requests a minute, and so many at once after a pause."""

    per_minute: int
    burst: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Bucket:
    """What one caller has left, and when that was so."""

    left: float
    at: datetime


def take(bucket: Bucket | None, rate: Rate, *, at: datetime) -> tuple[Bucket, float]:
    """Take one; the bucket after it, and how many seconds too early it was: 0 when it was granted.

    A refused request costs nothing, so that whoever waits as long as they are told gets in.
    """
    left = float(rate.burst)
    if bucket is not None:
        passed = max(0.0, (at - bucket.at).total_seconds())  # a clock may go back
        left = min(left, bucket.left + passed * rate.per_minute / 60)
    if left >= 1:
        return Bucket(left=left - 1, at=at), 0.0
    return Bucket(left=left, at=at), (1 - left) * 60 / rate.per_minute
