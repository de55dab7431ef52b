"""Outbound webhooks: signed deliveries, sent where the public internet ends at the earliest."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime

import httpx2
import structlog
from standardwebhooks import Webhook

from runwhy.core.triggers.subscriptions import Outgoing, Subscriber
from runwhy.net.addresses import Allowed, Refused
from runwhy.net.dns import Resolve, resolve
from runwhy.net.guarded_http import make_client
from runwhy.ports import OUTGOING_TOPIC, Clock, Feed
from runwhy.telemetry.propagation import outgoing as trace_headers

ANSWER_WITHIN = 15.0
LOOK_EVERY = 10.0
PAUSE = 1.0

SendDue = Callable[[], Awaitable[datetime | None]]

_log = structlog.get_logger("runwhy.outbound")


class Poster:
    """Sends one delivery. Redirects are not followed, private addresses not reached."""

    def __init__(self, allowed: Allowed, resolve: Resolve = resolve) -> None:
        self._allowed = allowed
        self._resolve = resolve

    async def __call__(
        self, subscription: Subscriber, outgoing: Outgoing, *, now: datetime
    ) -> tuple[int | None, str | None]:
        """What was answered, or why nothing was."""
        headers = {**signed_headers(subscription, outgoing, now=now), **trace_headers()}
        client = make_client(
            headers, allowed=self._allowed, timeout=ANSWER_WITHIN, resolve=self._resolve
        )
        try:
            async with (
                asyncio.timeout(ANSWER_WITHIN * 2),
                client,
                client.stream("POST", subscription.url, content=outgoing.payload) as response,
            ):
                status = response.status_code
        except Refused as refused:
            return None, str(refused)
        except (httpx2.HTTPError, httpx2.InvalidURL, OSError, TimeoutError) as error:
            return None, f"{type(error).__name__}: {error}"[:300]
        return status, None if 200 <= status < 300 else f"answered {status}"


def signed_headers(
    subscription: Subscriber, outgoing: Outgoing, *, now: datetime
) -> dict[str, str]:
    """The headers of Standard Webhooks, one signature for each valid secret."""
    signatures = [
        Webhook(secret).sign(outgoing.id, now, outgoing.payload)
        for secret in subscription.secrets(now)
    ]
    return {
        "content-type": "application/json",
        "user-agent": "runwhy-webhooks",
        "webhook-id": outgoing.id,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": " ".join(signatures),
    }


class Deliverer:
    """Looks for what is to be sent, on every server; the database shares it out."""

    def __init__(self, send_due: SendDue, feed: Feed, clock: Clock) -> None:
        self._send_due = send_due
        self._feed = feed
        self._clock = clock
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to look."""
        self._task = asyncio.create_task(self._deliver(), name="runwhy-deliverer")

    async def stop(self) -> None:
        """Send nothing more; what is under way is sent again after the next start."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _deliver(self) -> None:
        async with self._feed.subscribe(OUTGOING_TOPIC) as news:
            while True:
                try:
                    due = await self._send_due()
                except Exception as error:
                    _log.error("the deliverer stumbled; trying again", error=repr(error))
                    await asyncio.sleep(PAUSE)
                    continue
                wait = LOOK_EVERY if due is None else (due - self._clock()).total_seconds()
                if wait > 0:
                    await news.wait(min(wait, LOOK_EVERY))
