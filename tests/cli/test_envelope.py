"""`runwhy envelope` shows the envelope of a run, or previews it."""

from __future__ import annotations

from tests.cli.conftest import Command
from tests.cli.processes import json_lines

TAGS = ("-t", "customer=acme", "--show-tags", "customer")


def test_the_envelope_of_a_run_is_shown_as_a_tree_with_sources(command: Command) -> None:
    context = '{"ticket": 7, "page": "' + "x" * 5000 + '"}'
    run = command("run", *TAGS, "--context", context, "Hello").stderr.split()[0]

    shown = command("envelope", run).stdout.splitlines()

    (whole,) = json_lines(command("envelope", "--json", run).stdout)
    assert shown[0] == f"{run}: {whole['bytes']} of 4096 bytes"
    assert shown[1] == "runwhy_meta"
    assert '├── trigger: "cli"  server' in shown
    assert '│   └── customer: "acme"  run' in shown
    assert "│   └── ticket: 7  caller" in shown
    assert shown[-1] == "dropped (no space left): context.page"
    assert whole["text"].startswith('{"runwhy_meta":{"seal":')


def test_the_envelope_of_a_task_is_previewed_without_a_run(command: Command) -> None:
    shown = command("envelope", "-t", "test=envelope-of-a-task", *TAGS, "Hello").stdout

    assert shown.startswith("preview: ")
    assert '└── customer: "acme"  run' in shown
    assert command("runs", "list", "test=envelope-of-a-task", "--json").stdout == ""


def test_the_envelope_of_a_session_message_is_previewed(command: Command) -> None:
    session = command("sessions", "add", "-t", "customer=globex", "--system", "Be brief.").stdout

    arguments = ("envelope", "--session", session.strip(), "--json", "Hello")
    (shown,) = json_lines(command(*arguments).stdout)

    assert (shown["runId"], shown["fields"]["trigger"]) == (None, "cli")


def test_a_run_id_accepts_no_other_options(command: Command) -> None:
    run = "run_" + "0" * 26

    assert "only --json and --db" in command("envelope", *TAGS, run, code=2).stderr
    assert "no run" in command("envelope", run, code=5).stderr


def test_control_characters_do_not_reach_the_terminal(command: Command) -> None:
    shown = command("envelope", "--context", '{"a\\u001b[31m": "\\u001b[2J"}', "Hello").stdout

    assert "\x1b" not in shown and "␛[31m" in shown
