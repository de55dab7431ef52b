"""`runwhy envelope` shows the envelope of a run, or previews it."""

from __future__ import annotations

from tests.cli.conftest import Command
from tests.cli.processes import json_lines

TAGS = ("-t", "customer=acme", "--show-tags", "customer")


def test_the_envelope_of_a_run_is_shown_as_a_tree_with_sources(command: Command) -> None:
    context = '{"ticket": 7, "page": "' + "x" * 5000 + '"}'
    run = command("run", *TAGS, "--context", context, "Hello").stderr.split()[0]

    told = command("envelope", run).stdout.splitlines()

    (whole,) = json_lines(command("envelope", "--json", run).stdout)
    assert told[0] == f"{run}: {whole['bytes']} of 4096 bytes"
    assert told[1] == "runwhy_meta"
    assert '├── trigger: "cli"  server' in told
    assert '│   └── customer: "acme"  run' in told
    assert "│   └── ticket: 7  caller" in told
    assert told[-1] == "dropped (no space left): context.page"
    assert whole["text"].startswith('{"runwhy_meta":{"seal":')


def test_the_envelope_of_a_task_is_previewed_without_a_run(command: Command) -> None:
    told = command("envelope", "-t", "test=envelope-of-a-task", *TAGS, "Hello").stdout

    assert told.startswith("preview: ")
    assert '└── customer: "acme"  run' in told
    assert command("runs", "list", "test=envelope-of-a-task", "--json").stdout == ""


def test_the_envelope_of_a_session_message_is_previewed(command: Command) -> None:
    session = command("sessions", "add", "-t", "customer=globex", "--system", "Be brief.").stdout

    asked = ("envelope", "--session", session.strip(), "--json", "Hello")
    (told,) = json_lines(command(*asked).stdout)

    assert (told["runId"], told["fields"]["trigger"]) == (None, "cli")


def test_a_run_id_accepts_no_other_options(command: Command) -> None:
    run = "run_" + "0" * 26

    assert "only --json and --db" in command("envelope", *TAGS, run, code=2).stderr
    assert "no run" in command("envelope", run, code=5).stderr


def test_control_characters_do_not_reach_the_terminal(command: Command) -> None:
    told = command("envelope", "--context", '{"a\\u001b[31m": "\\u001b[2J"}', "Hello").stdout

    assert "\x1b" not in told and "␛[31m" in told
