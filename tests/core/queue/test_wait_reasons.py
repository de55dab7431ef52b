"""Why a queued run waits."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from tests.support.builders import a_run

from runwhy.core.queue.limits import Limits, LimitUse, parse_limit
from runwhy.core.queue.wait_reasons import QueuedRun, WorkerState, reason_to_wait
from runwhy.core.runs.run import Status

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


def test_a_coding_agent_keeps_its_slot_while_it_waits_for_an_approval() -> None:
    waits = replace(BUSY, status=Status.WAITING, executor="claude")
    asking = replace(WORKER, runs=[waits])

    assert asking.busy == 1
    assert reason_to_wait(QUEUED, [asking], at=NOW).kind == "slot"


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


def test_a_run_waits_for_a_worker_of_its_pool() -> None:
    pooled = replace(QUEUED, pool="claude")

    reason = reason_to_wait(pooled, [WORKER], at=NOW)

    assert (reason.kind, reason.pool) == ("pool", "claude")
    assert "runwhy worker --pool claude" in reason.text
    assert reason_to_wait(pooled, [replace(WORKER, pools=["claude"])], at=NOW).kind == "start"


def test_a_run_waits_for_a_place_under_a_limit_or_for_a_start_rate() -> None:
    limited = replace(QUEUED, keys=("1/customer=acme", "model:big"))
    limits = Limits(by_name={"customer": parse_limit(4), "model:big": parse_limit("2/min")})
    now = 100_000
    full = LimitUse(limits=limits, running={"1/customer=acme": 4}, now=now)
    started = LimitUse(limits=limits, starts={"model:big": [now - 20_000, now - 50_000]}, now=now)
    earlier = LimitUse(limits=limits, starts={"model:big": [now - 60_000, now - 50_000]}, now=now)

    place = reason_to_wait(limited, [WORKER], at=NOW, use=full)
    rate = reason_to_wait(limited, [WORKER], at=NOW, use=started)

    assert (place.kind, place.text) == ("limit", "customer=acme, 4 of 4 running")
    assert (rate.kind, rate.text) == ("rate", "model:big, 2 of 2 starts per min")
    assert rate.until == NOW + timedelta(seconds=10)
    assert reason_to_wait(limited, [WORKER], at=NOW, use=earlier).kind == "start"
