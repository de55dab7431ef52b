"""People at work in a soak: commands in terminals, and histories of coding agents."""

from __future__ import annotations

import asyncio
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
COMMANDS = 3  # that go with a message
MESSAGES = 5  # in one session, then a new one begins
SECONDS = 15.0  # that a command may take to be seen; a server that died does not tell of it


class Typist:
    """Types into a real shell, and asks about what it said."""

    def __init__(self, api: Api, name: str) -> None:
        self._api, self._name = api, name
        self._typed = count()

    async def work(self) -> None:
        """One session after the other."""
        for number in count():
            if self._api.stopping:
                return
            spec: dict[str, Any] = {"systemPrompt": "Be brief.", "modelId": MODEL}
            spec |= {"metadata": {"client": self._name}}
            name = f"{self._name}.{number}"
            made = await self._api.post("/agent-sessions", spec, "session", name)
            await self._talk(name, made["sessionId"])

    async def _talk(self, name: str, session: str) -> None:
        said = self._api.ledger.sessions.setdefault(session, [])
        while len(said) < MESSAGES and not self._api.stopping:
            await self._type(session)
            key = f"{name}.{len(said)}"
            tags = {"client": self._name, "key": key}
            body = {"prompt": f"Why is that? soak:{key};", "metadata": tags}
            path = f"/agent-sessions/{session}/messages"
            run_id = (await self._api.post(path, body, "run", key))["runId"]
            self._api.ledger.accept(key, run_id)
            said.append(run_id)
            self._api.ledger.streams[run_id] = await self._api.replay(run_id)
            await asyncio.sleep(2)

    async def _type(self, session: str) -> None:
        """A few commands in a new terminal; who loses it in the middle goes on without."""
        path = f"/agent-sessions/{session}/terminals"
        terminal = (await self._api.post(path, {"shell": "bash"}, "terminal"))["terminalId"]
        path = f"{BASE}/terminals/{terminal}"
        url = self._api.url.replace("http", "ws", 1) + f"{path}/ws"
        try:
            async with connect(url, proxy=None, open_timeout=20) as socket:
                for _ in range(COMMANDS):
                    line = f"echo {self._name}-{next(self._typed)}"
                    await socket.send(line.encode() + b"\r")
                    if await self._seen(path, line):
                        self._api.ledger.commands.add(line)
        except (OSError, WebSocketException, TimeoutError):
            pass
        await self._api.insist("DELETE", path, "terminal", (404,))

    async def _seen(self, path: str, line: str) -> bool:
        """Whether the store has the command with what it said."""
        for _ in range(round(SECONDS / PAUSE)):
            answer = await self._api.once("GET", f"{path}/blocks", "terminal", (404,))
            if answer is not None and answer.status_code == 404:
                return False
            blocks = answer.json()["blocks"] if answer is not None and answer.is_success else []
            for block in blocks:
                if block["cmd"] == line and block["status"] == "completed":
                    if block["output"].strip() != line.removeprefix("echo "):
                        self._api.ledger.wrong.append(f"{line!r} said {block['output']!r}")
                    return True
            await asyncio.sleep(PAUSE)
        return False


async def importing(api: Api, rate: float) -> None:
    """Recorded histories as new ones, a few lines at a time, taken up again where they were."""
    recorded = {agent: find_histories(agent, HISTORIES / agent)[0] for agent in AGENTS}
    lines = {agent: _lines(history) for agent, history in recorded.items()}
    for number in count():
        if api.stopping:
            return
        agent = AGENTS[number % len(AGENTS)]
        session = f"soak-{number}"
        told = await _import(api, agent, session, lines[agent])
        api.ledger.imports[session] = agent, told["runId"], told["entries"]
        await asyncio.sleep(1 / rate)


AGENTS = ("claude", "codex", "copilot")


def _lines(history: Any) -> list[str]:
    return [line for batch in read_batches(history, 0) for line in batch.lines]


async def _import(api: Api, agent: str, session: str, lines: list[str]) -> Any:
    """Offsets are numbers of lines here; a server only looks whether they follow each other."""
    place = {"agent": agent, "sessionId": session, "file": f"{session}.jsonl"}
    tags = {"client": "import", "history": session}
    while True:
        told = await api.post("/imports", place, "import")
        if told["status"] == "whole":
            return told
        at = told["offset"]
        end = min(len(lines), at + 5)
        body = {**place, "start": at, "end": end, "lines": lines[at:end], "metadata": tags}
        body |= {"last": end == len(lines)}
        # Whether it came in is asked for when the answer is lost.
        await api.once("POST", BASE + "/imports", "import", (409,), json=body)
