"""Laws of alerts: hysteresis, rolling windows, absences, and previews that equal evaluations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwhy.core.alerts.alert import (
    Alert,
    AlertMeasure,
    AlertState,
    AlertStatus,
    Comparison,
    Direction,
    check_alert,
    counts_at_creation,
    parse_alert_query,
    required_tags,
)
from runwhy.core.alerts.board import AlertBoard, MeasuredRun, OpenApproval
from runwhy.core.alerts.decision import Limits, Sample, Transition, announces, fires
from runwhy.core.alerts.notices import condition_text, title_text
from runwhy.core.alerts.preview import (
    Asked,
    Firing,
    preview_absence,
    preview_approvals,
    preview_window,
)
from runwhy.core.alerts.timeline import (
    AbsenceTimeline,
    Watch,
    WindowTimeline,
    from_ms,
    to_ms,
)
from runwhy.core.alerts.window import EndedRun, RollingWindow, end_order
from runwhy.core.queries import QuerySubject
from runwhy.core.triggers.schedules import Schedule
from runwhy.errors import InvalidInput

NOW = datetime(2026, 11, 18, 12, tzinfo=UTC)
T0 = to_ms(NOW)
HOUR = 3_600_000


def an_alert(**changes: Any) -> Alert:
    """Return an alert that fires at 3 runs in a minute."""
    given = {"measure": AlertMeasure.COUNT, "window": 60, "threshold": 3.0, **changes}
    times = {"created_at": NOW, "updated_at": NOW, "watched_from": NOW}
    return Alert(id="alr_1", workspace=1, name="many", query="", **given, **times)


samples = st.one_of(
    st.floats(0, 10).map(Sample), st.just(Sample(None)), st.just(Sample(None, is_empty=True))
)


@given(st.lists(samples), st.floats(0, 10), st.floats(0, 10), st.booleans())
def test_a_state_changes_only_beyond_its_own_threshold(
    values: list[Sample], one: float, other: float, is_above: bool
) -> None:
    low, high = sorted((one, other))
    limits = Limits(high, low, True) if is_above else Limits(low, high, False)
    firing = False
    for sample in values:
        after = fires(limits, sample, firing=firing)
        value = sample.value
        if after and not firing:
            assert value is not None
            assert value >= high if is_above else value <= low
        if firing and not after:
            assert sample.is_empty or value is not None
            assert value is None or (value < low if is_above else value > high)
        if value is None and not sample.is_empty:
            assert after is firing
        firing = after


@given(st.lists(st.floats(2, 4.999)), st.booleans())
def test_between_the_thresholds_the_state_never_changes(values: list[float], firing: bool) -> None:
    states = {firing}
    for value in values:
        states.add(fires(Limits(5, 2), Sample(value), firing=firing))

    assert states == {firing}


@pytest.mark.parametrize(
    ("is_firing", "is_announced", "is_silenced", "expected"),
    [
        (True, False, False, True),
        (True, True, False, False),
        (False, True, False, True),
        (False, False, False, False),
        (True, False, True, False),
        (False, True, True, False),
    ],
)
def test_recipients_are_told_what_they_do_not_know_unless_silenced(
    is_firing: bool, is_announced: bool, is_silenced: bool, expected: bool
) -> None:
    decided = announces(is_firing=is_firing, is_announced=is_announced, is_silenced=is_silenced)

    assert decided is expected


times = st.integers(0, 400_000)
runs = st.lists(
    st.builds(
        EndedRun,
        times.map(lambda ms: T0 + ms),
        st.booleans(),
        st.none() | st.integers(0, 100_000),
        st.integers(0, 10**12),
    ),
    max_size=40,
)


@given(runs, st.integers(10, 200), st.integers(0, 600_000))
def test_a_window_has_the_runs_since_the_step_of_its_left_edge(
    found: list[EndedRun], seconds: int, more: int
) -> None:
    window = RollingWindow(seconds, compares=True)
    for run in found:  # in any order
        window.add(run)
    window.advance(T0 + more)

    step, at = window.step, window.position
    left = (at // step) * step - (window.reach // 2 - step)
    now = [run for run in found if run.at >= left]
    before = [run for run in found if left - window.reach // 2 <= run.at < left]
    assert window.reach // 2 - step >= seconds * 1000
    assert window.reach // 2 - step < seconds * 1000 + step
    for totals, expected in ((window.now, now), (window.before, before)):
        assert totals.count == len(expected)
        assert totals.failed == sum(run.is_failed for run in expected)
        assert totals.cost == sum(run.cost for run in expected)
        assert totals.timed == sum(run.duration is not None for run in expected)
        assert sum(totals.durations.values()) == totals.timed


def test_p95_is_the_nearest_rank_within_half_a_percent() -> None:
    window = RollingWindow(3600)
    for number in range(1, 101):
        window.add(EndedRun(T0 + number, duration=number * 1000))

    assert window.now.p95() == pytest.approx(95, rel=0.004)


def live(alert: Alert, found: Sequence[EndedRun], rounds: Sequence[int]) -> list[Transition]:
    """Evaluate in rounds, as a server does: runs when they are read, time with a delay."""
    watch = Watch(alert)
    window = RollingWindow(alert.window, compares=alert.comparison is Comparison.PREVIOUS)
    timeline = WindowTimeline(window, [watch])
    timeline.start([run for run in found if run.at <= T0], T0)
    left = [run for run in found if run.at > T0]
    for now in rounds:
        while left and left[0].at <= now:
            timeline.add(left.pop(0))
        timeline.advance(now - 1000)
    return list(watch.take())


measures = st.sampled_from(
    [
        {"threshold": 3.0, "resolve_threshold": 2.0},
        {"measure": AlertMeasure.FAILED, "threshold": 2.0},
        {"measure": AlertMeasure.FAILURE_RATE, "threshold": 0.5, "minimum": 2},
        {"measure": AlertMeasure.P95, "threshold": 50.0, "resolve_threshold": 20.0},
        {"measure": AlertMeasure.COST, "threshold": 1.5},
        {"threshold": 1.0, "direction": Direction.BELOW, "resolve_threshold": 3.0},
        {"measure": AlertMeasure.FAILED, "comparison": Comparison.PREVIOUS, "threshold": 2.0},
        {"measure": AlertMeasure.COST, "comparison": Comparison.PREVIOUS, "threshold": 1.5},
    ]
)


@given(measures, st.sampled_from([10, 60, 90]), runs, st.lists(times, max_size=30))
def test_a_preview_equals_an_evaluation_in_any_rounds(
    changes: dict[str, Any], window: int, found: list[EndedRun], looks: list[int]
) -> None:
    alert = an_alert(**{**changes, "window": window})
    found = sorted((run._replace(at=run.at - 100_000) for run in found), key=end_order)
    until = T0 + 500_000
    rounds = [*sorted(T0 + ms for ms in looks), until + 1000]

    preview = preview_window(alert, found, since=NOW, until=from_ms(until))

    expected: list[Firing] = []
    for change in live(alert, found, rounds):
        if change.is_firing:
            expected.append(Firing(from_ms(change.at), None, change.value))
        else:
            expected[-1] = expected[-1]._replace(until=from_ms(change.at))
    assert list(preview.firings) == expected
    assert preview.runs == sum(run.at > T0 for run in found)
    assert len(preview.points) == 300


def test_a_preview_shows_the_values_over_time() -> None:
    found = [EndedRun(T0 + 60_000 + ms) for ms in (0, 1000, 2000)]

    preview = preview_window(an_alert(), found, since=NOW, until=NOW + timedelta(minutes=5))

    (firing,) = preview.firings
    assert firing.since == NOW + timedelta(seconds=62)
    assert firing.until == NOW + timedelta(seconds=121)
    values = {point.at: point.value for point in preview.points}
    assert values[NOW] == 0
    assert values[NOW + timedelta(seconds=62)] == 3
    assert values[NOW + timedelta(seconds=130)] == 0


@given(st.lists(times, max_size=20), st.integers(10, 100))
def test_an_absence_fires_in_every_gap_and_resolves_with_the_next_match(
    found: list[int], window: int
) -> None:
    matches = sorted(T0 + ms for ms in found if ms)
    end = T0 + 500_000
    alert = an_alert(measure=AlertMeasure.ABSENCE, threshold=None, window=window)

    preview = preview_absence(alert, matches, since=NOW, until=from_ms(end))

    points = [T0, *matches]
    expected = [
        Firing(from_ms(one + window * 1000), from_ms(other), float(window))
        for one, other in zip(points, matches, strict=False)
        if other - one >= window * 1000
    ]
    if end - points[-1] >= window * 1000:
        expected.append(Firing(from_ms(points[-1] + window * 1000), None, float(window)))
    assert list(preview.firings) == expected
    highest = max((p.value for p in preview.points if p.value is not None), default=0)
    assert highest <= 500


@given(st.lists(times, max_size=20), st.lists(times, max_size=20))
def test_restarts_and_the_rounds_do_not_change_what_is_absent(
    found: list[int], restarts: list[int]
) -> None:
    alert = an_alert(measure=AlertMeasure.ABSENCE, threshold=None, window=60)
    matches = sorted({T0 + ms for ms in found if ms})
    end = T0 + 500_000
    watch = Watch(alert)
    timeline = AbsenceTimeline(watch, T0)
    changes: list[Transition] = []
    for now in [*sorted(T0 + ms for ms in restarts), end]:
        for at in [each for each in matches if timeline.last < each <= now]:
            timeline.add(at)
        timeline.advance(now)
        changes += watch.take()
        watch = Watch(alert, watch.is_firing)  # a restart: the state is stored, the rest is read
        last = max([T0, *(at for at in matches if at <= now)])
        timeline = AbsenceTimeline(watch, last)
        timeline.start(now)
        changes += watch.take()

    preview = preview_absence(alert, matches, since=NOW, until=from_ms(end))
    assert [each.is_firing for each in changes] == [True, False] * (len(changes) // 2) + [True] * (
        len(changes) % 2
    )
    assert sum(each.is_firing for each in changes) == len(preview.firings)


def test_a_clock_that_is_set_back_resolves_a_false_absence() -> None:
    alert = an_alert(measure=AlertMeasure.ABSENCE, threshold=None, window=60)
    watch = Watch(alert)
    timeline = AbsenceTimeline(watch, T0)
    timeline.advance(T0 + HOUR)  # the clock is wrong
    fired = watch.take()

    again = Watch(alert, is_firing=True)
    AbsenceTimeline(again, T0).start(T0 + 1000)

    assert [each.is_firing for each in fired] == [True]
    assert [each.is_firing for each in again.take()] == [False]


def test_an_absence_of_a_schedule_begins_at_the_planned_time() -> None:
    weekdays = Schedule(expression="0 9 * * 1-5")
    friday = datetime(2026, 11, 20, 9, tzinfo=UTC)
    alert = an_alert(measure=AlertMeasure.ABSENCE, threshold=None, window=600)
    ran = [to_ms(friday) + 500]

    preview = preview_absence(
        alert,
        ran,
        since=friday - timedelta(hours=1),
        until=friday + timedelta(days=4),
        schedule=weekdays,
    )

    monday = friday + timedelta(days=3)
    assert list(preview.firings) == [Firing(monday + timedelta(minutes=10), None, 600.0)]


def test_nothing_was_planned_before_the_schedule_was_created() -> None:
    missed = an_alert(measure=AlertMeasure.ABSENCE, threshold=None, window=600)
    midnight, noon = datetime(2026, 11, 18, tzinfo=UTC), datetime(2026, 11, 18, 12, tzinfo=UTC)
    nightly = Schedule(expression="0 2 * * *")
    week: dict[str, Any] = {
        "since": midnight - timedelta(days=7),
        "until": noon,
        "schedule": nightly,
    }

    before = preview_absence(missed, [], **week, scheduled_since=noon - timedelta(hours=1))
    since_yesterday = preview_absence(missed, [], **week, scheduled_since=midnight)

    assert before.firings == []
    assert {point.value for point in before.points} == {0.0}
    (firing,) = since_yesterday.firings
    assert firing.since == midnight + timedelta(hours=2, minutes=10)


def test_approvals_that_wait_together_are_one_firing() -> None:
    alert = an_alert(measure=AlertMeasure.APPROVAL_AGE, threshold=None, window=60)
    asked = [
        Asked(T0 + 1000, T0 + 90_000),
        Asked(T0 + 20_000, T0 + 100_000),
        Asked(T0 + 150_000, T0 + 160_000),
        Asked(T0 + 200_000),
    ]

    preview = preview_approvals(alert, asked, since=NOW, until=from_ms(T0 + 300_000))

    found = [
        (to_ms(each.since) - T0, each.until and to_ms(each.until) - T0) for each in preview.firings
    ]
    assert found == [(61_000, 100_000), (260_000, None)]


def a_run(tags: dict[str, str], *, at: int = T0, failed: bool = False) -> MeasuredRun:
    subject = QuerySubject(tags=tags, status="failed" if failed else "succeeded", created=NOW)
    return MeasuredRun(1, subject, at, EndedRun(at, failed))


def put(board: AlertBoard, alert: Alert) -> Watch:
    watch = Watch(alert)
    query = parse_alert_query(alert.query, now=NOW)
    if alert.measure is AlertMeasure.ABSENCE:
        board.put_absence(watch, query, T0, None, at=T0)
    elif alert.measure is AlertMeasure.APPROVAL_AGE:
        board.put_approval(watch, query)
    else:
        board.put_window(watch, query, (), at=T0)
    return watch


def test_a_board_counts_a_run_for_every_alert_that_it_matches() -> None:
    board = AlertBoard()
    base = an_alert(threshold=1.0)
    queries = {"a": "customer:acme", "b": "customer:globex", "c": "", "d": "customer:acme env:x"}
    watches = {
        name: put(board, replace(base, id=name, query=query)) for name, query in queries.items()
    }

    board.add_ended([a_run({"customer": "acme"})])

    assert {each.alert.id for each in board.take_changed()} == {"a", "c"}
    assert board.take_changed() == []
    assert [watches[name].value for name in "abcd"] == [1, 0, 1, 0]
    board.remove("a")
    board.add_ended([a_run({"customer": "acme", "env": "x"})])
    assert [watches[name].value for name in "abcd"] == [1, 0, 2, 1]


def test_alerts_with_the_same_query_and_window_share_it() -> None:
    board = AlertBoard()
    put(board, an_alert(threshold=5.0))
    board.add_ended([a_run({}), a_run({})])

    joined = put(board, replace(an_alert(threshold=2.0), id="alr_2"))

    assert board.has_window(joined.alert)
    assert joined.is_firing
    board.remove("alr_1")
    assert board.has_window(joined.alert)
    board.remove("alr_2")
    assert not board.has_window(joined.alert)
    assert board.workspaces == []


def test_a_board_resolves_when_runs_leave_the_window() -> None:
    board = AlertBoard()
    watch = put(board, an_alert(threshold=1.0))
    board.add_ended([a_run({})])
    board.take_changed()
    watch.take()

    board.advance(T0 + 61_000)

    (change,) = watch.take()
    assert (change.is_firing, change.at) == (False, T0 + 61_000)


def test_a_board_decides_about_absences_and_approvals() -> None:
    board = AlertBoard()
    absent = put(board, an_alert(measure=AlertMeasure.ABSENCE, threshold=None))
    waits = replace(absent.alert, id="alr_2", measure=AlertMeasure.APPROVAL_AGE, query="env:x")
    waiting = put(board, waits)
    assert (board.needs_created, board.needs_approvals, board.needs_text) == (True, True, False)

    board.advance(T0 + 60_000)
    board.see_approvals([OpenApproval(a_run({"env": "x"}), T0)], at=T0 + 70_000)

    assert [each.at for each in absent.take()] == [T0 + 60_000]
    assert [each.at for each in waiting.take()] == [T0 + 60_000]
    board.add_created([a_run({}, at=T0 + 80_000)])
    board.see_approvals([], at=T0 + 81_000)
    assert [each.is_firing for each in absent.take()] == [False]
    assert [each.is_firing for each in waiting.take()] == [False]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", True),
        ("customer:acme trigger:nightly", True),
        ("-customer:acme", True),
        ("status:succeeded", False),
        ("customer:acme duration>5s", False),
        ("refund", False),
        ("has:model", False),
    ],
)
def test_an_absence_counts_runs_at_creation_if_the_query_allows_it(
    query: str, expected: bool
) -> None:
    assert counts_at_creation(parse_alert_query(query, now=NOW)) is expected


def test_an_alert_without_a_valid_query_has_no_required_tags() -> None:
    assert required_tags(replace(an_alert(), query="customer:acme env:x")) == {
        "customer": "acme",
        "env": "x",
    }
    assert required_tags(replace(an_alert(), query="(((")) == {}


def test_all_broken_rules_are_named() -> None:
    broken = replace(an_alert(), name="a b", window=5, threshold=-1.0, query="created>-1h")

    with pytest.raises(InvalidInput) as raised:
        check_alert(broken, now=NOW)

    fields = {problem.field for problem in raised.value.problems}
    assert fields == {"/name", "/windowSeconds", "/threshold", "/query"}


def test_states_are_described_in_words() -> None:
    state = AlertState(
        alert_id="alr_1", workspace=1, status=AlertStatus.FIRING, since=NOW, value=0.25
    )
    rate = an_alert(measure=AlertMeasure.FAILURE_RATE, threshold=0.2, window=5400)

    assert title_text(rate, state) == "The alert many fires: failure rate 25 % in 1 h 30 min"
    assert condition_text(rate) == "failure rate at least 20 % in 1 h 30 min"
    resolved = replace(state, status=AlertStatus.OK, value=0.1)
    assert (
        title_text(rate, resolved) == "The alert many is resolved: failure rate 10 % in 1 h 30 min"
    )
    empty = replace(resolved, value=None)
    assert title_text(rate, empty) == "The alert many is resolved: no run in 1 h 30 min"
    disabled = "The alert many is resolved: the alert was disabled"
    assert title_text(rate, empty, "the alert was disabled") == disabled
    slow = an_alert(measure=AlertMeasure.P95, threshold=1.5, window=600)
    assert condition_text(slow) == "p95 duration at least 1.5 s in 10 min"
    doubled = an_alert(comparison=Comparison.PREVIOUS, threshold=2.0, window=600)
    cheap = an_alert(measure=AlertMeasure.COST, threshold=0.001, window=600)
    assert condition_text(cheap) == "cost at least $0.001 in 10 min"
    assert condition_text(doubled) == "runs at least 2 times the 10 min before"
    absent = an_alert(measure=AlertMeasure.ABSENCE, threshold=None, window=7200)
    silent = replace(state, value=7200.0)
    assert condition_text(absent) == "no run for 2 h"
    assert title_text(absent, silent) == "The alert many fires: no run matched for 2 h"
