"""Keys, intervals and ranges for counting."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from runwhy.core.queries import Compare, Field, Moment, Op, parse
from runwhy.core.queries.counts import (
    MAX_BARS,
    Count,
    CountKey,
    Interval,
    choose_interval,
    created_range,
    make_bars,
    parse_key,
    top,
    whole_range,
)
from runwhy.errors import InvalidInput

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)
HOUR = Interval.HOUR.ms


def test_a_key_is_parsed_as_in_a_query() -> None:
    assert parse_key("status", at="key") == CountKey(Field.STATUS)
    assert parse_key("trigger.id", at="key") == CountKey(Field.TRIGGER_ID)
    assert parse_key("tag.status", at="key") == CountKey(None, "status")
    assert parse_key("customer", at="key") == CountKey(None, "customer")


@pytest.mark.parametrize("text", ["created", "tokens", "", "a b", "a/b", "x" * 65, "tag."])
def test_an_uncountable_field_is_rejected_by_name(text: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        parse_key(text, at="groupBy")
    assert caught.value.problems[0].field == "groupBy"


def test_values_are_ordered_by_count_and_then_by_text() -> None:
    counts = {"b": 2, "c": 1, "a": 2, "d": 9}
    assert top(counts, 3) == [
        Count(value="d", count=9),
        Count(value="a", count=2),
        Count(value="b", count=2),
    ]
    assert top({}, 3) == []


def test_the_shortest_interval_that_fits_the_chart_is_chosen() -> None:
    assert choose_interval(0, 0) is Interval.MINUTE
    assert choose_interval(0, 3 * HOUR) is Interval.MINUTE
    assert choose_interval(0, 24 * HOUR) is Interval.HOUR
    assert choose_interval(0, 7 * 24 * HOUR) is Interval.HOUR
    assert choose_interval(0, 30 * 24 * HOUR) is Interval.DAY
    assert choose_interval(0, 3000 * 24 * HOUR) is Interval.DAY


def test_bars_start_at_whole_hours_and_include_both_ends() -> None:
    assert make_bars(HOUR + 1, 3 * HOUR, Interval.HOUR) == range(HOUR, 3 * HOUR + 1, HOUR)


def test_too_many_bars_are_rejected() -> None:
    with pytest.raises(InvalidInput, match=f"the limit is {MAX_BARS}"):
        make_bars(0, MAX_BARS * HOUR, Interval.HOUR)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("env:prod", (None, None)),
        ("created>=1970-01-02", (86_400_000, None)),
        ("created:1970-01-02", (86_400_000, 2 * 86_400_000 - 1)),
        ("created>=1970-01-02 created>=1970-01-03 env:prod", (2 * 86_400_000, None)),
        ("created>=1970-01-02 OR env:prod", (None, None)),
        ("-created>=1970-01-02", (None, None)),
    ],
)
def test_the_created_range_comes_from_the_required_terms(
    text: str, expected: tuple[int | None, int | None]
) -> None:
    assert created_range(parse(text, now=NOW)) == expected


@pytest.mark.parametrize(
    ("op", "expected"),
    [
        (Op.EQ, (2, 1)),
        (Op.GT, (2, None)),
        (Op.GE, (2, None)),
        (Op.LT, (None, 1)),
        (Op.LE, (None, 1)),
    ],
)
def test_no_value_equals_a_time_between_two_milliseconds(
    op: Op, expected: tuple[int | None, int | None]
) -> None:
    term = Compare(Field.DURATION, op, timedelta(microseconds=1500))
    assert whole_range(term) == expected


def test_tokens_are_integers_and_moments_are_milliseconds() -> None:
    assert whole_range(Compare(Field.TOKENS, Op.GT, 5)) == (6, None)
    at = datetime(1970, 1, 1, 0, 0, 1, tzinfo=UTC)
    assert whole_range(Compare(Field.CREATED, Op.EQ, Moment(at))) == (1000, 1000)
