"""The `/mcp` route (streamable HTTP). Its MCP servers are created on the first request."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from starlette.datastructures import Headers
from starlette.types import Receive, Scope, Send

from runwhy.mcp.caller_scope import McpServices, is_inside

if TYPE_CHECKING:
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager


class McpEndpoint:
    """A stateless MCP endpoint that authenticates each request.

    An agent in a session or run has other tools than other clients.
    """

    def __init__(self, services: McpServices, *, version: str) -> None:
        self._desk = services
        self._version = version
        self._managers: dict[bool, StreamableHTTPSessionManager] = {}
        self._serving: asyncio.Task[None] | None = None
        self._stop = asyncio.Event()
        self._starting = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        managers = await self._started()
        manager = managers[is_inside(Headers(scope=scope))]
        await manager.handle_request(scope, receive, send)

    async def close(self) -> None:
        """Stop serving."""
        self._stop.set()
        if self._serving is not None:
            await self._serving

    async def _started(self) -> dict[bool, StreamableHTTPSessionManager]:
        async with self._starting:
            if not self._managers:
                ready = asyncio.Event()
                # The session managers must be entered and left by the same task.
                self._serving = asyncio.create_task(self._serve(ready))
                waiting = asyncio.create_task(ready.wait())
                await asyncio.wait({waiting, self._serving}, return_when=asyncio.FIRST_COMPLETED)
            assert self._managers
            return self._managers

    async def _serve(self, ready: asyncio.Event) -> None:
        inside, outside = self._manager(inside=True), self._manager(inside=False)
        async with inside.run(), outside.run():
            self._managers = {True: inside, False: outside}
            ready.set()
            await self._stop.wait()

    def _manager(self, *, inside: bool) -> StreamableHTTPSessionManager:
        from mcp.server.transport_security import TransportSecuritySettings

        from runwhy.mcp.tools import make_mcp

        server = make_mcp(self._desk, inside=inside, version=self._version)
        server.streamable_http_app(  # creates the session manager; the app itself is unused
            json_response=True,
            stateless_http=True,
            # The middleware in front of every route checks hosts and origins.
            transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
        )
        return server.session_manager
