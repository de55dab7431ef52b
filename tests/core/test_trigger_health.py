"""Health of triggers: state, failure streak, missed occurrences and lateness."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.clock import NOON

from runwhy.core.runs.run import Status
from runwhy.core.triggers.health import (
    Activity,
    HealthState,
    failure_streak,
    health_of,
    trouble_order,
)
from runwhy.core.triggers.trigger import (
    Occurrence,
    Trigger,
    TriggerConfig,
    TriggeredRun,
    TriggerKind,
)

HOURLY = Trigger(
    id="trg_1",
    workspace=1,
    kind=TriggerKind.CRON,
    name="hourly",
    config=TriggerConfig(schedule="0 * * * *"),
    next_at=NOON + timedelta(hours=1),
    created_at=NOON,
    updated_at=NOON,
)
AT_NOON = Occurrence(trigger_id="trg_1", key="noon", at=NOON, planned_at=NOON, run_id="run_0")
S, F, C, Q, R = (
    *(Status.SUCCEEDED, Status.FAILED, Status.CANCELLED),
    *(Status.QUEUED, Status.RUNNING),
)


def runs(*statuses: Status, **first: Any) -> list[TriggeredRun]:
    """Return recent runs, newest first; `first` changes the newest one."""
    found = [
        TriggeredRun(id=f"run_{number}", status=status, created_at=NOON)
        for number, status in enumerate(statuses)
    ]
    return [replace(found[0], **first), *found[1:]] if found else []


def late(seconds: float) -> dict[str, Any]:
    return {"started_at": NOON + timedelta(seconds=seconds)}


@pytest.mark.parametrize(
    ("state", "trigger", "activity"),
    [
        ("idle", {}, Activity()),
        ("ok", {}, Activity(recent=runs(S, F), fired=AT_NOON)),
        ("ok", {}, Activity(recent=runs(C, F), fired=AT_NOON)),
        ("ok", {}, Activity(recent=runs(R, S), fired=AT_NOON)),
        ("ok", {}, Activity(recent=runs(S, **late(60)), fired=AT_NOON)),
        ("late", {}, Activity(recent=runs(S, **late(61)), fired=AT_NOON)),
        ("late", {}, Activity(recent=runs(Q), fired=AT_NOON)),
        ("late", {}, Activity(recent=runs(S), fired=AT_NOON, missed=1)),
        ("late", {}, Activity(missed=3)),
        ("late", {}, Activity(recent=runs(S, missed_before=2))),
        ("ok", {}, Activity(recent=[*runs(S), *runs(S, missed_before=2)])),
        ("late", {"next_at": NOON}, Activity(recent=runs(S))),
        ("failing", {}, Activity(recent=runs(F, S))),
        ("failing", {}, Activity(recent=runs(F), missed=2)),
        ("failing", {}, Activity(recent=runs(R, F, S))),
        ("failing", {}, Activity(recent=runs(S), missed=1, start_error="no agent cook")),
        ("paused", {"enabled": False}, Activity(recent=runs(F, F))),
        ("paused", {"enabled": False, "next_at": None}, Activity()),
        ("idle", {"kind": TriggerKind.WEBHOOK, "next_at": None}, Activity()),
        ("ok", {"kind": TriggerKind.WEBHOOK, "next_at": None}, Activity(recent=runs(S))),
    ],
)
def test_the_first_rule_that_applies_decides(
    state: str, trigger: dict[str, Any], activity: Activity
) -> None:
    now = NOON + timedelta(minutes=2)

    assert health_of(replace(HOURLY, **trigger), activity, now=now).state == state


@given(st.lists(st.sampled_from(Status), max_size=20))
def test_a_streak_is_the_number_of_failures_since_the_last_other_end(
    statuses: list[Status],
) -> None:
    ended = [status for status in statuses if status in (S, F, C)]
    streak = failure_streak(statuses)

    assert ended[:streak] == [F] * streak
    assert ended[streak : streak + 1] != [F]


def test_lateness_is_measured_to_the_start_of_the_run() -> None:
    occurrence = replace(AT_NOON, at=NOON + timedelta(seconds=1))
    now = NOON + timedelta(seconds=30)

    def lateness(*recent: TriggeredRun) -> float | None:
        found = health_of(HOURLY, Activity(recent=recent, fired=occurrence), now=now).lateness
        return None if found is None else found.total_seconds()

    assert lateness(*runs(S, **late(4))) == 4
    assert lateness(*runs(S, **late(-1))) == 0  # the clock of another server
    assert lateness(*runs(Q)) == 30  # it gets later while it waits
    assert lateness(*runs(C)) == 1  # it never started
    assert lateness() == 1  # its run was erased
    manual = Activity(recent=runs(S), fired=replace(occurrence, planned_at=None))
    assert health_of(HOURLY, manual, now=now).lateness is None


def test_trouble_is_sorted_by_state_then_by_streak() -> None:
    named = {
        "b idle": Activity(),
        "a ok": Activity(recent=runs(S)),
        "missed twice": Activity(missed=2),
        "missed once": Activity(missed=1),
        "failed once": Activity(recent=runs(F)),
        "failed twice": Activity(recent=runs(F, F)),
    }
    found = [
        (trigger := replace(HOURLY, name=name), health_of(trigger, activity, now=NOON))
        for name, activity in named.items()
    ]
    paused = replace(HOURLY, name="paused", enabled=False)
    found.append((paused, health_of(paused, Activity(), now=NOON)))

    assert [one.name for one, _ in sorted(found, key=lambda each: trouble_order(*each))] == [
        *("failed twice", "failed once", "missed twice", "missed once"),
        *("paused", "a ok", "b idle"),
    ]
    assert [*HealthState] == ["failing", "late", "paused", "ok", "idle"]
