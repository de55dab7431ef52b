"""Rate limits: a bucket that refills at a steady rate."""

from __future__ import annotations

from datetime import timedelta

from tests.support.clock import NOON

from runwhy.core.accounts.rate_limits import Rate, take

RATE = Rate(per_minute=30, burst=3)


def test_a_burst_is_granted_and_then_requests_at_the_rate() -> None:
    bucket, waits = None, []
    for seconds in (0, 0, 0, 0, 1, 2, 2):
        bucket, wait = take(bucket, RATE, at=NOON + timedelta(seconds=seconds))
        waits.append(wait)

    assert waits == [0, 0, 0, 2, 1, 0, 2]


def test_a_pause_refills_at_most_the_burst_and_a_clock_going_back_takes_nothing() -> None:
    bucket, _ = take(None, RATE, at=NOON)
    bucket, _ = take(bucket, RATE, at=NOON + timedelta(days=1))
    assert bucket.left == 2

    bucket, wait = take(bucket, RATE, at=NOON)
    assert (bucket.left, wait) == (1, 0)
