"""The async client behind a blocking interface, so that both clients run the same tests."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncGenerator, Iterator
from typing import Any

from runwhy import AsyncClient, AsyncSession


class Blocking:
    """Wraps an async object: runs each call and steps each async iterator."""

    def __init__(self, inner: object, runner: asyncio.Runner) -> None:
        self._inner = inner
        self._runner = runner

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._inner, name)
        if not callable(value):
            return value

        def call(*args: Any, **kwargs: Any) -> Any:
            return self._finished(value(*args, **kwargs))

        return call

    def _finished(self, value: Any) -> Any:
        if inspect.iscoroutine(value):
            value = self._runner.run(value)
        if inspect.isasyncgen(value):
            return self._steps(value)
        return Blocking(value, self._runner) if isinstance(value, AsyncSession) else value

    def _steps(self, events: AsyncGenerator[Any, Any]) -> Iterator[Any]:
        try:
            while True:
                try:
                    yield self._runner.run(anext_of(events))
                except StopAsyncIteration:
                    return
        finally:
            self._runner.run(closed(events))


async def anext_of(events: AsyncGenerator[Any, Any]) -> Any:
    return await anext(events)


async def closed(events: AsyncGenerator[Any, Any]) -> None:
    await events.aclose()


def blocking(client: AsyncClient, runner: asyncio.Runner) -> Any:
    """Return the async client with a blocking interface."""
    return Blocking(client, runner)
