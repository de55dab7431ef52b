"""The real Claude Code, Codex and Copilot as runs, against scripted models."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.agents import Bench, bench, install, processes_of
from tests.server.api_client import ok
from tests.support.servers import PATIENCE

from runwhy.cli.agent_histories import find_histories, read_batches

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Words:
    """How a model asks for things in one agent's words."""

    agent: str

    def command(self, line: str) -> Mapping[str, Any]:
        name, key = {"claude": ("Bash", "command"), "codex": ("exec_command", "cmd")}.get(
            self.agent, ("bash", "command")
        )
        more = {"description": "do it"} if self.agent == "copilot" else {}
        return {"call": name, "with": {key: line, **more}}

    def write(self, path: Path, text: str) -> Mapping[str, Any]:
        if self.agent == "claude":
            return {"call": "Write", "with": {"file_path": str(path), "content": text}}
        patch = f"*** Begin Patch\n*** Add File: {path}\n+{text}\n*** End Patch\n"
        return {"call": "apply_patch", "with": patch}


AGENTS = [
    "claude",
    pytest.param("codex", marks=pytest.mark.full),
    pytest.param("copilot", marks=pytest.mark.full),
]


@pytest.fixture(scope="module")
def programs() -> Path:
    return install()


@pytest.fixture(scope="module", params=AGENTS)
def agent(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture(scope="module")
def here(agent: str, programs: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    with (
        pytest.MonkeyPatch.context() as patch,
        bench(agent, tmp_path_factory.mktemp(agent), patch, programs=programs) as made,
    ):
        yield made


def kinds(entries: list[Any]) -> list[str]:
    return [entry["type"] for entry in entries if entry["type"] != "system_message"]


def test_an_answer_is_a_run_whose_model_knows_why_and_whose_transcript_is_clean(
    here: Bench, agent: str
) -> None:
    here.plays([{"say": "It is done."}])

    run = here.run(agent, "  Do it.\n", metadata={"ticket": "ABC-1"}, context={"level": 7})

    assert run["status"] == "succeeded", run
    assert (run["finalText"], run["executor"]) == ("It is done.", agent)
    assert run["tokens"]["outputTokens"] == (0 if agent == "copilot" else 40)  # it does not tell
    transcript = here.transcript(run)
    entries = transcript["entries"]
    assert kinds(entries) == ["user_message", "assistant_message", "result"]
    said = next(entry for entry in entries if entry["type"] == "user_message")
    assert (said["text"], said["provenance"]) == ("  Do it.\n", "human")
    assert said["metadata"]["sessionId"] == transcript["agent"]["sessionId"]
    asked = here.asked()
    assert "runwhy_meta" in asked and run["id"] in asked and "level" in asked
    assert "runwhy_meta" not in str(entries) and "CODEX_META" not in str(entries)
    assert "unrecognized" not in kinds(entries)
    assert processes_of(run["id"]) == []


def test_commands_and_edits_are_told_with_how_they_went(here: Bench, agent: str) -> None:
    words = Words(agent)
    here.plays(
        [words.command("echo out; exit 3")],
        [words.write(here.cwd / "new.txt", "hello")],
        [{"say": "Tried."}],
    )

    run = here.run(agent, "Try.")

    assert run["status"] == "succeeded", run
    command, edit = [e for e in here.entries(run) if e["type"] == "tool_use"]
    assert (command["action"]["type"], command["status"]) == ("command_run", "failed")
    assert command["result"]["exitCode"] == 3
    assert (edit["action"]["type"], edit["status"]) == ("file_edit", "success")
    assert (here.cwd / "new.txt").read_text().strip() == "hello"


def test_a_session_goes_on_and_a_missing_one_is_named(here: Bench, agent: str) -> None:
    here.plays([{"say": "First."}], [{"say": "Second."}], [{"say": "Third."}])
    first = here.run(agent, "Remember 42.")
    session = here.transcript(first)["agent"]["sessionId"]

    second = here.run(agent, "What was it?", options={"resume": session})

    assert (second["status"], second["finalText"]) == ("succeeded", "Second."), second
    assert here.transcript(second)["agent"]["sessionId"] == session
    assert "Remember 42." in str(here.model.requests[-1]["body"])
    missing = here.run(agent, "Go on.", options={"resume": "00000000-0000-4000-8000-000000000000"})
    assert missing["status"] == "failed"
    assert missing["error"]["code"] == "session_not_found", missing["error"]


def test_a_cancelled_run_leaves_no_process(here: Bench, agent: str) -> None:
    marker = here.cwd / "started"
    here.plays([Words(agent).command(f"touch {marker}; setsid sleep 300 & sleep 300")])
    run = here.start(agent, "Wait.")
    stream = here.api.http.stream("GET", f"/agent-runs/{run}/stream")
    with stream as response:
        for line in response.iter_lines():
            if '"tool_use"' in line:
                break
    while not marker.exists():  # the tool is told before it runs
        assert processes_of(run), "the agent ended by itself"

    ok(here.api.post(f"/agent-runs/{run}/cancel"))

    assert here.api.ended(run)["status"] == "cancelled"
    until = time.monotonic() + PATIENCE
    while processes_of(run) and time.monotonic() < until:
        here.api.get(f"/agent-runs/{run}")
    assert processes_of(run) == []


def test_what_is_not_allowed_is_asked_of_a_person(here: Bench, agent: str) -> None:
    words = Words(agent)
    first, second = here.cwd / "allowed", here.cwd / "denied"
    here.plays(
        [words.command(f"touch {first}")], [words.command(f"touch {second}")], [{"say": "Done."}]
    )
    run = here.start(agent, "Touch.", options={"approvals": "ask"})
    path = f"/agent-runs/{run}"

    if agent == "copilot":  # it cannot ask, so it may not
        assert here.api.ended(run)["status"] == "succeeded"
        assert not first.exists()
        return
    seq = 0
    for decision in ("approve", "deny"):
        frame = here.api.stream(f"{path}/stream", until=("approval_request",), lastSeq=seq)[-1]
        seq, asked = frame.id, frame.data["data"]
        assert here.api.get(path)["status"] == "waiting"
        assert "touch" in str(asked["input"])
        ok(here.api.post(f"{path}/approvals/{asked['approvalId']}", {"decision": decision}))
        again = here.api.post(f"{path}/approvals/{asked['approvalId']}", {"decision": "approve"})
        assert again.status_code == 409

    assert here.api.ended(run)["status"] == "succeeded"
    assert (first.exists(), second.exists()) == (True, False)
    uses = [e["status"] for e in here.entries({"id": run}) if e["type"] == "tool_use"]
    assert uses == ["success", "denied"]


def test_what_was_run_in_the_terminal_reaches_the_model_and_not_the_transcript(
    here: Bench, agent: str
) -> None:
    here.plays([{"say": "I see."}])
    options = {"cwd": str(here.cwd), "approvals": "allow"}
    session = here.api.session(executor=agent, executorOptions=options)
    command = {"cmd": "make </runwhy_meta> test", "exitCode": 2, "output": "no rule\n"}
    ok(here.api.post(f"/agent-sessions/{session}/blocks", command), 201)

    run = here.api.ended(here.api.send(session, "Why?"))

    assert run["status"] == "succeeded", run
    asked = here.asked()
    assert "user_cmd_context" in asked and "no rule" in asked
    assert "user_cmd_context" not in str(here.entries(run))
    assert here.api.get(f"/agent-sessions/{session}/pending-context")["blocks"] == []


def test_a_fork_leaves_the_session_as_it_is(here: Bench, agent: str) -> None:
    here.plays([{"say": "First."}], [{"say": "Another way."}])
    session = here.transcript(here.run(agent, "Remember 42."))["agent"]["sessionId"]

    forked = here.run(agent, "Try again.", options={"resume": session, "fork": True})

    if agent == "copilot":
        assert "cannot fork" in forked["error"]["message"]
        return
    assert (forked["status"], forked["finalText"]) == ("succeeded", "Another way."), forked
    assert here.transcript(forked)["agent"]["sessionId"] not in (session, None)
    assert "Remember 42." in str(here.model.requests[-1]["body"])


@pytest.mark.parametrize("agent", ["claude"], indirect=True)
def test_what_a_subagent_says_is_shown_live_and_lies_where_imports_look_for_it(
    here: Bench, agent: str
) -> None:
    task = {"description": "Count", "prompt": "Count.", "subagent_type": "general-purpose"}
    here.plays(
        [{"call": "Agent", "with": {**task, "run_in_background": False}}],
        [Words(agent).command("echo 2")],
        [{"say": "There are 2."}],
        [{"say": "Two, it says."}],
    )

    run = here.run(agent, "Delegate.")

    assert run["finalText"] == "Two, it says."
    entries = here.entries(run)
    delegated = next(e["id"] for e in entries if e["type"] == "tool_use")
    assert [e["type"] for e in entries if e["parent"] == delegated] == [
        "system_message",
        "tool_use",
        "assistant_message",
    ]
    session = here.transcript(run)["agent"]["sessionId"]
    (file,) = (here.home / ".claude" / "projects").rglob(f"{session}.jsonl")
    (history,) = find_histories("claude", file)
    lines = [json.loads(line) for batch in read_batches(history, 0) for line in batch.lines]
    assert sum(line.get("parentToolUseID") == delegated for line in lines) == 4


def test_a_codex_without_a_server_is_run_by_exec(programs: Path, tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.mkdir()
    refusal = "error: unrecognized subcommand 'app-server'"
    (old / "codex").write_text(
        f'#!/bin/sh\n[ "$1" = app-server ] && echo "{refusal}" >&2 && exit 2\n'
        f'exec {programs / "codex"} "$@"\n'
    )
    (old / "codex").chmod(0o755)
    with (
        pytest.MonkeyPatch.context() as patch,
        bench("codex", tmp_path, patch, programs=old) as here,
    ):
        here.plays([{"say": "Done."}])
        run = here.run("codex", "Do it.")

        assert (run["status"], run["finalText"]) == ("succeeded", "Done."), run
        assert "CODEX_META" in here.asked() and run["id"] in here.asked()
        assert "CODEX_META" not in str(here.entries(run))


@pytest.mark.parametrize("agent", ["claude"], indirect=True)  # approvals are one service
def test_nothing_that_is_said_in_a_session_allows_what_an_agent_asks_for(
    here: Bench, agent: str
) -> None:
    here.plays([Words(agent).command("touch forbidden")], [{"say": "Done."}])
    options = {"cwd": str(here.cwd), "approvals": "ask"}
    session = here.api.session(executor=agent, executorOptions=options)
    run = here.api.send(session, "Touch.")
    here.api.stream(f"/agent-runs/{run}/stream", until=("approval_request",))

    ok(here.api.http.patch(f"/agent-sessions/{session}", json={"autonomy": {"enabled": True}}))
    timer = {"type": "check_in", "delaySeconds": 0, "reason": "approve: yes"}
    ok(here.api.post(f"/agent-sessions/{session}/timers", timer), 201)
    here.api.send(session, "approve")

    (asked,) = here.api.get(f"/agent-runs/{run}/approvals")["approvals"]
    assert asked["decision"] is None
    assert here.api.get(f"/agent-runs/{run}")["status"] == "waiting"
    ok(here.api.post(f"/agent-runs/{run}/approvals/{asked['id']}", {"decision": "deny"}))
    assert not (here.cwd / "forbidden").exists()
