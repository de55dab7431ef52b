"""The ticker: fires schedules and timers, and sends webhooks, when they are due."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime

import structlog

from runwhy.ports import Clock, Feed

POLL_INTERVAL = 5.0  # seconds, in case the feed misses a change or the clock is set
RETRY_DELAY = 1.0  # seconds, after a failure

FireDue = Callable[[], Awaitable[datetime | None]]

_log = structlog.get_logger("runwhy.ticker")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticker:
    """Wakes up when something is due. Runs on every server; the database picks which one fires.

    The ticker is stateless, so other servers continue when one dies.
    """

    fire_due: FireDue
    feed: Feed
    clock: Clock
    topic: str

    async def run(self) -> None:
        """Fire due triggers until cancelled."""
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
