"""Measures of runs: totals add up, and percentiles are within the stated error."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from math import ceil

from hypothesis import given
from hypothesis import strategies as st

from runwhy.core.queries.aggregates import (
    Key,
    Measure,
    RunTotals,
    add_up,
    bucket_middle,
    duration_bucket,
    percentile,
    rank,
    subtract,
)
from runwhy.core.queries.counts import Interval

DURATIONS = st.one_of(st.integers(0, 1000), st.integers(0, 2**40))
TOTALS = st.builds(
    RunTotals,
    count=st.integers(0, 9),
    failed=st.integers(0, 9),
    cost=st.integers(0, 10**15),
    tokens=st.integers(0, 10**9),
    durations=st.dictionaries(st.integers(0, 50), st.integers(1, 9)),
)


@given(DURATIONS)
def test_the_middle_of_a_bucket_is_within_the_stated_error(ms: int) -> None:
    middle = bucket_middle(duration_bucket(ms))
    assert abs(middle - ms) <= 0.004 * ms
    assert ms >= 256 or middle == ms


@given(DURATIONS, DURATIONS)
def test_longer_durations_are_in_later_buckets(one: int, other: int) -> None:
    if one <= other:
        assert duration_bucket(one) <= duration_bucket(other)


@given(st.lists(DURATIONS, min_size=1), st.sampled_from([50, 95]))
def test_a_percentile_is_within_the_stated_error(durations: list[int], percent: int) -> None:
    exact = sorted(durations)[ceil(len(durations) * percent / 100) - 1]
    found = percentile(Counter(map(duration_bucket, durations)), percent)
    assert found is not None
    assert abs(found - exact) <= 0.004 * exact


def test_without_durations_there_is_no_percentile() -> None:
    assert percentile({}, 95) is None


@given(st.lists(TOTALS, min_size=1), TOTALS)
def test_totals_without_a_part_are_those_of_the_rest(
    rest: list[RunTotals], part: RunTotals
) -> None:
    assert subtract(add_up([*rest, part]), [part]) == add_up([*rest, RunTotals()])


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
