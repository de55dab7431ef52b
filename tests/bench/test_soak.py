"""Each check of the soak can fail."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from bench.soak import plan
from bench.soak_checks import check
from bench.soak_figures import figures, fit
from bench.soak_ledger import Call, ClientRequest, Delivery, Fault, Ledger, Sample, ServerState
from bench.soak_plots import svg
from bench.soak_server import make_clock, set_clock
from bench.soak_site import KINDS

LOST = "every accepted run succeeded, none is lost"
TWICE = "no run was created twice"
STREAMS = "streams have no gap, no duplicate, and one terminal event"
ORDER = "sessions kept their order"
MODELS = "no completed model call was repeated"
DELIVERIES = "each run was delivered with one id"
HOOKS = "each webhook created one run"
SCHEDULES = "each planned time of a schedule was handled once"
IMPORTS = "each history was imported once and completely"
COMMANDS = "each command was sent with one message"
POISON = "poison runs failed, and no other run crashed"
AGENTS = "no coding agent, process or entry was left open"
ANSWERS = "every request succeeded, got a 503, or had no response"
MEMORY = "memory and open files do not grow"

ROOT = Path(__file__).parents[2]
EVENTS = [(1, "queued"), (2, "started"), (3, "result")]
Breakage = Callable[[Ledger, ServerState], object]


def run_row(**tags: str) -> dict[str, object]:
    return {"status": "succeeded", "metadata": tags, "trigger": None}


def occurrence_row(second: int, run: str | None) -> dict[str, object]:
    return {"plannedAt": f"2026-11-16T05:00:{second:02}Z", "count": 1, "runId": run}


def build_soak() -> tuple[Ledger, ServerState]:
    """Build a small soak that passes all checks, with one kill of the server."""
    ledger = Ledger(
        runs={"a.1": "run_1", "a.2": "run_2", "hook.1": "run_3"},
        sessions={"ses_1": ["run_1", "run_2"]},
        streams={"run_1": list(EVENTS)},
        watched={"run_1"},
        hooks={"hook.1": "run_3"},
        schedules={"trg_1": 5},
        imports={"soak-0": ("claude", "run_6", 9)},
        agents={"agent.1": "run_7", "agent.2": "run_8"},
        poisons={"poison.1": "run_10"},
        commands={"echo 1"},
        commands_sent={"echo 1": {"a.1"}},
        calls=[Call("a.1", 0, 10.0), Call("a.1", 0, 12.0, 13.0), Call("a.2", 0, 14.0, 14.5)],
        deliveries=[Delivery("msg_1", "run_1", 20.0, True, True)],
        requests=[ClientRequest(1.0, "run", "ok", 0.01), ClientRequest(11.0, "run", "away", 0.0)],
        faults=[Fault("kill", 11.0, 11.5)],
        samples=[Sample(float(at), 7, 100.0, 80.0, 40, 9) for at in range(0, 3600, 2)],
    )
    fired = {"status": "succeeded", "metadata": {}, "trigger": "trg_1"}
    state = ServerState(
        runs={
            "run_1": run_row(key="a.1"),
            "run_2": run_row(key="a.2"),
            "run_3": run_row(hook="hook.1"),
            "run_4": fired,
            "run_5": fired,
            "run_6": run_row(history="soak-0"),
        },
        events={"run_1": list(EVENTS), "run_2": list(EVENTS)},
        session_events={"ses_1": [(run, kind) for run in ("run_1", "run_2") for _, kind in EVENTS]},
        occurrences={"trg_1": [occurrence_row(5, "run_4"), occurrence_row(10, "run_5")]},
        outgoing=[{"id": "msg_1", "status": "delivered"}],
        entries={"run_6": 9},
        agent_ends={"run_7": "succeeded", "run_8": "agent_interrupted"},
        crashed={"run_10"},
    )
    return ledger, state


def failed_checks(ledger: Ledger, state: ServerState) -> set[str]:
    return {name for name, problems in check(ledger, state).items() if problems}


def test_a_correct_soak_passes_all_checks() -> None:
    assert failed_checks(*build_soak()) == set()


@pytest.mark.parametrize(
    ("break_something", "failed_check"),
    [
        (lambda ledger, state: state.runs.pop("run_2"), LOST),
        (lambda ledger, state: state.runs["run_2"].update(status="failed"), LOST),
        (lambda ledger, state: state.runs.update(run_9=run_row(key="a.1")), TWICE),
        (lambda ledger, state: state.events["run_2"].pop(1), STREAMS),
        (lambda ledger, state: state.events["run_2"].append((4, "result")), STREAMS),
        (lambda ledger, state: ledger.streams["run_1"].pop(), STREAMS),
        (lambda ledger, state: state.session_events["ses_1"].reverse(), ORDER),
        (lambda ledger, state: ledger.faults.clear(), MODELS),
        (lambda ledger, state: ledger.calls.append(Call("b.9", 0, 30.0)), MODELS),
        (lambda ledger, state: ledger.calls.insert(0, Call("a.2", 1, 9.0)), MODELS),
        (lambda ledger, state: ledger.deliveries.clear(), DELIVERIES),
        (
            lambda ledger, state: ledger.deliveries.append(
                Delivery("msg_2", "run_1", 21.0, True, True)
            ),
            DELIVERIES,
        ),
        (
            lambda ledger, state: ledger.deliveries.append(
                Delivery("msg_1", "run_1", 99.0, True, True)
            ),
            DELIVERIES,
        ),
        (lambda ledger, state: state.outgoing[0].update(status="pending"), DELIVERIES),
        (lambda ledger, state: state.runs.update(run_9=run_row(hook="hook.1")), HOOKS),
        (lambda ledger, state: state.occurrences["trg_1"].pop(0), SCHEDULES),
        (
            lambda ledger, state: state.occurrences["trg_1"].append(occurrence_row(20, None)),
            SCHEDULES,
        ),
        (lambda ledger, state: state.entries.update(run_6=8), IMPORTS),
        (lambda ledger, state: state.runs.update(run_9=run_row(history="soak-0")), IMPORTS),
        (lambda ledger, state: ledger.commands_sent["echo 1"].add("a.2"), COMMANDS),
        (lambda ledger, state: ledger.commands_sent.clear(), COMMANDS),
        (lambda ledger, state: state.crashed.add("run_1"), POISON),
        (lambda ledger, state: state.crashed.clear(), POISON),
        (lambda ledger, state: state.open_entries.append("run_7: tool_use t1"), AGENTS),
        (lambda ledger, state: state.agent_ends.update(run_7="internal"), AGENTS),
        (lambda ledger, state: setattr(state, "agent_processes", 1), AGENTS),
        (
            lambda ledger, state: ledger.requests.append(ClientRequest(2.0, "run", "500", 0.1)),
            ANSWERS,
        ),
        (lambda ledger, state: ledger.accept("a.1", "run_9"), ANSWERS),
        (
            lambda ledger, state: ledger.samples.extend(
                Sample(float(at), 7, 90 + at / 60, 80.0, 40, 9) for at in range(3600, 7200, 2)
            ),
            MEMORY,
        ),
        (
            lambda ledger, state: ledger.samples.extend(
                Sample(float(at), 7, 100.0, 80.0, 40 + at % 14 + at // 600, 9)
                for at in range(3600, 7200, 2)
            ),
            MEMORY,
        ),
    ],
)
def test_a_single_problem_fails_only_its_check(
    break_something: Breakage, failed_check: str
) -> None:
    ledger, state = build_soak()

    break_something(ledger, state)

    assert failed_checks(ledger, state) == {failed_check}


def test_a_short_lived_process_is_not_conclusive_about_memory() -> None:
    grown = fit([0.0, 60.0, 120.0], [100.0, 120.0, 140.0])

    assert grown.growth == pytest.approx(40.0)
    assert not grown.is_conclusive


def test_failed_requests_are_counted_by_fault() -> None:
    measured = figures(*build_soak(), loaded=3600.0)

    killed, normal = measured.faults
    assert (killed.kind, killed.requests, killed.away) == ("kill", 1, 1)
    assert (normal.kind, normal.requests, normal.failed) == ("nothing", 1, 0.0)
    assert measured.counts["model calls repeated after a fault"] == 1


def test_short_connections_are_not_a_leak() -> None:
    ledger, state = build_soak()

    for at in range(3600, 7200, 2):  # more and more connections, all of them closed
        ledger.samples.append(Sample(float(at), 7, 100.0, 80.0, 40 + at % 14 * (at // 1200), 9))

    assert check(ledger, state)[MEMORY] == []


def test_plots_draw_one_line_for_each_server_process() -> None:
    ledger, _ = build_soak()
    ledger.samples.append(Sample(3600.0, 8, 50.0, 40.0, 20, 5))

    drawn = svg(ledger, 3600.0)

    assert drawn.count('class="fault"') == 4
    assert drawn.count("<polyline") == 2 * 2 + 2 + 1


@pytest.mark.parametrize("minutes", [3, 60])
def test_the_plan_has_every_fault_and_one_process_lives_for_half_of_the_time(
    minutes: int,
) -> None:
    planned = list(plan(minutes * 60))

    assert {kind for _, kind in planned} == {"kill", "poison", *KINDS}
    times = [at for at, _ in planned]
    assert times == sorted(times)
    kills = [at for at, kind in planned if kind in ("kill", "poison")]
    assert kills[-1] - kills[-2] >= minutes * 60 * 0.5


def test_the_server_reads_the_clock_that_a_soak_sets(tmp_path: Path) -> None:
    """Runs in a separate process, so that the clock of other tests does not change."""
    clock = tmp_path / "clock"
    make_clock(clock)
    set_clock(clock, 3600)
    code = (
        "import sys; from pathlib import Path; from datetime import UTC, datetime;"
        "from bench.soak_server import read_clock_from; from runwhy.wiring import wall_clock;"
        "read_clock_from(Path(sys.argv[1]));"
        "print(round((wall_clock() - datetime.now(UTC)).total_seconds() / 60))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, clock], capture_output=True, text=True, check=True, cwd=ROOT
    )

    assert done.stdout.strip() == "60"
