"""The ticker: wakes up when a schedule or a timer is due, and lets it be fired."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime

import structlog

from runwhy.ports import TRIGGERS_TOPIC, Clock, Feed

LOOK_EVERY = 5.0  # if the feed should ever miss something, or a clock is set
PAUSE = 1.0  # after a failure

FireDue = Callable[[], Awaitable[datetime | None]]

_log = structlog.get_logger("runwhy.cron")


class Ticker:
    """One on each server. Which of them fires an occurrence, the database decides.

    It holds nothing: a server that dies leaves nobody waiting, the others go on.
    """

    def __init__(
        self, fire_due: FireDue, feed: Feed, clock: Clock, *, topic: str = TRIGGERS_TOPIC
    ) -> None:
        self._fire_due = fire_due
        self._feed = feed
        self._clock = clock
        self._topic = topic
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to look."""
        self._task = asyncio.create_task(self._tick(), name="runwhy-ticker")

    async def stop(self) -> None:
        """Fire nothing more."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _tick(self) -> None:
        async with self._feed.subscribe(self._topic) as news:
            while True:
                try:
                    due = await self._fire_due()
                except Exception as error:
                    _log.error("the ticker stumbled; trying again", error=repr(error))
                    await asyncio.sleep(PAUSE)
                    continue
                wait = LOOK_EVERY if due is None else (due - self._clock()).total_seconds()
                if wait > 0:
                    await news.wait(min(wait, LOOK_EVERY))
