"""Due and missed occurrences, and reasons not to fire."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from tests.support.clock import NOON

from runwhy.core.runs.run import Status
from runwhy.core.triggers.trigger import (
    Due,
    PastRun,
    Trigger,
    TriggerConfig,
    TriggerKind,
    plan_due,
    planned_key,
    skip_reason,
    too_many_failures,
)


def a_schedule(
    expression: str = "0 * * * *", *, next_at: datetime = NOON, **config: Any
) -> Trigger:
    return Trigger(
        id="trg_1",
        workspace=1,
        kind=TriggerKind.CRON,
        name="hourly",
        prompt="Look.",
        config=TriggerConfig(schedule=expression, **config),
        next_at=next_at,
        created_at=NOON,
        updated_at=NOON,
    )


def hours(count: float) -> datetime:
    return NOON + timedelta(hours=count)


def told(steps: Any) -> list[tuple[datetime, int, bool]]:
    return [(step.planned_at, step.count, step.reason is None) for step in steps]


def test_nothing_is_due_early() -> None:
    assert plan_due(a_schedule(), now=NOON - timedelta(milliseconds=1)) == []


def test_a_due_occurrence_fires_and_has_the_next_time() -> None:
    assert plan_due(a_schedule(), now=NOON) == [Due(planned_at=NOON, moves_to=hours(1))]


@pytest.mark.parametrize(("late", "fires"), [(0, True), (60, True), (61, False)])
def test_an_occurrence_up_to_a_minute_late_is_on_time(late: int, fires: bool) -> None:
    (step,) = plan_due(a_schedule(), now=NOON + timedelta(seconds=late))

    assert (step.reason is None) is fires


@pytest.mark.parametrize(
    ("catch_up", "expected"),
    [
        ("none", [(hours(0), 4, False)]),
        ("last", [(hours(0), 3, False), (hours(3), 1, True)]),
        ("all", [(hours(n), 1, True) for n in range(4)]),
    ],
)
def test_the_catch_up_policy_applies_after_downtime(
    catch_up: str, expected: list[tuple[datetime, int, bool]]
) -> None:
    steps = plan_due(a_schedule(catch_up=catch_up), now=hours(3.5))

    assert told(steps) == expected
    assert steps[-1].moves_to == hours(4)


@pytest.mark.parametrize("catch_up", ["none", "last"])
def test_an_occurrence_on_time_fires_alone_after_downtime(catch_up: str) -> None:
    steps = plan_due(a_schedule(catch_up=catch_up), now=hours(3))

    assert told(steps) == [(hours(0), 3, False), (hours(3), 1, True)]


def test_occurrences_older_than_the_window_do_not_fire() -> None:
    trigger = a_schedule(catch_up="all", catch_up_window=7200)

    assert told(plan_due(trigger, now=hours(4.5))) == [
        (hours(0), 3, False),
        (hours(3), 1, True),
        (hours(4), 1, True),
    ]


def test_every_occurrence_is_counted_exactly_once() -> None:
    trigger = a_schedule("*/7 * * * *", catch_up="all", catch_up_window=3600)
    now = NOON + timedelta(hours=30)

    steps = plan_due(trigger, now=now)

    between = [at for at in trigger.schedule.first(1000, after=NOON) if at <= now]
    assert sum(step.count for step in steps) == 1 + len(between)
    for step, following in pairwise(steps):
        assert step.moves_to == following.planned_at


def test_a_very_long_downtime_becomes_one_row() -> None:
    trigger = a_schedule("* * * * * *", next_at=NOON - timedelta(days=30))

    steps = plan_due(trigger, now=NOON)

    assert steps[0].count > 1000 and steps[0].reason is not None
    assert steps[-1].moves_to is not None and steps[-1].moves_to > NOON


def test_a_queued_run_counts_as_busy() -> None:
    waiting = PastRun(id="run_1", status=Status.QUEUED)

    assert skip_reason(a_schedule(), [waiting]) == f"{waiting.id} is still queued"
    assert skip_reason(a_schedule(), []) is None
    for other in ("queue", "allow", "cancel_previous"):
        assert skip_reason(a_schedule(overlap=other), [waiting]) is None


def test_consecutive_failures_pause_a_trigger() -> None:
    failed, well = Status.FAILED, Status.SUCCEEDED
    trigger = a_schedule(pause_after_failures=3)

    assert too_many_failures(trigger, [failed] * 2) is None
    assert too_many_failures(trigger, [failed, failed, well]) is None
    assert (
        too_many_failures(trigger, [failed] * 3) == "paused automatically: the last 3 runs failed"
    )
    assert too_many_failures(a_schedule(pause_after_failures=0), [failed] * 9) is None
    once = a_schedule(pause_after_failures=1)
    assert too_many_failures(once, [failed]) == "paused automatically: the last run failed"


def test_the_key_of_an_occurrence_is_its_planned_time() -> None:
    at = datetime(2026, 10, 25, 2, 30, tzinfo=UTC)

    assert planned_key(at) == "2026-10-25T02:30:00Z"
    assert planned_key(replace_zone(at)) == planned_key(at)


def replace_zone(at: datetime) -> datetime:
    return at.astimezone(ZoneInfo("Asia/Tokyo"))
