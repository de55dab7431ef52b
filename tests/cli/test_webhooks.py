"""`runwhy webhooks`: create, list, show, change, rotate, delete, and send deliveries again."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

from tests.cli.conftest import Command
from tests.cli.processes import Served, environment, json_lines, served
from tests.cli.test_completion import complete
from tests.triggers.webhook_receiver import receiver

URL = "https://example.com/hook"


def test_an_outgoing_webhook_is_managed_by_its_name(command: Command) -> None:
    added = command("webhooks", "add", URL, "--name", "managed", "--query", "test:webhooks")
    assert added.stdout.startswith("sub_")
    assert "secret (shown only once): whsec_" in added.stderr
    head, *rows = command("webhooks", "list").stdout.splitlines()
    assert head.split() == ["WEBHOOK", "NAME", "EVENTS", "STATE", "URL", "QUERY"]
    (row,) = [each for each in rows if "managed" in each]
    assert row.split()[1:] == ["managed", "runs", "enabled", URL, "test:webhooks"]

    change = ("webhooks", "change", "managed")
    assert command(*change, "--disable", "--events", "inbox").stdout == "managed  changed\n"
    (found,) = json_lines(command("webhooks", "show", "managed", "--json").stdout)
    assert (found["enabled"], found["events"], found["query"]) == (False, "inbox", "test:webhooks")
    shown = command("webhooks", "show", "managed").stdout
    assert "disabled: by you" in shown
    assert re.search(r"^changed  \d{4}-\d\d-\d\d \d\d:\d\d:\d\d$", shown, re.MULTILINE)
    assert "nothing to change" in command(*change, code=2).output

    (rotated,) = json_lines(command("webhooks", "rotate", "managed", "--json").stdout)
    assert rotated["secret"].startswith("whsec_") and rotated["secret"] not in added.stderr
    assert command("webhooks", "remove", "managed").stdout == "managed  removed\n"
    assert "see `runwhy webhooks list`" in command("webhooks", "show", "managed", code=5).output


def test_errors_name_the_option_or_the_ids(command: Command) -> None:
    first, second = (
        command("webhooks", "add", URL, "--name", "twice").stdout.strip() for _ in range(2)
    )

    several = command("webhooks", "remove", "twice", code=1).output
    assert first in several and second in several
    command("webhooks", "remove", first, second)
    invalid = command("webhooks", "add", URL, "--query", "status:", code=2).stderr
    assert "--query: column 8" in invalid
    assert "URL" in command("webhooks", "add", "ftp://example.com", code=2).stderr


def test_names_of_outgoing_webhooks_are_completed(server: Served) -> None:
    server.run("webhooks", "add", URL, "--name", "completed-hook")

    assert complete(server, "webhooks", "show", "completed-h") == ["completed-hook"]
    server.run("webhooks", "remove", "completed-hook")


def test_a_failed_delivery_is_sent_again(tmp_path: Path) -> None:
    env = environment(tmp_path, RUNWHY_WEBHOOK_HOSTS="127.0.0.0/8")
    with receiver(answer=410) as there, served(env=env) as server:
        server.run("webhooks", "add", there.url, "--name", "ops")
        run = server.run("run", "Hello").stderr.split()[0]
        failed = _delivery(server, "failed")
        assert (failed["runId"], failed["lastStatus"]) == (run, 410)
        assert "410" in server.run("webhooks", "deliveries", "ops").stdout
        assert (
            "  disabled: the receiver answered 410 Gone  " in server.run("webhooks", "list").stdout
        )

        there.answer = 200
        server.run("webhooks", "change", "ops", "--enable")
        again = server.run("webhooks", "replay", "ops", failed["id"]).stdout

        assert again == f"{failed['id']}  queued\n"
        assert _delivery(server, "delivered")["id"] == failed["id"]
        assert len({request.headers["webhook-id"] for request in there.came}) == 1


def _delivery(server: Served, status: str) -> dict[str, Any]:
    """Wait until the only delivery has a status, and return it."""
    while True:
        found = json_lines(server.run("webhooks", "deliveries", "ops", "--json").stdout)
        if found and found[0]["status"] == status:
            (delivery,) = found
            return delivery
        time.sleep(0.05)
