"""The asyncio side of I/O: sleeping, connecting and running the caller's functions."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Coroutine
from typing import TypeVar

import httpx2

from runwhy.client.tools import Tool
from runwhy.core.json import JsonObject

HttpClient = httpx2.AsyncClient
Transport = httpx2.AsyncBaseTransport
sleep = asyncio.sleep

T = TypeVar("T")


async def run_tool(tool: Tool, arguments: JsonObject) -> object:
    """Call a tool's handler; a blocking handler runs in a thread."""
    if inspect.iscoroutinefunction(tool.handler):
        return await _settle(tool.call(arguments))
    return await _settle(await asyncio.to_thread(tool.call, arguments))


async def notify(listener: Callable[[T], object] | None, value: T) -> None:
    """Call a listener, which may be async."""
    if listener is not None:
        await _settle(listener(value))


async def _settle(value: object) -> object:
    return await value if inspect.isawaitable(value) else value


class Workers:
    """Background tasks that run alongside the stream."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Callable[[T], Coroutine[None, None, None]], argument: T) -> None:
        """Start a task without waiting for it."""
        task = asyncio.create_task(work(argument))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Cancel the remaining tasks."""
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
