"""Approve and deny requests of a coding agent on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.processes import Served, json_lines
from tests.cli.pty_process import ENTER, on_pty

from runwhy import Client
from runwhy.core.agents.approval_text import MAX_SUMMARY, question, summarize


def start(server: Served, directory: Path) -> str:
    """Start a run and wait until it needs an approval."""
    with Client(server.url) as client:
        run = client.start_run(
            "Clean up",
            executor="claude",
            executor_options={"cwd": str(directory)},
            metadata={"customer": "acme"},
        )
        for event in client.follow(run.run_id):
            if event.type == "approval_request":
                return run.run_id
    raise AssertionError("the run ended without a request")


def result_of(server: Served, run_id: str) -> str:
    with Client(server.url) as client:
        return client.wait(run_id).text


def test_one_request_is_shown_in_words_and_decided_with_a_key(
    asking: Served, tmp_path: Path
) -> None:
    run_id = start(asking, tmp_path)

    with on_pty("approve", env=asking.env) as terminal:
        terminal.wait_for("Allow? (y, r, n): ")
        terminal.interrupt()
        code, rest = terminal.end()
    assert (code, "interrupted" in rest) == (130, True)

    with on_pty("approve", env=asking.env) as terminal:
        shown = terminal.wait_for("Allow?")
        terminal.type(f"y{ENTER}")
        code, rest = terminal.end()

    assert f"{run_id} · api · customer=acme · waiting for " in shown
    assert "claude wants to run a command (Remove old files)\n  $ rm -rf build\n" in shown
    assert (code, rest.endswith(f"{run_id}  toolu_1  allowed\n")) == (0, True)
    assert '"behavior": "allow"' in result_of(asking, run_id)


def test_outside_of_a_terminal_the_request_is_shown_and_not_decided(
    asking: Served, tmp_path: Path
) -> None:
    run_id = start(asking, tmp_path)

    shown = asking.run("approve")
    (listed,) = json_lines(asking.run("approve", "--json").stdout)

    assert shown.returncode == 0, shown.stderr
    assert "{'" not in shown.stdout and "  $ rm -rf build\n" in shown.stdout
    assert f"Allow once:         runwhy approve {run_id} toolu_1\n" in shown.stderr
    assert f"runwhy approve {run_id} toolu_1 --for-run\n" in shown.stderr
    assert (listed["runId"], listed["id"]) == (run_id, "toolu_1")

    denied = asking.run("approve", "--deny", "--reason", "not today")

    assert denied.stdout == f"{run_id}  toolu_1  denied\n"
    assert "not today" in result_of(asking, run_id)
    assert asking.run("approve").stderr == "No request waits for approval.\n"


def test_several_requests_are_listed_and_decided_by_run(asking: Served, tmp_path: Path) -> None:
    first, second = start(asking, tmp_path), start(asking, tmp_path)

    listed = asking.run("approve")
    refused = asking.run("approve", "--yes")

    assert listed.stdout.count("claude wants to run a command") == 2
    assert listed.stdout.count("  $ rm -rf build\n") == 2
    decisions = [line for line in listed.stdout.splitlines() if "runwhy approve" in line]
    assert decisions == [f"  runwhy approve {run} toolu_1" for run in (first, second)]
    assert refused.returncode == 1 and "2 requests wait" in refused.stderr

    assert asking.run("approve", first, "--yes").stdout == f"{first}  toolu_1  allowed\n"
    allowed = asking.run("approve", second, "toolu_1", "--for-run")
    assert allowed.stdout == f"{second}  toolu_1  allowed for this run\n"


def test_only_one_decision_can_be_given(asking: Served) -> None:
    refused = asking.run("approve", "--for-run", "--deny")

    assert refused.returncode == 2
    assert "use only one of --yes, --for-run and --deny" in refused.stderr


@pytest.mark.parametrize(
    ("asked", "lines"),
    [
        (
            {
                "tool": "Edit",
                "input": {"file_path": "a.py", "old_string": "x\ny", "new_string": "z"},
            },
            ["codex wants to change a file", "  file_path: a.py", "  - x", "  - y", "  + z"],
        ),
        (
            {"tool": "commandExecution", "input": {"command": ["ls", "a b"], "cwd": "/src"}},
            ["codex wants to run a command", "  $ ls 'a b'", "  cwd: /src"],
        ),
        (
            {"tool": "mcp__mail__send", "input": {"to": ["a@b.c"]}, "description": "Send a mail"},
            ["codex wants to use mcp__mail__send (Send a mail)", '  to: ["a@b.c"]'],
        ),
        (
            {
                "tool": "Bash",
                "input": {"command": "make", "description": "Build it"},
                "description": "Build it",
            },
            ["codex wants to run a command (Build it)", "  $ make"],
        ),
        (
            {
                "tool": "Bash",
                "input": {"command": "make", "description": "Build it"},
                "description": "Something else",
            },
            [
                "codex wants to run a command (Something else)",
                "  $ make",
                "  description: Build it",
            ],
        ),
        ({"tool": None, "input": None}, ["codex wants to use a tool"]),
        (
            {"tool": "Bash", "input": {"command": "npm test"}, "forRun": "Bash(npm test:*)"},
            [
                "codex wants to run a command",
                "  $ npm test",
                "  for this run: Bash(npm test:*)",
            ],
        ),
        (
            {"tool": "Bash", "input": {"command": "echo \x1b[2J"}},
            ["codex wants to run a command", "  $ echo \u241b[2J"],
        ),
    ],
)
def test_a_question_shows_every_value_as_text(asked: dict[str, object], lines: list[str]) -> None:
    assert question(asked, "codex").splitlines() == lines


def test_long_values_are_cut_and_say_so_but_commands_are_shown_whole() -> None:
    asked = {"tool": "Write", "input": {"content": "line\n" * 50}}

    assert question(asked, "claude").splitlines()[-1].strip() == "… 30 more lines"
    command = {"tool": "Bash", "input": {"command": "true\n" * 50 + "rm -rf /"}}
    assert question(command, "claude").splitlines()[-1].strip() == "rm -rf /"
    assert len(summarize({"tool": "Bash", "input": {"command": "x" * 500}})) == MAX_SUMMARY
