"""Admission of writes: one at a time for each session, and none while the session is locked."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable

from runwhy.errors import Locked

CLOSED_FOR = 2  # seconds


class WriteGate:
    """Admits writes by key, so that one locked session occupies at most one thread.

    Writes to one session wait for each other in the database anyway. After a lock timeout, the key
    is closed for `CLOSED_FOR` seconds: its writes fail immediately and do not reach the database.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}  # keys with a write in progress
        self._closed: dict[str, float] = {}

    async def enter(self, key: str) -> None:
        """Wait until no other write with this key is in progress. Raises: Locked."""
        self._check(key)
        waiting = self._waiting.get(key)
        if waiting is None:
            self._waiting[key] = deque()
            return
        turn = asyncio.get_running_loop().create_future()
        waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self._admit_next(key)  # it was our turn
            raise

    def leave(self, key: str, *, locked: bool) -> None:
        """End a write; after a lock timeout (`locked`), refuse those that wait for their turn."""
        if locked:
            self._close(key)
        self._admit_next(key)

    def _close(self, key: str) -> None:
        now = self._now()
        self._closed = {key: until for key, until in self._closed.items() if until > now}
        self._closed[key] = now + CLOSED_FOR
        for turn in self._waiting[key]:
            if not turn.done():
                turn.set_exception(_locked())
        self._waiting[key].clear()

    def _admit_next(self, key: str) -> None:
        waiting = self._waiting[key]
        while waiting:
            turn = waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        del self._waiting[key]

    def _check(self, key: str) -> None:
        if self._closed and self._closed.get(key, 0.0) > self._now():
            raise _locked()


def _locked() -> Locked:
    return Locked(retry_after=CLOSED_FOR)
