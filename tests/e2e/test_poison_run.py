"""A run that ends its server's process fails after three attempts; other runs succeed."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx2
from tests.e2e.conftest import Installation
from tests.support.chaos import AWAY, BASE, Clients, ServerProcess

INNOCENTS = 5
PATIENCE = 150.0
POISONED = "tests.support.poison_server"


class Supervisor:
    """Restarts servers that die, and counts how often each did."""

    def __init__(self, *servers: ServerProcess) -> None:
        self.servers = servers
        self.deaths = [0 for _ in servers]
        self.most_down = 0

    async def __aenter__(self) -> Supervisor:
        for server in self.servers:
            server.start()
        for server in self.servers:
            await server.ready()
        self._task = asyncio.create_task(self._supervise())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        for server in self.servers:
            server.kill()

    async def _supervise(self) -> None:
        while True:
            dead = [n for n, server in enumerate(self.servers) if server.has_exited()]
            self.most_down = max(self.most_down, len(dead))
            for number in dead:
                self.deaths[number] += 1
                self.servers[number].kill()
                self.servers[number].start()
                with suppress(TimeoutError):  # the process may die right after its start
                    await self.servers[number].ready()
            await asyncio.sleep(0.02)

    def url(self) -> str:
        """Return the URL of a server that lives."""
        alive = [server for server in self.servers if not server.has_exited()]
        return (alive or self.servers)[-1].url


def test_a_poison_run_fails_and_the_runs_beside_it_succeed(installation: Installation) -> None:
    supervisor = Supervisor(installation.server(module=POISONED))

    poison, innocents, behind, found = asyncio.run(poison_servers(supervisor))

    assert poison["status"] == "failed"
    assert poison["error"]["errorClass"] == "crashed_repeatedly"
    assert poison["attempt"] == 3
    assert supervisor.deaths == [3]
    assert {run["status"] for run in innocents} == {"succeeded"}
    assert max(run["attempt"] for run in innocents) == 3, "no run shared the crashes"
    assert behind["status"] == "succeeded"
    assert found == [poison["id"]]


def test_a_poison_run_takes_down_one_server_at_a_time(postgres_url: str, tmp_path: Path) -> None:
    installation = Installation(database=postgres_url, directory=tmp_path, env={})
    supervisor = Supervisor(*(installation.server(name, module=POISONED) for name in ("a", "b")))

    poison, innocents, behind, found = asyncio.run(poison_servers(supervisor))

    assert (poison["error"]["errorClass"], poison["attempt"]) == ("crashed_repeatedly", 3)
    assert sum(supervisor.deaths) == 3
    assert supervisor.most_down == 1
    assert {run["status"] for run in [*innocents, behind]} == {"succeeded"}
    assert found == [poison["id"]]


async def poison_servers(
    supervisor: Supervisor,
) -> tuple[dict[str, Any], list[dict[str, Any]], dict[str, Any], list[str]]:
    """Start innocent runs, a poison run in a session, and one behind it; wait for their ends."""
    async with supervisor:
        clients = Clients(supervisor.url, seed=1)
        try:
            innocents = [await start(clients, f"{n} [[sleep 1.5]]") for n in range(INNOCENTS)]
            session = await clients.post("/agent-sessions", {"systemPrompt": "x"}, new_key())
            path = f"/agent-sessions/{session['sessionId']}/messages"
            poison = await clients.post(path, {"prompt": "[[die]]"}, new_key())
            behind = await clients.post(path, {"prompt": "Hello"}, new_key())
            runs = [await ended(supervisor, run) for run in [poison["runId"], behind["runId"]]]
            others = [await ended(supervisor, run) for run in innocents]
            query = f"error:crashed_repeatedly session:{session['sessionId']}"
            found = await get(supervisor, "/agent-runs", params={"q": query})
        finally:
            await clients.close()
    return runs[0], others, runs[1], [run["id"] for run in found["runs"]]


def new_key() -> str:
    """Return an idempotency key, so that a request is repeated safely if its server dies."""
    return str(uuid4())


async def start(clients: Clients, prompt: str) -> str:
    body = {"systemPrompt": "Be brief.", "prompt": prompt}
    accepted = await clients.post("/agent-runs", body, new_key())
    return str(accepted["runId"])


async def ended(supervisor: Supervisor, run_id: str) -> dict[str, Any]:
    """Return a run after it has ended. Raises: TimeoutError."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        run = await get(supervisor, f"/agent-runs/{run_id}")
        if run["status"] in ("succeeded", "failed", "cancelled"):
            return run
        await asyncio.sleep(0.1)
    raise TimeoutError(f"{run_id} is still {run['status']} after {run['attempt']} attempts")


async def get(supervisor: Supervisor, path: str, **more: Any) -> dict[str, Any]:
    """Send a request until a server answers it."""
    async with httpx2.AsyncClient(timeout=10) as client:
        while True:
            try:
                answer = await client.get(f"{supervisor.url()}{BASE}{path}", **more)
            except AWAY:
                await asyncio.sleep(0.05)
                continue
            if answer.status_code < 500:
                result: dict[str, Any] = answer.json()
                return result
            await asyncio.sleep(0.05)
