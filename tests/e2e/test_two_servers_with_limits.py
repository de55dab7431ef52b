"""Two servers on one PostgreSQL obey limits and priorities, also when one of them is killed."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

import psycopg
from tests.support.chaos import Clients, ServerProcess, check
from tests.upgrades.dumps import plain

LIMIT = 3
AT_WORK = """
SELECT limit_keys, count(*) FROM jobs WHERE worker IS NOT NULL AND limit_keys <> '' AND idle = 0
GROUP BY limit_keys
"""


def test_limits_hold_on_two_servers_when_one_is_killed(postgres_url: str, tmp_path: Path) -> None:
    first, second = (ServerProcess(postgres_url, tmp_path / name) for name in ("a", "b"))
    for server in (first, second):
        Path(server._env["RUNWHY_DATA_DIR"]).mkdir()
        server._env |= {"RUNWHY_LIMITS": f'{{"customer": {LIMIT}}}', "RUNWHY_FAIR_BY": "customer"}

    try:
        highest, ended = asyncio.run(watch_limits(first, second, postgres_url))
    finally:
        first.kill()
        second.stop()

    assert ended == 24
    assert highest
    assert max(highest.values()) == LIMIT


async def watch_limits(
    first: ServerProcess, second: ServerProcess, url: str
) -> tuple[Counter[str], int]:
    """Kill a server, and return the highest number of active runs for each limit."""
    for server in (first, second):
        server.start()
    for server in (first, second):
        await server.ready()
    clients = Clients(lambda: second.url, seed=1)
    highest: Counter[str] = Counter()
    full = asyncio.Event()
    watching = asyncio.create_task(watch(url, highest, full))
    try:
        for number in range(24):
            body = {
                "systemPrompt": "Be brief.",
                "prompt": f"{number} [[sleep 0.5]]",
                "metadata": {"customer": f"c{number % 2}"},
                "priority": ("message", "schedule", "batch")[number % 3],
            }
            accepted = await clients.post("/agent-runs", body)
            clients.accepted.runs.append(accepted["runId"])
        async with asyncio.timeout(30):
            await full.wait()
        first.kill()
        runs = await check(clients)
        return highest, len(runs)
    finally:
        watching.cancel()
        await clients.close()


async def watch(url: str, highest: Counter[str], full: asyncio.Event) -> None:
    """Record the active runs for each limit, in snapshots of the database."""
    async with await psycopg.AsyncConnection.connect(plain(url), autocommit=True) as db:
        while True:
            for keys, count in await (await db.execute(AT_WORK)).fetchall():
                highest[keys] = max(highest[keys], count)
                if count >= LIMIT:
                    full.set()
            await asyncio.sleep(0.01)
