"""How often one may ask: a bucket that fills at a steady pace."""

from __future__ import annotations

from datetime import timedelta

from tests.support.clock import NOON

from runwhy.core.accounts.rate_limits import Rate, take

RATE = Rate(per_minute=30, burst=3)


def test_after_a_pause_so_many_go_at_once_and_then_one_each_time_the_pace_allows() -> None:
    bucket, waits = None, []
    for seconds in (0, 0, 0, 0, 1, 2, 2):
        bucket, wait = take(bucket, RATE, at=NOON + timedelta(seconds=seconds))
        waits.append(wait)

    assert waits == [0, 0, 0, 2, 1, 0, 2]


def test_a_long_pause_saves_up_no_more_than_the_burst_and_a_clock_that_goes_back_takes_none() -> (
    None
):
    bucket, _ = take(None, RATE, at=NOON)
    bucket, _ = take(bucket, RATE, at=NOON + timedelta(days=1))
    assert bucket.left == 2

    bucket, wait = take(bucket, RATE, at=NOON)
    assert (bucket.left, wait) == (1, 0)
