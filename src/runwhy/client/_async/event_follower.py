"""Follows a run: each event once, in order, over as many connections as it takes."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing

import httpx2

from runwhy.client._async._io import sleep
from runwhy.client._async.http import Http
from runwhy.client.config import segment
from runwhy.client.errors import ApiError, RateLimitedError
from runwhy.client.event_cursor import Journal, Verdict
from runwhy.client.results import RunEvent, read_frame
from runwhy.client.retries import PASSING, Patience


async def follow(http: Http, run_id: str, *, after: int = 0) -> AsyncGenerator[RunEvent, None]:
    """The events behind `after`, up to the terminal one; a broken connection is opened again.

    Raises: ConnectionFailed when it stays broken, ApiError when the server refuses.
    """
    path = f"/agent-runs/{segment(run_id)}/stream"
    journal, patience = Journal(after), Patience(http.config.reconnect_for)
    while not journal.ended:
        failure: Exception | None = None
        try:
            async with aclosing(_connection(http, path, journal, patience)) as events:
                async for event in events:
                    yield event
        except (ApiError, httpx2.TransportError) as error:
            if not _may_pass(error):
                raise
            failure = error
        if not journal.ended:
            await _wait(http, patience, failure)


async def _connection(
    http: Http, path: str, journal: Journal, patience: Patience
) -> AsyncGenerator[RunEvent, None]:
    async with http.stream(path, after=journal.seq) as source:
        patience.connected()
        async for frame in source:
            event = read_frame(frame.data)
            if event is None:
                continue
            verdict = journal.enter(event)
            if verdict is Verdict.GAP:
                return
            if verdict is Verdict.NEW:
                patience.progress()
                yield event
            if journal.ended:
                return


def _may_pass(failure: ApiError | httpx2.TransportError) -> bool:
    if not isinstance(failure, ApiError):
        return True
    return failure.status in PASSING or isinstance(failure, RateLimitedError)


async def _wait(http: Http, patience: Patience, failure: Exception | None) -> None:
    pause = patience.pause(failure)
    if pause is None:
        raise http.unreachable(failure) from failure
    await sleep(pause)
