"""The ticker: fires schedules and timers, and sends webhooks, when they are due."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime

import structlog

from runwhy.ports import Clock, Feed

POLL_INTERVAL = 5.0  # seconds, in case the feed misses a change or the clock is set
RETRY_DELAY = 1.0  # seconds, after a failure

FireDue = Callable[[], Awaitable[datetime | None]]

_log = structlog.get_logger("runwhy.ticker")


@dataclass(slots=True, kw_only=True)
class Ticker:
    """Wakes up when something is due. Runs on every server; the database picks which one fires.

    The ticker is stateless, so other servers continue when one dies.
    """

    fire_due: FireDue
    feed: Feed
    clock: Clock
    topic: str
    _task: asyncio.Task[None] | None = field(default=None, init=False)

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
        async with self.feed.subscribe(self.topic) as news:
            while True:
                try:
                    due = await self.fire_due()
                except Exception as error:
                    _log.error("ticker.fire_failed", topic=self.topic, error=repr(error))
                    await asyncio.sleep(RETRY_DELAY)
                    continue
                wait = POLL_INTERVAL if due is None else (due - self.clock()).total_seconds()
                if wait > 0:
                    await news.wait(min(wait, POLL_INTERVAL))
