"""Client methods for sessions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Unpack

from runwhy.client._async.http import Http
from runwhy.client._async.session import AsyncSession
from runwhy.client.answer_reader import read
from runwhy.client.options import SessionOptions
from runwhy.client.request_bodies import body_of, check_options, query_of
from runwhy.client.tools import ToolLike
from runwhy.wire.sessions import SessionCreated, SessionInfo, SessionPage


class SessionCalls:
    """Methods for sessions."""

    _http: Http

    async def create_session(self, **options: Unpack[SessionOptions]) -> AsyncSession:
        """Create a session; its tags are the default for each of its runs."""
        check_options(SessionOptions, options)
        key = options.get("idempotency_key")
        created = await self._http.create("/agent-sessions", body_of(**options), key=key)
        id = read(SessionCreated, created).session_id
        return AsyncSession(self._http, id, tools=options.get("tools"))

    def session(self, id: str, *, tools: Sequence[ToolLike] | None = None) -> AsyncSession:
        """Return a session without a request; `tools` answer calls in messages sent through it."""
        return AsyncSession(self._http, id, tools=tools, announce=True)

    async def resume_session(
        self, id: str, *, tools: Sequence[ToolLike] | None = None
    ) -> AsyncSession:
        """Return an existing session. Raises: NotFoundError."""
        session = self.session(id, tools=tools)
        await session.info()
        return session

    async def get_session(self, id: str) -> SessionInfo:
        """Return a session's details."""
        return await self.session(id).info()

    async def list_sessions(
        self,
        query: str | None = None,
        *,
        metadata: Mapping[str, str] | None = None,
        status: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        cursor: str | None = None,
    ) -> SessionPage:
        """Return a page of sessions that have every given tag, most recently used first."""
        params = query_of(
            q=query, metadata=metadata, status=status, limit=limit, offset=offset, cursor=cursor
        )
        return read(SessionPage, await self._http.get("/agent-sessions", params))

    async def end_session(self, id: str) -> None:
        """End a session and cancel its runs; it can still be read."""
        await self.session(id).end()
