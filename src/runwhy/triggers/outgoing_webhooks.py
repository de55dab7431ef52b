"""Outgoing webhooks: signed deliveries to public addresses."""

from __future__ import annotations

import asyncio
from datetime import datetime

import httpx2
from standardwebhooks import Webhook

from runwhy.core.triggers.subscriptions import Outgoing, Subscriber
from runwhy.net.addresses import Allowed, Refused, Resolve, resolve
from runwhy.net.guarded_http import make_client
from runwhy.telemetry.propagation import outgoing as trace_headers

RESPONSE_TIMEOUT = 15.0


class Poster:
    """Sends one delivery. Does not follow redirects or connect to private addresses."""

    def __init__(self, allowed: Allowed, resolve: Resolve = resolve) -> None:
        self._allowed = allowed
        self._resolve = resolve

    async def __call__(
        self, subscription: Subscriber, outgoing: Outgoing, *, now: datetime
    ) -> tuple[int | None, str | None]:
        """Send a delivery; return the HTTP status, or None and the error."""
        headers = {**signed_headers(subscription, outgoing, now=now), **trace_headers()}
        client = make_client(
            headers, allowed=self._allowed, timeout=RESPONSE_TIMEOUT, resolve=self._resolve
        )
        try:
            async with (
                asyncio.timeout(RESPONSE_TIMEOUT * 2),
                client,
                client.stream("POST", subscription.url, content=outgoing.payload) as response,
            ):
                status = response.status_code
        except Refused as refused:
            return None, str(refused)
        except (httpx2.HTTPError, httpx2.InvalidURL, OSError, TimeoutError) as error:
            return None, f"{type(error).__name__}: {error}"[:300]
        return status, None if 200 <= status < 300 else f"returned HTTP {status}"


def signed_headers(
    subscription: Subscriber, outgoing: Outgoing, *, now: datetime
) -> dict[str, str]:
    """Return the headers of Standard Webhooks, with one signature per valid secret."""
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
