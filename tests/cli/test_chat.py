"""Chat on a real terminal and in a pipe."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from tests.cli.conftest import Command
from tests.cli.processes import Served, environment, runwhy
from tests.cli.pty_process import CTRL_D, ENTER, UP, on_pty

from runwhy import Client


def new_session(server: Served) -> str:
    with Client(server.url) as client:
        return client.create_session(system_prompt="Be brief.").id


def test_a_chat_streams_the_reply_and_shows_the_commands_that_go_with_a_message(
    server: Served,
) -> None:
    session = new_session(server)
    report = ("shell-report", "--session", session, "--exit-code", "2", "--cwd", "/src")
    assert server.run(*report, "--", "make").returncode == 0

    with on_pty("chat", "--session", session, env=server.env) as terminal:
        terminal.wait_for_prompt()
        terminal.type(f"Why did that fail?{ENTER}")
        before = terminal.wait_for("This is the offline echo model.")
        reply = terminal.wait_for("\n> ")
        terminal.type(CTRL_D)
        code, rest = terminal.end()

    shown = server.run("sessions", "show", session).stdout
    assert "sent along: make (exit 2)\n" in before
    assert "user\nsent along: make (exit 2)\nWhy did that fail?\n" in shown
    assert "command: make (exit 2)" in reply and "task: Why did that fail?" in reply
    assert code == 0 and f"continue with `runwhy chat --session {session}`" in rest


def test_ctrl_c_cancels_the_reply_and_a_second_one_leaves(server: Served) -> None:
    session = new_session(server)

    with on_pty("chat", "--session", session, env=server.env) as terminal:
        terminal.wait_for_prompt()
        terminal.type(f"Wait [[sleep 600]]{ENTER}")
        terminal.wait_for("\n… ")  # the reply has begun
        terminal.interrupt()
        terminal.wait_for("reply cancelled")
        terminal.wait_for_prompt()
        terminal.type(f"Hello again{ENTER}")
        terminal.wait_for("task: Hello again")
        terminal.wait_for_prompt()
        terminal.interrupt()
        terminal.wait_for("press Ctrl-C again, or Ctrl-D, to leave")
        terminal.wait_for_prompt()
        terminal.interrupt()
        code, _ = terminal.end()

    assert code == 0
    with Client(server.url) as client:
        statuses = [run.status for run in client.iter_runs(f"session:{session}")]
    assert statuses == ["succeeded", "cancelled"]


def test_ctrl_c_drops_a_line_that_is_typed_and_stays_in_the_chat(server: Served) -> None:
    with on_pty("chat", "--session", new_session(server), env=server.env) as terminal:
        terminal.wait_for_prompt()
        terminal.type("Not this")
        terminal.wait_for("Not this")
        terminal.interrupt()
        terminal.wait_for_prompt()
        terminal.type("Nor this")
        terminal.wait_for("Nor this")
        terminal.interrupt()
        terminal.wait_for_prompt()
        terminal.type(f"Hello{ENTER}")
        terminal.wait_for("task: Hello")


def test_a_chat_needs_a_server_before_the_first_message(tmp_path: Path) -> None:
    env = environment(tmp_path / "data", RUNWHY_URL="http://127.0.0.1:1")

    with on_pty("chat", env=env) as terminal:
        code, shown = terminal.end()

    assert code == 6 and "cannot connect to http://127.0.0.1:1" in shown


def test_lines_are_kept_in_a_private_history_for_the_next_chat(server: Served) -> None:
    session = new_session(server)
    for key in ("The first line", UP):
        with on_pty("chat", "--session", session, env=server.env) as terminal:
            terminal.wait_for_prompt()
            terminal.type(key + ENTER)
            terminal.wait_for("task: The first line")
            terminal.wait_for_prompt()
            terminal.type(CTRL_D)
            assert terminal.end()[0] == 0

    file = Path(server.env["RUNWHY_DATA_DIR"]) / "chat-history"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert "The first line" in file.read_text()


def test_last_continues_the_session_that_was_used_last(tmp_path: Path) -> None:
    env = environment(tmp_path / "data")
    none = runwhy("chat", "--last", env=env, text="Hello\n")
    assert none.returncode == 1 and "`runwhy chat` starts one" in none.stderr
    assert runwhy("chat", "-t", "customer=acme", env=env, text="One\n").returncode == 0

    again = runwhy("chat", "--last", env=env, text="Two\n\nThree\n")

    assert again.returncode == 0, again.stderr
    assert again.stdout.count("This is the offline echo model.") == 2
    assert again.stdout.endswith("task: Three\n") and again.stderr == ""
    listed = runwhy("runs", "list", "customer=acme", env=env).stdout.splitlines()
    assert len(listed) == 4  # the head, and three runs of one session


def test_a_failed_reply_ends_a_pipe_and_not_a_terminal(server: Served) -> None:
    session = new_session(server)

    piped = server.run("chat", "--session", session, text="Go [[fail provider]]\nNever\n")
    with on_pty("chat", "--session", session, env=server.env) as terminal:
        terminal.wait_for_prompt()
        terminal.type(f"Go [[fail provider]]{ENTER}")
        terminal.wait_for("Error: run_")
        terminal.wait_for("\n> ")
        terminal.type(f"Hello{ENTER}")
        terminal.wait_for("task: Hello")

    assert piped.returncode == 3 and "Never" not in piped.stdout


@pytest.mark.parametrize("args", ["--model echo", "--system Hi", "--executor codex"])
def test_a_continued_session_keeps_its_agent(command: Command, server: Served, args: str) -> None:
    option, value = args.split()
    given = ("chat", "--session", new_session(server), option, value)

    output = command(*given, text="Hello\n", code=2).stderr

    assert f"{option} can only be used for a new session" in output


def test_last_and_session_exclude_each_other(command: Command) -> None:
    output = command("chat", "--last", "--session", "ses_1", text="Hello\n", code=2).stderr

    assert "use either --last or --session" in output


def test_a_request_of_a_coding_agent_is_decided_in_the_chat(asking: Served, tmp_path: Path) -> None:
    with on_pty("chat", "--executor", "claude", "--cwd", str(tmp_path), env=asking.env) as terminal:
        terminal.wait_for_prompt()
        terminal.type(f"Clean up{ENTER}")
        shown = terminal.wait_for("Allow?")
        terminal.type(f"n{ENTER}")
        terminal.wait_for('"behavior": "deny"')

    assert "  $ rm -rf build" in shown


def test_leaving_before_the_first_message_creates_no_session(tmp_path: Path) -> None:
    env = environment(tmp_path / "data")
    with on_pty("chat", env=env) as terminal:
        terminal.wait_for("new session · Ctrl-C cancels a reply")
        terminal.wait_for_prompt()
        terminal.type(CTRL_D)
        assert terminal.end()[0] == 0

    assert runwhy("sessions", "list", "--json", env=env).stdout == ""
