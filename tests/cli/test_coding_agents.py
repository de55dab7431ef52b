"""Run and resume coding agents on the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.cli.conftest import Command
from tests.cli.processes import environment, json_lines, runwhy, served
from tests.executors.stand_in import calls, stand_in

from runwhy import Client


def test_run_shows_the_transcript_and_resume_continues_the_session(tmp_path: Path) -> None:
    work = tmp_path / "work"
    subprocess.run(["git", "init", "-q", "-b", "trunk", str(work)], check=True)
    program = stand_in(tmp_path, "cursor", "shell")
    env = environment(tmp_path / "data", RUNWHY_CURSOR_COMMAND=str(program))

    first = runwhy("run", "--executor", "cursor", "-t", "ticket=7", "Print hi", env=env, cwd=work)

    assert first.returncode == 0, first.stderr
    shown = first.stderr.splitlines()
    assert f"directory={work}" in shown[0] and "branch=trunk" in shown[0]
    assert any(line.startswith("→ ") for line in shown)
    assert any(line.startswith("← ") for line in shown)
    run = shown[0].split()[0]

    again = runwhy("resume", run, "--json", "And now?", env=env)

    assert again.returncode == 0, again.stderr
    end = json_lines(again.stdout)[-1]
    assert end["type"] == "result"
    assert end["data"]["metadata"]["ticket"] == "7"
    args = calls(tmp_path)[1]["args"]
    assert isinstance(args, list) and "--resume" in args and str(args[-1]).endswith("And now?")
    assert calls(tmp_path)[1]["cwd"] == str(work)


def test_only_runs_of_coding_agents_can_be_resumed(tmp_path: Path) -> None:
    env = environment(tmp_path / "data")
    run = json_lines(runwhy("run", "--json", "Hello", env=env).stdout)[0]["runId"]

    done = runwhy("resume", run, "More", env=env)

    assert done.returncode != 0
    assert "cannot be resumed: it ran with the executor `builtin`" in done.stderr


def test_an_agent_of_the_agent_client_protocol_runs_by_its_name(tmp_path: Path) -> None:
    agent = Path(__file__).parents[1] / "executors" / "acp_agent.py"
    command = json.dumps([sys.executable, str(agent)])
    (tmp_path / "runwhy.toml").write_text(f"[acp_agents.small]\ncommand = {command}\n")
    env = environment(tmp_path / "data")

    done = runwhy("run", "--executor", "acp:small", "Hello there", env=env, cwd=tmp_path)

    assert (done.returncode, done.stdout.strip()) == (0, "Hello there"), done.stderr
    wrong = runwhy("run", "--executor", "nobody", "Hello", env=env, cwd=tmp_path)
    assert wrong.returncode == 2
    assert "acp:NAME" in wrong.stderr


def test_every_command_that_starts_runs_can_select_a_coding_agent(tmp_path: Path) -> None:
    program = stand_in(tmp_path, "cursor", "shell")
    env = environment(tmp_path / "data", RUNWHY_CURSOR_COMMAND=str(program))
    coding = ("--executor", "cursor", "--cwd", str(tmp_path), "--approvals", "deny")
    options = {"cwd": str(tmp_path), "approvals": "deny"}
    with served(env=env) as server, Client(server.url) as client:
        task = server.run("submit", *coding, "-t", "ticket=7", "Print hi").stdout.strip()
        session = server.run("sessions", "add", *coding).stdout.strip()
        plain = server.run("sessions", "add").stdout.strip()
        sent = server.run("run", "--session", plain, *coding, "Print hi")
        cron = ("triggers", "add", "cron", "tidy", "Print hi", "--schedule", "0 3 * * 1")
        trigger = json_lines(server.run(*cron, *coding, "--json").stdout)[0]

        assert client.wait(task).status == "succeeded"
        run = client.get_run(task)
        assert (run.executor, run.spec["executorOptions"]) == ("cursor", options)
        assert run.metadata == {"directory": str(tmp_path), "ticket": "7"}
        assert client.session(session).send("Print hi").status == "succeeded"
        assert client.list_runs(f"session:{session}").runs[0].executor == "cursor"
        assert sent.returncode == 0, sent.stderr
        assert client.list_runs(f"session:{plain}").runs[0].executor == "cursor"
        assert trigger["spec"] == {"executor": "cursor", "executorOptions": options}
        assert trigger["metadata"] == {"directory": str(tmp_path)}


def test_the_options_of_a_coding_agent_require_one(command: Command) -> None:
    for args in (("submit", "Go"), ("sessions", "add"), ("run", "Go"), ("chat",)):
        output = command(*args, "--approvals", "deny", code=2).stderr

        assert "--cwd and --approvals require --executor" in output
