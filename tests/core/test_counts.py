"""Keys, intervals and ranges for counting."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
    read_zone,
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


def local_starts(first: str, last: str, interval: Interval, zone: str) -> list[str]:
    """Return the starts of bars as shown by clocks, with their distance to UTC."""
    where = ZoneInfo(zone)
    ends = [
        datetime.fromisoformat(each).replace(tzinfo=where).timestamp() for each in (first, last)
    ]
    starts = make_bars(int(ends[0] * 1000), int(ends[1] * 1000), interval, where)
    return [f"{datetime.fromtimestamp(at / 1000, tz=where):%a %H:%M %z}" for at in starts]


def test_days_with_23_and_25_hours_have_one_bar() -> None:
    spring = local_starts("2026-03-28T12:00", "2026-03-30T12:00", Interval.DAY, "Europe/Berlin")
    assert spring == ["Sat 00:00 +0100", "Sun 00:00 +0100", "Mon 00:00 +0200"]
    autumn = local_starts("2026-10-24T12:00", "2026-10-26T12:00", Interval.DAY, "Europe/Berlin")
    assert autumn == ["Sat 00:00 +0200", "Sun 00:00 +0200", "Mon 00:00 +0100"]


def test_an_hour_that_clocks_repeat_has_two_bars_and_one_that_they_skip_none() -> None:
    autumn = local_starts("2026-10-25T01:30", "2026-10-25T03:30", Interval.HOUR, "Europe/Berlin")
    assert autumn == ["Sun 01:00 +0200", "Sun 02:00 +0200", "Sun 02:00 +0100", "Sun 03:00 +0100"]
    spring = local_starts("2026-03-29T01:30", "2026-03-29T03:30", Interval.HOUR, "Europe/Berlin")
    assert spring == ["Sun 01:00 +0100", "Sun 03:00 +0200"]


def test_a_day_without_a_midnight_starts_at_its_first_moment() -> None:
    found = local_starts("2026-04-23T12:00", "2026-04-25T12:00", Interval.DAY, "Africa/Cairo")
    assert found == ["Thu 00:00 +0200", "Fri 01:00 +0300", "Sat 00:00 +0300"]


def test_hours_start_at_full_local_hours_also_if_clocks_change_by_half_an_hour() -> None:
    zone = "Australia/Lord_Howe"
    found = local_starts("2026-04-05T00:30", "2026-04-05T03:00", Interval.HOUR, zone)
    assert found == ["Sun 00:00 +1100", "Sun 01:00 +1100", "Sun 02:00 +1030", "Sun 03:00 +1030"]


@given(
    st.integers(0, 2**41),
    st.integers(0, 400 * 24 * HOUR),
    st.sampled_from(["UTC", "Europe/Berlin", "America/Havana", "Asia/Kathmandu", "Pacific/Apia"]),
    st.sampled_from([Interval.DAY, Interval.WEEK]),
)
def test_bars_cover_a_range_without_gaps_and_start_at_midnight(
    first: int, length: int, name: str, interval: Interval
) -> None:
    zone = read_zone(name, at="timezone")
    starts = make_bars(first, first + length, interval, zone)
    assert starts[0] <= first
    assert starts[-1] <= first + length
    assert interval.next_start(starts[-1], zone) > first + length
    for start in starts:
        assert interval.start_of(start, zone) == start
        local = datetime.fromtimestamp(start / 1000, tz=zone)
        before = datetime.fromtimestamp((start - 1) / 1000, tz=zone)
        assert local.date() > before.date()
        assert interval is Interval.DAY or local.weekday() <= before.weekday()


def test_an_unknown_time_zone_is_rejected() -> None:
    for name in ("Berlin", "../etc/passwd", "", "a\0b"):
        with pytest.raises(InvalidInput, match="unknown time zone"):
            read_zone(name, at="timezone")
