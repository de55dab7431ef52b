"""Budgets of agents that call models themselves: coding agents, graphs and embeddings."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from tests.executors.scripted_server import CHAT, scene
from tests.executors.stand_in import agent_server
from tests.executors.test_langgraph import server as graph_server
from tests.executors.test_langgraph import start
from tests.executors.test_memories import Endpoint, add_memory, endpoint
from tests.server.api_client import Api, ok
from tests.support.scripted_models import Say

from runwhy.core.runs.run import Tokens
from runwhy.normalizers.usage_reports import USAGE_REPORTS

__all__ = ["endpoint"]  # a fixture

ON = {"memory": {"enabled": True, "threshold": 0}}

AGENT = """\
import json, sys, time
session = {"session_id": "s1"}
def say(**line):
    print(json.dumps({**session, **line}), flush=True)
def call(id, tokens):
    usage = {"input_tokens": tokens, "output_tokens": 10}
    text = [{"type": "text", "text": id}]
    message = {"id": id, "role": "assistant", "model": MODEL, "content": text, "usage": usage}
    say(type="assistant", message=message)
sys.stdin.readline()
say(type="system", subtype="init", model=MODEL)
call("one", 100)
"""
# Reports two model calls, and would continue for long.
PROGRAM = f"""{AGENT}
call("one", 100)
event = {{"type": "message_delta", "usage": {{"output_tokens": 30}}}}
say(type="stream_event", event=event, api_message_id="one")
call("one", 100)
call("two", 880)
time.sleep(600)
"""
# Ends after a model call with a long output.
LAST_CALL = f"""{AGENT}
usage = {{"input_tokens": 100, "output_tokens": 950}}
event = {{"type": "message_delta", "delta": {{"stop_reason": "end_turn"}}, "usage": usage}}
say(type="stream_event", event=event, api_message_id="one")
say(type="result", subtype="success", is_error=False, result="Done.", num_turns=1, usage=usage)
"""


def budget(api: Api, **changes: Any) -> None:
    body = {"name": "b", "measure": "tokens", "limit": 1000, "period": "day", **changes}
    ok(api.post("/budgets", body), 201)


def run_claude(api: Api, directory: Path) -> Any:
    options = {"executor": "claude", "executorOptions": {"cwd": str(directory)}}
    started = ok(api.post("/agent-runs", {"prompt": "Go.", **options}), 202)
    return api.ended(started["runId"])


def test_a_coding_agent_is_ended_when_a_report_exceeds_a_budget(tmp_path: Path) -> None:
    program = f"MODEL = 'claude-sonnet-5'\n{PROGRAM}"
    with agent_server(tmp_path, "claude", program) as api:
        budget(api)
        run = run_claude(api, tmp_path)

        assert run["error"]["code"] == "budget_exceeded"
        assert (run["tokens"]["inputTokens"], run["tokens"]["outputTokens"]) == (980, 40)
        assert api.get("/budgets/b")["used"] == 1020
        again = run_claude(api, tmp_path)
        assert (again["error"]["code"], again["turns"]) == ("budget_exceeded", 0)


def test_a_coding_agent_that_is_cancelled_keeps_what_it_used(tmp_path: Path) -> None:
    program = f"MODEL = 'claude-sonnet-5'\n{AGENT}\ntime.sleep(600)\n"
    with agent_server(tmp_path, "claude", program) as api:
        budget(api)
        options = {"executor": "claude", "executorOptions": {"cwd": str(tmp_path)}}
        run = ok(api.post("/agent-runs", {"prompt": "Go.", **options}), 202)["runId"]
        deadline = time.monotonic() + 60
        while api.get("/budgets/b")["used"] < 110 and time.monotonic() < deadline:
            pass

        ok(api.post(f"/agent-runs/{run}/cancel"))

        assert api.ended(run)["status"] == "cancelled"
        assert api.get("/budgets/b")["used"] == 110


@pytest.mark.parametrize("action", ["ask", "stop"])
def test_the_output_of_the_last_call_counts_and_stops_nothing(tmp_path: Path, action: str) -> None:
    program = f"MODEL = 'claude-sonnet-5'\n{LAST_CALL}"
    with agent_server(tmp_path, "claude", program) as api:
        budget(api, actions=[{"action": action, "percent": 100}])
        run = run_claude(api, tmp_path)

        assert (run["status"], run["finalText"]) == ("succeeded", "Done.")
        assert api.get("/budgets/b")["used"] == 1050


def test_a_coding_agent_with_an_unknown_price_is_ended(tmp_path: Path) -> None:
    with agent_server(tmp_path, "claude", f"MODEL = 'secret-1'\n{PROGRAM}") as api:
        budget(api, measure="cost", limit=1)
        run = run_claude(api, tmp_path)

        assert run["error"]["code"] == "price_unknown"


def test_reports_of_claude_have_the_output_of_each_call_but_the_last() -> None:
    stream = Path(__file__).parents[1] / "normalizers/streams/claude/partial.jsonl"
    read = USAGE_REPORTS["claude"]

    reports = [report for line in stream.read_text().splitlines() if (report := read(line))]

    calls = {id for id, _ in reports}
    ends = [tokens for _, tokens in reports if not tokens.input]
    assert len(calls) == 2
    assert ends == [Tokens(output=40)]
    assert Tokens(input=1200, cached=1000, output=1) in [tokens for _, tokens in reports]


def test_reports_of_codex_are_read() -> None:
    usage = {"last": {"inputTokens": 7, "outputTokens": 2}, "total": {"totalTokens": 99}}
    line = {"method": "thread/tokenUsage/updated", "params": {"tokenUsage": usage}}
    read = USAGE_REPORTS["codex"]

    assert read(json.dumps(line)) == ("99", Tokens(input=7, output=2))
    assert read('{"method": "turn/started", "params": {"tokenUsage": 1}}') is None
    assert read(b"\xff") is None and read("[" * 9999) is None


def test_a_graph_is_stopped_before_a_model_call(tmp_path: Path) -> None:
    with graph_server(tmp_path) as here:
        budget(here.api, limit=1000)
        here.model.add([Say("One.")], [Say("Two.")])

        first = here.api.ended(start(here))
        second = here.api.ended(start(here))

        tokens = first["tokens"]["inputTokens"] + first["tokens"]["outputTokens"]
        assert first["status"] == "succeeded"
        assert here.api.get("/budgets/b")["used"] == tokens
        assert second["error"]["code"] == "budget_exceeded"


def test_embeddings_ask_for_no_approval(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, endpoint: Endpoint
) -> None:
    settings = {"embeddings": "vec:small", "providers": {"vec": {"base_url": endpoint.url}}}
    with scene(CHAT, tmp_path, monkeypatch, [Say("x")], settings=settings) as here:
        add_memory(here, "I must not eat peanuts.")
        budget(here.api, limit=1, actions=[{"action": "ask"}])
        run = here.start("What is for dinner?", **ON)
        path = f"/agent-runs/{run}/stream"
        asked = here.api.stream(path, until=["approval_request"])[-1].data["data"]["approvalId"]
        ok(here.api.post(f"/agent-runs/{run}/approvals/{asked}", {"decision": "approve"}))

        ended = here.api.ended(run)

        assert (ended["status"], endpoint.asked) == ("succeeded", [])
        assert ended["memory"]["problem"] == "the search failed: budget_exceeded"
        events = [frame.event for frame in here.api.events(run)]
        assert events.count("approval_request") == 1
        assert len(here.api.get("/budgets/b/notices")["notices"]) == 1


def test_embeddings_that_fail_cost_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = {"vec": {"base_url": "http://127.0.0.1:9/v1"}}
    settings = {"embeddings": "vec:small", "providers": gone, "memory_timeout": 30.0}
    with scene(CHAT, tmp_path, monkeypatch, [Say("x")], settings=settings) as here:
        add_memory(here, "I must not eat peanuts.")
        budget(here.api, limit=100_000)

        run = here.api.ended(here.start("What is for dinner?", **ON))

        tokens = run["tokens"]["inputTokens"] + run["tokens"]["outputTokens"]
        assert here.api.get("/budgets/b")["used"] == tokens


def test_embeddings_are_counted_and_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, endpoint: Endpoint
) -> None:
    providers = {"vec": {"base_url": endpoint.url}}
    settings = {"embeddings": "vec:small", "providers": providers, "memory_timeout": 30.0}
    with scene(CHAT, tmp_path, monkeypatch, [Say("x")], settings=settings) as here:
        add_memory(here, "I must not eat peanuts.")
        budget(here.api, limit=100_000)
        run = here.api.ended(here.start("What is for dinner?", **ON))
        tokens = run["tokens"]["inputTokens"] + run["tokens"]["outputTokens"]
        assert 0 < here.api.get("/budgets/b")["used"] - tokens < 30

        ok(here.api.http.patch("/budgets/b", json={"limit": 10}))
        asked = len(endpoint.asked)
        stopped = here.api.ended(here.start("What is for dinner?", **ON))
        assert stopped["error"]["code"] == "budget_exceeded"
        assert stopped["memory"]["problem"] == "the search failed: budget_exceeded"
        assert len(endpoint.asked) == asked
