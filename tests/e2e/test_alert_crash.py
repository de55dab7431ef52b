"""A server is killed while an alert notifies: `firing` and `resolved` arrive, once each.

The server kills itself with SIGKILL before or after it stores the change of the alert, or the
attempt to deliver its notice to a webhook or a Telegram chat.
"""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

import pytest
from tests.cli.processes import PATIENCE, Served, environment, served
from tests.e2e.test_crash_points import get, in_two_minutes, post
from tests.e2e.test_inbox_crash import (
    CHAT,
    LATER,
    Receiver,
    bot,
    database,  # noqa: F401
    deadly,
    end_leases,
    receiving,
)
from tests.support import callers
from tests.support.servers import RunningServer, running_server, server_settings
from tests.support.telegram_server import FakeTelegram, running_telegram

FIRING, RESOLVED = "alert.firing", "alert.resolved"
FAILS, WORKS = "[[fail server]] Look.", "Look."


def add_hook_and_alert(server: Served, receiver: Receiver) -> tuple[str, str]:
    """Create an alert that notifies a webhook; return the ids of both."""
    hook = post(server, "/subscriptions", {"url": receiver.url, "events": "alerts"})["id"]
    return hook, add_alert(server, {"kind": "webhook", "id": hook})


def add_alert(server: Served, recipient: dict[str, str]) -> str:
    """Create an alert that fires if half of the runs fail; return its id."""
    rate = {
        "measure": "failure_rate",
        "windowSeconds": 3600,
        "threshold": 0.5,
        "resolveThreshold": 0.4,
    }
    body = {"name": "failures", "query": "", **rate, "recipients": [recipient]}
    return str(post(server, "/alerts", body)["id"])


def run(server: Served | RunningServer, *prompts: str) -> None:
    for prompt in prompts:
        url = f"{server.url}/api/v1/workspaces/default/agent-runs"
        body = {"systemPrompt": "Be brief.", "modelId": "echo", "prompt": prompt}
        assert callers.post(url, json=body).status_code == 202


@pytest.mark.parametrize("type", [FIRING, RESOLVED])
@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize("method", ["settle_alerts", "note_attempt"])
def test_a_webhook_gets_each_notice_of_an_alert_once_if_the_server_is_killed(
    tmp_path: Path,
    database: str,  # noqa: F811
    method: str,
    moment: str,
    type: str,
) -> None:
    hosts = {"RUNWHY_WEBHOOK_HOSTS": "127.0.0.0/8", "RUNWHY_DATABASE_URL": database}
    with receiving() as receiver:
        if type == RESOLVED:
            with served(env=environment(tmp_path, **hosts)) as server:
                ids = add_hook_and_alert(server, receiver)
                run(server, FAILS)
                receiver.wait_for(FIRING)
                wait_until_delivered(server, ids[0])
            end_leases(database)
        with served(env=deadly(tmp_path, f"{method}:{moment}", **hosts)) as server:
            if type == FIRING:
                ids = add_hook_and_alert(server, receiver)
                run(server, FAILS)
            else:
                run(server, WORKS, WORKS)
            server.process.wait(PATIENCE)
        assert server.process.returncode == -signal.SIGKILL
        end_leases(database)
        later = server_settings(tmp_path, **LATER, database_url=database)
        with running_server(later, clock=in_two_minutes) as running:
            receiver.wait_for(FIRING)
            if type == FIRING:
                run(running, WORKS, WORKS)
            receiver.wait_for(RESOLVED)
            sent = get(running, f"/subscriptions/{ids[0]}/deliveries")["deliveries"]
            events = get(running, f"/alerts/{ids[1]}/events")["events"]

    # A delivery can be repeated, with the same id. There is one for each notice.
    assert [len(set(receiver.seen[each])) for each in (FIRING, RESOLVED)] == [1, 1]
    assert [one["type"] for one in sent] == [RESOLVED, FIRING]
    assert [one["state"] for one in events] == ["ok", "firing"]


def wait_until_delivered(server: Served, hook: str) -> None:
    """Wait until the first notice is stored as delivered, so that it is not sent again."""
    found: list[dict[str, Any]] = [{}]
    while found[0].get("status") != "delivered":
        found = get(server, f"/subscriptions/{hook}/deliveries")["deliveries"] or [{}]


@pytest.mark.parametrize(
    ("point", "messages"),
    [
        ("settle_alerts:before", 1),
        ("settle_alerts:after", 1),
        ("note_notice:before", 1),  # the note that the message is sent now
        ("note_notice:after", 1),
    ],
)
def test_a_chat_gets_each_notice_of_an_alert_once_if_the_server_is_killed(
    tmp_path: Path,
    database: str,  # noqa: F811
    point: str,
    messages: int,
) -> None:
    with running_telegram() as telegram:
        url = {"RUNWHY_DATABASE_URL": database}
        with served(env=deadly(tmp_path, point, **url)) as server:
            trigger = post(server, "/triggers", bot(telegram))["id"]
            alert = add_alert(server, {"kind": "telegram", "id": trigger})
            run(server, FAILS)
            server.process.wait(PATIENCE)
        assert server.process.returncode == -signal.SIGKILL
        end_leases(database)
        later = server_settings(tmp_path, secret_key=(), database_url=database)
        with running_server(later, clock=in_two_minutes) as running:
            telegram.wait_until(lambda: len(notices(telegram, "fires")) == messages)
            run(running, WORKS, WORKS)
            telegram.wait_until(lambda: bool(notices(telegram, "is resolved")))
            events = get(running, f"/alerts/{alert}/events")["events"]
        telegram.end()

    assert len(notices(telegram, "fires")) == messages
    assert len(notices(telegram, "is resolved")) == 1
    assert [one["state"] for one in events] == ["ok", "firing"]


def notices(telegram: FakeTelegram, what: str) -> list[str]:
    """Return the messages about a change of the alert."""
    return [text for text in telegram.texts(CHAT) if f"The alert failures {what}" in text]
