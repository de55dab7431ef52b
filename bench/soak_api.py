"""The HTTP client of a soak: retries until there is an answer, and records each request."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Mapping
from typing import Any

import httpx2
from bench.soak_ledger import ClientRequest, Event, Ledger
from tests.support.chaos import AWAY, BASE

PAUSE = 0.5  # seconds between two tries
TIMEOUT = 60.0  # seconds; longer than the database stays locked
BUGS = 20  # number of 500 responses that are retried
TERMINAL = ("result", "error", "cancelled")


class Api:
    """A client that keeps working while the server is down."""

    def __init__(self, ledger: Ledger, url: str) -> None:
        self.ledger, self.url = ledger, url
        self.stopping = False
        self._http = httpx2.AsyncClient(timeout=TIMEOUT, trust_env=False)

    async def close(self) -> None:
        """Close all connections."""
        await self._http.aclose()

    async def once(
        self, method: str, path: str, what: str, fine: tuple[int, ...] = (), **options: Any
    ) -> httpx2.Response | None:
        """Send a request once; return None without a response. Statuses in `fine` count as ok."""
        began = time.monotonic()
        try:
            answer = await self._http.request(method, f"{self.url}{path}", **options)
        except AWAY:
            self._record(what, "away", began)
            return None
        ok = answer.is_success or answer.status_code in fine
        self._record(what, "ok" if ok else str(answer.status_code), began)
        return answer

    def _record(self, what: str, outcome: str, began: float) -> None:
        request = ClientRequest(
            began - self.ledger.started, what, outcome, time.monotonic() - began
        )
        self.ledger.requests.append(request)

    async def retry(
        self, method: str, path: str, what: str, fine: tuple[int, ...] = (), **options: Any
    ) -> httpx2.Response:
        """Send a request until the response is not a server error."""
        bugs = 0
        while True:
            answer = await self.once(method, path, what, fine, **options)
            if answer is not None and answer.status_code < 500:
                return answer
            bugs += answer is not None and answer.status_code == 500
            if bugs > BUGS:
                raise RuntimeError(f"{what}: more than {BUGS} responses with status 500")
            await asyncio.sleep(PAUSE)

    async def post(self, path: str, body: Any, what: str, key: str | None = None) -> Any:
        """Create something; the same key creates it only once."""
        headers = {"Idempotency-Key": key} if key else {}
        answer = await self.retry("POST", BASE + path, what, json=body, headers=headers)
        while answer.status_code == 409 and key:  # the first try is still in progress
            await asyncio.sleep(PAUSE)
            answer = await self.retry("POST", BASE + path, what, json=body, headers=headers)
        if not answer.is_success:
            raise RuntimeError(f"{what}: {answer.status_code} {answer.text}")
        return answer.json()

    async def get(self, path: str, what: str, **params: Any) -> Any:
        """Send a GET request and return the JSON."""
        answer = await self.retry("GET", BASE + path, what, params=params)
        if not answer.is_success:
            raise RuntimeError(f"{what}: {answer.status_code} {answer.text}")
        return answer.json()

    async def pages(self, path: str, name: str, **params: Any) -> AsyncIterator[Any]:
        """Yield all rows of a list, page by page."""
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
        """Yield the events of one connection, until it breaks or ends, at most `most`."""
        headers = {"Last-Event-ID": str(after)} if after else {}
        began = time.monotonic()
        try:
            async with self._http.stream("GET", self.url + BASE + path, headers=headers) as answer:
                self._record(
                    "stream", "ok" if answer.is_success else str(answer.status_code), began
                )
                if not answer.is_success:
                    return
                async for line in answer.aiter_lines():
                    if line.startswith("data: "):
                        yield json.loads(line[6:])
                        most = None if most is None else most - 1
                        if most == 0:
                            return
        except AWAY:
            self._record("stream", "away", began)

    async def replay(self, run_id: str) -> list[Event]:
        """Return all events of a run, read from the start until a stream is complete."""
        seen: list[Event] = []
        while not (seen and seen[-1][1] in TERMINAL):
            seen = [
                (event["seq"], event["type"])
                async for event in self.events(f"/agent-runs/{run_id}/stream")
            ]
            if not (seen and seen[-1][1] in TERMINAL):
                await asyncio.sleep(PAUSE)
        return seen
