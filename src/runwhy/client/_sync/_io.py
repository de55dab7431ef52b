"""What a blocking program does in its own way: wait, connect, and run the caller's functions."""

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

_AT_ONCE = 16


def run_tool(tool: Tool, arguments: JsonObject) -> object:
    """Call a tool's handler; an async one gets an event loop of its own."""
    value = tool.call(arguments)
    return asyncio.run(_settle(value)) if inspect.isawaitable(value) else value


async def _settle(value: Awaitable[object]) -> object:
    return await value


def notify(listener: Callable[[T], object] | None, value: T) -> None:
    """Tell a listener."""
    if listener is not None:
        listener(value)


class Workers:
    """Work that goes on beside the stream, in threads."""

    def __init__(self) -> None:
        self._pool: ThreadPoolExecutor | None = None

    def start(self, work: Callable[[T], None], argument: T) -> None:
        """Begin, and do not wait."""
        if self._pool is None:
            self._pool = ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="runwhy-tool")
        self._pool.submit(contextvars.copy_context().run, work, argument)

    def close(self) -> None:
        """Give up what has not begun; a thread cannot be stopped, so the rest ends by itself."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
