"""`runwhy triggers` and `runwhy queue` manage triggers and the queue."""

from __future__ import annotations

import json
from typing import Any

import click
import httpx2
import pytest
from tests.cli.conftest import Command
from tests.cli.processes import Served

from runwhy.cli.trigger_health import occurrence_reason, paint, run_marks, state_text


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


def test_a_trigger_is_changed_and_keeps_the_rest(command: Command) -> None:
    tags = ("--tag", "env=prod", "--tag", "old=1")
    command(
        *("triggers", "add", "cron", "monthly", "--schedule", "0 0 1 * *", *tags),
        *("--tz", "Europe/Berlin", "--model", "echo", "Say hello"),
    )
    changed = command(
        *("triggers", "change", "monthly", "--schedule", "0 5 1 * *", "--prompt", "Say goodbye"),
        *("--tag", "team=sales", "--tag", "old-"),
    )
    assert changed.stdout.startswith("monthly  changed  ")
    shown = json.loads(command("triggers", "show", "monthly", "--json").stdout)
    assert shown["metadata"] == {"env": "prod", "team": "sales"}
    assert (shown["prompt"], shown["schedule"]) == ("Say goodbye", "0 5 1 * *")
    assert shown["inWords"] == "At 05:00 on the first day of every month, Europe/Berlin time"

    assert "at least one option" in command("triggers", "change", "monthly", code=2).stderr
    refused = command("triggers", "change", "monthly", "--schedule", "never", code=2)
    assert "--schedule" in refused.stderr
    command("triggers", "remove", "monthly")


def test_the_health_of_a_trigger_is_shown(command: Command) -> None:
    command(
        *("triggers", "add", "cron", "decades", "--schedule", "0 0 1 1 *", "--model", "echo"),
        "[[fail auth]] Say hello",
    )
    for _ in range(2):
        command("runs", "follow", command("triggers", "fire", "decades").stdout.strip(), code=3)

    (listed,) = [
        row
        for row in command("triggers", "list", "--sort", "trouble").stdout.splitlines()
        if row.startswith("decades ")
    ]
    assert listed.split()[1] == "✗✗"
    assert "failing: 2 in a row" in listed
    shown = command("triggers", "show", "decades").stdout
    assert "failing: 2 in a row" in shown
    assert "Last runs, newest last: ✗✗" in shown
    found = json.loads(command("triggers", "show", "decades", "--json").stdout)
    assert found["health"]["state"] == "failing"
    reason = found["health"]["recent"][0]["reason"]
    assert f"failed  {found['health']['recent'][0]['runId']}  {reason}" in shown
    command("triggers", "remove", "decades")


def test_marks_have_colors_on_a_terminal_only() -> None:
    health = {
        "state": "late",
        "recent": [
            {"status": "running"},
            {"status": "failed", "missedBefore": 6},
            {"status": "succeeded"},
        ],
        "failureStreak": 0,
        "missed": 9,
        "latenessMs": 0,
    }
    marks = run_marks(health)

    assert marks == "●○✗▸○"
    assert click.unstyle(paint("LAST RUNS", marks)) == marks
    assert paint("LAST RUNS", "✗") == click.style("✗", fg="red")
    assert paint("STATE", "failing: x ") == click.style("failing", fg="red") + ": x "
    assert paint("TAGS", "failed") == "failed"


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        ("idle", {}),
        ("ok", {"state": "ok", "latenessMs": 400}),
        ("failing: last run", {"state": "failing", "failureStreak": 1}),
        ("failing: 20+ in a row", {"state": "failing", "failureStreak": 20}),
        (
            "failing: cannot start: no agent cook, 2 missed",
            {"state": "failing", "failureStreak": 3, "startError": "no agent cook", "missed": 2},
        ),
        ("late: +2 min 5 s", {"state": "late", "latenessMs": 125_000}),
        ("late: 3 missed", {"state": "late", "missed": 3, "latenessMs": 0}),
        ("late: 6 missed", {"state": "late", "recent": [{"missedBefore": 6}]}),
        ("paused automatically: no", {"state": "paused", "failureStreak": 5, "missed": 1}),
    ],
)
def test_the_state_of_a_trigger_says_what_is_wrong(text: str, changes: dict[str, Any]) -> None:
    nothing = {"state": "idle", "recent": [], "failureStreak": 0, "missed": 0, "latenessMs": None}
    health = {**nothing, **changes}

    note = "paused automatically: no" if health["state"] == "paused" else None
    assert state_text({"note": note, "enabled": note is None, "health": health}) == text


def test_a_repeated_miss_is_said_once() -> None:
    missed = {"count": 3, "reason": "missed: no server was running", "run": None}

    assert occurrence_reason(missed) == "missed: no server was running, 3 times in a row"


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
    inbox = ("--inbox-chat", "-7", "--inbox-user", "42")
    command("triggers", "add", "telegram", "bot", "--token-env", name, "--chat", "-7", *inbox)

    shown = json.loads(command("triggers", "show", "bot", "--json").stdout)
    assert (shown["tokenEnv"], shown["allowedChatIds"]) == (name, [-7])
    text = command("triggers", "show", "bot").stdout
    assert "chats        -7\n" in text
    assert "inbox chat   -7\ninbox users  42\n" in text
    command("triggers", "remove", "bot")


def test_an_invalid_schedule_is_rejected(command: Command) -> None:
    wrong = command("triggers", "add", "cron", "x", "--schedule", "no", "Say", code=2)

    assert "--schedule" in wrong.stderr


def test_queued_runs_can_be_listed_and_cancelled(command: Command) -> None:
    run = command("submit", "Wait for nothing").stdout.strip()

    command("queue", "list")
    assert command("queue", "cancel", run).stdout.startswith(run)
