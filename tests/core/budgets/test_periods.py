"""Periods: windows that begin at local midnight, also when clocks change."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwhy.core.budgets.periods import Period, window_at, zone_problems

ZONES = (
    *("UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe"),
    *("Asia/Beirut", "America/Havana", "Pacific/Apia", "America/Santiago", "Pacific/Chatham"),
)
TIMED = [period for period in Period if period.is_timed]
times = st.datetimes(
    min_value=datetime(2010, 1, 1),
    max_value=datetime(2035, 1, 1),
    timezones=st.just(UTC),
)


@given(times, st.sampled_from(ZONES), st.sampled_from(TIMED))
def test_a_window_contains_its_time_and_the_next_one_begins_where_it_ends(
    at: datetime, zone: str, period: Period
) -> None:
    window = window_at(period, zone, at)

    assert window.start <= at < window.end
    assert window_at(period, zone, window.end).start == window.end
    assert window_at(period, zone, window.end - timedelta(microseconds=1)) == window
    assert window_at(period, zone, window.start) == window


@given(times, st.sampled_from(ZONES))
def test_times_of_one_local_day_are_in_one_window(at: datetime, zone: str) -> None:
    window = window_at(Period.DAY, zone, at)
    local = ZoneInfo(zone)

    assert window.start.astimezone(local).date() == at.astimezone(local).date()
    assert window.end.astimezone(local).date() > at.astimezone(local).date()


@pytest.mark.parametrize(
    ("day", "hours"), [("2026-03-29", 23), ("2026-10-25", 25), ("2026-11-03", 24)]
)
def test_a_day_is_as_long_as_clocks_make_it(day: str, hours: int) -> None:
    noon = datetime.fromisoformat(f"{day}T12:00").replace(tzinfo=ZoneInfo("Europe/Berlin"))
    window = window_at(Period.DAY, "Europe/Berlin", noon)

    assert window.end - window.start == timedelta(hours=hours)


def test_an_hour_that_occurs_twice_is_two_windows() -> None:
    first = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)  # 02:30 summer time in Berlin
    second = first + timedelta(hours=1)  # 02:30 again

    one, two = (window_at(Period.HOUR, "Europe/Berlin", at) for at in (first, second))
    assert one.end == two.start
    assert two.end - two.start == timedelta(hours=1)


@pytest.mark.parametrize(("month", "day"), [(4, 5), (10, 4)])
def test_an_hour_is_cut_short_by_a_clock_change_of_half_an_hour(month: int, day: int) -> None:
    first = datetime(2026, month, day, 1, 45, tzinfo=ZoneInfo("Australia/Lord_Howe"))
    times = [first.astimezone(UTC) + timedelta(minutes=15 * step) for step in range(6)]

    windows = {window_at(Period.HOUR, "Australia/Lord_Howe", at) for at in times}

    lengths = [each.end - each.start for each in sorted(windows, key=lambda each: each.start)]
    assert lengths == [timedelta(minutes=minutes) for minutes in (60, 30, 60)]


def test_a_day_without_midnight_begins_when_clocks_change() -> None:
    noon = datetime(2024, 3, 31, 12, tzinfo=ZoneInfo("Asia/Beirut"))
    window = window_at(Period.DAY, "Asia/Beirut", noon)

    assert window.start.astimezone(ZoneInfo("Asia/Beirut")).hour == 1


def test_a_week_begins_on_monday_and_a_month_on_its_first_day() -> None:
    at = datetime(2026, 2, 28, 23, 30, tzinfo=UTC)  # 1 March in Berlin, a Sunday

    week = window_at(Period.WEEK, "Europe/Berlin", at)
    month = window_at(Period.MONTH, "Europe/Berlin", at)
    assert week.start == datetime(2026, 2, 22, 23, tzinfo=UTC)
    assert month.start == datetime(2026, 2, 28, 23, tzinfo=UTC)
    assert month.end == datetime(2026, 3, 31, 22, tzinfo=UTC)


def test_an_unknown_zone_is_named_with_a_suggestion() -> None:
    assert zone_problems("Europe/Berlin") == []
    assert "did you mean Europe/Berlin?" in zone_problems("Berlin")[0].problem
    assert zone_problems("Europe")[0].field == "/timezone"
