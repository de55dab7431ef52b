"""Graphs this server may run: only those named in the settings, because they are code."""

from __future__ import annotations

import asyncio
import importlib
import inspect
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from typing import Any, cast

from runwhy.core.json import JsonObject
from runwhy.core.runs.run import ErrorClass, Failure
from runwhy.errors import InvalidInput, Problem

FIELD = "/executorOptions/graph"


class GraphFailed(Exception):
    """A graph cannot execute the run."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure


class Graphs:
    """The configured graphs; each is imported on first use and kept until the server stops."""

    def __init__(self, allowed: Sequence[str]) -> None:
        self._allowed = allowed
        self._loaded: dict[str, Any] = {}
        self._loading = asyncio.Lock()
        self._open = AsyncExitStack()

    def check(self, options: JsonObject) -> str:
        """Return the graph path that these options name; optional if only one graph is configured.

        Raises: InvalidInput.
        """
        path = options.get("graph")
        if path is None and len(self._allowed) == 1:
            return self._allowed[0]
        if path not in self._allowed:
            problem = "is missing" if path is None else f"names {path!r}, which is not allowed"
            known = ", ".join(self._allowed)
            raise InvalidInput([Problem(FIELD, f"{problem}; the setting `graphs` allows {known}")])
        return str(path)

    async def get(self, options: JsonObject) -> Any:
        """Return the compiled graph. Raises: GraphFailed."""
        try:
            path = self.check(options)
        except InvalidInput as error:
            raise GraphFailed(_unusable(error.message)) from error
        async with self._loading:
            if path not in self._loaded:
                self._loaded[path] = await self._load(path)
        return self._loaded[path]

    async def close(self) -> None:
        """Close resources of the graphs, such as checkpointer connections."""
        self._loaded.clear()
        await self._open.aclose()

    async def _load(self, path: str) -> Any:
        """Load a graph from a graph object, a function (`async` or not) or a context manager."""
        try:
            from langgraph.pregel import Pregel

            found = await asyncio.to_thread(_imported, path)
            if not isinstance(found, Pregel) and callable(found):
                found = found()
            if inspect.isawaitable(found):
                found = await found
            if hasattr(found, "__aenter__"):
                manager = cast(AbstractAsyncContextManager[Any], found)
                found = await self._open.enter_async_context(manager)
        except Exception as error:  # user code can raise anything
            message = f"{path} cannot be loaded: {type(error).__name__}: {error}"
            raise GraphFailed(_unusable(message)) from error
        if not isinstance(found, Pregel):
            kind = type(found).__name__
            raise GraphFailed(_unusable(f"{path} is not a compiled graph but a {kind}"))
        return found


def _imported(path: str) -> Any:
    module, _, name = path.partition(":")
    found: Any = importlib.import_module(module)
    for part in (name or "graph").split("."):
        found = getattr(found, part)
    return found


def _unusable(message: str) -> Failure:
    return Failure(message=message, error_class=ErrorClass.INVALID_REQUEST, code="graph_unusable")
