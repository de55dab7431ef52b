"""Server-sent events: frames with numbers, so that a client can go on where it was."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from typing import Annotated, Any, TypedDict, TypeVar

import msgspec
from fastapi import Depends, Header, Request
from fastapi.responses import StreamingResponse

from runwhy.core.json import JsonObject
from runwhy.errors import InvalidInput, Problem
from runwhy.server.dependencies import SeqQuery

OPEN = b": open\n\n"
PING = b": ping\n\n"
PING_EVERY = 15.0  # seconds without an event

E = TypeVar("E")

_encode = msgspec.json.Encoder().encode


def frame(event: JsonObject) -> bytes:
    """One event: `id`, `event` and `data`, the last on one line, whatever one calls a line."""
    head = f"id: {event['seq']}\nevent: {event['type']}\ndata: "
    data = _encode(event)
    for separator, escaped in _SEPARATORS:
        data = data.replace(separator, escaped)
    return head.encode() + data + b"\n\n"


# JSON leaves these as they are, and many a reader of lines takes them for the end of one.
_SEPARATORS = [(char.encode(), f"\\u{ord(char):04x}".encode()) for char in "\u0085\u2028\u2029"]


async def last_seen(
    lastSeq: SeqQuery = None,  # noqa: N803 (the wire's name)
    last_event_id: Annotated[str, Header(max_length=16)] = "",
) -> int:
    """After which event a client wants to go on; the header of a reconnect wins."""
    if not last_event_id:
        return lastSeq or 0
    if not (last_event_id.isascii() and last_event_id.isdecimal()):
        raise InvalidInput([Problem("Last-Event-ID", "must be the number of an event")])
    return int(last_event_id)


class Listening(TypedDict):
    """How a client listens: from where, until when, and how often it hears that we live."""

    after: int
    stopping: Callable[[], bool]
    ping_every: float


async def listening(request: Request, after: Annotated[int, Depends(last_seen)]) -> Listening:
    """Streams end when the server goes down; clients come back later."""
    state = request.app.state
    return Listening(
        after=after, stopping=lambda: bool(state.stopping), ping_every=state.ping_every
    )


ListeningDep = Annotated[Listening, Depends(listening)]


class EventStream(StreamingResponse):
    """An answer that goes on."""

    media_type = "text/event-stream"


def stream(
    events: AsyncGenerator[E | None, None],
    render: Callable[[E], JsonObject],
    may_listen: Callable[[], Awaitable[bool]],
) -> EventStream:
    """Events as they come; None keeps the connection awake. Who may not listen any more hears no
    more: that is looked at whenever a ping would be due."""

    async def frames() -> AsyncIterator[bytes]:
        yield OPEN  # so that a client knows that it listens, before anything happens
        looked = time.monotonic()
        async with aclosing(events):
            async for event in events:
                if event is None or time.monotonic() - looked > PING_EVERY:
                    if not await may_listen():
                        return
                    looked = time.monotonic()
                yield PING if event is None else frame(render(event))

    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return EventStream(frames(), headers=headers)


STREAM: dict[str, Any] = {
    "response_class": EventStream,
    "response_description": "Server-sent events; the `data` of each is an `Event`.",
}
