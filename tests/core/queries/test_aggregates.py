"""Measures of runs: buckets of durations are within the stated error, and groups have an order."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from runwhy.core.queries.aggregates import (
    Key,
    Measure,
    RunTotals,
    bucket_middle,
    duration_bucket,
    rank,
)
from runwhy.core.queries.counts import Interval

DURATIONS = st.one_of(st.integers(0, 1000), st.integers(0, 2**40))


@given(DURATIONS)
def test_the_middle_of_a_bucket_is_within_the_stated_error(ms: int) -> None:
    middle = bucket_middle(duration_bucket(ms))
    assert abs(middle - ms) <= 0.004 * ms
    assert ms >= 256 or middle == ms


@given(DURATIONS, DURATIONS)
def test_longer_durations_are_in_later_buckets(one: int, other: int) -> None:
    if one <= other:
        assert duration_bucket(one) <= duration_bucket(other)


def test_the_cost_is_unknown_if_nothing_but_unknown_prices_is_known() -> None:
    assert RunTotals(count=1, unpriced_calls=1).value(Measure.COST) is None
    assert RunTotals(count=1).value(Measure.COST) == 0
    assert RunTotals(cost=5, unpriced_calls=1).value(Measure.COST) == 5


@given(
    st.dictionaries(
        st.tuples(st.sampled_from(["a", "b", "c", None]), st.sampled_from(["x", "y", None])),
        st.one_of(st.none(), st.integers(0, 3)),
    ),
    st.integers(1, 5),
)
def test_groups_are_ranked_by_value_then_by_text(values: dict[Key, int | None], limit: int) -> None:
    def order(key: Key) -> object:
        value = values[key]
        return value is None, -(value or 0), [(text is None, text or "") for text in key]

    assert list(rank(values, limit)) == sorted(values, key=order)[:limit]


@given(st.integers(0, 2**42))
def test_a_week_starts_on_monday_at_midnight(ms: int) -> None:
    start = Interval.WEEK.start_of(ms)
    assert 0 <= ms - start < Interval.WEEK.ms
    at = datetime.fromtimestamp(start / 1000, tz=UTC)
    assert (at.weekday(), at.hour, at.minute, at.second) == (0, 0, 0, 0)
