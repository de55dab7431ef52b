"""Open pages, watch runs, show model calls, colors, times, and errors that name options."""

from __future__ import annotations

import re

import pytest
from tests.cli.conftest import Command
from tests.cli.processes import Served, begun, json_lines
from tests.cli.pty_process import on_pty

from runwhy import Client

TIME = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d")


def test_open_prints_the_address_of_a_run_session_or_trigger(
    command: Command, server: Served
) -> None:
    run = command("run", "--quiet", "--json", "Hello").stdout.split('"runId":"')[1][:30]
    session = command("sessions", "add").stdout.strip()
    add = ("triggers", "add", "cron", "opened", "Go", "--schedule", "0 2 * * *")
    trigger = command(*add).stdout.strip()

    page = f"{server.url}/w/default"
    assert command("open", run).stdout == f"{page}/runs/{run}\n"
    assert command("open", session).stdout == f"{page}/sessions/{session}\n"
    assert command("open", "opened").stdout == f"{page}/triggers/{trigger}\n"
    assert json_lines(command("open", "--json", run).stdout) == [{"url": f"{page}/runs/{run}"}]
    assert "no run run_1" in command("open", "run_1", code=5).stderr
    with on_pty("open", run, env={**server.env, "DISPLAY": ""}) as terminal:
        assert terminal.end() == (0, f"{page}/runs/{run}\n")


def test_show_model_prints_what_each_call_sent(command: Command) -> None:
    run = command("run", "--system", "Be brief.", "Hello there").stderr.split()[0]

    shown = command("runs", "show", "--model", run).stdout
    (call,) = json_lines(command("runs", "show", "--model", "--json", run).stdout)

    assert shown.lstrip().startswith("Call 1")
    assert "Be brief." in shown and "\nuser · message\nHello there\n" in shown
    assert call["runId"] == run and call["messages"][-1]["content"] == "Hello there"
    imported = command("runs", "show", "--model", "run_1", code=5)
    assert "no run run_1" in imported.stderr


def test_watch_prints_open_runs_and_then_every_change(server: Served) -> None:
    with Client(server.url) as client:
        client.run_agent("Ended", metadata={"test": "watched"}, system_prompt="Hi")
        before = client.submit("Wait [[sleep 600]]", metadata={"test": "watched"}).run_id
        args = ("runs", "watch", "test:watched", "--interval", "1")
        with begun(*args, env=server.env) as watching:
            assert watching.stdout is not None
            first = watching.stdout.readline()
            client.cancel_run(before)
            second = watching.stdout.readline()
            after = client.submit("Later", metadata={"test": "watched"}).run_id
            third = watching.stdout.readline()

    assert TIME.match(first) and f"  {before}  " in first and "daemon  test=watched" in first
    assert f"  {before}  cancelled  " in second
    assert f"  {after}  " in third and third.endswith("Later\n")


def test_a_retention_rule_is_shown_and_a_missing_one_is_reported(command: Command) -> None:
    command("retention", "add", "shown", "--older-than", "900d", "-q", "test:shown")
    shown = command("retention", "show", "shown").stdout
    assert "900 d" in shown and "test:shown" in shown and "not yet" in shown
    for verb in ("show", "run"):
        assert "no retention rule nothing" in command("retention", verb, "nothing", code=5).stderr
    command("retention", "remove", "shown")


def test_a_query_that_cannot_be_parsed_ends_watch(command: Command) -> None:
    assert "QUERY: column 9" in command("runs", "watch", "created>", code=2).stderr
    assert "the minimum is 1s" in command("runs", "watch", "--interval", "0.5", code=2).stderr


def test_statuses_are_colored_on_a_terminal_unless_no_color_is_set(
    command: Command, server: Served
) -> None:
    command("run", "--quiet", "-t", "test=colored", "Hello")
    listing = ("runs", "list", "test=colored")

    with on_pty(*listing, env=server.env) as colored:
        colored.end()
    with on_pty(*listing, env={**server.env, "NO_COLOR": "1"}) as plain:
        plain.end()

    assert "\x1b[32msucceeded\x1b[0m" in colored.raw
    assert "succeeded" in plain.raw and "\x1b[" not in plain.raw
    assert "\x1b[" not in server.run(*listing).stdout


def test_times_have_one_format_on_a_terminal_and_in_a_pipe(
    command: Command, server: Served
) -> None:
    run = command("run", "-t", "test=timed", "Hello").stderr.split()[0]
    command("retention", "add", "timed", "--older-than", "900d", "-q", "test:timed")

    created = TIME.search(command("runs", "show", run).stdout)
    assert created is not None
    with on_pty("runs", "list", "test=timed", env=server.env, columns=200) as terminal:
        terminal.end()
    assert created[0] in terminal.text
    assert created[0] in command("runs", "list", "test=timed").stdout


LONG = "x" * 300
BUDGETS = '{"toolBudgets": 7}'


@pytest.mark.parametrize(
    ("args", "name"),
    [
        (
            [
                "triggers",
                "add",
                "cron",
                "n",
                "Go",
                "--schedule",
                "* * * * *",
                "--pause-after",
                "-1",
            ],
            "--pause-after",
        ),
        (["triggers", "add", "cron", LONG, "Go", "--schedule", "* * * * *"], "NAME"),
        (["agents", "add", "n", "--system", "Hi", "--spec", BUDGETS], "--spec toolBudgets"),
        (["run", *["--show-tags", "key"] * 17, "Hi"], "--show-tags"),
        (["submit", "--timeout", "0", "Hi"], "Invalid value for '--timeout'"),
        (["keys", "add", LONG, "--scope", "admin"], "NAME"),
        (["sessions", "add", "-m", LONG], "--model"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_errors_name_the_option_and_not_the_field(
    command: Command, args: list[str], name: str
) -> None:
    output = command(*args, code=2).stderr

    assert f"Error: {name}" in output and "/" not in output.partition(":")[2].split(":")[0]
