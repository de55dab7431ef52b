"""Records requests that are refused with 401 or 403."""

from __future__ import annotations

import re

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from runwhy.errors import Denied, InsufficientScope, Unauthorized
from runwhy.services.audit import Refusal, Refusals
from runwhy.services.rate_limits import CLIENT_ADDRESS

REFUSED = frozenset({401, 403})
# A WebSocket is refused by closing it with the code of an error.
CLOSED = {Unauthorized.code: 401, Denied.code: 403, InsufficientScope.code: 403}
HOOKS = "/hooks/"  # refused deliveries are listed with their trigger

_SLUG = re.compile(r"/api/v1/workspaces/([^/]+)/")


class RefusedRequests:
    """Looks at the status of every response, and records refusals before they are sent."""

    def __init__(self, app: ASGIApp, *, refusals: Refusals) -> None:
        self.app = app
        self.refusals = refusals

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or scope["path"].startswith(HOOKS):
            await self.app(scope, receive, send)
            return

        async def watched(message: Message) -> None:
            status = _status_of(message)
            if status in REFUSED:
                await self.refusals.record(_refusal(scope, status))
            await send(message)

        await self.app(scope, receive, watched)


def _status_of(message: Message) -> int:
    """Return the status that a message sends, or 0."""
    if message["type"] == "http.response.start":
        return int(message["status"])
    if message["type"] == "websocket.close":
        return CLOSED.get(message.get("reason") or "", 0)
    return 0


def _refusal(scope: Scope, status: int) -> Refusal:
    named = _SLUG.match(scope["path"])
    return Refusal(
        status=status,
        method=scope.get("method", "WEBSOCKET"),
        path=scope["path"],
        address=CLIENT_ADDRESS.get(),
        slug=named[1] if named else None,
        caller=scope.get("state", {}).get("caller"),
    )
