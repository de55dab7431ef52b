"""Run and resume coding agents on the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.cli.processes import environment, json_lines, runwhy
from tests.executors.stand_in import calls, stand_in


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
