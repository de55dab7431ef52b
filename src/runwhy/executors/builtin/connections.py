"""Connections to providers: opened on first use, closed with the server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import TYPE_CHECKING

from runwhy.executors.builtin.provider_libraries import wait_until_loaded
from runwhy.executors.builtin.providers import CallSettings, Provider
from runwhy.ports import Model, ModelOutput, ModelRequest

if TYPE_CHECKING:
    from runwhy.executors.builtin.remote_model import RemoteModel


class Connections:
    """Models by provider and name.

    Provider libraries take seconds to import. `runwhy serve` imports them when it is ready
    (`provider_libraries`); otherwise they load in a thread on the first model call.
    """

    def __init__(self, settings: CallSettings) -> None:
        self._settings = settings
        self._models: dict[tuple[str, str], RemoteModel] = {}
        self._opening = asyncio.Lock()

    def connect(self, provider: Provider, name: str) -> Model:
        """Return a model that connects on its first call."""
        return _LazyModel(self, provider, name)

    async def open(self, provider: Provider, name: str) -> RemoteModel:
        """Return the connected model."""
        key = (provider.name, name)
        if key not in self._models:
            async with self._opening:
                if key not in self._models:
                    model = await asyncio.to_thread(_make, provider, name, self._settings)
                    self._models[key] = model
        return self._models[key]

    async def close(self) -> None:
        """Close all connections."""
        models, self._models = self._models, {}
        for model in models.values():
            await model.close()


class _LazyModel:
    def __init__(self, connections: Connections, provider: Provider, name: str) -> None:
        self._connections = connections
        self._provider = provider
        self._name = name

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelOutput, None]:
        model = await self._connections.open(self._provider, self._name)
        async with aclosing(model.stream(request)) as items:
            async for item in items:
                yield item


def _make(provider: Provider, name: str, settings: CallSettings) -> RemoteModel:
    wait_until_loaded()
    from runwhy.executors.builtin.remote_model import RemoteModel

    return RemoteModel(provider, name, settings)
