"""Real agents of the Agent Client Protocol as runs, against scripted models."""

from __future__ import annotations

import os
import select
import signal
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.cli.processes import environment, served
from tests.e2e.agents import (
    DIALECTS,
    INSTALL,
    Bench,
    agent_environment,
    install,
    open_bench,
    processes_of,
)
from tests.e2e.fakes.openai_responses import OpenAIResponses
from tests.e2e.fakes.script_server import Script, serving
from tests.executors.test_supervisor import wait_for_end
from tests.server.api_client import Api, ok
from tests.support.servers import PATIENCE

from runwhy.cli.agent_histories import find_histories, read_batches
from runwhy.executors.acp_agents import KNOWN_AGENTS

pytestmark = pytest.mark.slow

FULL = ("acp:gemini", "acp:qwen")
AGENTS = [
    "acp:opencode",
    "acp:codex-acp",
    "acp:claude-agent-acp",
    "acp:copilot",
    *(pytest.param(name, marks=pytest.mark.full) for name in FULL),
]


@dataclass(frozen=True)
class AcpTools:
    """The tool calls of a model in the format of one agent."""

    agent: str

    def command(self, line: str, *, asks: bool = False) -> Mapping[str, Any]:
        """Return a command; Codex asks only for those that the model wants outside its sandbox."""
        described = {"command": line, "description": "do it"}
        match self.agent:
            case "acp:codex-acp":
                escalated = {"sandbox_permissions": "require_escalated", "justification": "try"}
                return {
                    "call": "exec_command",
                    "with": {"cmd": line, **(escalated if asks else {})},
                }
            case "acp:claude-agent-acp":
                return {"call": "Bash", "with": described}
            case "acp:gemini" | "acp:qwen":
                more = {"is_background": False} if self.agent == "acp:qwen" else {}
                return {"call": "run_shell_command", "with": {**described, **more}}
        return {"call": "bash", "with": described}

    def write(self, path: Path, text: str) -> Mapping[str, Any]:
        match self.agent:
            case "acp:opencode":
                return {"call": "write", "with": {"filePath": str(path), "content": text}}
            case "acp:claude-agent-acp":
                return {"call": "Write", "with": {"file_path": str(path), "content": text}}
            case "acp:gemini" | "acp:qwen":
                return {"call": "write_file", "with": {"file_path": str(path), "content": text}}
        patch = f"*** Begin Patch\n*** Add File: {path}\n+{text}\n*** End Patch\n"
        return {"call": "apply_patch", "with": patch}


def programs_of(agent: str) -> Path:
    return install("acp-full" if agent in FULL else "acp")


@pytest.fixture(scope="module", params=AGENTS)
def agent(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture(scope="module")
def bench(agent: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    folder = tmp_path_factory.mktemp(agent.replace(":", "-"))
    with (
        pytest.MonkeyPatch.context() as patch,
        open_bench(agent, folder, patch, programs=programs_of(agent)) as made,
    ):
        yield made


def uses(bench: Bench, run: Any) -> list[Any]:
    return [entry for entry in bench.entries(run) if entry["type"] == "tool_use"]


def asked_model(bench: Bench) -> int:
    """Return how many replies of the script were used."""
    return bench.script._next


def test_the_model_receives_the_envelope_and_the_transcript_does_not_contain_it(
    bench: Bench, agent: str
) -> None:
    bench.set_replies([{"think": "Easy."}, {"say": "It is done."}])

    run = bench.run(agent, "  /help me.\n", metadata={"ticket": "ABC-1"}, context={"level": 7})

    assert run["status"] == "succeeded", run
    assert (run["finalText"], run["executor"]) == ("It is done.", agent)
    assert run["tokens"]["outputTokens"] == 40
    transcript = bench.transcript(run)
    entries = transcript["entries"]
    said = [e["text"] for e in entries if e["type"] == "user_message"]
    assert said == ["  /help me.\n"]
    thought = [e["text"].strip() for e in entries if e["type"] == "thinking"]
    assert thought == ["Easy."]
    assert {e["metadata"]["sessionId"] for e in entries} == {transcript["agent"]["sessionId"]}
    sent = bench.sent_to_model()
    assert "runwhy_meta" in sent and run["id"] in sent and "level" in sent
    assert "runwhy_meta" not in str(entries) and "instructions" not in str(entries)
    assert [e["line"] for e in entries if e["type"] == "unrecognized"] == []
    assert processes_of(run["id"]) == []
    listed = bench.api.get("/agent-runs", q=f"executor:{agent}")["runs"]
    assert run["id"] in [one["id"] for one in listed]


def test_commands_and_edits_are_entries_with_their_results(bench: Bench, agent: str) -> None:
    tools = AcpTools(agent)
    bench.set_replies(
        [tools.command("echo out; exit 3")],
        [tools.write(bench.cwd / "new.txt", "hello")],
        [{"say": "Tried."}],
    )

    run = bench.run(agent, "Try.")

    assert (run["status"], run["finalText"]) == ("succeeded", "Tried."), run
    tokens = run["tokens"]
    assert (tokens["inputTokens"], tokens["outputTokens"]) == (3600, 120)
    if agent != "acp:gemini":  # it does not report cached tokens
        assert tokens["cachedTokens"] == 3000
    command, edit = uses(bench, run)
    assert command["action"]["type"] == "command_run"
    if agent != "acp:gemini":  # it reports neither output nor exit code
        assert (command["status"], command["result"]["exitCode"]) == ("failed", 3)
        assert "out" in command["result"]["text"]
    assert (edit["action"]["type"], edit["status"]) == ("file_edit", "success")
    assert [e["line"] for e in bench.entries(run) if e["type"] == "unrecognized"] == []
    (change,) = edit["action"]["changes"]
    assert change["path"].endswith("new.txt") and "+hello" in change["diff"]
    assert (bench.cwd / "new.txt").read_text().strip() == "hello"


def test_a_command_waits_for_an_approval_and_may_be_denied(bench: Bench, agent: str) -> None:
    tools = AcpTools(agent)
    first, second = bench.cwd / "allowed", bench.cwd / "denied"
    bench.set_replies(
        [tools.command(f"touch {first}", asks=True)],
        [tools.command(f"touch {second}", asks=True)],
        [{"say": "Done."}],
        [{"say": "Done."}],  # Claude and Gemini call the model before they get the reason
    )
    run = bench.start(agent, "Touch.", options={"approvals": "ask"})
    path, seq = f"/agent-runs/{run}", 0

    for decision in ("approve", "deny"):
        frame = bench.api.stream(
            f"{path}/stream", until=("approval_request", "run_ended"), lastSeq=seq
        )[-1]
        seq, approval = frame.id, frame.data["data"]
        assert "touch" in str(approval)
        assert bench.api.get(path)["status"] == "waiting"
        decided = {"decision": decision, "reason": "not in production"}
        ok(bench.api.post(f"{path}/approvals/{approval['approvalId']}", decided))

    done = bench.api.ended(run)
    assert (done["status"], done["finalText"]) == ("succeeded", "Done."), done
    assert (first.exists(), second.exists()) == (True, False)
    assert "was denied: not in production" in str(bench.model.requests[-3:])
    said = [e["text"] for e in bench.entries(done) if e["type"] == "user_message"]
    assert said == ["Touch."]
    assert done["tokens"]["outputTokens"] == 40 * asked_model(bench)
    found = uses(bench, {"id": run})
    shown = [(use["status"], use["result"]) for use in found]
    assert [status for status, _ in shown] == ["success", "denied"], shown


def test_what_is_allowed_for_a_run_is_asked_again_in_the_next_one(bench: Bench, agent: str) -> None:
    made = bench.cwd / "again"
    command = AcpTools(agent).command(f"touch {made}", asks=True)
    for _ in range(2):
        made.unlink(missing_ok=True)
        bench.set_replies([command], [command], [{"say": "Done."}])
        run = bench.start(agent, "Touch twice.", options={"approvals": "ask"})
        path = f"/agent-runs/{run}"

        frame = bench.api.stream(f"{path}/stream", until=("approval_request", "run_ended"))[-1]
        approval = frame.data["data"]["approvalId"]
        ok(bench.api.post(f"{path}/approvals/{approval}", {"decision": "approve_for_run"}))

        assert bench.api.ended(run)["finalText"] == "Done."
        assert made.exists()
        assert [use["status"] for use in uses(bench, {"id": run})] == ["success", "success"]
        decisions = [one["decision"] for one in bench.api.get(f"{path}/approvals")["approvals"]]
        assert decisions in (["approve_for_run"], ["approve_for_run", "approve"])


def test_approvals_of_a_run_that_denies_everything_are_denied(bench: Bench, agent: str) -> None:
    made = bench.cwd / "made"
    bench.set_replies([AcpTools(agent).command(f"touch {made}", asks=True)], [{"say": "Done."}])

    run = bench.run(agent, "Touch.", options={"approvals": "deny"})

    assert run["status"] == "succeeded", run
    assert not made.exists()
    assert [use["status"] for use in uses(bench, run)] == ["denied"]


def test_a_session_is_resumed_and_a_missing_one_has_its_error_code(
    bench: Bench, agent: str
) -> None:
    bench.set_replies([{"say": "First."}], [{"say": "Second."}])
    first = bench.run(agent, "Remember 42.")
    session = bench.transcript(first)["agent"]["sessionId"]

    second = bench.run(agent, "What was it?", options={"resume": session})

    if not KNOWN_AGENTS[agent.partition(":")[2]].can_resume:
        assert "cannot resume" in second["error"]["message"]
        return
    assert (second["status"], second["finalText"]) == ("succeeded", "Second."), second
    assert bench.transcript(second)["agent"]["sessionId"] == session
    assert second["tokens"]["outputTokens"] == 40  # of this run only
    said = [e["text"] for e in bench.entries(second) if e["type"] == "user_message"]
    assert said == ["What was it?"]
    assert "runwhy_meta" not in str(bench.entries(second))
    assert any("Remember 42." in str(r["body"]) for r in bench.model.requests[-3:])
    missing = bench.run(agent, "Go on.", options={"resume": "00000000-0000-4000-8000-000000000000"})
    assert missing["status"] == "failed"
    assert missing["error"]["code"] == "session_not_found", missing["error"]


def test_an_error_of_the_model_fails_the_run(bench: Bench, agent: str) -> None:
    bench.script.cycle = True
    bench.set_replies({"fail": 400, "message": "The request is refused"})

    run = bench.run(agent, "Go.")

    bench.script.cycle = False
    assert run["status"] == "failed", run
    assert "refused" in run["error"]["message"] or "400" in run["error"]["message"], run["error"]
    errors = [e for e in bench.entries(run) if e["type"] == "error"]
    assert len(errors) == 1
    assert [e for e in bench.entries(run) if e["type"] == "assistant_message"] == []


def test_a_cancelled_run_leaves_no_process(bench: Bench, agent: str) -> None:
    marker = bench.cwd / "started"
    bench.set_replies([AcpTools(agent).command(f"touch {marker}; setsid sleep 300 & sleep 300")])
    run = bench.start(agent, "Wait.")
    until = time.monotonic() + PATIENCE
    while not marker.exists():
        bench.api.get(f"/agent-runs/{run}")
        assert time.monotonic() < until, bench.entries({"id": run})

    ok(bench.api.post(f"/agent-runs/{run}/cancel"))

    assert bench.api.ended(run)["status"] == "cancelled"
    while processes_of(run) and time.monotonic() < until:
        bench.api.get(f"/agent-runs/{run}")
    assert processes_of(run) == []


STORES = {
    "acp:opencode": ("opencode", ".local/share/opencode"),
    "acp:codex-acp": ("codex", ".codex/sessions"),
    "acp:claude-agent-acp": ("claude", ".claude/projects"),
    "acp:copilot": ("copilot", ".copilot/session-state"),
}


@pytest.mark.parametrize("agent", STORES, indirect=True, scope="module")
def test_the_store_of_the_agent_is_imported_except_for_own_runs(bench: Bench, agent: str) -> None:
    bench.set_replies([AcpTools(agent).command("echo out")], [{"say": "Kept."}])
    run = bench.run(agent, "Remember it.")
    session = bench.transcript(run)["agent"]["sessionId"]
    store, place = STORES[agent]
    found = {h.agent_session: h for h in find_histories(store, bench.home / place)}
    (batch,) = read_batches(found[session], 0)
    body = {"agent": store, "sessionId": session, "file": found[session].name}

    assert ok(bench.api.post("/imports", body))["status"] == "ours"

    body |= {"sessionId": f"{session[:-4]}0000", "start": 0, "end": batch.end, "last": True}
    done = ok(bench.api.post("/imports", {**body, "lines": list(batch.lines)}))
    unknown = [
        e["line"] for e in bench.entries({"id": done["runId"]}) if e["type"] == "unrecognized"
    ]
    assert (done["status"], unknown) == ("whole", [])
    imported = bench.api.get(f"/agent-runs/{done['runId']}")
    assert (imported["finalText"], imported["status"]) == ("Kept.", "succeeded")
    assert imported["origin"]["facts"]["directory"] == str(bench.cwd)
    (use,) = uses(bench, imported)
    assert use["status"] == "success" and "out" in use["result"]["text"]


@pytest.mark.parametrize("agent", AGENTS)
def test_killing_the_server_ends_the_agent_and_its_command(agent: str, tmp_path: Path) -> None:
    started = tmp_path / "started"
    os.mkfifo(started)
    reader = os.open(started, os.O_RDONLY | os.O_NONBLOCK)
    script = Script(replies=[[AcpTools(agent).command(f"echo > {started}; sleep 1000")]])
    with serving(DIALECTS.get(agent, OpenAIResponses), script) as model:
        env = environment(
            tmp_path,
            HOME=str(tmp_path),
            PATH=f"{programs_of(agent)}:{os.environ['PATH']}",
            RUNWHY_AGENT_VARIABLES="FAKE_API_KEY",
            **agent_environment(agent, model.url, tmp_path),
        )
        with served(env=env) as server:
            name = agent.partition(":")[2]
            options = {"agent": name, "cwd": str(tmp_path), "approvals": "allow"}
            body = {"executor": "acp", "executorOptions": options, "prompt": "Sleep"}
            api = Api(server.url)
            run = ok(api.post("/agent-runs", body), 202)["runId"]
            assert select.select([reader], [], [], PATIENCE)[0], "the command did not start"
            api.http.close()
            pids = processes_of(run)
            server.process.send_signal(signal.SIGKILL)

            wait_for_end(pids)

    os.close(reader)
    assert len(pids) >= 3  # supervisor, agent, command
    assert processes_of(run) == []


@pytest.mark.parametrize("agent", AGENTS)
def test_the_tested_version_is_the_one_that_is_installed(agent: str) -> None:
    known = KNOWN_AGENTS[agent.partition(":")[2]]

    assert known.tested in INSTALL.read_text()
