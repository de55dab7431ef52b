"""One interface for the sync and the async client of the SDK."""

from __future__ import annotations

import asyncio
from typing import Any

from mantyx.async_client import AsyncAgentSession
from tests.support.servers import RunningServer

from runwhy.core.accounts.workspaces import Scope


class BlockingProxy:
    """Wraps an async object: its methods block until they return, as those of the sync client."""

    def __init__(self, inner: Any, runner: asyncio.Runner) -> None:
        self._inner = inner
        self._runner = runner

    def __getattr__(self, name: str) -> Any:
        member = getattr(self._inner, name)
        if not callable(member):
            return member
        return lambda *args, **kwargs: self._runner.run(self._call(member, args, kwargs))

    async def _call(self, member: Any, args: Any, kwargs: Any) -> Any:
        result = member(*args, **kwargs)
        result = await result if hasattr(result, "__await__") else result
        if hasattr(result, "__aiter__"):
            return [item async for item in result]
        return (
            BlockingProxy(result, self._runner) if isinstance(result, AsyncAgentSession) else result
        )


def new_key(server: RunningServer, *scopes: Scope) -> str:
    adding = server.runwhy.access.add_key(1, "sdk", frozenset(scopes or {Scope.ADMIN}))
    _, secret = server.call(adding)
    assert secret is not None
    return secret
