"""A session: send messages, read, update and end it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing
from datetime import datetime
from typing import Literal, Unpack

from runwhy.client._async.http import Http
from runwhy.client._async.run_driver import drive, finish
from runwhy.client.answer_reader import read
from runwhy.client.config import segment
from runwhy.client.options import MessageOptions
from runwhy.client.request_bodies import body_of, check_options, query_of
from runwhy.client.results import RunEvent, RunResult, SessionEvents, read_session_events
from runwhy.client.tools import ToolLike, toolbox
from runwhy.core.json import JsonObject
from runwhy.wire.history import History
from runwhy.wire.runs import RunAccepted
from runwhy.wire.sessions import SessionInfo, Timer, TimerList


class AsyncSession:
    """A session on the server, with the local tools that answer its calls."""

    def __init__(
        self,
        http: Http,
        id: str,
        *,
        tools: Sequence[ToolLike] | None = None,
        announce: bool = False,
    ) -> None:
        self.id = id
        self._http = http
        self._path = f"/agent-sessions/{segment(id)}"
        self._tools = tuple(tools or ())
        self._announce = announce  # the session does not know these tools, so send them each time

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id}>"

    async def send(
        self,
        prompt: str | None = None,
        *,
        on_event: Callable[[RunEvent], object] | None = None,
        on_delta: Callable[[str], object] | None = None,
        **options: Unpack[MessageOptions],
    ) -> RunResult:
        """Send a message and wait for the answer. Raises: RunFailed, RunCancelled, ApiError."""
        accepted = await self.start(prompt, **options)
        return await finish(
            accepted.run_id,
            self._drive(accepted, options),
            metadata=accepted.metadata,
            on_event=on_event,
            on_delta=on_delta,
        )

    async def stream(
        self, prompt: str | None = None, **options: Unpack[MessageOptions]
    ) -> AsyncGenerator[RunEvent, None]:
        """Send a message and yield the run's events; it is sent when the first is requested."""
        accepted = await self.start(prompt, **options)
        async with aclosing(self._drive(accepted, options)) as events:
            async for event in events:
                yield event

    async def start(
        self, prompt: str | None = None, **options: Unpack[MessageOptions]
    ) -> RunAccepted:
        """Send a message without waiting for the answer."""
        if self._announce and self._tools and options.get("tools") is None:
            options["tools"] = self._tools
        check_options(MessageOptions, options)
        body = body_of(prompt=prompt, **options)
        key = options.get("idempotency_key")
        return read(RunAccepted, await self._http.create(f"{self._path}/messages", body, key=key))

    def _drive(
        self, accepted: RunAccepted, options: MessageOptions
    ) -> AsyncGenerator[RunEvent, None]:
        tools = toolbox((*self._tools, *(options.get("tools") or ())), drives=True)
        replayed = options.get("idempotency_key") is not None
        return drive(self._http, accepted.run_id, tools=tools, replayed=replayed)

    async def info(self) -> SessionInfo:
        """Return the session."""
        return read(SessionInfo, await self._http.get(self._path))

    async def history(self, view: Literal["user", "operator"] = "user") -> list[JsonObject]:
        """Return all messages: those a person may see, or with `operator` all, each marked."""
        messages: list[JsonObject] = []
        cursor: str | None = None
        while True:
            params = query_of(view=view, cursor=cursor)
            page = read(History, await self._http.get(f"{self._path}/history", params))
            messages += (message.raw for message in page.messages)
            cursor = page.next_cursor
            if cursor is None:
                return messages

    async def events(
        self, *, last_messages: int | None = None, before_seq: int | None = None
    ) -> SessionEvents:
        """Return messages as events: all, or the last ones before a sequence number."""
        full = last_messages is None and before_seq is None
        params = query_of(full=full or None, last_messages=last_messages, before_seq=before_seq)
        return read_session_events(await self._http.get(f"{self._path}/events", params))

    async def update(
        self,
        *,
        metadata: Mapping[str, str | None] | None = None,
        name: str | None = None,
        autonomy: JsonObject | None = None,
        if_version: int | None = None,
    ) -> SessionInfo:
        """Update the session. Tags are merged, and None removes one; existing runs keep theirs.

        Raises: ConflictError if the session is no longer at `if_version`.
        """
        body = body_of(metadata=metadata, name=name, autonomy=autonomy)
        headers = {} if if_version is None else {"If-Match": str(if_version)}
        return read(SessionInfo, await self._http.change(self._path, body, headers=headers))

    async def add_timer(
        self,
        type: str,
        *,
        delay_seconds: float | None = None,
        fire_at: datetime | None = None,
        reason: str | None = None,
        key: str | None = None,
        idempotency_key: str | None = None,
    ) -> Timer:
        """Schedule a follow-up after a delay or at a time; the same `key` replaces a pending one.

        Raises: InvalidRequestError, ConflictError.
        """
        at = None if fire_at is None else fire_at.isoformat()
        body = body_of(type=type, delay_seconds=delay_seconds, fire_at=at, reason=reason, key=key)
        timer = await self._http.create(f"{self._path}/timers", body, key=idempotency_key)
        return read(Timer, timer)

    async def timers(self, status: str | None = None) -> Sequence[Timer]:
        """Return the session's follow-ups, newest first."""
        timers: list[Timer] = []
        cursor: str | None = None
        while True:
            params = query_of(status=status, cursor=cursor, limit=200)
            page = read(TimerList, await self._http.get(f"{self._path}/timers", params))
            timers += page.timers
            cursor = page.next_cursor
            if cursor is None:
                return timers

    async def cancel_timer(self, timer_id: str) -> Timer:
        """Cancel a follow-up; one that has fired or was cancelled is not changed."""
        path = f"{self._path}/timers/{segment(timer_id)}"
        await self._http.remove(path)
        return read(Timer, await self._http.get(path))

    async def end(self) -> None:
        """End the session and cancel its runs; it can still be read."""
        await self._http.remove(self._path)
