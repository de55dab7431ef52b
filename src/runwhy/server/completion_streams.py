"""Follows a run for a client that waits for its completion, whole or as a stream."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
from contextlib import aclosing, asynccontextmanager
from typing import Protocol

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from runwhy.core.json import JsonObject
from runwhy.core.runs.run import Run, is_terminal
from runwhy.errors import Unavailable
from runwhy.server.compatible_errors import run_error_response, status_of_run
from runwhy.server.dependencies import Services
from runwhy.server.sse import EventStream
from runwhy.services.access import Caller
from runwhy.wire.run_output import Change, Ended, RunError, RunOutput

PING = b": ping\n\n"

_encode = msgspec.json.Encoder().encode
_cancelling: set[asyncio.Task[object]] = set()  # kept, so that no task is lost


class Frames(Protocol):
    """Renders the changes of a run's output as frames of a stream."""

    def begin(self) -> Iterator[bytes]: ...
    def add(self, change: Change) -> Iterator[bytes]: ...
    def fail(self, error: RunError, status: int) -> Iterator[bytes]: ...


def data_frame(value: JsonObject, event: str | None = None) -> bytes:
    """Encode one server-sent event."""
    head = f"event: {event}\n".encode() if event else b""
    return head + b"data: " + _encode(value) + b"\n\n"


class CompletionFollower:
    """Follows one run for one request. With `cancels`, the run ends when the client disconnects."""

    def __init__(
        self, request: Request, services: Services, caller: Caller, run: Run, *, cancels: bool
    ) -> None:
        self._request = request
        self._services = services
        self._caller = caller
        self._run = run
        self._cancels = cancels

    async def whole(
        self, output: RunOutput, render: Callable[[RunOutput, Ended], Response]
    ) -> Response:
        """Return the answer when the run has ended. Raises: Unavailable when the server stops."""
        async with self._watched(), aclosing(self._changes(output)) as changes:
            async for _ in changes:
                pass
        ended = output.ended
        if ended is not None:
            await self._services.completions.forget(self._run)
        if ended is None:
            raise Unavailable(f"the server stops; the run {self._run.id} continues")
        if ended.error is not None and ended.reason in ("failed", "cancelled"):
            return run_error_response(ended.error, self._request.scope)
        return render(output, ended)

    async def read(self, output: RunOutput) -> Ended:
        """Return the end of a run that has ended. Raises: Unavailable."""
        async with aclosing(self._changes(output)) as changes:
            async for _ in changes:
                pass
        if output.ended is None:
            raise Unavailable("the server stops")
        return output.ended

    def stream(self, output: RunOutput, frames: Frames) -> EventStream:
        """Return a stream of the run's output."""

        async def send() -> AsyncIterator[bytes]:
            async with self._watched():
                for frame in frames.begin():
                    yield frame
                async with aclosing(self._changes(output)) as changes:
                    async for change in changes:
                        if change is None:
                            yield PING
                            continue
                        if isinstance(change, Ended):  # before the client disconnects
                            await self._services.completions.forget(self._run)
                        for frame in frames.add(change):
                            yield frame
                ended = output.ended
                if ended is None:
                    stopped = RunError(message="the server stops", code="unavailable")
                    for frame in frames.fail(stopped, 503):
                        yield frame
                elif ended.error is not None and ended.reason in ("failed", "cancelled"):
                    for frame in frames.fail(ended.error, status_of_run(ended.error)):
                        yield frame

        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        return EventStream(send(), headers=headers)

    async def _changes(self, output: RunOutput) -> AsyncGenerator[Change | None, None]:
        """Yield changes as events arrive; None is a ping. Ends with the run or with the key."""
        state = self._request.app.state
        events = self._services.runs.follow(
            self._run, after=0, stopping=lambda: bool(state.stopping), ping_every=state.ping_every
        )
        async with aclosing(events):
            async for event in events:
                if event is None:
                    if not await self._services.access.is_still_valid(self._caller):
                        return
                    yield None
                    continue
                for change in output.add(event):
                    yield change
                if output.ended is not None:
                    return

    @asynccontextmanager
    async def _watched(self) -> AsyncIterator[None]:
        """Cancel the run when the client disconnects, or when the answer is abandoned."""
        if not self._cancels:
            yield
            return
        watch = asyncio.create_task(self._wait_for_disconnect())
        try:
            yield
        except BaseException:  # also a stream that is closed early
            self._cancel_soon()
            raise
        finally:
            watch.cancel()

    async def _wait_for_disconnect(self) -> None:
        while (await self._request.receive())["type"] != "http.disconnect":
            pass
        self._cancel_soon()

    def _cancel_soon(self) -> None:
        task = asyncio.create_task(self._cancel())
        _cancelling.add(task)
        task.add_done_callback(_cancelling.discard)

    async def _cancel(self) -> None:
        runs, run = self._services.runs, self._run
        found = await runs.store.get_run(run.workspace, run.id)
        if found is not None and not is_terminal(found.status):
            await runs.cancel(run.workspace, run.id, reason="the client disconnected")
