"""Two servers on one PostgreSQL share the work; one is killed, and the other finishes."""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path
from typing import Any

from tests.support.chaos import BASE, Clients, ServerProcess, check


def test_the_second_server_finishes_what_the_killed_one_had(
    postgres_url: str, tmp_path: Path
) -> None:
    first, second = (ServerProcess(postgres_url, tmp_path / name) for name in ("a", "b"))
    for server in (first, second):
        Path(server._env["RUNWHY_DATA_DIR"]).mkdir()

    try:
        runs, recovered = asyncio.run(one_dies(first, second))
    finally:
        first.kill()
        second.stop()

    sys.stderr.write(f"the other server had finished {recovered:.1f} s after the kill\n")
    assert recovered < 60  # generous: it is a couple of seconds where nothing else runs
    assert len(runs) == 40
    assert any(run["attempt"] > 1 for run in runs.values()), "the killed server had nothing"
    assert any(run["attempt"] == 1 for run in runs.values()), "the other server had nothing"


async def one_dies(
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
        await _both_at_work(clients)
        first.kill()
        killed = time.monotonic()
        runs = await check(clients)
        return runs, time.monotonic() - killed
    finally:
        await clients.close()


async def _both_at_work(clients: Clients) -> None:
    """All runs are under way, so that each server has some with near certainty."""
    while True:
        url = f"{clients._url()}{BASE}/agent-runs?status=queued&limit=1"
        if not (await clients._client.get(url)).json()["runs"]:
            return
        await asyncio.sleep(0.02)
