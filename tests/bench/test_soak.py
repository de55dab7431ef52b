"""The soak must be able to fail: what is planted in its ledger is found."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from bench.soak import plan
from bench.soak_checks import check
from bench.soak_figures import figures, fit
from bench.soak_ledger import Ask, Call, Delivery, Fault, Found, Ledger, Sample
from bench.soak_plots import svg
from bench.soak_server import make_clock, set_clock

LOST = "no accepted run is lost, all succeeded"
TWICE = "no run was made twice"
STREAMS = "streams have no gap, no repeat, one end"
ORDER = "sessions kept their order"
MODELS = "no completed step asked its model again"
DELIVERIES = "each run was told of under one id"
HOOKS = "each webhook became one run"
SCHEDULES = "each planned time of a schedule counted once"
IMPORTS = "each history became one whole run"
COMMANDS = "each command went with one message"
ANSWERS = "no answer but success, 503 or none"
MEMORY = "memory and open files are flat"

ROOT = Path(__file__).parents[2]
EVENTS = [(1, "queued"), (2, "started"), (3, "result")]
Plant = Callable[[Ledger, Found], object]


def a_run(**tags: str) -> dict[str, object]:
    return {"status": "succeeded", "metadata": tags, "trigger": None}


def an_occurrence(second: int, run: str | None) -> dict[str, object]:
    return {"plannedAt": f"2026-11-16T05:00:{second:02}Z", "count": 1, "runId": run}


def a_soak() -> tuple[Ledger, Found]:
    """A small one in which all is well, though the server was killed once."""
    ledger = Ledger(
        runs={"a.1": "run_1", "a.2": "run_2", "hook.1": "run_3"},
        sessions={"ses_1": ["run_1", "run_2"]},
        streams={"run_1": list(EVENTS)},
        told={"run_1"},
        hooks={"hook.1": "run_3"},
        schedules={"trg_1": 5},
        imports={"soak-0": ("claude", "run_6", 9)},
        commands={"echo 1"},
        shown={"echo 1": {"a.1"}},
        calls=[Call("a.1", 0, 10.0), Call("a.1", 0, 12.0, 13.0), Call("a.2", 0, 14.0, 14.5)],
        deliveries=[Delivery("msg_1", "run_1", 20.0, True, True)],
        asks=[Ask(1.0, "run", "ok", 0.01), Ask(11.0, "run", "away", 0.0)],
        faults=[Fault("kill", 11.0, 11.5)],
        samples=[Sample(float(at), 7, 100.0, 80.0, 40, 9) for at in range(0, 3600, 2)],
    )
    fired = {"status": "succeeded", "metadata": {}, "trigger": "trg_1"}
    found = Found(
        runs={
            "run_1": a_run(key="a.1"),
            "run_2": a_run(key="a.2"),
            "run_3": a_run(hook="hook.1"),
            "run_4": fired,
            "run_5": fired,
            "run_6": a_run(history="soak-0"),
        },
        events={"run_1": list(EVENTS), "run_2": list(EVENTS)},
        lives={"ses_1": [(run, kind) for run in ("run_1", "run_2") for _, kind in EVENTS]},
        occurrences={"trg_1": [an_occurrence(5, "run_4"), an_occurrence(10, "run_5")]},
        outgoing=[{"id": "msg_1", "status": "delivered"}],
        entries={"run_6": 9},
    )
    return ledger, found


def wrong(ledger: Ledger, found: Found) -> set[str]:
    return {name for name, problems in check(ledger, found).items() if problems}


def test_a_soak_in_which_all_is_well_has_nothing_wrong() -> None:
    assert wrong(*a_soak()) == set()


@pytest.mark.parametrize(
    ("plant", "finds"),
    [
        (lambda ledger, found: found.runs.pop("run_2"), LOST),
        (lambda ledger, found: found.runs["run_2"].update(status="failed"), LOST),
        (lambda ledger, found: found.runs.update(run_9=a_run(key="a.1")), TWICE),
        (lambda ledger, found: found.events["run_2"].pop(1), STREAMS),
        (lambda ledger, found: found.events["run_2"].append((4, "result")), STREAMS),
        (lambda ledger, found: ledger.streams["run_1"].pop(), STREAMS),
        (lambda ledger, found: found.lives["ses_1"].reverse(), ORDER),
        (lambda ledger, found: ledger.faults.clear(), MODELS),
        (lambda ledger, found: ledger.calls.append(Call("b.9", 0, 30.0)), MODELS),
        (lambda ledger, found: ledger.calls.insert(0, Call("a.2", 1, 9.0)), MODELS),
        (lambda ledger, found: ledger.deliveries.clear(), DELIVERIES),
        (
            lambda ledger, found: ledger.deliveries.append(
                Delivery("msg_2", "run_1", 21.0, True, True)
            ),
            DELIVERIES,
        ),
        (
            lambda ledger, found: ledger.deliveries.append(
                Delivery("msg_1", "run_1", 99.0, True, True)
            ),
            DELIVERIES,
        ),
        (lambda ledger, found: found.outgoing[0].update(status="pending"), DELIVERIES),
        (lambda ledger, found: found.runs.update(run_9=a_run(hook="hook.1")), HOOKS),
        (lambda ledger, found: found.occurrences["trg_1"].pop(0), SCHEDULES),
        (
            lambda ledger, found: found.occurrences["trg_1"].append(an_occurrence(20, None)),
            SCHEDULES,
        ),
        (lambda ledger, found: found.entries.update(run_6=8), IMPORTS),
        (lambda ledger, found: found.runs.update(run_9=a_run(history="soak-0")), IMPORTS),
        (lambda ledger, found: ledger.shown["echo 1"].add("a.2"), COMMANDS),
        (lambda ledger, found: ledger.shown.clear(), COMMANDS),
        (lambda ledger, found: ledger.asks.append(Ask(2.0, "run", "500", 0.1)), ANSWERS),
        (lambda ledger, found: ledger.accept("a.1", "run_9"), ANSWERS),
        (
            lambda ledger, found: ledger.samples.extend(
                Sample(float(at), 7, 90 + at / 60, 80.0, 40, 9) for at in range(3600, 7200, 2)
            ),
            MEMORY,
        ),
        (
            lambda ledger, found: ledger.samples.extend(
                Sample(float(at), 7, 100.0, 80.0, 40 + at % 14 + at // 600, 9)
                for at in range(3600, 7200, 2)
            ),
            MEMORY,
        ),
    ],
)
def test_what_is_planted_is_found_and_nothing_else(plant: Plant, finds: str) -> None:
    ledger, found = a_soak()

    plant(ledger, found)

    assert wrong(ledger, found) == {finds}


def test_a_short_life_says_nothing_about_memory() -> None:
    grown = fit([0.0, 60.0, 120.0], [100.0, 120.0, 140.0])

    assert grown.growth == pytest.approx(40.0)
    assert not grown.says_something


def test_failures_are_counted_for_what_was_broken_meanwhile() -> None:
    told = figures(*a_soak(), loaded=3600.0)

    killed, well = told.faults
    assert (killed.kind, killed.asked, killed.away) == ("kill", 1, 1)
    assert (well.kind, well.asked, well.failed) == ("nothing", 1, 0.0)
    assert told.counts["of them repeated because of a fault"] == 1


def test_connections_that_come_and_go_are_no_leak() -> None:
    ledger, found = a_soak()

    for at in range(3600, 7200, 2):  # more and more of them, and each ends
        ledger.samples.append(Sample(float(at), 7, 100.0, 80.0, 40 + at % 14 * (at // 1200), 9))

    assert check(ledger, found)[MEMORY] == []


def test_the_plots_are_there_and_each_life_of_the_server_is_a_line_of_its_own() -> None:
    ledger, _ = a_soak()
    ledger.samples.append(Sample(3600.0, 8, 50.0, 40.0, 20, 5))

    drawn = svg(ledger, 3600.0)

    assert drawn.count('class="fault"') == 4
    assert drawn.count("<polyline") == 2 * 2 + 2 + 1


@pytest.mark.parametrize("minutes", [3, 60])
def test_every_fault_is_planned_and_in_an_hour_one_process_lives_for_half_of_it(
    minutes: int,
) -> None:
    planned = list(plan(minutes * 60))

    assert {kind for _, kind in planned} == {"kill", "slow model", "database", "disk", "clock"}
    times = [at for at, _ in planned]
    assert times == sorted(times)
    kills = [at for at, kind in planned if kind == "kill"]
    assert kills[-1] - kills[-2] >= minutes * 60 * 0.5


def test_the_clock_that_a_soak_sets_is_the_one_that_the_server_reads(tmp_path: Path) -> None:
    """In a process of its own: it must not be set for other tests."""
    clock = tmp_path / "clock"
    make_clock(clock)
    set_clock(clock, 3600)
    says = (
        "import sys; from pathlib import Path; from datetime import UTC, datetime;"
        "from bench.soak_server import read_clock_from; from runwhy.wiring import wall_clock;"
        "read_clock_from(Path(sys.argv[1]));"
        "print(round((wall_clock() - datetime.now(UTC)).total_seconds() / 60))"
    )
    done = subprocess.run(
        [sys.executable, "-c", says, clock], capture_output=True, text=True, check=True, cwd=ROOT
    )

    assert done.stdout.strip() == "60"
