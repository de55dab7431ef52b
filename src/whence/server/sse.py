"""Server-sent events: frames with numbers, so that a client can go on where it was."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

import msgspec
from fastapi import Request
from fastapi.responses import StreamingResponse

from whence.core.jsons import JsonObject

PING = b": ping\n\n"
_encode = msgspec.json.Encoder().encode


def frame(event: JsonObject) -> bytes:
    """One event: `id`, `event` and `data`, the last on one line."""
    head = f"id: {event['seq']}\nevent: {event['type']}\ndata: "
    return head.encode() + _encode(event) + b"\n\n"


def last_seen(request: Request, last_seq: int | None) -> int:
    """After which event a client wants to go on; the header of a reconnect wins."""
    header = request.headers.get("last-event-id", "")
    if header.isdigit() and len(header) <= 15:
        return int(header)
    return last_seq or 0


def is_stopping(request: Request) -> Callable[[], bool]:
    """Whether the server is going down; streams end then, and clients come back later."""
    return lambda: bool(request.app.state.stopping)


def stream(events: AsyncIterator[JsonObject | None]) -> StreamingResponse:
    """Events as they come; None keeps the connection awake."""

    async def frames() -> AsyncIterator[bytes]:
        yield b": open\n\n"
        async for event in events:
            yield PING if event is None else frame(event)

    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(frames(), media_type="text/event-stream", headers=headers)
