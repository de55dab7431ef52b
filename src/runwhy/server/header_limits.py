"""Limits on the headers of a request, applied while they arrive and before any key is checked.

uvicorn keeps all bytes of headers that are not complete. These protocols close a connection that
sends more than `MAX_BYTES` of them, or too many requests without waiting for a response.
`RequestGuard` checks headers that arrive complete. Trailers, which follow a body in chunks, are
ignored.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from runwhy.errors import HeadersTooLarge
from runwhy.server.error_responses import error_json_bytes

if TYPE_CHECKING:
    from starlette.types import Scope
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
else:
    try:
        from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
    except ImportError:  # httptools is optional
        HttpToolsProtocol = H11Protocol

MAX_BYTES = 64 * 1024  # of the request line and all headers
MAX_COUNT = 100  # headers of one request
MAX_PIPELINED = 16  # requests of one connection that wait for earlier responses
# The limit of h11, which answers 400, must be higher than ours.
H11_LIMIT = 8 * MAX_BYTES


def check_headers(scope: Scope) -> None:
    """Check the complete headers of a request. Raises: HeadersTooLarge."""
    headers = scope["headers"]
    if len(headers) > MAX_COUNT:
        raise HeadersTooLarge("entries", MAX_COUNT, len(headers))
    size = len(scope.get("raw_path") or b"") + len(scope["query_string"])
    size += sum(len(name) + len(value) for name, value in headers)
    if size > MAX_BYTES:
        raise HeadersTooLarge("bytes", MAX_BYTES, size)


class _HeadSize:
    """Counts the bytes of incomplete headers or trailers on one connection."""

    def __init__(self) -> None:
        self.bytes = 0
        self.refused = False

    def is_refused(self) -> bool:
        """Whether the connection is being closed."""
        return self.refused

    def exceeds_limit(self, data: bytes, *, progress: bool) -> bool:
        """Count received bytes that made no `progress`: no headers, body or request were complete.

        Bytes of headers that began within `data` are not counted, because it may also contain the
        end of a body. The next bytes are.
        """
        self.bytes = 0 if progress else self.bytes + len(data)
        return self.bytes > MAX_BYTES


class LimitedHttpTools(HttpToolsProtocol):
    """uvicorn's protocol for httptools, with bounded headers."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start with the headers of the first request."""
        self._head = _HeadSize()
        self._in_head = True
        self._progress = False
        super().connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Parse received bytes, unless the connection is being closed."""
        if self._head.is_refused():
            return
        self._progress = False
        super().data_received(data)
        if self._head.exceeds_limit(data, progress=self._progress):
            self._head.refused = True
            refuse(self.transport, self._head.bytes, answer=_is_idle(self.cycle))
        elif self._head.is_refused():
            self.transport.close()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Add a header. A trailer is ignored, because it would become a header of the request."""
        if self._in_head:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Start the request, unless too many wait for earlier responses."""
        self._in_head, self._progress = False, True
        if len(self.pipeline) >= MAX_PIPELINED:
            self._head.refused = True
        if not self._head.refused:
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Pass the body on, unless the connection is being closed."""
        self._progress = True
        if not self._head.refused:
            super().on_body(body)

    def on_message_complete(self) -> None:
        """End the request; the headers of the next one follow."""
        self._in_head = self._progress = True
        if not self._head.refused:
            super().on_message_complete()


class LimitedH11(H11Protocol):
    """uvicorn's protocol for h11, with bounded headers.

    h11 itself stops reading ahead, bounds trailers by `H11_LIMIT` and keeps them apart.
    """

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start with the headers of the first request."""
        self._head = _HeadSize()
        super().connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Parse received bytes, unless the connection is being closed."""
        if self._head.is_refused():
            return
        was_in_head, before = self.conn.their_state is h11.IDLE, self.cycle
        super().data_received(data)
        is_in_head = self.conn.their_state is h11.IDLE
        waits = was_in_head and is_in_head and self.cycle is before
        if self._head.exceeds_limit(data, progress=not waits):
            self._head.refused = True
            refuse(self.transport, self._head.bytes, answer=_is_idle(self.cycle))


def _is_idle(cycle: Any) -> bool:
    """Whether no response is being sent."""
    return cycle is None or bool(cycle.response_complete)


def limited_protocol() -> type[asyncio.Protocol]:
    """Return the fastest protocol that is installed."""
    return LimitedH11 if issubclass(HttpToolsProtocol, H11Protocol) else LimitedHttpTools


def refuse(transport: asyncio.Transport, size: int, *, answer: bool) -> None:
    """Close the connection; with `answer`, send 431 first, unless it is being closed already."""
    if answer and not transport.is_closing():
        body = error_json_bytes(HeadersTooLarge("bytes", MAX_BYTES, size))
        head = (
            "HTTP/1.1 431 Request Header Fields Too Large\r\n"
            f"content-type: application/json\r\ncontent-length: {len(body)}\r\n"
            "connection: close\r\n\r\n"
        )
        transport.write(head.encode() + body)
    transport.close()
