"""Completion of values in the shells, from the running server."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from shlex import quote

import pytest
from tests.cli.conftest import Command
from tests.cli.processes import PATIENCE, Served, environment, runwhy
from tests.cli.test_approvals import start

from runwhy.cli.bash_completion import join_words

# Completion gives up after a second, so that Tab never hangs. A busy machine needs longer.
PROGRAM = f"""
import runwhy.cli.completion
from runwhy.cli import main
runwhy.cli.completion.TIMEOUT = {PATIENCE}
main(prog_name="runwhy")
"""


def complete(
    server: Served, *words: str, shell: str = "fish", program: str = PROGRAM, **env: str
) -> list[str]:
    """Return the suggestions for the last word."""
    variables = {
        **server.env,
        **env,
        "_RUNWHY_COMPLETE": f"{shell}_complete",
        "COMP_WORDS": " ".join(["runwhy", *words[:-1], *([words[-1]] if shell == "bash" else [])]),
        "COMP_CWORD": str(len(words)) if shell == "bash" else words[-1],
    }
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=variables,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.stderr == ""
    found = filter(None, done.stdout.splitlines())
    return [line.split(",", 1)[1].partition("\t")[0] for line in found]


def test_budgets_rules_and_inbox_items_are_suggested(asking: Served, tmp_path: Path) -> None:
    asking.run("budgets", "add", "acme-daily", "--limit", "20", "--per", "day")
    asking.run("retention", "add", "prompts", "--older-than", "30d")
    run = start(asking, tmp_path)

    assert complete(asking, "budgets", "show", "acme") == ["acme-daily"]
    assert complete(asking, "retention", "run", "pro") == ["prompts"]
    assert complete(asking, "inbox", "allow", "app") == [f"approval:{run}:toolu_1"]
    assert complete(asking, "inbox", "dismiss", "app") == [f"approval:{run}:toolu_1"]


@pytest.fixture(scope="module")
def run(server: Served) -> str:
    """A run with the tag test=completed."""
    done = server.run("run", "-t", "test=completed", "-t", "customer=acme corp", "Hello")
    server.run("triggers", "add", "cron", "completed-daily", "Go", "--schedule", "0 2 * * *")
    return done.stderr.split()[0]


def test_runs_triggers_models_and_tags_are_suggested(server: Served, run: str) -> None:
    assert run in complete(server, "runs", "show", "run_")
    assert complete(server, "triggers", "fire", "completed-") == ["completed-daily"]
    assert complete(server, "run", "-m", "ec") == ["echo"]
    assert "test=" in complete(server, "run", "-t", "te")
    assert complete(server, "runs", "list", "test=comp") == ["test=completed"]
    assert complete(server, "run", "--show-tags", "custo") == ["customer"]
    assert run in complete(server, "open", run[:-2])
    session = server.run("sessions", "add").stdout.strip()
    assert session in complete(server, "chat", "--session", "ses_")
    agent = server.run("agents", "add", "cook", "--system", "Cook.").stdout.strip()
    assert agent in complete(server, "run", "--agent", "agt_")
    assert complete(server, "run", "--agent", "co") == ["cook"]
    assert agent not in complete(server, "run", "--agent", "")
    assert complete(server, "memories", "list", "--agent", "co") == ["cook"]
    server.run("keys", "add", "completed", "--scope", "runs:read")
    assert complete(server, "keys", "show", "key_")


def test_the_last_term_of_a_query_is_completed(server: Served, run: str) -> None:
    server.run("agents", "add", "gardener", "--system", "Dig.")

    assert complete(server, "runs", "list", "-q", "agent:gar") == ["agent:gardener"]
    assert complete(server, "runs", "list", "-q", "agen") == ["agent:"]
    assert complete(server, "runs", "list", "-q", "test:comp") == ["test:completed"]
    assert complete(server, "runs", "list", "-q", "customer:") == ['customer:"acme corp"']


def test_without_a_server_there_are_no_suggestions_and_no_messages(
    server: Served, run: str, tmp_path: Path
) -> None:
    for env in (
        {"RUNWHY_DATA_DIR": str(tmp_path)},
        {"RUNWHY_URL": "http://127.0.0.1:1"},
        {"RUNWHY_PROFILE": "nobody"},
        {"RUNWHY_WORKSPACE": "nowhere"},
    ):
        assert complete(server, "runs", "show", "run_", **env) == []
    assert not [*tmp_path.iterdir()]


def test_completion_loads_no_heavy_libraries(server: Served, run: str) -> None:
    heavy = {"starlette", "sqlalchemy", "httpx2", "pydantic", "rich", "uvicorn", "asyncio"}
    report = "import atexit, sys\natexit.register(lambda: print('loaded,', *sys.modules))\n"

    *found, loaded = complete(server, "runs", "show", "run_", program=report + PROGRAM)

    assert run in found and heavy.isdisjoint(loaded.split())


def test_the_words_that_bash_splits_are_joined() -> None:
    split = ["runwhy", "run", "-m", "openai", ":", "gpt", "-t", "customer", "=", ""]

    assert join_words(split) == ["runwhy", "run", "-m", "openai:gpt", "-t", "customer="]
    assert join_words(["runwhy", "runs", ""]) == ["runwhy", "runs", ""]


@pytest.mark.skipif(shutil.which("bash") is None, reason="this machine has no bash")
def test_bash_completes_the_value_of_a_tag(server: Served, run: str, tmp_path: Path) -> None:
    program = tmp_path / "runwhy"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -c {quote(PROGRAM)} "$@"\n')
    program.chmod(0o755)
    script = """
        eval "$(_RUNWHY_COMPLETE=bash_source runwhy)"
        COMP_WORDS=(runwhy runs list test = comp) COMP_CWORD=5
        _runwhy_completion runwhy
        echo "${COMPREPLY[*]}"
    """
    path = f"{tmp_path}:{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", script],
        env={**server.env, "PATH": path},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    assert done.stdout.split() == ["completed"], done.stderr


def test_profiles_are_suggested(tmp_path: Path, server: Served, command: Command) -> None:
    env = environment(tmp_path)
    assert runwhy("login", "--profile", "work", server.url, env=env, text="\n").returncode == 0

    assert complete(server, "--profile", "w", RUNWHY_DATA_DIR=str(tmp_path)) == ["work"]
