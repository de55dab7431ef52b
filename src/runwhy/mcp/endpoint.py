"""The `/mcp` route (streamable HTTP). The MCP server is created on the first request."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from starlette.types import Receive, Scope, Send

from runwhy.mcp.caller_scope import McpServices

if TYPE_CHECKING:
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager


class McpEndpoint:
    """A stateless MCP endpoint that authenticates each request."""

    def __init__(self, services: McpServices, *, version: str) -> None:
        self._desk = services
        self._version = version
        self._manager: StreamableHTTPSessionManager | None = None
        self._serving: asyncio.Task[None] | None = None
        self._stop = asyncio.Event()
        self._starting = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        manager = await self._started()
        await manager.handle_request(scope, receive, send)

    async def close(self) -> None:
        """Stop serving."""
        self._stop.set()
        if self._serving is not None:
            await self._serving

    async def _started(self) -> StreamableHTTPSessionManager:
        async with self._starting:
            if self._manager is None:
                ready = asyncio.Event()
                # The session manager must be entered and left by the same task.
                self._serving = asyncio.create_task(self._serve(ready))
                waiting = asyncio.create_task(ready.wait())
                await asyncio.wait({waiting, self._serving}, return_when=asyncio.FIRST_COMPLETED)
            assert self._manager is not None
            return self._manager

    async def _serve(self, ready: asyncio.Event) -> None:
        from mcp.server.transport_security import TransportSecuritySettings

        from runwhy.mcp.tools import make_mcp

        server = make_mcp(self._desk, version=self._version)
        server.streamable_http_app(  # creates the session manager; the app itself is unused
            json_response=True,
            stateless_http=True,
            # The middleware in front of every route checks hosts and origins.
            transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
        )
        manager = server.session_manager
        async with manager.run():
            self._manager = manager
            ready.set()
            await self._stop.wait()
