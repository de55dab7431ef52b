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
    """Looks at the status of every response, and records refusals after they were sent."""

    def __init__(self, app: ASGIApp, *, refusals: Refusals) -> None:
        self.app = app
        self.refusals = refusals

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or scope["path"].startswith(HOOKS):
            await self.app(scope, receive, send)
            return
        status = 0

        async def watched(message: Message) -> None:
            nonlocal status
            status = _status_of(message) or status
            await send(message)

        await self.app(scope, receive, watched)
        if status in REFUSED:
            await self.refusals.record(_refusal(scope, status))


def _status_of(message: Message) -> int | None:
    if message["type"] == "http.response.start":
        return int(message["status"])
    if message["type"] == "websocket.close":
        return CLOSED.get(message.get("reason") or "")
    return None


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
