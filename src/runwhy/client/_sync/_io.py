"""The blocking side of I/O: sleeping, connecting and running the caller's functions."""

from __future__ import annotations

import asyncio
import contextvars
import inspect
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import httpx2

from runwhy.client.tools import Tool
from runwhy.core.json import JsonObject

HttpClient = httpx2.Client
Transport = httpx2.BaseTransport
sleep = time.sleep

T = TypeVar("T")

_MAX_THREADS = 16


def run_tool(tool: Tool, arguments: JsonObject) -> object:
    """Call a tool's handler; an async handler runs in a new event loop."""
    value = tool.call(arguments)
    return asyncio.run(_settle(value)) if inspect.isawaitable(value) else value


async def _settle(value: Awaitable[object]) -> object:
    return await value


def notify(listener: Callable[[T], object] | None, value: T) -> None:
    """Call a listener."""
    if listener is not None:
        listener(value)


class Workers:
    """Background threads that run alongside the stream."""

    def __init__(self) -> None:
        self._pool: ThreadPoolExecutor | None = None

    def start(self, work: Callable[[T], None], argument: T) -> None:
        """Start work in a thread without waiting for it."""
        if self._pool is None:
            self._pool = ThreadPoolExecutor(_MAX_THREADS, thread_name_prefix="runwhy-tool")
        self._pool.submit(contextvars.copy_context().run, work, argument)

    def close(self) -> None:
        """Cancel work that has not started; running threads finish in the background."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
