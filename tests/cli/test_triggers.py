"""`runwhy triggers` and `runwhy queue` manage triggers and the queue."""

from __future__ import annotations

import json

import httpx2
from tests.cli.conftest import Command
from tests.cli.processes import Served


def test_the_life_of_a_schedule(command: Command) -> None:
    made = command(
        *("triggers", "add", "cron", "yearly", "--schedule", "0 0 1 1 *", "--tz", "Europe/Berlin"),
        *("--tag", "env=prod", "--model", "echo", "Say hello"),
    )
    assert made.stdout.startswith("trg_")
    assert "At 00:00 on January 1, Europe/Berlin time" in made.stderr

    assert "yearly" in command("triggers", "list").stdout
    run = command("triggers", "fire", "yearly").stdout.strip()
    assert run.startswith("run_")
    shown = json.loads(command("triggers", "show", "yearly", "--json").stdout)
    assert shown["metadata"] == {"env": "prod"}
    assert [o["runId"] for o in shown["occurrences"]] == [run]
    assert "run_" in command("triggers", "show", "yearly").stdout

    command("triggers", "pause", "yearly", "--note", "later")
    assert "paused: later" in command("triggers", "list").stdout
    assert command("triggers", "resume", "yearly").stdout.startswith("yearly  on")
    assert command("triggers", "remove", "yearly").stdout == "yearly  removed\n"


def test_the_secret_of_a_webhook_is_shown_once(command: Command, server: Served) -> None:
    made = command(
        *("triggers", "add", "webhook", "push", "--verify", "github"),
        *("--tag-from", "repo=repository.name", "Review {{repository.name}}"),
    )
    assert "secret (shown only once): whsec_" in made.stderr
    assert "/hooks/trg_" in made.stderr
    found = json.loads(command("triggers", "show", "push", "--json").stdout)
    assert "whsec_" not in json.dumps(found) and found["deliveries"] == []

    httpx2.post(server.url + found["hookPath"], json={"forged": True})
    shown = command("triggers", "show", "push").stdout
    assert "tags from  repo=repository.name" in shown
    assert "refused  " in shown
    command("triggers", "remove", "push")


def test_a_bot_reads_its_token_from_an_environment_variable(command: Command) -> None:
    name = "RUNWHY_TELEGRAM_NOT_SET_ANYWHERE"
    command("triggers", "add", "telegram", "bot", "--token-env", name, "--chat", "-7")

    shown = json.loads(command("triggers", "show", "bot", "--json").stdout)
    assert (shown["tokenEnv"], shown["allowedChatIds"]) == (name, [-7])
    assert "chats      -7" in command("triggers", "show", "bot").stdout
    command("triggers", "remove", "bot")


def test_an_invalid_schedule_is_rejected(command: Command) -> None:
    wrong = command("triggers", "add", "cron", "x", "--schedule", "no", "Say", code=2)

    assert "--schedule" in wrong.stderr


def test_queued_runs_can_be_listed_and_cancelled(command: Command) -> None:
    run = command("submit", "Wait for nothing").stdout.strip()

    command("queue", "list")
    assert command("queue", "cancel", run).stdout.startswith(run)
