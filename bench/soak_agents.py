"""Load of a soak: commands in terminals, coding agents at work, and their imported histories."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

from bench.soak_api import PAUSE, Api
from bench.soak_load import MODEL
from tests.support.chaos import BASE
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from runwhy.cli.agent_histories import find_histories, read_batches

HISTORIES = Path(__file__).parents[1] / "tests" / "imports" / "histories"
COMMANDS = 3  # sent with one message
MESSAGES = 5  # in one session, before a new one starts
SECONDS = 15.0  # to wait for a command's block; after a crash there is none


class Typist:
    """Runs commands in a real shell, and sends messages about their output."""

    def __init__(self, api: Api, name: str) -> None:
        self._api, self._name = api, name
        self._typed = count()

    async def work(self) -> None:
        """Work through sessions, one at a time."""
        for number in count():
            if self._api.stopping:
                return
            spec: dict[str, Any] = {"systemPrompt": "Be brief.", "modelId": MODEL}
            spec |= {"metadata": {"client": self._name}}
            name = f"{self._name}.{number}"
            made = await self._api.post("/agent-sessions", spec, "session", name)
            await self._talk(name, made["sessionId"])

    async def _talk(self, name: str, session: str) -> None:
        runs = self._api.ledger.sessions.setdefault(session, [])
        while len(runs) < MESSAGES and not self._api.stopping:
            await self._type(session)
            key = f"{name}.{len(runs)}"
            tags = {"client": self._name, "key": key}
            body = {"prompt": f"Why is that? soak:{key};", "metadata": tags}
            path = f"/agent-sessions/{session}/messages"
            run_id = (await self._api.post(path, body, "run", key))["runId"]
            self._api.ledger.accept(key, run_id)
            runs.append(run_id)
            self._api.ledger.streams[run_id] = await self._api.replay(run_id)
            await asyncio.sleep(2)

    async def _type(self, session: str) -> None:
        """Run a few commands in a new terminal; stop when the connection is lost."""
        path = f"/agent-sessions/{session}/terminals"
        terminal = (await self._api.post(path, {"shell": "bash"}, "terminal"))["terminalId"]
        path = f"{BASE}/terminals/{terminal}"
        url = self._api.url.replace("http", "ws", 1) + f"{path}/ws"
        try:
            async with connect(url, proxy=None, open_timeout=20) as socket:
                for _ in range(COMMANDS):
                    line = f"echo {self._name}-{next(self._typed)}"
                    await socket.send(line.encode() + b"\r")
                    if await self._is_stored(path, line):
                        self._api.ledger.commands.add(line)
        except (OSError, WebSocketException, TimeoutError):
            pass
        await self._api.retry("DELETE", path, "terminal", (404,))

    async def _is_stored(self, path: str, line: str) -> bool:
        """Return whether the command is stored with its output."""
        for _ in range(round(SECONDS / PAUSE)):
            answer = await self._api.once("GET", f"{path}/blocks", "terminal", (404,))
            if answer is not None and answer.status_code == 404:
                return False
            blocks = answer.json()["blocks"] if answer is not None and answer.is_success else []
            for block in blocks:
                if block["cmd"] == line and block["status"] == "completed":
                    if block["output"].strip() != line.removeprefix("echo "):
                        self._api.ledger.problems.append(
                            f"{line!r} has the output {block['output']!r}"
                        )
                    return True
            await asyncio.sleep(PAUSE)
        return False


async def run_agents(api: Api, name: str, cwd: str) -> None:
    """Start a coding agent, wait for its end, and start the next one."""
    for number in count():
        if api.stopping:
            return
        key = f"{name}.{number}"
        body = {"executor": "cursor", "executorOptions": {"cwd": cwd}, "prompt": f"Print {key}"}
        body |= {"metadata": {"client": name, "agent": key}}
        run_id = (await api.post("/agent-runs", body, "agent", key))["runId"]
        api.ledger.agents[key] = run_id
        await api.replay(run_id)


def agent_processes(runs: Iterable[str]) -> list[int]:
    """Return the processes that were started for these runs."""
    marks = {f"RUNWHY_RUN_ID={run}".encode() for run in runs}
    found = []
    for process in Path("/proc").iterdir():
        if process.name.isdigit():
            with suppress(OSError):
                if marks & set((process / "environ").read_bytes().split(b"\0")):
                    found.append(int(process.name))
    return found


async def import_histories(api: Api, rate: float) -> None:
    """Import recorded histories under new names, a few lines at a time, and resume after faults."""
    recorded = {agent: find_histories(agent, HISTORIES / agent)[0] for agent in AGENTS}
    lines = {agent: _lines(history) for agent, history in recorded.items()}
    for number in count():
        if api.stopping:
            return
        agent = AGENTS[number % len(AGENTS)]
        session = f"soak-{number}"
        progress = await _import(api, agent, session, lines[agent])
        api.ledger.imports[session] = agent, progress["runId"], progress["entries"]
        await asyncio.sleep(1 / rate)


AGENTS = ("claude", "codex", "copilot")


def _lines(history: Any) -> list[str]:
    return [line for batch in read_batches(history, 0) for line in batch.lines]


async def _import(api: Api, agent: str, session: str, lines: list[str]) -> Any:
    """Import one history. Offsets are line numbers, because a server only checks their order."""
    source = {"agent": agent, "sessionId": session, "file": f"{session}.jsonl"}
    tags = {"client": "import", "history": session}
    while True:
        progress = await api.post("/imports", source, "import")
        if progress["status"] == "whole":
            return progress
        at = progress["offset"]
        end = min(len(lines), at + 5)
        body = {**source, "start": at, "end": end, "lines": lines[at:end], "metadata": tags}
        body |= {"last": end == len(lines)}
        # If the answer is lost, the next request returns the offset that was reached.
        await api.once("POST", BASE + "/imports", "import", (409,), json=body)
