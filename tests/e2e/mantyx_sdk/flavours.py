"""Both flavours of the SDK, spoken to in one way."""

from __future__ import annotations

import asyncio
from typing import Any

from mantyx.async_client import AsyncAgentSession
from tests.support.servers import RunningServer

from runwhy.core.accounts.workspaces import Scope


class Awaited:
    """Something async whose methods are waited for, so that one test speaks to both flavours."""

    def __init__(self, inner: Any, runner: asyncio.Runner) -> None:
        self._inner = inner
        self._runner = runner

    def __getattr__(self, name: str) -> Any:
        member = getattr(self._inner, name)
        if not callable(member):
            return member
        return lambda *args, **kwargs: self._runner.run(self._call(member, args, kwargs))

    async def _call(self, member: Any, args: Any, kwargs: Any) -> Any:
        made = member(*args, **kwargs)
        made = await made if hasattr(made, "__await__") else made
        if hasattr(made, "__aiter__"):
            return [item async for item in made]
        return Awaited(made, self._runner) if isinstance(made, AsyncAgentSession) else made


def new_key(server: RunningServer, *scopes: Scope) -> str:
    adding = server.runwhy.access.add_key(1, "sdk", frozenset(scopes or {Scope.ADMIN}))
    _, secret = server.call(adding)
    assert secret is not None
    return secret
