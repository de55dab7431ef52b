"""The calls of the client that are about sessions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Unpack

from runwhy.client import json_reader
from runwhy.client._async.http import Http
from runwhy.client._async.session import AsyncSession
from runwhy.client.options import SessionOptions
from runwhy.client.records import SessionInfo, SessionPage, read_session_page
from runwhy.client.request_bodies import body_of, check_options, query_of
from runwhy.client.tools import ToolLike


class SessionCalls:
    """Makes, finds and ends sessions."""

    _http: Http

    async def create_session(self, **options: Unpack[SessionOptions]) -> AsyncSession:
        """Make a session; its tags are the default of each of its runs."""
        check_options(SessionOptions, options)
        key = options.get("idempotency_key")
        made = await self._http.create("/agent-sessions", body_of(**options), key=key)
        return AsyncSession(
            self._http, json_reader.text(made, "sessionId"), tools=options.get("tools")
        )

    def session(self, id: str, *, tools: Sequence[ToolLike] | None = None) -> AsyncSession:
        """A session that exists, without asking the server; `tools` are for what is sent here."""
        return AsyncSession(self._http, id, tools=tools, announce=True)

    async def resume_session(
        self, id: str, *, tools: Sequence[ToolLike] | None = None
    ) -> AsyncSession:
        """A session that exists. Raises: NotFoundError when it does not."""
        session = self.session(id, tools=tools)
        await session.info()
        return session

    async def get_session(self, id: str) -> SessionInfo:
        """The session as it is now."""
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
        """Some sessions, most recently used first, that carry every given tag."""
        params = query_of(
            q=query, metadata=metadata, status=status, limit=limit, offset=offset, cursor=cursor
        )
        return read_session_page(await self._http.get("/agent-sessions", params))

    async def end_session(self, id: str) -> None:
        """End a session and cancel what runs in it; it can still be read."""
        await self.session(id).end()
