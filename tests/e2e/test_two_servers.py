"""Two servers on one PostgreSQL share the work; one is killed, and the other finishes its runs."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.e2e.conftest import Installation
from tests.support.chaos import BASE, Clients, ServerProcess, check


def test_the_second_server_finishes_the_runs_of_a_killed_one(
    shared_installation: Installation,
) -> None:
    first, second = (shared_installation.server(name) for name in ("a", "b"))

    try:
        runs = asyncio.run(kill_one_server(first, second))
    finally:
        first.kill()
        second.stop()

    assert len(runs) >= 40
    assert any(run["attempt"] > 1 for run in runs.values()), "the killed server had no runs"
    assert any(run["attempt"] == 1 for run in runs.values()), "the other server had no runs"


async def kill_one_server(first: ServerProcess, second: ServerProcess) -> dict[str, dict[str, Any]]:
    for server in (first, second):
        server.start()
    for server in (first, second):
        await server.ready()
    clients = Clients(lambda: second.url, seed=1)
    try:
        while len(clients.accepted.runs) < 40 or not await _are_both_busy(clients):
            body = {"systemPrompt": "Be brief.", "prompt": "Wait [[sleep 3]]"}
            accepted = await clients.post("/agent-runs", body)
            clients.accepted.runs.append(accepted["runId"])
        first.kill()
        return await check(clients)
    finally:
        await clients.close()


async def _are_both_busy(clients: Clients) -> bool:
    """Whether each server executes several runs, so that a killed one leaves some behind."""
    answer = await clients._client.get(f"{clients._url()}{BASE}/workers")
    return all(len(worker["runs"]) > 1 for worker in answer.json()["workers"])
