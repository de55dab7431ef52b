"""Server-sent events: numbered frames, so that clients can resume a stream."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from contextlib import aclosing
from typing import Annotated, TypedDict, TypeVar

import msgspec
from pydantic import Field
from starlette.requests import Request
from starlette.responses import StreamingResponse

from runwhy.core.json import JsonObject
from runwhy.errors import InvalidInput, Problem
from runwhy.server.arguments import Header, Reads
from runwhy.server.query_params import SeqQuery
from runwhy.server.routing import Answer

OPEN = b": open\n\n"
PING = b": ping\n\n"
PING_EVERY = 15.0  # seconds without an event

E = TypeVar("E")

_encode = msgspec.json.Encoder().encode


def frame(event: JsonObject) -> bytes:
    """Encode one event as a frame: `id`, `event`, and `data` on a single line.

    The fields of the event's data appear twice: in `data`, and on the top level of the frame, where
    some clients of the agent-runs protocol read them.
    """
    head = f"id: {event['seq']}\nevent: {event['type']}\ndata: "
    data = _encode({**event, **_top_level_fields(event)})
    for separator, escaped in _SEPARATORS:
        data = data.replace(separator, escaped)
    return head.encode() + data + b"\n\n"


def _top_level_fields(event: JsonObject) -> JsonObject:
    fields = event["data"]
    if not isinstance(fields, Mapping):
        return {}
    return {name: value for name, value in fields.items() if name not in event}


# JSON does not escape these characters, but some line readers treat them as line breaks.
_SEPARATORS = [(char.encode(), f"\\u{ord(char):04x}".encode()) for char in "\u0085\u2028\u2029"]


def last_seen(
    last_seq: SeqQuery = None,
    last_event_id: Annotated[str, Header(), Field(max_length=16)] = "",
) -> int:
    """Return the last event the client has seen. The reconnect header takes precedence."""
    if not last_event_id:
        return last_seq or 0
    if not (last_event_id.isascii() and last_event_id.isdecimal()):
        raise InvalidInput([Problem("Last-Event-ID", "must be the number of an event")])
    return int(last_event_id)


class Listening(TypedDict):
    """Stream options: the event to resume after, the stop check, and the ping interval."""

    after: int
    stopping: Callable[[], bool]
    ping_every: float


def listening(request: Request, after: Annotated[int, Reads(last_seen)]) -> Listening:
    """Read stream options. Streams end at shutdown, and clients reconnect later."""
    state = request.app.state
    return Listening(
        after=after, stopping=lambda: bool(state.stopping), ping_every=state.ping_every
    )


ListeningDep = Annotated[Listening, Reads(listening)]


class EventStream(StreamingResponse):
    """A server-sent event stream."""

    media_type = "text/event-stream"


def stream(
    events: AsyncGenerator[E | None, None],
    render: Callable[[E], JsonObject],
    may_listen: Callable[[], Awaitable[bool]],
) -> EventStream:
    """Stream events; None sends a ping to keep the connection open.

    The stream ends when `may_listen` returns False. It is checked whenever a ping would be due.
    """

    async def frames() -> AsyncIterator[bytes]:
        yield OPEN  # tells the client that it is connected
        checked_at = time.monotonic()
        async with aclosing(events):
            async for event in events:
                if event is None or time.monotonic() - checked_at > PING_EVERY:
                    if not await may_listen():
                        return
                    checked_at = time.monotonic()
                yield PING if event is None else frame(render(event))

    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return EventStream(frames(), headers=headers)


STREAM = Answer(
    media_type=EventStream.media_type,
    description="Server-sent events. The `data` of each is an `Event`.",
)
