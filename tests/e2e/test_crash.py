"""Servers are killed at random moments under load; nothing is lost or done twice."""

from __future__ import annotations

import asyncio
import random
import sys
from typing import Any

from tests.e2e.conftest import Installation
from tests.support.chaos import Clients, ServerProcess, check

KILLS = 15  # for each database and queue
RULES = {"RUNWHY_LIMITS": '{"client": 2, "executor:builtin": 6}', "RUNWHY_FAIR_BY": "client"}


def test_no_run_is_lost_or_repeated_when_a_server_is_killed_repeatedly(
    installation: Installation,
) -> None:
    seed = random.SystemRandom().randrange(10**6)
    sys.stderr.write(f"seed {seed}\n")  # printed if the test fails
    if "RUNWHY_QUEUE" not in installation.env:
        installation.env.update(RULES)  # the guarantees are the same with limits
    server = installation.server()

    try:
        runs = asyncio.run(kill_under_load(server, seed))
    finally:
        server.kill()

    assert len(runs) > KILLS, "too few runs to draw a conclusion"
    assert any(run["attempt"] > 1 for run in runs.values()), "no crash interrupted a run"


async def kill_under_load(server: ServerProcess, seed: int) -> dict[str, dict[str, Any]]:
    chance = random.Random(seed)
    clients = Clients(lambda: server.url, seed)
    server.start()
    await server.ready()
    load = [
        asyncio.create_task(work)
        for work in (
            *(clients.start_runs(f"runs-{n}") for n in range(2)),
            *(clients.send_messages(f"messages-{n}") for n in range(2)),
            *(clients.follow_runs(f"streams-{n}") for n in range(2)),
        )
    ]
    try:
        for _ in range(KILLS):
            await asyncio.sleep(chance.uniform(0.05, 0.6))
            server.kill()
            server.start()
            await server.ready()
        clients.stopping = True
        await asyncio.wait_for(asyncio.gather(*load), 90)
        return await check(clients)
    finally:
        for task in load:
            task.cancel()
        await asyncio.gather(*load, return_exceptions=True)
        await clients.close()
