"""Poison of a soak: a run that ends its server's process each time it is executed."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import httpx2
from bench.soak_ledger import Ledger
from bench.soak_server_process import SoakServer
from tests.support.chaos import AWAY, BASE
from tests.support.poison_server import DIE

PATIENCE = 240.0  # seconds until the run must have failed
TERMINAL = ("succeeded", "failed", "cancelled")


async def poison(server: SoakServer, ledger: Ledger) -> None:
    """Start a poison run, and restart the server whenever it dies, until the run has ended."""
    key = f"poison.{len(ledger.poisons)}"
    body = {"systemPrompt": "x", "prompt": DIE, "modelId": "echo", "metadata": {"poison": key}}
    end, run_id, deaths = ledger.now() + PATIENCE, None, 0
    async with httpx2.AsyncClient(trust_env=False, timeout=30) as client:
        while ledger.now() < end:
            if server.has_exited():
                deaths += 1
                server.kill()
                server.start()
                with suppress(TimeoutError):  # the process may die right after its start
                    await server.ready(120)
            if run_id is None:
                run_id = await _start(client, server.url, body, key)
            elif await _is_over(client, server.url, run_id):
                break
            await asyncio.sleep(0.3)
    ledger.poisons[key] = run_id or "never accepted"
    ledger.poison_deaths += deaths
    if deaths != 3:
        ledger.problems.append(f"{key} ended its server {deaths} times instead of 3")


async def _start(client: httpx2.AsyncClient, url: str, body: Any, key: str) -> str | None:
    try:
        headers = {"Idempotency-Key": key}
        answer = await client.post(f"{url}{BASE}/agent-runs", json=body, headers=headers)
    except AWAY:
        return None
    return str(answer.json()["runId"]) if answer.is_success else None


async def _is_over(client: httpx2.AsyncClient, url: str, run_id: str) -> bool:
    """Return whether the run has ended, and so have the runs that shared two of its crashes."""
    try:
        run = await client.get(f"{url}{BASE}/agent-runs/{run_id}")
        pages = [
            await client.get(f"{url}{BASE}/agent-runs", params={"status": status})
            for status in ("queued", "running")
        ]
    except AWAY:
        return False
    if not all(answer.is_success for answer in (run, *pages)):
        return False
    attempts = [one["attempt"] for page in pages for one in page.json()["runs"]]
    return run.json()["status"] in TERMINAL and max(attempts, default=0) <= 2
