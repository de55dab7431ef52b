"""Answers and logs exceptions that no other code handles."""

from __future__ import annotations

import structlog
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from runwhy.server.error_responses import internal_error

_log = structlog.get_logger("runwhy.server")


class UnexpectedErrors:
    """Returns an `internal` error for an unexpected exception, and logs it once."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def watched(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, watched)
        except ClientDisconnect:
            _log.debug("server.client_disconnected", path=scope["path"])
        except Exception as error:
            if begun or scope["type"] != "http":
                raise  # the response has started, so the client must see the connection break
            _log.error("server.unexpected_error", path=scope["path"], exc_info=error)
            await internal_error(scope)(scope, receive, send)
