"""Servers that are killed under load, and the guarantees to check afterwards."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx2
from tests.support.servers import SECRET_KEY

BASE = "/api/v1/workspaces/default"
TERMINAL = ("result", "error", "cancelled")
AWAY = (httpx2.TransportError, httpx2.RemoteProtocolError)


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class ServerProcess:
    """A real server process on a fixed port, which can be killed and restarted."""

    def __init__(
        self,
        database: str,
        directory: Path,
        *,
        port: int | None = None,
        module: str = "runwhy",
        env: Mapping[str, str] | None = None,
    ) -> None:
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._command = [sys.executable, "-m", module, "serve", "--db", database]
        self._command += ["--port", str(self.port)]
        self._env = {
            **os.environ,
            "RUNWHY_DATA_DIR": str(directory),
            "RUNWHY_SECRET_KEY": SECRET_KEY,
            "RUNWHY_WORKER_BEAT": "0.3",
            "RUNWHY_WORKER_DEAD_AFTER": "1.5",
            **(env or {}),
        }
        self._log = directory / f"server-{self.port}.log"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the process without waiting until it is ready."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command, env=self._env, stdout=log, stderr=log, start_new_session=True
            )

    def kill(self) -> None:
        """Send SIGKILL. Does nothing if the process is not running."""
        if self._process is not None:
            if self._process.poll() is None:
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def stop(self) -> None:
        """Send SIGTERM and wait for the process."""
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            self._process.wait(30)
            self._process = None

    def has_exited(self) -> bool:
        """Whether the process has ended."""
        return self._process is not None and self._process.poll() is not None

    @property
    def log(self) -> str:
        """Return the output so far."""
        return self._log.read_text() if self._log.exists() else ""

    async def ready(self, timeout: float = 120.0) -> None:
        """Wait until the server is ready. Raises: TimeoutError."""
        async with httpx2.AsyncClient() as client:
            end = time.monotonic() + timeout
            while True:
                try:
                    if (await client.get(f"{self.url}/readyz")).status_code == 200:
                        return
                except AWAY:
                    pass
                if time.monotonic() > end or self.has_exited():
                    raise TimeoutError(f"the server is not ready:\n{self.log[-2000:]}")
                await asyncio.sleep(0.02)


@dataclass(slots=True)
class Accepted:
    """The runs that clients started, and the events that they received."""

    runs: list[str] = field(default_factory=list)
    by_session: dict[str, list[str]] = field(default_factory=dict)
    by_client: dict[str, list[str]] = field(default_factory=dict)
    streams: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    repeated: int = 0

    def add(self, client: str, run_id: str) -> None:
        """Record an accepted run."""
        self.runs.append(run_id)
        self.by_client.setdefault(client, []).append(run_id)


class Clients:
    """Clients that repeat each request with the same key until there is a response."""

    def __init__(self, url: Callable[[], str], seed: int) -> None:
        self._url = url
        self._random = random.Random(seed)
        self._client = httpx2.AsyncClient(timeout=10)
        self.accepted = Accepted()
        self.stopping = False

    async def close(self) -> None:
        """Close all connections."""
        await self._client.aclose()

    async def post(self, path: str, body: Any, key: str | None = None) -> dict[str, Any]:
        """Send a request until there is a response."""
        headers = {"Idempotency-Key": key} if key else {}
        while True:
            try:
                url = f"{self._url()}{BASE}{path}"
                answer = await self._client.post(url, json=body, headers=headers)
            except AWAY:
                await asyncio.sleep(0.05)
                continue
            if answer.status_code >= 500:
                await asyncio.sleep(0.05)
                continue
            assert answer.status_code < 300, answer.text
            result: dict[str, Any] = answer.json()
            return result

    async def start_runs(self, name: str) -> None:
        """Start runs without a session; some requests are sent twice with one key."""
        number = 0
        while not self.stopping:
            number += 1
            body = {
                "systemPrompt": "Be brief.",
                "prompt": f"{name} {number} [[sleep {self._random.uniform(0, 0.1):.3f}]]",
                "metadata": {"client": name},
                "priority": ("message", "schedule", "batch")[number % 3],
            }
            key = f"{name}-{number}"
            run_id = (await self.post("/agent-runs", body, key))["runId"]
            if number % 5 == 0:
                again = (await self.post("/agent-runs", body, key))["runId"]
                assert again == run_id, "one key returned two runs"
                self.accepted.repeated += 1
            self.accepted.add(name, run_id)
            await asyncio.sleep(self._random.uniform(0, 0.1))

    async def send_messages(self, name: str) -> None:
        """Send messages to a session, faster than they are answered."""
        session = {"systemPrompt": "Be brief.", "metadata": {"client": name}}
        session_id = (await self.post("/agent-sessions", session, name))["sessionId"]
        runs = self.accepted.by_session.setdefault(session_id, [])
        self.accepted.by_client[name] = runs
        while not self.stopping:
            body = {"prompt": f"message {len(runs)} [[sleep 0.03]]"}
            key = f"{name}-{len(runs)}"
            runs.append(
                (await self.post(f"/agent-sessions/{session_id}/messages", body, key))["runId"]
            )
            await asyncio.sleep(self._random.uniform(0.05, 0.15))

    async def follow_runs(self, name: str) -> None:
        """Start runs with a client tool, answer its calls, and read the streams across crashes."""
        number = 0
        tool = {"kind": "local", "name": "look", "description": "Look around."}
        while not self.stopping:
            number += 1
            body = {
                "systemPrompt": "Be brief.",
                "prompt": f"{name} {number} [[sleep 0.05]] [[tool look {{}}]]",
                "tools": [tool],
                "metadata": {"client": name},
            }
            run_id = (await self.post("/agent-runs", body, f"{name}-{number}"))["runId"]
            self.accepted.add(name, run_id)
            await self._follow(run_id)

    async def _follow(self, run_id: str) -> None:
        seen = self.accepted.streams.setdefault(run_id, [])
        while not (seen and seen[-1][1] in TERMINAL):
            after = {"Last-Event-ID": str(seen[-1][0])} if seen else {}
            url = f"{self._url()}{BASE}/agent-runs/{run_id}/stream"
            try:
                async with self._client.stream("GET", url, headers=after) as answer:
                    async for line in answer.aiter_lines():
                        if line.startswith("data: "):
                            await self._handle_event(run_id, json.loads(line[6:]), seen)
            except AWAY:
                await asyncio.sleep(0.05)

    async def _handle_event(self, run_id: str, event: Any, seen: list[tuple[int, str]]) -> None:
        seen.append((event["seq"], event["type"]))
        if event["type"] == "local_tool_call":
            answer = {"toolUseId": event["data"]["toolUseId"], "result": "done"}
            await self._answer(run_id, answer)

    async def _answer(self, run_id: str, answer: dict[str, Any]) -> None:
        while True:
            try:
                url = f"{self._url()}{BASE}/agent-runs/{run_id}/tool-results"
                response = await self._client.post(url, json=answer)
            except AWAY:
                await asyncio.sleep(0.05)
                continue
            if response.status_code < 500:
                # An earlier try may have arrived, and the run may have ended.
                assert response.status_code in (200, 404, 409), response.text
                return
            await asyncio.sleep(0.05)

    async def wait_until_ended(self, timeout: float = 120.0) -> dict[str, dict[str, Any]]:
        """Return all accepted runs after they have ended. Raises: TimeoutError."""
        runs = [*self.accepted.runs]
        runs += [run for session in self.accepted.by_session.values() for run in session]
        found = {}
        end = time.monotonic() + timeout
        for run_id in runs:
            while True:
                url = f"{self._url()}{BASE}/agent-runs/{run_id}"
                answer = await self._client.get(url, timeout=timeout)
                assert answer.status_code == 200, f"{run_id} was accepted but is lost"
                run = answer.json()
                if run["status"] in ("succeeded", "failed", "cancelled"):
                    found[run_id] = run
                    break
                if time.monotonic() > end:
                    raise TimeoutError(f"{run_id} is still {run['status']}")
                await asyncio.sleep(0.05)
        return found

    async def runs_of(self, client: str) -> list[str]:
        """Return all runs with the tag of a client, newest first."""
        found: list[str] = []
        cursor: dict[str, str] = {}
        while True:
            params = {"metadata": f"client:{client}", "limit": "200", **cursor}
            answer = await self._client.get(f"{self._url()}{BASE}/agent-runs", params=params)
            page = answer.json()
            found += [run["id"] for run in page["runs"]]
            if page["nextCursor"] is None:
                return found
            cursor = {"cursor": page["nextCursor"]}

    async def events(self, run_id: str) -> list[tuple[int, str]]:
        """Return all events of a run that has ended."""
        url = f"{self._url()}{BASE}/agent-runs/{run_id}/stream"
        answer = await self._client.get(url)
        lines = [line[6:] for line in answer.text.splitlines() if line.startswith("data: ")]
        return [(event["seq"], event["type"]) for event in map(json.loads, lines)]

    async def session_events(self, session_id: str, runs: list[str]) -> list[tuple[str, str]]:
        """Return the events of a session in order, until all of its runs have ended."""
        url = f"{self._url()}{BASE}/agent-sessions/{session_id}/stream"
        left = set(runs)
        found: list[tuple[str, str]] = []
        async with self._client.stream("GET", url) as answer:
            async for line in answer.aiter_lines():
                if line.startswith("data: "):
                    event = json.loads(line[6:])
                    assert event["seq"] == len(found) + 1, f"{session_id} has a gap"
                    found.append((event["data"]["runId"], event["type"]))
                    if event["type"] in TERMINAL:
                        left.discard(event["data"]["runId"])
                if not left:
                    break
        return found


async def check(clients: Clients) -> dict[str, dict[str, Any]]:
    """Check that nothing was lost, repeated or reordered. Raises: AssertionError."""
    runs = await clients.wait_until_ended()
    for run_id, run in runs.items():
        assert run["status"] == "succeeded", run["failureReason"]
        events = await clients.events(run_id)
        numbers = [seq for seq, _ in events]
        assert numbers == list(range(1, len(events) + 1)), f"{run_id} has a gap: {numbers}"
        ends = [kind for _, kind in events if kind in TERMINAL]
        assert ends == ["result"], f"{run_id} ended as {ends}"
        if (seen := clients.accepted.streams.get(run_id)) is not None:
            assert seen == events, f"{run_id} was streamed as {seen}, but has {events}"
    for client, accepted in clients.accepted.by_client.items():
        stored = await clients.runs_of(client)
        assert stored == accepted[::-1], f"{client} started {accepted}, but has {stored}"
    for session_id, started in clients.accepted.by_session.items():
        seen_there = await clients.session_events(session_id, started)
        for earlier, later in pairwise(started):
            ended = seen_there.index((earlier, "result"))
            began = seen_there.index((later, "started"))
            assert ended < began, f"{later} started before {earlier} ended"
    return runs
