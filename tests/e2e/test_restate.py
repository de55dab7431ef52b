"""Runs on Restate: order, duplicates, crashes of workers and of the engine, cancelling, waiting."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from tests.support.chaos import BASE, Clients, ServerProcess
from tests.support.restate import RestateNode

PATIENCE = 60.0
TOOL = {"kind": "local", "name": "look", "description": "Look around."}


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield str(tmp_path / "runwhy.db")
    else:
        yield request.getfixturevalue("postgres_url")


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


def test_a_run_is_executed_and_its_execution_ends(
    database: str, restate: RestateNode, tmp_path: Path
) -> None:
    env = restate.environment()

    async def scene() -> None:
        async with serving(*servers_of(database, tmp_path, env)) as clients:
            run_id = await start_run(clients, "hello")
            run = await until(clients, run_id, "succeeded", "failed")
            assert run["status"] == "succeeded"
            assert run["attempt"] == 1
            (call,) = await calls_of(restate, run_id, "completed")
            assert call["target_service_name"] == env["RUNWHY_RESTATE_SERVICE"]
            assert call["target_service_key"] == run_id

    asyncio.run(scene())


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


def test_a_run_is_cancelled_in_the_middle_of_a_step(
    database: str, restate: RestateNode, tmp_path: Path
) -> None:
    async def scene() -> None:
        async with serving(*servers_of(database, tmp_path, restate.environment())) as clients:
            session = await clients.post("/agent-sessions", {"systemPrompt": "Be brief."})
            path = f"/agent-sessions/{session['sessionId']}/messages"
            long = (await clients.post(path, {"prompt": "[[sleep 300]]"}))["runId"]
            behind = (await clients.post(path, {"prompt": "next"}))["runId"]
            await until(clients, long, "running")

            await clients.post(f"/agent-runs/{long}/cancel", {})

            assert (await get_run(clients, long))["status"] == "cancelled"
            assert (await until(clients, behind, "succeeded", "failed"))["status"] == "succeeded"
            await calls_of(restate, long, "completed")

    asyncio.run(scene())


def test_a_tool_that_waits_survives_a_restart_of_the_worker_and_of_restate(
    database: str, tmp_path: Path, restate: RestateNode
) -> None:
    async def scene() -> None:
        (server,) = servers_of(database, tmp_path, restate.environment())
        async with serving(server) as clients:
            run_id = await start_run(clients, "[[tool look {}]]", tools=[TOOL])
            await until(clients, run_id, "waiting")
            await calls_of(restate, run_id, "suspended")
            server.kill()
            restate.kill()
            restate.start()
            await asyncio.to_thread(restate.wait_until_ready)
            server.start()
            await server.ready()
            assert (await get_run(clients, run_id))["status"] == "waiting"

            answer = {"toolUseId": await open_call(clients, run_id), "result": "all is well"}
            await clients.post(f"/agent-runs/{run_id}/tool-results", answer)

            run = await until(clients, run_id, "succeeded", "failed")
            assert run["status"] == "succeeded"
            assert run["attempt"] == 1, "waiting is no further attempt"

    asyncio.run(scene())


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
