"""Due times of schedules, on ordinary days and when clocks change."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwhy.core.triggers.schedules import Schedule, parse_schedule
from runwhy.errors import InvalidInput

BERLIN, NEW_YORK, LORD_HOWE = "Europe/Berlin", "America/New_York", "Australia/Lord_Howe"


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


# schedule, zone, after, following times: all in UTC
TABLE = [
    ("*/15 * * * *", "UTC", "2026-11-03 12:01", ["2026-11-03 12:15", "2026-11-03 12:30"]),
    (
        "*/20 * * * * *",
        "UTC",
        "2026-11-03 12:00:19",
        ["2026-11-03 12:00:20", "2026-11-03 12:00:40"],
    ),
    ("0 9 * * MON-FRI", "UTC", "2026-11-06 10:00", ["2026-11-09 09:00", "2026-11-10 09:00"]),
    ("0 0 L * *", "UTC", "2026-02-01 00:00", ["2026-02-28 00:00", "2026-03-31 00:00"]),
    # Feb 29
    ("0 12 29 2 *", "UTC", "2026-01-01 00:00", ["2028-02-29 12:00", "2032-02-29 12:00"]),
    ("0 */12 29 2 *", NEW_YORK, "2026-01-01 00:00", ["2028-02-29 05:00", "2028-02-29 17:00"]),
    ("*/30 23 29 2 *", BERLIN, "2026-01-01 00:00", ["2028-02-29 22:00", "2028-02-29 22:30"]),
    # Berlin, forward: 2026-03-29 02:00 becomes 03:00
    ("30 2 * * *", BERLIN, "2026-03-28 12:00", ["2026-03-29 01:00", "2026-03-30 00:30"]),
    ("0 30 2 * * *", BERLIN, "2026-03-28 12:00", ["2026-03-29 01:00", "2026-03-30 00:30"]),
    ("0 2 * * *", BERLIN, "2026-03-28 12:00", ["2026-03-29 01:00", "2026-03-30 00:00"]),
    ("0 3 * * *", BERLIN, "2026-03-28 12:00", ["2026-03-29 01:00", "2026-03-30 01:00"]),
    ("0,30 2 * * *", BERLIN, "2026-03-28 12:00", ["2026-03-29 01:00", "2026-03-30 00:00"]),
    ("30 * * * *", BERLIN, "2026-03-29 00:00", ["2026-03-29 00:30", "2026-03-29 01:30"]),
    # Berlin, back: 2026-10-25 03:00 becomes 02:00
    ("30 2 * * *", BERLIN, "2026-10-24 12:00", ["2026-10-25 00:30", "2026-10-26 01:30"]),
    ("30 2 * * *", BERLIN, "2026-10-25 00:45", ["2026-10-26 01:30"]),
    ("50 2 * * *", BERLIN, "2026-10-25 01:45", ["2026-10-26 01:50"]),
    ("0 30 2 * * *", BERLIN, "2026-10-24 12:00", ["2026-10-25 00:30", "2026-10-26 01:30"]),
    (
        "*/30 * * * *",
        BERLIN,
        "2026-10-25 00:00",
        ["2026-10-25 00:30", "2026-10-25 01:00", "2026-10-25 01:30", "2026-10-25 02:00"],
    ),
    # New York, forward: 2026-03-08 02:00 becomes 03:00; back: 2026-11-01 02:00 becomes 01:00
    ("30 2 * * *", NEW_YORK, "2026-03-07 12:00", ["2026-03-08 07:00", "2026-03-09 06:30"]),
    ("30 1 * * *", NEW_YORK, "2026-10-31 12:00", ["2026-11-01 05:30", "2026-11-02 06:30"]),
    (
        "15 * * * *",
        NEW_YORK,
        "2026-11-01 05:00",
        ["2026-11-01 05:15", "2026-11-01 06:15", "2026-11-01 07:15"],
    ),
    # Lord Howe changes by half an hour. Forward: 2026-10-04 02:00 becomes 02:30
    ("15 2 * * *", LORD_HOWE, "2026-10-03 00:00", ["2026-10-03 15:30", "2026-10-04 15:15"]),
    ("45 * * * *", LORD_HOWE, "2026-10-03 15:00", ["2026-10-03 15:15", "2026-10-03 15:45"]),
    # Back: 2026-04-05 02:00 becomes 01:30
    ("45 1 * * *", LORD_HOWE, "2026-04-04 00:00", ["2026-04-04 14:45", "2026-04-05 15:15"]),
    (
        "45 * * * *",
        LORD_HOWE,
        "2026-04-04 14:00",
        ["2026-04-04 14:45", "2026-04-04 15:15", "2026-04-04 16:15"],
    ),
]


@pytest.mark.parametrize(("expression", "zone", "after", "expected"), TABLE)
def test_the_following_times_are_correct(
    expression: str, zone: str, after: str, expected: list[str]
) -> None:
    schedule = Schedule(expression=expression, zone=zone)

    found = schedule.first(len(expected), after=utc(after))

    assert found == [utc(text) for text in expected]


@given(
    start=st.datetimes(datetime(2024, 1, 1), datetime(2030, 1, 1)),
    zone=st.sampled_from([BERLIN, NEW_YORK, LORD_HOWE, "Asia/Kathmandu", "America/St_Johns"]),
    minute=st.sampled_from(["*/10", "7", "0,30", "59"]),
)
def test_a_repeating_schedule_fires_whenever_local_time_matches(
    start: datetime, zone: str, minute: str
) -> None:
    at = start.replace(microsecond=0, tzinfo=UTC)
    schedule = Schedule(expression=f"{minute} * * * *", zone=zone)
    wanted = {"*/10": range(0, 60, 10), "7": [7], "0,30": [0, 30], "59": [59]}[minute]

    found = schedule.first(8, after=at)

    first = at.replace(second=0) + timedelta(minutes=1)
    minutes = [
        first + timedelta(minutes=n) for n in range(round((found[-1] - first).seconds / 60) + 1)
    ]
    shown = [m for m in minutes if m.astimezone(ZoneInfo(zone)).minute in wanted]
    assert found == shown


@given(
    start=st.datetimes(datetime(2024, 1, 1), datetime(2030, 1, 1)),
    zone=st.sampled_from([BERLIN, NEW_YORK, LORD_HOWE]),
    hour=st.integers(0, 23),
)
def test_a_time_of_day_occurs_once_every_day(start: datetime, zone: str, hour: int) -> None:
    schedule = Schedule(expression=f"30 {hour} * * *", zone=zone)

    found = schedule.first(20, after=start.replace(tzinfo=UTC))

    days = [at.astimezone(ZoneInfo(zone)).date() for at in found]
    assert days == [days[0] + timedelta(days=n) for n in range(20)]


@pytest.mark.parametrize(
    ("expression", "zone", "field"),
    [
        ("", "UTC", "/schedule"),
        ("* * * *", "UTC", "/schedule"),
        ("61 * * * *", "UTC", "/schedule"),
        ("* * * * * * *", "UTC", "/schedule"),
        ("0 0 31 2 *", "UTC", "/schedule"),
        ("@daily", "UTC", "/schedule"),
        ("0 0 * * *" + " " * 300, "UTC", "/schedule"),
        ("0 0 * * *", "Mars/Olympus", "/timezone"),
        ("0 0 * * *", "../etc/passwd", "/timezone"),
        ("0 0 * * *", "", "/timezone"),
    ],
)
def test_an_invalid_schedule_is_rejected(expression: str, zone: str, field: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        parse_schedule(expression, zone, after=utc("2026-01-01 00:00"))

    assert [problem.field for problem in refused.value.problems] == [field]


def test_a_schedule_is_described_in_english() -> None:
    schedule = Schedule(expression="0 2 * * *", zone=BERLIN)

    assert schedule.in_words() == "At 02:00 every day, Europe/Berlin time"
    assert Schedule(expression="0 2 * * *", zone="UTC").in_words() == "At 02:00 every day, UTC"


def test_a_schedule_that_is_the_same_in_all_zones_is_described_without_utc() -> None:
    schedule = Schedule(expression="*/5 * * * *", zone="UTC")

    assert schedule.in_words() == "Every fifth minute of every hour"


@given(
    st.sampled_from(["*/15 * * * *", "30 2 * * *", "*/20 * * * * *", "0 9 * * MON-FRI"]),
    st.sampled_from(["UTC", BERLIN]),
    st.lists(st.tuples(st.integers(0, 4 * 86_400), st.integers(1, 6)), min_size=2, max_size=8),
)
def test_the_next_times_do_not_depend_on_those_that_were_asked_for_before(
    expression: str, zone: str, asked: list[tuple[int, int]]
) -> None:
    schedule = Schedule(expression=expression, zone=zone)
    for seconds, count in asked:
        after = utc("2026-10-23 00:00") + timedelta(seconds=seconds)
        assert schedule.first(count, after=after) == list(islice(schedule.following(after), count))
