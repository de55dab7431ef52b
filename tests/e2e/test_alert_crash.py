"""A server is killed while an alert notifies a webhook: `firing` and `resolved` arrive, once each.

The server kills itself with SIGKILL before or after it stores the change of the alert, or the
attempt to deliver its notice.
"""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

import pytest
from tests.cli.processes import PATIENCE, Served, environment, served
from tests.e2e.test_crash_points import get, in_two_minutes, post
from tests.e2e.test_inbox_crash import Receiver, deadly, receiving
from tests.support import callers
from tests.support.servers import RunningServer, running_server, server_settings

FIRING, RESOLVED = "alert.firing", "alert.resolved"
HOSTS = {"RUNWHY_WEBHOOK_HOSTS": "127.0.0.0/8"}
FAILS, WORKS = "[[fail server]] Look.", "Look."


def add_alert(server: Served, receiver: Receiver) -> tuple[str, str]:
    """Create an alert that notifies a webhook; return the ids of both."""
    hook = post(server, "/subscriptions", {"url": receiver.url, "events": "alerts"})["id"]
    rate = {
        "measure": "failure_rate",
        "windowSeconds": 3600,
        "threshold": 0.5,
        "resolveThreshold": 0.4,
    }
    recipients = [{"kind": "webhook", "id": hook}]
    body = {"name": "failures", "query": "", **rate, "recipients": recipients}
    return hook, post(server, "/alerts", body)["id"]


def run(server: Served | RunningServer, *prompts: str) -> None:
    for prompt in prompts:
        url = f"{server.url}/api/v1/workspaces/default/agent-runs"
        body = {"systemPrompt": "Be brief.", "modelId": "echo", "prompt": prompt}
        assert callers.post(url, json=body).status_code == 202


@pytest.mark.parametrize("type", [FIRING, RESOLVED])
@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize("method", ["settle_alerts", "note_attempt"])
def test_a_webhook_gets_each_notice_of_an_alert_once_if_the_server_is_killed(
    tmp_path: Path, method: str, moment: str, type: str
) -> None:
    with receiving() as receiver:
        if type == RESOLVED:
            with served(env=environment(tmp_path, **HOSTS)) as server:
                ids = add_alert(server, receiver)
                run(server, FAILS)
                receiver.wait_for(FIRING)
                wait_until_delivered(server, ids[0])
        with served(env=deadly(tmp_path, f"{method}:{moment}", **HOSTS)) as server:
            if type == FIRING:
                ids = add_alert(server, receiver)
                run(server, FAILS)
            else:
                run(server, WORKS, WORKS)
            server.process.wait(PATIENCE)
        assert server.process.returncode == -signal.SIGKILL
        later = server_settings(tmp_path, webhook_hosts=("127.0.0.0/8",), secret_key=())
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
