"""An MCP server for tests, with the real protocol over HTTP and controllable tools."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import uvicorn
from mcp.server.mcpserver import Context, MCPServer
from starlette.types import ASGIApp, Receive, Scope, Send

from runwhy.server.sockets import open_socket

PATIENCE = 90.0


@dataclass(frozen=True, slots=True, kw_only=True)
class McpCall:
    """A tool call that the server received."""

    tool: str
    key: str | None
    headers: dict[str, str]
    traceparent: str | None = None


class TestMcpServer:
    """A server with tools that add, fail, echo and wait. It records all calls with their keys."""

    __test__ = False

    def __init__(self, *, answers: int | None = None) -> None:
        self.calls: list[McpCall] = []
        self.arrived = threading.Semaphore(0)
        self.go_on = threading.Event()
        self.answers = answers  # an HTTP status to send instead of the protocol's responses
        self._socket = open_socket("127.0.0.1", 0)

    @property
    def host(self) -> str:
        """Return host and port."""
        return f"127.0.0.1:{self._socket.getsockname()[1]}"

    @property
    def url(self) -> str:
        """Return the URL of the endpoint."""
        return f"http://{self.host}/mcp"

    def wait_for_call(self) -> None:
        """Wait for the next call."""
        assert self.arrived.acquire(timeout=PATIENCE), "no call received"

    @contextmanager
    def serving(self) -> Iterator[TestMcpServer]:
        """Serve until the end of the block."""
        app = _Failing(self._app(), self)
        server = uvicorn.Server(
            uvicorn.Config(app, log_config=None, access_log=False, lifespan="on", ws="none")
        )
        thread = threading.Thread(
            target=lambda: asyncio.run(server.serve([self._socket])), daemon=True
        )
        thread.start()
        try:
            yield self
        finally:
            self.go_on.set()
            server.should_exit = server.force_exit = True
            thread.join(PATIENCE)
            self._socket.close()

    def _app(self) -> ASGIApp:
        server = MCPServer("calc")
        record = self._record

        @server.tool()
        async def add(a: int, b: int, ctx: Context) -> str:
            """Add two numbers."""
            record("add", ctx)
            return str(a + b)

        @server.tool()
        async def boom(ctx: Context) -> str:
            """Fail."""
            record("boom", ctx)
            raise ValueError("it went wrong")

        @server.tool()
        async def show_headers(ctx: Context) -> str:
            """Return the request headers."""
            record("show_headers", ctx)
            return "\n".join(f"{name}: {value}" for name, value in (ctx.headers or {}).items())

        @server.tool()
        async def much(size: int, ctx: Context) -> str:
            """Return a long text."""
            record("much", ctx)
            return "漢" * size

        @server.tool()
        async def wait(ctx: Context) -> str:
            """Wait until the test continues."""
            record("wait", ctx)
            await asyncio.to_thread(self.go_on.wait, PATIENCE)
            return "waited"

        return server.streamable_http_app()

    def _record(self, tool: str, ctx: Context[Any, Any]) -> None:
        meta: dict[str, Any] = dict(ctx.request_context.meta or {})
        key = meta.get("runwhy/idempotencyKey")
        headers = {name.lower(): value for name, value in (ctx.headers or {}).items()}
        traceparent = meta.get("traceparent")
        self.calls.append(McpCall(tool=tool, key=key, headers=headers, traceparent=traceparent))
        self.arrived.release()


class _Failing:
    """Passes requests to the app, or responds with an HTTP error."""

    def __init__(self, app: ASGIApp, server: TestMcpServer) -> None:
        self._app = app
        self._server = server

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        status = self._server.answers
        if scope["type"] != "http" or status is None:
            await self._app(scope, receive, send)
            return
        headers = [(b"location", b"http://169.254.169.254/"), (b"content-length", b"0")]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b""})
