"""Costs of coding agents: as reported, once, or priced by their tokens."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.cli.processes import environment, served
from tests.executors.stand_in import STREAMS, agent_program, agent_server
from tests.server.api_client import Api, ok

from runwhy.core.agents.entries import Result, Usage
from runwhy.core.runs.cost import usd_text
from runwhy.executors.agent_executor import cost_of_turn, earlier_cost
from runwhy.executors.agent_task import ReportedCost
from runwhy.executors.claude import Claude
from runwhy.normalizers.registry import normalize

TURN = 1_800_000_000  # picodollars of one turn in the recordings


def usage_of(stream: str) -> Sequence[Usage]:
    """Return the usage that the last result of a recording reports."""
    lines = (STREAMS / "claude" / f"{stream}.jsonl").read_bytes().splitlines()
    return [each for each in normalize("claude", lines) if isinstance(each, Result)][-1].usage


@pytest.mark.parametrize("stream", ["text", "resume-turn1"])
def test_claude_reports_the_cost_of_its_first_turn(stream: str) -> None:
    assert Claude().reported_cost(usage_of(stream)) == ReportedCost(picos=TURN, of_turn=True)


def test_a_resumed_session_of_claude_reports_the_sum_of_its_turns() -> None:
    reported = Claude().reported_cost(usage_of("resume-turn2"))

    assert reported == ReportedCost(picos=2 * TURN, of_turn=False)
    assert cost_of_turn(reported, TURN) == TURN


def test_the_cost_of_subagents_is_part_of_the_turn() -> None:
    reported = Claude().reported_cost(usage_of("subagent"))

    assert reported == ReportedCost(picos=4 * TURN, of_turn=False)
    assert cost_of_turn(reported, 0) == 4 * TURN  # the session is new


def test_the_cost_of_a_turn_is_unknown_if_the_turns_before_it_are() -> None:
    assert cost_of_turn(ReportedCost(picos=5, of_turn=False), None) is None
    assert cost_of_turn(ReportedCost(picos=5, of_turn=True), None) == 5
    # This version forgets the cost of a session that it resumes.
    assert cost_of_turn(ReportedCost(picos=5, of_turn=False), 9) == 5
    assert earlier_cost([], "claude", "s") is None


@pytest.mark.parametrize("total", [None, "0.1", -1, True, float("nan"), float("inf"), 1e300])
def test_a_reported_cost_that_is_no_amount_is_ignored(total: object) -> None:
    usage = [Usage(scope="run", reported={"totalCostUsd": total})]

    assert Claude().reported_cost(usage) is None


PROGRAM = """\
import json, sys
turns = [{lines}, {later}]
resumed = "--resume" in sys.argv
sys.stdin.readline()
for line in turns[resumed]:
    print(line, flush=True)
"""


def recorded(stream: str) -> list[str]:
    lines = (STREAMS / "claude" / f"{stream}.jsonl").read_text().splitlines()
    return [line for line in lines if '"type":"control' not in line.replace(" ", "")]


def test_a_session_of_claude_counts_each_turn_once(tmp_path: Path) -> None:
    program = PROGRAM.format(
        lines=json.dumps(recorded("resume-turn1")), later=json.dumps(recorded("resume-turn2"))
    )
    with agent_server(tmp_path, "claude", program) as api:
        session = api.session(executor="claude", executorOptions={"cwd": str(tmp_path)})
        first, second = (api.ended(api.send(session, "Go.")) for _ in range(2))

        assert [run["status"] for run in (first, second)] == ["succeeded"] * 2, second["error"]
        assert first["cost"] == second["cost"] == usd_text(TURN)
        assert api.get(f"/agent-sessions/{session}")["cost"] == usd_text(2 * TURN)

        resumed = {"cwd": str(tmp_path), "resume": "85fe444f-unknown-here"}
        body = {"executor": "claude", "executorOptions": resumed, "prompt": "Go."}
        alone = api.ended(ok(api.post("/agent-runs", body), 202)["runId"])

        # Its report includes turns that this session does not know, so its tokens are priced.
        assert alone["tokens"]["inputTokens"] == 1200
        assert alone["cost"] != usd_text(2 * TURN)
        assert (alone["cost"] is None) == (alone["unpricedCalls"] == 1)


WORKING = """\
import json, sys, time
def say(**line):
    print(json.dumps({"session_id": "s1", **line}), flush=True)
sys.stdin.readline()
say(type="system", subtype="init", model="claude-sonnet-4-5")
usage = {"input_tokens": 1000, "output_tokens": 10}
text = [{"type": "text", "text": "Reported."}]
message = {"id": "one", "role": "assistant", "model": "claude-sonnet-4-5", "content": text}
say(type="assistant", message={**message, "usage": usage})
time.sleep(600)
"""


def start_working(api: Api, directory: Path) -> str:
    """Start a run, and return its id once its agent has reported usage."""
    options = {"executor": "claude", "executorOptions": {"cwd": str(directory)}}
    run: str = ok(api.post("/agent-runs", {"prompt": "Go.", **options}), 202)["runId"]
    api.events(run, until=("assistant_message",))
    return run


def check_reported_usage(run: Any) -> None:
    assert run["model"]["id"] == "claude-sonnet-4-5"
    assert (run["tokens"]["inputTokens"], run["tokens"]["outputTokens"]) == (1000, 10)
    assert run["cost"] == "0.00315"
    assert run["unpricedCalls"] == 1  # a call may have been in progress


def test_a_cancelled_agent_keeps_the_usage_that_it_reported(tmp_path: Path) -> None:
    with agent_server(tmp_path, "claude", WORKING) as api:
        run = start_working(api, tmp_path)

        ok(api.post(f"/agent-runs/{run}/cancel"))

        ended = api.ended(run)
    assert ended["status"] == "cancelled"
    check_reported_usage(ended)


def test_an_agent_whose_server_is_killed_keeps_the_usage_that_it_reported(tmp_path: Path) -> None:
    program = agent_program(tmp_path, "claude", WORKING)
    env = environment(tmp_path, RUNWHY_CLAUDE_COMMAND=str(program))
    with served(env=env) as server:
        api = Api(server.url)
        run = start_working(api, tmp_path)
        api.http.close()
        server.process.kill()
        server.process.wait()

    with served(env=env) as server:
        api = Api(server.url)
        ended = api.ended(run)
        api.http.close()
    assert (ended["status"], ended["error"]["code"]) == ("failed", "agent_interrupted")
    check_reported_usage(ended)
