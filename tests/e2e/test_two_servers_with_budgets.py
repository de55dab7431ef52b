"""Two server processes on one PostgreSQL hold one budget against 100 concurrent runs."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from typing import Any

from tests.e2e.conftest import Installation
from tests.support.chaos import BASE, Clients, ServerProcess

RUNS = 100
LIMIT = 40_000  # tokens; a call reserves more than 8,192 and uses a few hundred
Json = dict[str, Any]


def test_a_hundred_runs_of_a_customer_never_exceed_its_budget(
    shared_installation: Installation,
) -> None:
    env = {**shared_installation.env, "RUNWHY_LOG_LEVEL": "info"}
    servers = [replace(shared_installation, env=env).server(name) for name in ("a", "b")]
    states: list[Json] = []
    try:
        runs = asyncio.run(spend(servers, states))
    finally:
        for server in servers:
            server.stop()

    used = sum(
        run["tokens"]["inputTokens"] + run["tokens"]["outputTokens"] for run in runs.values()
    )
    assert max(each["used"] + each["reserved"] for each in states) <= LIMIT
    assert (states[-1]["used"], states[-1]["reserved"]) == (used, 0)
    assert any(each["reserved"] > 2 * 8192 for each in states), "no calls at the same time"
    stopped = [run for run in runs.values() if run["status"] == "failed"]
    assert {run["error"]["code"] for run in stopped} == {"budget_exceeded"}
    assert 0 < len(stopped) < RUNS
    assert all("run.ended" in server.log for server in servers), "a server had no runs"


async def spend(servers: list[ServerProcess], states: list[Json]) -> dict[str, Json]:
    """Start runs on both servers, and read the budget during and after them; return the runs."""
    for server in servers:
        server.start()
    for server in servers:
        await server.ready()
    clients = [Clients(partial(getattr, server, "url"), seed=1) for server in servers]
    try:
        one = clients[0]
        budget = {"name": "acme", "query": "customer:acme", "measure": "tokens", "limit": LIMIT}
        await one.post("/budgets", {**budget, "period": "forever"})
        watching = asyncio.create_task(watch(one, states))
        one.accepted.runs += await asyncio.gather(*(start(clients[n % 2], n) for n in range(RUNS)))
        runs = await one.wait_until_ended(timeout=120)
        watching.cancel()
        states.append(await read(one))
        return runs
    finally:
        for each in clients:
            await each.close()


async def start(client: Clients, number: int) -> str:
    body = {"systemPrompt": "Be brief.", "prompt": f"{number} [[sleep 1]]", "modelId": "echo"}
    accepted = await client.post("/agent-runs", {**body, "metadata": {"customer": "acme"}})
    return str(accepted["runId"])


async def watch(client: Clients, states: list[Json]) -> None:
    while True:
        states.append(await read(client))


async def read(client: Clients) -> Json:
    answer = await client._client.get(f"{client._url()}{BASE}/budgets/acme")
    return dict(answer.json())
