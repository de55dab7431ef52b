"""Client methods for the inbox."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import httpx2

from runwhy.client._async.event_follower import is_transient, wait
from runwhy.client._async.http import Http
from runwhy.client.answer_reader import read
from runwhy.client.config import segment
from runwhy.client.errors import ApiError
from runwhy.client.request_bodies import body_of, query_of
from runwhy.client.results import InboxEvent, read_inbox_frame
from runwhy.client.retries import Backoff
from runwhy.wire.inbox import InboxItem, InboxList

_PAGE = 200


class InboxCalls:
    """Methods for the inbox."""

    _http: Http

    async def list_inbox(
        self, *, kind: str | None = None, limit: int | None = None, cursor: str | None = None
    ) -> InboxList:
        """Return open items, most urgent first, then those answered within a day."""
        params = query_of(kind=kind, limit=limit, cursor=cursor)
        return read(InboxList, await self._http.get("/inbox", params))

    async def iter_inbox(self, *, kind: str | None = None) -> AsyncGenerator[InboxItem, None]:
        """Yield all items of the inbox, in the order of `list_inbox`."""
        cursor: str | None = None
        while True:
            page = await self.list_inbox(kind=kind, limit=_PAGE, cursor=cursor)
            for item in page.items:
                yield item
            cursor = page.next_cursor
            if cursor is None:
                return

    async def follow_inbox(self) -> AsyncGenerator[InboxEvent, None]:
        """Yield the number of open items now and after each change, and changes of all else.

        It never ends, and reconnects. Raises: ApiError, ConnectionFailed.
        """
        backoff = Backoff(self._http.config.reconnect_for)
        while True:
            failure: Exception | None = None
            try:
                async with self._http.stream("/inbox/stream", after=0) as source:
                    backoff.connected()
                    async for frame in source:
                        event = read_inbox_frame(frame.data)
                        if event is not None:
                            backoff.progress()
                            yield event
            except (ApiError, httpx2.TransportError) as error:
                if not is_transient(error):
                    raise
                failure = error
            await wait(self._http, backoff, failure)

    async def dismiss_item(self, item_id: str) -> None:
        """Dismiss an item of the inbox until it changes."""
        await self._http.act(f"/inbox/{segment(item_id)}/dismiss", {})

    async def decide_approval(
        self, run_id: str, approval_id: str, decision: str, *, reason: str | None = None
    ) -> None:
        """Decide a request of a coding agent: "approve", "approve_for_run" or "deny".

        Raises: ConflictError if it was decided before or the run has ended.
        """
        path = f"/agent-runs/{segment(run_id)}/approvals/{segment(approval_id)}"
        await self._http.act(path, body_of(decision=decision, reason=reason))
