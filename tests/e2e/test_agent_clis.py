"""The real Claude Code, Codex and Copilot as runs, against scripted models."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.agents import Bench, install, open_bench, processes_of
from tests.server.api_client import ok
from tests.support.servers import PATIENCE

from runwhy.cli.agent_histories import find_histories, read_batches
from runwhy.core.agents.entry_limits import truncate

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class ToolCalls:
    """The tool calls of a model in the format of one agent."""

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
def bench(agent: str, programs: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    with (
        pytest.MonkeyPatch.context() as patch,
        open_bench(agent, tmp_path_factory.mktemp(agent), patch, programs=programs) as made,
    ):
        yield made


def kinds(entries: list[Any]) -> list[str]:
    return [entry["type"] for entry in entries if entry["type"] != "system_message"]


def test_the_model_receives_the_envelope_and_the_transcript_does_not_contain_it(
    bench: Bench, agent: str
) -> None:
    bench.set_replies([{"say": "It is done."}])

    run = bench.run(agent, "  Do it.\n", metadata={"ticket": "ABC-1"}, context={"level": 7})

    assert run["status"] == "succeeded", run
    assert (run["finalText"], run["executor"]) == ("It is done.", agent)
    assert run["tokens"]["outputTokens"] == 40
    transcript = bench.transcript(run)
    entries = transcript["entries"]
    assert kinds(entries) == ["user_message", "assistant_message", "result"]
    message = next(entry for entry in entries if entry["type"] == "user_message")
    assert (message["text"], message["provenance"]) == ("  Do it.\n", "human")
    assert message["metadata"]["sessionId"] == transcript["agent"]["sessionId"]
    sent = bench.sent_to_model()
    assert "runwhy_meta" in sent and run["id"] in sent and "level" in sent
    assert "runwhy_meta" not in str(entries) and "CODEX_META" not in str(entries)
    assert "unrecognized" not in kinds(entries)
    assert processes_of(run["id"]) == []


def test_commands_and_edits_are_entries_with_their_results(bench: Bench, agent: str) -> None:
    tools = ToolCalls(agent)
    bench.set_replies(
        [tools.command("echo out; exit 3")],
        [tools.write(bench.cwd / "new.txt", "hello")],
        [{"say": "Tried."}],
    )

    run = bench.run(agent, "Try.")

    assert run["status"] == "succeeded", run
    command, edit = [e for e in bench.entries(run) if e["type"] == "tool_use"]
    assert (command["action"]["type"], command["status"]) == ("command_run", "failed")
    assert command["result"]["exitCode"] == 3
    assert (edit["action"]["type"], edit["status"]) == ("file_edit", "success")
    assert "unrecognized" not in kinds(bench.entries(run))
    assert (bench.cwd / "new.txt").read_text().strip() == "hello"


def test_a_session_is_resumed_and_a_missing_one_has_its_error_code(
    bench: Bench, agent: str
) -> None:
    bench.set_replies([{"say": "First."}], [{"say": "Second."}], [{"say": "Third."}])
    first = bench.run(agent, "Remember 42.")
    session = bench.transcript(first)["agent"]["sessionId"]

    second = bench.run(agent, "What was it?", options={"resume": session})

    assert (second["status"], second["finalText"]) == ("succeeded", "Second."), second
    assert bench.transcript(second)["agent"]["sessionId"] == session
    assert "Remember 42." in str(bench.model.requests[-1]["body"])
    missing = bench.run(agent, "Go on.", options={"resume": "00000000-0000-4000-8000-000000000000"})
    assert missing["status"] == "failed"
    assert missing["error"]["code"] == "session_not_found", missing["error"]


def test_text_of_a_broken_reply_is_not_in_the_transcript(bench: Bench, agent: str) -> None:
    if agent == "codex":
        pytest.skip("is configured not to retry")
    if agent == "copilot":
        pytest.skip("does not take back text in the Agent Client Protocol")
    bench.set_replies({"break": True, "message": "Overloaded"}, [{"say": "The whole answer."}])

    run = bench.start(agent, "Answer.")
    changes = [f.data["data"] for f in bench.api.events(run) if f.event == "entry"]
    entries = bench.entries({"id": run})

    assert "breaks off" not in str(entries)
    retracted = {change["id"] for change in changes if change["type"] == "retraction"}
    assert retracted
    streamed = {change["id"] for change in changes} - retracted
    assert streamed == {entry["id"] for entry in entries}, "live viewers see another transcript"


def test_a_cancelled_run_leaves_no_process(bench: Bench, agent: str) -> None:
    marker = bench.cwd / "started"
    bench.set_replies([ToolCalls(agent).command(f"touch {marker}; setsid sleep 300 & sleep 300")])
    run = bench.start(agent, "Wait.")
    stream = bench.api.http.stream("GET", f"/agent-runs/{run}/stream")
    with stream as response:
        for line in response.iter_lines():
            if '"tool_use"' in line:
                break
    while not marker.exists():  # the entry is written before the command starts
        assert processes_of(run), "the agent ended early"

    ok(bench.api.post(f"/agent-runs/{run}/cancel"))

    assert bench.api.ended(run)["status"] == "cancelled"
    until = time.monotonic() + PATIENCE
    while processes_of(run) and time.monotonic() < until:
        bench.api.get(f"/agent-runs/{run}")
    assert processes_of(run) == []


def test_a_command_waits_for_an_approval(bench: Bench, agent: str) -> None:
    tools = ToolCalls(agent)
    first, second = bench.cwd / "allowed", bench.cwd / "denied"
    bench.set_replies(
        [tools.command(f"touch {first}")], [tools.command(f"touch {second}")], [{"say": "Done."}]
    )
    run = bench.start(agent, "Touch.", options={"approvals": "ask"})
    path = f"/agent-runs/{run}"

    seq = 0
    for decision in ("approve", "deny"):
        frame = bench.api.stream(f"{path}/stream", until=("approval_request",), lastSeq=seq)[-1]
        seq, approval = frame.id, frame.data["data"]
        assert bench.api.get(path)["status"] == "waiting"
        assert "touch" in str(approval["input"])
        decided = {"decision": decision, "reason": "not in production"}
        ok(bench.api.post(f"{path}/approvals/{approval['approvalId']}", decided))
        again = bench.api.post(
            f"{path}/approvals/{approval['approvalId']}", {"decision": "approve"}
        )
        assert again.status_code == 409

    assert bench.api.ended(run)["status"] == "succeeded"
    assert (first.exists(), second.exists()) == (True, False)
    uses = [e["status"] for e in bench.entries({"id": run}) if e["type"] == "tool_use"]
    assert uses == ["success", "denied"]
    assert "not in production" in str(bench.model.requests[-1]["body"])
    said = [e["text"] for e in bench.entries({"id": run}) if e["type"] == "user_message"]
    assert said == ["Touch."]


@pytest.mark.parametrize("prompt", ["/help", "/compact now"])
def test_a_prompt_that_looks_like_a_command_is_plain_text(
    bench: Bench, agent: str, prompt: str
) -> None:
    bench.set_replies([{"say": "It is a text."}])

    run = bench.run(agent, prompt)

    assert (run["status"], run["finalText"]) == ("succeeded", "It is a text."), run
    assert prompt in bench.sent_to_model()
    said = [e["text"] for e in bench.entries(run) if e["type"] == "user_message"]
    assert said == [prompt]


def test_a_prompt_may_be_longer_than_an_argument_of_a_program(bench: Bench, agent: str) -> None:
    bench.set_replies([{"say": "That is long."}])
    prompt = "Read this: " + "word " * 80_000

    run = bench.run(agent, prompt)

    assert (run["status"], run["finalText"]) == ("succeeded", "That is long."), run
    assert "word word" in bench.sent_to_model()
    said = [e["text"] for e in bench.entries(run) if e["type"] == "user_message"]
    assert said == [truncate(prompt)]


def test_terminal_commands_are_sent_to_the_model_and_are_not_in_the_transcript(
    bench: Bench, agent: str
) -> None:
    bench.set_replies([{"say": "I see."}])
    options = {"cwd": str(bench.cwd), "approvals": "allow"}
    session = bench.api.session(executor=agent, executorOptions=options)
    command = {"cmd": "make </runwhy_meta> test", "exitCode": 2, "output": "no rule\n"}
    ok(bench.api.post(f"/agent-sessions/{session}/blocks", command), 201)

    run = bench.api.ended(bench.api.send(session, "Why?"))

    assert run["status"] == "succeeded", run
    sent = bench.sent_to_model()
    assert "user_cmd_context" in sent and "no rule" in sent
    assert "user_cmd_context" not in str(bench.entries(run))
    assert bench.api.get(f"/agent-sessions/{session}/pending-context")["blocks"] == []


def test_a_fork_does_not_change_the_session(bench: Bench, agent: str) -> None:
    bench.set_replies([{"say": "First."}], [{"say": "Another way."}])
    session = bench.transcript(bench.run(agent, "Remember 42."))["agent"]["sessionId"]

    forked = bench.run(agent, "Try again.", options={"resume": session, "fork": True})

    if agent == "copilot":
        assert "cannot fork" in forked["error"]["message"]
        return
    assert (forked["status"], forked["finalText"]) == ("succeeded", "Another way."), forked
    assert bench.transcript(forked)["agent"]["sessionId"] not in (session, None)
    assert "Remember 42." in str(bench.model.requests[-1]["body"])


@pytest.mark.parametrize("agent", ["claude"], indirect=True)
def test_entries_of_a_subagent_are_streamed_and_found_by_imports(bench: Bench, agent: str) -> None:
    task = {"description": "Count", "prompt": "Count.", "subagent_type": "general-purpose"}
    bench.set_replies(
        [{"call": "Agent", "with": {**task, "run_in_background": False}}],
        [ToolCalls(agent).command("echo 2")],
        [{"say": "There are 2."}],
        [{"say": "Two, it says."}],
    )

    run = bench.run(agent, "Delegate.")

    assert run["finalText"] == "Two, it says."
    entries = bench.entries(run)
    delegated = next(e["id"] for e in entries if e["type"] == "tool_use")
    assert [e["type"] for e in entries if e["parent"] == delegated] == [
        "system_message",
        "tool_use",
        "assistant_message",
    ]
    session = bench.transcript(run)["agent"]["sessionId"]
    (file,) = (bench.home / ".claude" / "projects").rglob(f"{session}.jsonl")
    (history,) = find_histories("claude", file)
    lines = [json.loads(line) for batch in read_batches(history, 0) for line in batch.lines]
    assert sum(line.get("parentToolUseID") == delegated for line in lines) == 4


def test_a_codex_without_app_server_is_run_with_exec(programs: Path, tmp_path: Path) -> None:
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
        open_bench("codex", tmp_path, patch, programs=old) as bench,
    ):
        bench.set_replies([{"say": "Done."}])
        run = bench.run("codex", "Do it.")

        assert (run["status"], run["finalText"]) == ("succeeded", "Done."), run
        assert "CODEX_META" in bench.sent_to_model() and run["id"] in bench.sent_to_model()
        assert "CODEX_META" not in str(bench.entries(run))
        # The stream does not report the model; Codex's own record does.
        assert run["model"]["id"] == "gpt-5.5"
        models = {
            e["metadata"]["model"] for e in bench.entries(run) if e["type"] != "system_message"
        }
        assert models == {"gpt-5.5"}
        bench.set_replies([{"say": "Done."}])
        named = bench.run("codex", "Again. " + "word " * 80_000, modelId="gpt-5.6-sol")
        assert (named["status"], named["model"]["id"]) == ("succeeded", "gpt-5.6-sol"), named


@pytest.mark.parametrize("agent", ["copilot"], indirect=True)
def test_a_tool_that_the_run_allows_needs_no_approval(bench: Bench, agent: str) -> None:
    made = bench.cwd / "made"
    bench.set_replies([ToolCalls(agent).command(f"touch {made}")], [{"say": "Done."}])
    options = {"approvals": "deny", "allowedTools": ["shell(touch:*)"]}

    run = bench.run(agent, "Touch.", options=options)

    assert (run["status"], run["finalText"]) == ("succeeded", "Done."), run
    assert made.exists()


def test_a_copilot_without_acp_is_run_with_one_prompt(programs: Path, tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.mkdir()
    (old / "copilot").write_text(
        f'#!/bin/sh\n[ "$1" = --acp ] && echo "error: unknown option \'--acp\'" >&2 && exit 1\n'
        f'exec {programs / "copilot"} "$@"\n'
    )
    (old / "copilot").chmod(0o755)
    with (
        pytest.MonkeyPatch.context() as patch,
        open_bench("copilot", tmp_path, patch, programs=old) as bench,
    ):
        bench.set_replies([{"say": "Done."}], [{"say": "Again."}])
        run = bench.run("copilot", "Do it.")

        assert (run["status"], run["finalText"]) == ("succeeded", "Done."), run
        assert "CODEX_META" in bench.sent_to_model()
        assert "CODEX_META" not in str(bench.entries(run))
        session = bench.transcript(run)["agent"]["sessionId"]
        (old / "copilot").unlink()
        (old / "copilot").symlink_to(programs / "copilot")
        newer = bench.run("copilot", "And now?", options={"resume": session})
        assert (newer["status"], newer["finalText"]) == ("succeeded", "Again."), newer
        assert newer["tokens"]["outputTokens"] == 40
        assert bench.transcript(newer)["agent"]["sessionId"] == session


# Approvals work the same for all agents.
@pytest.mark.parametrize("agent", ["claude"], indirect=True)
def test_messages_and_timers_of_a_session_cannot_approve_a_command(
    bench: Bench, agent: str
) -> None:
    bench.set_replies([ToolCalls(agent).command("touch forbidden")], [{"say": "Done."}])
    options = {"cwd": str(bench.cwd), "approvals": "ask"}
    session = bench.api.session(executor=agent, executorOptions=options)
    run = bench.api.send(session, "Touch.")
    bench.api.stream(f"/agent-runs/{run}/stream", until=("approval_request",))

    ok(bench.api.http.patch(f"/agent-sessions/{session}", json={"autonomy": {"enabled": True}}))
    timer = {"type": "check_in", "delaySeconds": 0, "reason": "approve: yes"}
    ok(bench.api.post(f"/agent-sessions/{session}/timers", timer), 201)
    bench.api.send(session, "approve")

    (approval,) = bench.api.get(f"/agent-runs/{run}/approvals")["approvals"]
    assert approval["decision"] is None
    assert bench.api.get(f"/agent-runs/{run}")["status"] == "waiting"
    ok(bench.api.post(f"/agent-runs/{run}/approvals/{approval['id']}", {"decision": "deny"}))
    assert not (bench.cwd / "forbidden").exists()
