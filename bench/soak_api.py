"""How clients of a soak ask: until there is an answer, with everything written down."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Mapping
from typing import Any

import httpx2
from bench.soak_ledger import Ask, Event, Ledger
from tests.support.chaos import AWAY, BASE

PAUSE = 0.5  # before something is asked again
PATIENCE = 60.0  # a database that is locked for a while is waited for
BUGS = 20  # so often 500 is taken as an answer to be tried again
TERMINAL = ("result", "error", "cancelled")


class Api:
    """One client of the server, wherever it is and whether it is there."""

    def __init__(self, ledger: Ledger, url: str) -> None:
        self.ledger, self.url = ledger, url
        self.stopping = False
        self._http = httpx2.AsyncClient(timeout=PATIENCE, trust_env=False)

    async def close(self) -> None:
        """Let go of connections."""
        await self._http.aclose()

    async def once(
        self, method: str, path: str, what: str, fine: tuple[int, ...] = (), **given: Any
    ) -> httpx2.Response | None:
        """One request; None when nothing came back. `fine` are statuses that count as ok."""
        began = time.monotonic()
        try:
            answer = await self._http.request(method, f"{self.url}{path}", **given)
        except AWAY:
            self._note(what, "away", began)
            return None
        ok = answer.is_success or answer.status_code in fine
        self._note(what, "ok" if ok else str(answer.status_code), began)
        return answer

    def _note(self, what: str, outcome: str, began: float) -> None:
        asked = Ask(began - self.ledger.started, what, outcome, time.monotonic() - began)
        self.ledger.asks.append(asked)

    async def insist(
        self, method: str, path: str, what: str, fine: tuple[int, ...] = (), **given: Any
    ) -> httpx2.Response:
        """Ask until it is answered with something else than "not now"."""
        bugs = 0
        while True:
            answer = await self.once(method, path, what, fine, **given)
            if answer is not None and answer.status_code < 500:
                return answer
            bugs += answer is not None and answer.status_code == 500
            if bugs > BUGS:
                raise RuntimeError(f"{what}: 500 again and again")
            await asyncio.sleep(PAUSE)

    async def post(self, path: str, body: Any, what: str, key: str | None = None) -> Any:
        """Make something; the same key makes it once."""
        headers = {"Idempotency-Key": key} if key else {}
        answer = await self.insist("POST", BASE + path, what, json=body, headers=headers)
        while answer.status_code == 409 and key:  # our own first try is still under way
            await asyncio.sleep(PAUSE)
            answer = await self.insist("POST", BASE + path, what, json=body, headers=headers)
        if not answer.is_success:
            raise RuntimeError(f"{what}: {answer.status_code} {answer.text}")
        return answer.json()

    async def get(self, path: str, what: str, **params: Any) -> Any:
        """Read something."""
        answer = await self.insist("GET", BASE + path, what, params=params)
        if not answer.is_success:
            raise RuntimeError(f"{what}: {answer.status_code} {answer.text}")
        return answer.json()

    async def pages(self, path: str, name: str, **params: Any) -> AsyncIterator[Any]:
        """Everything of a list, page after page."""
        cursor: Mapping[str, str] = {}
        while True:
            page = await self.get(path, "the check", limit=200, **params, **cursor)
            for row in page[name]:
                yield row
            if page["nextCursor"] is None:
                return
            cursor = {"cursor": page["nextCursor"]}

    async def events(
        self, path: str, after: int = 0, most: int | None = None
    ) -> AsyncIterator[dict[str, Any]]:
        """The events of one connection, until it breaks, ends, or has given `most`."""
        headers = {"Last-Event-ID": str(after)} if after else {}
        began = time.monotonic()
        try:
            async with self._http.stream("GET", self.url + BASE + path, headers=headers) as answer:
                self._note("stream", "ok" if answer.is_success else str(answer.status_code), began)
                if not answer.is_success:
                    return
                async for line in answer.aiter_lines():
                    if line.startswith("data: "):
                        yield json.loads(line[6:])
                        most = None if most is None else most - 1
                        if most == 0:
                            return
        except AWAY:
            self._note("stream", "away", began)

    async def replay(self, run_id: str) -> list[Event]:
        """All events of a run, followed to its end from the beginning, however often it breaks."""
        seen: list[Event] = []
        while not (seen and seen[-1][1] in TERMINAL):
            seen = [
                (event["seq"], event["type"])
                async for event in self.events(f"/agent-runs/{run_id}/stream")
            ]
            if not (seen and seen[-1][1] in TERMINAL):
                await asyncio.sleep(PAUSE)
        return seen
