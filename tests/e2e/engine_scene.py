"""Servers on Restate and their clients, for tests of runs on an engine."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

from tests.support.chaos import BASE, Clients, ServerProcess
from tests.support.restate import RestateNode

PATIENCE = 60.0
TOOL = {"kind": "local", "name": "look", "description": "Look around."}


@asynccontextmanager
async def serving(*servers: ServerProcess) -> AsyncIterator[Clients]:
    """Start servers; return clients of the last one."""
    clients = Clients(lambda: servers[-1].url, seed=1)
    try:
        for server in servers:
            server.start()
        for server in servers:
            await server.ready()
        yield clients
    finally:
        await clients.close()
        for server in servers:
            server.kill()


def servers_of(
    database: str, directory: Path, env: dict[str, str], count: int = 1
) -> list[ServerProcess]:
    """Return servers on one database that share the address for calls."""
    servers = []
    for number in range(count):
        folder = directory / f"server{number}"
        folder.mkdir()
        servers.append(ServerProcess(database, folder, env=env))
    return servers


async def start_run(clients: Clients, prompt: str, **more: Any) -> str:
    body = {"systemPrompt": "Be brief.", "prompt": prompt, **more}
    run_id: str = (await clients.post("/agent-runs", body, uuid4().hex))["runId"]
    return run_id


async def get_run(clients: Clients, run_id: str) -> dict[str, Any]:
    answer = await clients._client.get(f"{clients._url()}{BASE}/agent-runs/{run_id}")
    run: dict[str, Any] = answer.json()
    return run


async def until(clients: Clients, run_id: str, *statuses: str) -> dict[str, Any]:
    end = time.monotonic() + PATIENCE
    while (run := await get_run(clients, run_id))["status"] not in statuses:
        assert time.monotonic() < end, f"{run_id} is {run['status']}, not {statuses}"
        await asyncio.sleep(0.02)
    return run


async def accepted(clients: Clients, count: int) -> None:
    """Wait until clients have started this many runs without a session."""
    while len(clients.accepted.runs) < count:  # noqa: ASYNC110 (by tasks that know no event)
        await asyncio.sleep(0.05)


async def logged(server: ServerProcess, event: str) -> None:
    """Wait until a server has logged an event."""
    end = time.monotonic() + PATIENCE
    while event not in server.log:
        assert time.monotonic() < end, server.log
        await asyncio.sleep(0.05)


async def calls_of(restate: RestateNode, key: str, status: str) -> list[dict[str, Any]]:
    """Return Restate's executions with an idempotency key, once all have this status."""
    sql = f"SELECT * FROM sys_invocation WHERE idempotency_key = '{key}'"
    end = time.monotonic() + PATIENCE
    while True:
        found = await asyncio.to_thread(restate.query, sql)
        if found and all(each["status"] == status for each in found):
            return found
        assert time.monotonic() < end, found
        await asyncio.sleep(0.05)


async def open_call(clients: Clients, run_id: str) -> str:
    """Return the id of the tool call that a run waits for."""
    url = f"{clients._url()}{BASE}/agent-runs/{run_id}/stream"
    async with clients._client.stream("GET", url) as answer:
        async for line in answer.aiter_lines():
            if line.startswith("data: "):
                event = json.loads(line[6:])
                if event["type"] == "local_tool_call":
                    found: str = event["data"]["toolUseId"]
                    return found
    raise AssertionError(f"{run_id} has called no tool")


def doctor(database: str, env: dict[str, str]) -> dict[str, str]:
    """Return the result of each check of `runwhy doctor`."""
    command = [sys.executable, "-m", "runwhy", "doctor", "--json"]
    given = {**os.environ, **env, "RUNWHY_DATABASE_URL": database}
    done = subprocess.run(command, env=given, capture_output=True, text=True, timeout=60)
    results = [json.loads(line) for line in done.stdout.splitlines()]
    return {result["name"]: result["state"] for result in results}
