"""The client of one workspace on one server."""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType
from typing import Self

from runwhy.client._async._io import Transport
from runwhy.client._async.alerts import AlertCalls
from runwhy.client._async.budgets import BudgetCalls
from runwhy.client._async.catalog import CatalogCalls
from runwhy.client._async.http import Http
from runwhy.client._async.inbox import InboxCalls
from runwhy.client._async.memories import MemoryCalls
from runwhy.client._async.runs import RunCalls
from runwhy.client._async.sessions import SessionCalls
from runwhy.client.config import configure
from runwhy.client.request_bodies import plain_query
from runwhy.client.retries import Call


class AsyncClient(
    RunCalls, SessionCalls, InboxCalls, MemoryCalls, BudgetCalls, AlertCalls, CatalogCalls
):
    """A client of one workspace on a Runwhy server.

    Missing arguments are read from RUNWHY_URL, RUNWHY_API_KEY and RUNWHY_WORKSPACE. Requests that
    are safe to repeat are retried for `retry_for` seconds. A broken stream is reopened until
    nothing has arrived for `reconnect_for` seconds.
    """

    def __init__(
        self,
        base_url: str | None = None,
        *,
        api_key: str | None = None,
        workspace: str | None = None,
        timeout: float = 60.0,
        reconnect_for: float = 60.0,
        retry_for: float = 3.0,
        transport: Transport | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        config = configure(
            base_url=base_url,
            api_key=api_key,
            workspace=workspace,
            timeout=timeout,
            reconnect_for=reconnect_for,
            retry_for=retry_for,
            headers=headers,
        )
        self.base_url = config.base_url
        self.workspace = config.workspace
        self._http = Http(config, transport)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.base_url} {self.workspace}>"

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close all connections."""
        await self._http.close()

    async def request(
        self,
        method: str,
        path: str,
        json: object = None,
        params: Mapping[str, object] | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> object:
        """Send any request; the path is relative to the workspace unless it starts with `/api/`.

        A POST is retried only with an `idempotency_key`.
        """
        query = plain_query(params or {})
        call = Call(method=method.upper(), path=path, json=json, params=query, key=idempotency_key)
        return await self._http.send(call)
