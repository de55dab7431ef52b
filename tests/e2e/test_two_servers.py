"""Two servers on one PostgreSQL share the work; one is killed, and the other finishes its runs."""

from __future__ import annotations

import asyncio
import sys
import time
from typing import Any

from tests.e2e.conftest import Installation
from tests.support.chaos import BASE, Clients, ServerProcess, check


def test_the_second_server_finishes_the_runs_of_a_killed_one(
    shared_installation: Installation,
) -> None:
    first, second = (shared_installation.server(name) for name in ("a", "b"))

    try:
        runs, recovered = asyncio.run(kill_one_server(first, second))
    finally:
        first.kill()
        second.stop()

    sys.stderr.write(f"the other server finished {recovered:.1f} s after the kill\n")
    assert recovered < 60  # generous: a few seconds on an idle machine
    assert len(runs) == 40
    assert any(run["attempt"] > 1 for run in runs.values()), "the killed server had no runs"
    assert any(run["attempt"] == 1 for run in runs.values()), "the other server had no runs"


async def kill_one_server(
    first: ServerProcess, second: ServerProcess
) -> tuple[dict[str, dict[str, Any]], float]:
    for server in (first, second):
        server.start()
    for server in (first, second):
        await server.ready()
    clients = Clients(lambda: second.url, seed=1)
    try:
        for number in range(40):
            body = {"systemPrompt": "Be brief.", "prompt": f"{number} [[sleep 2]]"}
            accepted = await clients.post("/agent-runs", body)
            clients.accepted.runs.append(accepted["runId"])
        await _wait_until_all_started(clients)
        first.kill()
        killed = time.monotonic()
        runs = await check(clients)
        return runs, time.monotonic() - killed
    finally:
        await clients.close()


async def _wait_until_all_started(clients: Clients) -> None:
    """Wait until no run is queued; then almost certainly both servers have runs."""
    while True:
        url = f"{clients._url()}{BASE}/agent-runs?status=queued&limit=1"
        if not (await clients._client.get(url)).json()["runs"]:
            return
        await asyncio.sleep(0.02)
