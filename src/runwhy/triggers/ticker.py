"""The ticker: fires schedules and timers when they are due."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime

import structlog

from runwhy.ports import TRIGGERS_TOPIC, Clock, Feed

POLL_INTERVAL = 5.0  # seconds, in case the feed misses a change or the clock is set
RETRY_DELAY = 1.0  # seconds, after a failure

FireDue = Callable[[], Awaitable[datetime | None]]

_log = structlog.get_logger("runwhy.ticker")


class Ticker:
    """Wakes up when something is due. Runs on every server; the database picks which one fires.

    The ticker is stateless, so other servers continue when one dies.
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
        """Start the ticker."""
        self._task = asyncio.create_task(self._tick(), name="runwhy-ticker")

    async def stop(self) -> None:
        """Stop firing."""
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
                    _log.error("ticker.fire_failed", error=repr(error))
                    await asyncio.sleep(RETRY_DELAY)
                    continue
                wait = POLL_INTERVAL if due is None else (due - self._clock()).total_seconds()
                if wait > 0:
                    await news.wait(min(wait, POLL_INTERVAL))
