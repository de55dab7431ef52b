"""Why a queued run waits."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from tests.support.builders import a_run

from runwhy.core.runs.run import Status
from runwhy.core.runs.wait_reasons import QueuedRun, WorkerState, reason_to_wait

NOW = datetime(2026, 11, 3, 12, tzinfo=UTC)
QUEUED = QueuedRun(run=a_run(), lane="run_1", since=NOW, attempt=1)
BUSY = replace(a_run(), status=Status.RUNNING)
WORKER = WorkerState(id="wrk_1", name="a", started_at=NOW, seen_at=NOW, slots=1)


def test_a_run_waits_for_a_server_if_none_is_alive() -> None:
    silent = replace(WORKER, seen_at=NOW - timedelta(seconds=13))

    assert reason_to_wait(QUEUED, [], at=NOW).kind == "worker"
    assert reason_to_wait(QUEUED, [silent], at=NOW).kind == "worker"
    assert reason_to_wait(QUEUED, [silent, WORKER], at=NOW).kind == "start"


def test_a_run_waits_for_a_slot_if_all_are_busy_and_idle_runs_take_none() -> None:
    full = replace(WORKER, runs=[BUSY])
    idle = replace(WORKER, runs=[replace(BUSY, status=Status.WAITING)])

    reason = reason_to_wait(QUEUED, [full], at=NOW)
    assert (reason.kind, reason.text) == ("slot", "all 1 slots are busy")
    assert reason_to_wait(QUEUED, [full, idle], at=NOW).kind == "start"


def test_a_run_waits_for_the_runs_ahead_in_its_session_or_trigger() -> None:
    session = replace(QUEUED, run=replace(a_run(), session_id="ses_1"), lane="ses_1", ahead=2)
    session = replace(session, first_ahead="run_0")
    trigger = replace(QUEUED, lane="trg_1", ahead=1, first_ahead="run_0")

    behind = reason_to_wait(session, [], at=NOW)
    assert (behind.kind, behind.run_id, behind.ahead) == ("session", "run_0", 2)
    assert behind.text == "2 earlier runs of its session"
    assert reason_to_wait(trigger, [WORKER], at=NOW).kind == "trigger"


def test_a_run_waits_for_the_end_of_its_delay() -> None:
    later = NOW + timedelta(seconds=5)

    reason = reason_to_wait(replace(QUEUED, not_before=later), [WORKER], at=NOW)

    assert (reason.kind, reason.until) == ("delay", later)
    assert reason_to_wait(replace(QUEUED, not_before=NOW), [WORKER], at=NOW).kind == "start"
