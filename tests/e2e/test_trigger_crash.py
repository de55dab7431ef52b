"""A server with a schedule is killed several times; each planned time is handled once."""

from __future__ import annotations

import signal
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.cli.processes import environment, served
from tests.support import callers

KILLS = 3
MAX_TRIES = 200


def occurrences(url: str) -> list[dict[str, Any]]:
    base = f"{url}/api/v1/workspaces/default/triggers/each-second/occurrences"
    found = callers.get(base, params={"limit": 200}).json()["occurrences"]
    return list(reversed(found))


def wait_for_more(url: str, than: int) -> list[dict[str, Any]]:
    with callers.client() as client:
        for _ in range(MAX_TRIES):
            found = occurrences(url)
            if len(found) > than:
                return found
            # Wait for a run to end, instead of sleeping.
            body = {"systemPrompt": "x", "prompt": "wait", "modelId": "echo"}
            run = client.post(f"{url}/api/v1/workspaces/default/agent-runs", json=body).json()
            client.get(f"{url}{run['streamUrl']}")
    raise AssertionError("the schedule did not fire")


@pytest.mark.slow
def test_every_planned_time_is_fired_or_missed_exactly_once(tmp_path: Path) -> None:
    env = environment(tmp_path)
    seen = 0
    for kill in range(KILLS):
        with served(env=env) as server:
            if kill == 0:
                made = server.run(
                    *("triggers", "add", "cron", "each-second", "--schedule", "* * * * * *"),
                    *("--overlap", "allow", "--model", "echo", "Check the status."),
                )
                assert made.returncode == 0, made.stderr
            seen = len(wait_for_more(server.url, seen))
            server.process.send_signal(signal.SIGKILL)
            server.process.wait()
    with served(env=env) as server:
        found = wait_for_more(server.url, seen)

    due = None
    for occurrence in found:
        planned = datetime.fromisoformat(occurrence["plannedAt"])
        assert due is None or planned == due, occurrence
        due = planned + timedelta(seconds=occurrence["count"])
    runs = [occurrence["runId"] for occurrence in found if occurrence["runId"]]
    assert len(runs) == len(set(runs))
