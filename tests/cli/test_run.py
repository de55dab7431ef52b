"""`runwhy run` prints the text to stdout and progress to stderr."""

from __future__ import annotations

import json
import os
import pty
import signal
from decimal import Decimal
from pathlib import Path

import pytest
from tests.cli.conftest import Command
from tests.cli.processes import PATIENCE, Served, begun, environment, json_lines, served

from runwhy import Client


def test_the_text_goes_to_stdout_and_everything_else_to_stderr(command: Command) -> None:
    result = command("run", "--tag", "test=split", "Hello")

    assert result.stdout.splitlines()[0] == "This is the offline echo model. It was sent:"
    assert result.stdout.endswith("task: Hello\n")
    first, last = result.stderr.splitlines()
    assert first.startswith("run_") and first.endswith("· cli · test=split")
    assert "succeeded" in last and "tokens" in last


def test_a_run_of_the_cli_has_the_trigger_cli(command: Command) -> None:
    assert "trigger: cli (attended)" in command("run", "Hello").stdout


def test_quiet_prints_only_the_text(command: Command) -> None:
    assert command("run", "--quiet", "Hello").stderr == ""


def test_with_json_every_event_is_an_object_and_the_last_is_the_result(command: Command) -> None:
    events = json_lines(command("run", "--json", "-t", "test=json", "Hello").stdout)

    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert {event["runId"] for event in events} == {events[0]["data"]["runId"]}
    assert events[-1]["type"] == "result"
    assert events[-1]["data"]["metadata"] == {"test": "json"}


def test_the_prompt_can_come_from_stdin(command: Command) -> None:
    assert "task: two\nlines" in command("run", "-", text="two\nlines").stdout


def test_system_prompt_and_context_can_come_from_files(command: Command, tmp_path: Path) -> None:
    (tmp_path / "system.md").write_text("You look after a shop.")
    (tmp_path / "context.json").write_text('{"ticket": 7}')
    command(
        *("run", "--quiet", "-t", "test=files", "Hello"),
        *("--system", f"@{tmp_path / 'system.md'}", "--context", f"@{tmp_path / 'context.json'}"),
    )

    (run,) = json_lines(command("runs", "list", "--json", "test=files").stdout)
    assert run["spec"]["systemPrompt"] == "You look after a shop."
    assert run["spec"]["context"] == {"ticket": 7}


def test_the_model_sees_only_the_tags_shown_to_it(command: Command) -> None:
    shown = command("run", "-t", "test=seen", "-t", "env=prod", "--show-tags", "env", "Hello")

    assert "tags: env=prod\n" in shown.stdout


def test_an_agent_or_a_session_provides_the_system_prompt(command: Command) -> None:
    agent = command("agents", "add", "greeter", "--system", "You greet.").stdout.strip()
    command("run", "--quiet", "--agent", agent, "-t", "test=agent", "Hello")
    (run,) = json_lines(command("runs", "list", "--json", "test=agent").stdout)
    assert run["spec"]["systemPrompt"] == "You greet."

    session = command("sessions", "add", "--tag", "test=session").stdout.strip()
    assert "messages: 3" in command("run", "--session", session, "One").stdout
    assert "messages: 5" in command("run", "--session", session, "Two").stdout
    rejected = command("run", "--session", session, "--system", "x", "-m", "echo", "y", code=2)
    assert "--system, --model cannot be used with --session" in rejected.stderr


def test_a_task_uses_a_named_agent_or_its_own_settings(command: Command) -> None:
    command("agents", "add", "sorter", "--system", "You sort.", "--model", "echo")
    run = command("submit", "--agent", "sorter", "Sort this").stdout.strip()
    assert "messages" in command("runs", "follow", run).stdout
    shown = json.loads(command("runs", "show", "--json", run).stdout)
    agent = json.loads(command("agents", "show", "--json", "sorter").stdout)
    assert shown["spec"]["agentId"] == agent["id"]
    own = command("submit", "--system", "You count.", "--model", "echo", "Count").stdout.strip()
    command("runs", "follow", own)  # a queued run has no model call yet
    assert "You count." in command("runs", "show", "--model", own).stdout


def test_a_run_is_repeated_with_changes(command: Command) -> None:
    first = command("run", "-t", "test=again", "-t", "gone=1", "Hello").stderr.split()[0]

    same = command("rerun", first)
    other = command("rerun", first, "--prompt", "-", "-t", "gone-", "--json", text="Bonjour")

    assert same.stdout.endswith("task: Hello\n")
    assert same.stderr.splitlines()[0].endswith("· cli · test=again gone=1")
    end = json_lines(other.stdout)[-1]
    assert end["type"] == "result" and end["data"]["text"].endswith("task: Bonjour")
    assert end["data"]["metadata"] == {"test": "again"}
    (run,) = json_lines(command("runs", "show", "--json", end["runId"]).stdout)
    assert (run["origin"]["trigger"], run["origin"]["rerunOf"]) == ("cli", first)


def test_a_run_that_does_not_exist_cannot_be_repeated(command: Command) -> None:
    assert "no run run_nobody" in command("rerun", "run_nobody", code=5).stderr
    assert "the prompt is empty" in command("rerun", "run_x", "--prompt", " ", code=2).stderr


def test_a_failed_run_exits_with_3(command: Command) -> None:
    result = command("run", "Try [[fail overloaded]]", code=3)

    assert result.stdout == ""
    assert "failed: the echo model failed as requested (overloaded)" in result.stderr
    assert "a retry may succeed" in result.stderr


def test_with_json_a_failure_is_the_last_event(command: Command) -> None:
    result = command("run", "--json", "Try [[fail auth]]", code=3)

    assert json_lines(result.stdout)[-1]["data"]["errorClass"] == "auth"


def test_a_cancelled_run_exits_with_4(server: Served) -> None:
    with (
        begun("run", "Wait [[sleep 600]]", env=server.env) as process,
        Client(server.url) as client,
    ):
        assert process.stderr is not None
        run_id = process.stderr.readline().split()[0]
        client.cancel_run(run_id)
        _, stderr = process.communicate(timeout=PATIENCE)

    assert process.returncode == 4
    assert f"{run_id} was cancelled: cancelled by this machine" in stderr


def test_ctrl_c_cancels_the_run(server: Served) -> None:
    with (
        begun("run", "Wait [[sleep 600]]", env=server.env) as process,
        Client(server.url) as client,
    ):
        assert process.stderr is not None
        run_id = process.stderr.readline().split()[0]
        process.send_signal(signal.SIGINT)
        _, stderr = process.communicate(timeout=PATIENCE)

        assert process.returncode == 130
        assert stderr == f"interrupted: {run_id} was cancelled\n"
        assert client.get_run(run_id).status == "cancelled"


def test_every_problem_of_a_request_is_listed(command: Command) -> None:
    tags = ("-t", "b!d=x", "-t", f"long={'v' * 300}")
    result = command("run", *tags, "-m", "eccho", "Hello", code=2)

    assert "tag b!d: a key must have 1 to 64 characters" in result.stderr
    assert "tag long: has 300 characters; the limit is 256" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["-t", "alone", "Hello"], "'alone' is not in the form KEY=VALUE"),
        (["--context", "[1]", "Hello"], "the value must be a JSON object"),
        (["--context", "{", "Hello"], "the value is not valid JSON"),
        (["--system", "@nowhere/x", "Hello"], "cannot read nowhere/x"),
        ([" "], "the prompt is empty"),
    ],
)
def test_invalid_arguments_are_explained(command: Command, args: list[str], message: str) -> None:
    assert message in command("run", *args, code=2).stderr


def test_a_terminal_gets_a_live_view_and_a_pipe_gets_the_text(
    server: Served,
) -> None:
    near, far = pty.openpty()
    prompt = "Wait [[sleep 0.3]] and [[tool look {}]]"
    env = {**server.env, "TERM": "xterm-256color"}
    with begun("run", "-t", "test=drawn", prompt, env=env, stderr=far) as process:
        os.close(far)
        assert process.stdout is not None
        drawn = _read_all(near)
        text = process.stdout.read()

    assert text.startswith("This is the offline echo model.")
    assert "cli · test=drawn · running" in drawn
    assert "task: Wait" in drawn  # the streamed text
    assert "succeeded" in drawn.splitlines()[-1]


def _read_all(terminal: int) -> str:
    drawn = b""
    try:
        while chunk := os.read(terminal, 65536):
            drawn += chunk
    except OSError:  # raised by Linux when the other side is closed
        pass
    finally:
        os.close(terminal)
    return drawn.decode()


def test_a_closed_pipe_is_not_reported(server: Served) -> None:
    with begun("runs", "list", "--json", env=server.env) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        stderr = process.stderr.read()
        process.wait(PATIENCE)

    assert process.returncode == 141
    assert stderr == ""


def test_the_last_line_the_lists_and_the_details_have_the_cost(data: Path) -> None:
    prices = json.dumps({"echo": {"input": "1000", "output": "2000"}})
    with served(env=environment(data, RUNWHY_PRICES=prices, COLUMNS="200")) as server:
        last = server.run("run", "Hello").stderr.splitlines()[-1]
        (run,) = json_lines(server.run("runs", "list", "--query", "cost>0", "--json").stdout)
        shown = server.run("runs", "show", run["id"]).stdout
        row = server.run("runs", "list").stdout.splitlines()[1]
        session = server.run("sessions", "add", "--system", "Be brief.").stdout.strip()
        server.run("sessions", "send", session, "Hello")
        listed = server.run("sessions", "list", "--query", "cost>0").stdout.splitlines()[1]
        details = server.run("sessions", "show", session).stdout

    rounded = f"${Decimal(run['cost']):.4f}".rstrip("0")
    assert last.endswith(f" tokens · {rounded} · echo")
    assert f"  {rounded}  " in row
    assert f"cost      ${run['cost']}\n" in shown and "first token after" in shown
    assert "$0." in listed and session in listed
    assert "tokens     " in details and "cost       $0." in details
