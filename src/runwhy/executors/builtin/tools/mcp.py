"""MCP client: one session per server for the length of an attempt."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar
from urllib.parse import urlsplit

import httpx2
from mcp.client.streamable_http import streamable_http_client

from mcp import Client
from runwhy.core.agents.spec_secrets import hide_values
from runwhy.core.agents.specs import McpServer
from runwhy.core.json import JsonObject, compact_json
from runwhy.core.redaction import redact_text
from runwhy.core.runs.run import ErrorClass, Failure
from runwhy.executors.builtin.tools.limits import McpFailed, ToolLimits
from runwhy.executors.builtin.tools.results import ToolOutput, bounded, text_of
from runwhy.net.addresses import Refused
from runwhy.net.guarded_http import make_client

KEY_NAME = "runwhy/idempotencyKey"
MAX_TOOLS = 256
MAX_PAGES = 20
MAX_LISTED = 512 * 1024
CLOSE_TIMEOUT = 5.0

T = TypeVar("T")


class McpConnection:
    """A connection to one MCP server.

    The session lives in its own task, so that any task can use and close it.
    """

    def __init__(self, server: McpServer, limits: ToolLimits) -> None:
        self._server = server
        self._limits = limits
        self._session_task: asyncio.Task[None] | None = None
        self._ready: asyncio.Future[Client] | None = None
        self._connecting = asyncio.Lock()
        self._status: int | None = None
        self._lost: BaseException | None = None

    async def list_tools(self) -> list[JsonObject]:
        """Return the tools that the spec's filter allows. Raises: McpFailed."""
        found: list[JsonObject] = []
        cursor: str | None = None
        for _ in range(MAX_PAGES):
            page = await self._do(lambda client, at=cursor: client.list_tools(cursor=at))  # type: ignore[misc]
            found += [_listed(tool) for tool in page.tools if self._is_allowed(tool.name)]
            cursor = page.next_cursor
            if cursor is None:
                break
        if len(found) > MAX_TOOLS or len(compact_json(found)) > MAX_LISTED:
            raise self._failed(
                f"lists more than {MAX_TOOLS} tools or {MAX_LISTED} bytes; use toolFilter"
            )
        return found

    def _is_allowed(self, name: str) -> bool:
        chosen = self._server.tool_filter
        return chosen is None or name in chosen

    async def call(self, tool: str, args: Mapping[str, Any], *, key: str) -> ToolOutput:
        """Call a tool. Errors are returned as results, so that the model can react."""
        meta: Any = {KEY_NAME: key}
        try:
            result = await self._do(lambda client: client.call_tool(tool, dict(args), meta=meta))
        except McpFailed as error:
            return ToolOutput(text=error.failure.message, ok=False)
        text = hide_values(text_of(result.content, result.structured_content), self._server.headers)
        return ToolOutput(text=bounded(text, self._limits.output_limit), ok=not result.is_error)

    async def close(self) -> None:
        """End the session."""
        session_task, self._session_task = self._session_task, None
        if session_task is not None:
            session_task.cancel()
            await asyncio.wait([session_task], timeout=CLOSE_TIMEOUT)

    async def _do(self, work: Callable[[Client], Coroutine[Any, Any, T]]) -> T:
        try:
            async with asyncio.timeout(self._limits.timeout):
                try:
                    return await self._try(work)
                except Exception as error:
                    if not _was_not_received(_root_cause(error)):
                        raise
                    await self.close()
                    return await self._try(work)
        except TimeoutError:
            message = f"did not respond within {self._limits.timeout:g} seconds"
            raise self._failed(message, ErrorClass.TIMEOUT) from None
        except Exception as error:
            raise self._explained(_root_cause(error)) from None

    async def _try(self, work: Callable[[Client], Coroutine[Any, Any, T]]) -> T:
        client = await self._client()
        return await self._unless_lost(work(client))

    async def _client(self) -> Client:
        async with self._connecting:
            if self._session_task is None or self._session_task.done():
                self._status, self._lost = None, None
                self._ready = asyncio.get_running_loop().create_future()
                self._session_task = asyncio.create_task(self._hold_session(self._ready))
            assert self._ready is not None
            return await asyncio.shield(self._ready)

    async def _hold_session(self, ready: asyncio.Future[Client]) -> None:
        try:
            async with self._session() as client:
                ready.set_result(client)
                await asyncio.Event().wait()
        except Exception as error:
            self._lost = _root_cause(error)
            if not ready.done():
                ready.set_exception(self._lost)
                ready.exception()  # mark as retrieved: the waiter may have been cancelled

    @asynccontextmanager
    async def _session(self) -> AsyncIterator[Client]:
        limits = self._limits
        http = make_client(
            self._server.headers,
            allowed=limits.allowed,
            timeout=limits.timeout,
            resolve=limits.resolve,
        )
        http.event_hooks = {"response": [self._note_status]}
        async with http:
            transport = streamable_http_client(self._server.url, http_client=http)
            async with Client(transport, cache=None) as client:
                yield client

    async def _note_status(self, response: httpx2.Response) -> None:
        self._status = response.status_code

    async def _unless_lost(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for a result, but stop if the session ends."""
        session_task = self._session_task
        assert session_task is not None
        task = asyncio.ensure_future(work)
        try:
            await asyncio.wait([task, session_task], return_when=asyncio.FIRST_COMPLETED)
            if not task.done():
                raise self._lost or ConnectionError("the session ended")
            return await task
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await task

    def _explained(self, error: BaseException) -> McpFailed:
        if isinstance(error, Refused):
            return self._failed(str(error), ErrorClass.INVALID_REQUEST, "address_refused")
        if self._status in (401, 403):
            return self._failed(f"returned HTTP {self._status}", ErrorClass.AUTH)
        message = str(error) or type(error).__name__
        if self._status is None and isinstance(error, httpx2.TransportError):
            host = urlsplit(self._server.url).hostname
            return self._failed(
                f"{host} cannot be reached: {message}", ErrorClass.SERVER, "mcp_unreachable"
            )
        message = f"returned HTTP {self._status}" if (self._status or 0) >= 400 else message
        return self._failed(message, ErrorClass.SERVER)

    def _failed(
        self, message: str, error_class: ErrorClass = ErrorClass.SERVER, code: str | None = None
    ) -> McpFailed:
        text = f"MCP server {self._server.name}: {message}"
        hidden = hide_values(text, self._server.headers)
        clean = redact_text(hidden, known=self._limits.known)
        return McpFailed(Failure(message=clean[:2000], error_class=error_class, code=code))


def _listed(tool: Any) -> JsonObject:
    return {
        "name": tool.name,
        "description": tool.description or tool.title or "",
        "inputSchema": tool.input_schema,
    }


def _was_not_received(error: BaseException) -> bool:
    """Return whether the server cannot have acted: it was not reached or dropped the session."""
    return isinstance(error, httpx2.ConnectError) or str(error) == "Session terminated"


def _root_cause(error: BaseException) -> BaseException:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error
