"""Follows a run across reconnects: each event once and in order."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing

import httpx2

from runwhy.client._async._io import sleep
from runwhy.client._async.http import Http
from runwhy.client.config import segment
from runwhy.client.errors import ApiError, RateLimitedError
from runwhy.client.event_cursor import EventCursor, Verdict
from runwhy.client.results import RunEvent, read_frame
from runwhy.client.retries import TRANSIENT, Backoff


async def follow(http: Http, run_id: str, *, after: int = 0) -> AsyncGenerator[RunEvent, None]:
    """Yield the events after number `after`, up to the terminal one, across reconnects.

    Raises: ConnectionFailed if reconnecting fails, ApiError if the server rejects the request.
    """
    path = f"/agent-runs/{segment(run_id)}/stream"
    cursor, backoff = EventCursor(after), Backoff(http.config.reconnect_for)
    while not cursor.ended:
        failure: Exception | None = None
        try:
            async with aclosing(_connection(http, path, cursor, backoff)) as events:
                async for event in events:
                    yield event
        except (ApiError, httpx2.TransportError) as error:
            if not is_transient(error):
                raise
            failure = error
        if not cursor.ended:
            await wait(http, backoff, failure)


async def _connection(
    http: Http, path: str, cursor: EventCursor, backoff: Backoff
) -> AsyncGenerator[RunEvent, None]:
    async with http.stream(path, after=cursor.seq) as source:
        backoff.connected()
        async for frame in source:
            event = read_frame(frame.data)
            if event is None:
                continue
            verdict = cursor.advance(event)
            if verdict is Verdict.GAP:
                return
            if verdict is Verdict.NEW:
                backoff.progress()
                yield event
            if cursor.ended:
                return


def is_transient(failure: ApiError | httpx2.TransportError) -> bool:
    """Return whether the same request may succeed later."""
    if not isinstance(failure, ApiError):
        return True
    return failure.status in TRANSIENT or isinstance(failure, RateLimitedError)


async def wait(http: Http, backoff: Backoff, failure: Exception | None) -> None:
    """Wait before the next attempt. Raises: ConnectionFailed."""
    pause = backoff.pause(failure)
    if pause is None:
        raise http.unreachable(failure) from failure
    await sleep(pause)
