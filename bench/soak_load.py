"""The load of a soak: scripts, conversations, clients with tools, and an open dashboard."""

from __future__ import annotations

import asyncio
import random
from itertools import count
from typing import Any

from bench.soak_api import PAUSE, TERMINAL, Api
from bench.soak_ledger import Event
from tests.support.chaos import BASE

MODEL = "openai-chat:soak"
TURNS = 25  # messages in a session
TOOL = {
    "kind": "local",
    "name": "look",
    "description": "Look around.",
    "parameters": {"type": "object"},
}

# Requests of an open dashboard.
DASHBOARD_REQUESTS: tuple[tuple[str, dict[str, str]], ...] = (
    ("/agent-runs", {"limit": "50"}),
    ("/agent-runs", {"q": "client:alone-1 status:succeeded", "limit": "50"}),
    ("/agent-runs", {"q": "has:hook OR trigger:cron", "limit": "50"}),
    ("/agent-runs", {"q": "client:talk* created>-10m -status:failed"}),
    ("/agent-runs/facets", {"key": "client"}),
    ("/agent-runs/facets", {"key": "status", "q": "created>-1h"}),
    ("/agent-runs/keys", {}),
    ("/agent-runs/histogram", {"groupBy": "status"}),
    ("/agent-runs/histogram", {"groupBy": "client", "q": "created>-1h", "interval": "minute"}),
    ("/agent-sessions", {"limit": "50"}),
    ("/triggers", {}),
    ("/subscriptions", {}),
    ("/audit", {}),
)


class Load:
    """Clients that start runs, each at a random pace."""

    def __init__(self, api: Api, seed: int, rate: float) -> None:
        self.api, self.ledger = api, api.ledger
        self._chance = random.Random(seed)
        self._rate = rate  # runs a second, over all clients

    def tasks(self) -> list[asyncio.Task[None]]:
        """Start all clients. Half of the runs have no session; the other clients share the rest."""
        share = self._rate / 4
        works = [
            *(self.start_runs(f"alone-{n}", share) for n in range(2)),
            *(self.send_messages(f"talk-{n}", share / 3) for n in range(3)),
            *(self.follow_runs(f"follow-{n}", share / 3) for n in range(3)),
            self.watch_dashboard(),
        ]
        return [asyncio.create_task(work) for work in works]

    async def _pause(self, rate: float) -> None:
        await asyncio.sleep(self._chance.expovariate(rate))

    def _body(self, client: str, key: str, *, prompt: str = "Say something.") -> dict[str, Any]:
        watched = self._chance.random() < 0.25
        tags = {"client": client, "key": key, **({"tell": "yes"} if watched else {})}
        return {"prompt": f"{prompt} soak:{key};", "metadata": tags}

    async def _start(self, path: str, body: dict[str, Any], key: str) -> str:
        run_id: str = (await self.api.post(path, body, "run", key))["runId"]
        self.ledger.accept(key, run_id)
        if body["metadata"].get("tell"):
            self.ledger.watched.add(run_id)
        return run_id

    async def start_runs(self, client: str, rate: float) -> None:
        """Start runs without a session; some requests are sent twice with one key."""
        for number in count():
            if self.api.stopping:
                return
            key = f"{client}.{number}"
            body = {"systemPrompt": "Be brief.", **self._body(client, key)}
            body |= {"modelId": self._chance.choice((MODEL, "echo"))}
            await self._start("/agent-runs", body, key)
            if number % 10 == 0:
                await self._start("/agent-runs", body, key)
                self.ledger.sent_twice += 1
            await self._pause(rate)

    async def send_messages(self, client: str, rate: float) -> None:
        """Send messages to sessions, sometimes faster than they are answered."""
        for number in count():
            if self.api.stopping:
                return
            spec = {"systemPrompt": "Be brief.", "modelId": MODEL, "metadata": {"client": client}}
            name = f"{client}.{number}"
            session = (await self.api.post("/agent-sessions", spec, "session", name))["sessionId"]
            runs = self.ledger.sessions.setdefault(session, [])
            while len(runs) < TURNS and not self.api.stopping:
                key = f"{name}.{len(runs)}"
                body = self._body(client, key)
                path = f"/agent-sessions/{session}/messages"
                runs.append(await self._start(path, body, key))
                await self._pause(rate)

    async def follow_runs(self, client: str, rate: float) -> None:
        """Start runs with a client tool, answer its calls, and read each stream."""
        for number in count():
            if self.api.stopping:
                return
            key = f"{client}.{number}"
            body = {"systemPrompt": "Be brief.", "modelId": MODEL, "tools": [TOOL]}
            run_id = await self._start("/agent-runs", body | self._body(client, key), key)
            await self._follow(run_id)
            await self._pause(rate)

    async def _follow(self, run_id: str) -> None:
        seen: list[Event] = self.ledger.streams.setdefault(run_id, [])
        while not (seen and seen[-1][1] in TERMINAL):
            # Some clients disconnect in the middle and reconnect.
            most = self._chance.choice((None, None, 1, 3))
            after = seen[-1][0] if seen else 0
            async for event in self.api.events(f"/agent-runs/{run_id}/stream", after, most):
                seen.append((event["seq"], event["type"]))
                if event["type"] == "local_tool_call":
                    await self._answer(run_id, event["data"]["toolUseId"])
            if not (seen and seen[-1][1] in TERMINAL):
                self.ledger.reconnects += 1
                await asyncio.sleep(0 if most else PAUSE)

    async def _answer(self, run_id: str, tool_use: str) -> None:
        """Send a tool result; a repeated one gets 404, or 409 after the run has ended."""
        body = {"toolUseId": tool_use, "result": "done"}
        path = f"{BASE}/agent-runs/{run_id}/tool-results"
        await self.api.retry("POST", path, "tool result", (404, 409), json=body)

    async def watch_dashboard(self) -> None:
        """Send the requests of an open dashboard."""
        for number in count():
            if self.api.stopping:
                return
            path, params = DASHBOARD_REQUESTS[number % len(DASHBOARD_REQUESTS)]
            answer = await self.api.get(path, "dashboard", **params)
            if path == "/agent-runs":
                ids = [run["id"] for run in answer["runs"]]
                if len(ids) != len(set(ids)):
                    self.ledger.problems.append(f"a list contains a run twice: {params}")
            await asyncio.sleep(0.5)


class Auditor:
    """Reads the complete stream of every accepted run once, after a delay."""

    def __init__(self, api: Api) -> None:
        self._api = api
        self.events: dict[str, list[Event]] = {}

    async def audit(self, limit: int = 20) -> None:
        """Read the streams of accepted runs, oldest first, until the load ends."""
        while not self._api.stopping:
            await asyncio.sleep(1)
            await self.audit_all(limit=limit)

    async def audit_all(self, limit: int | None = None) -> None:
        """Read the streams that were not read yet, at most `limit`."""
        runs = list(self._api.ledger.runs.values())
        left = [run for run in runs if run not in self.events]
        if limit is not None:
            left = left[: max(0, len(left) - 20)][:limit]  # the newest are still running
        slots = asyncio.Semaphore(4)

        async def one(run_id: str) -> None:
            async with slots:
                self.events[run_id] = await self._api.replay(run_id)

        await asyncio.gather(*map(one, left))
