"""Model servers for tests: real HTTP on loopback, with scripted replies."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Protocol

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Say:
    """Text, streamed in pieces of `chunk` characters."""

    text: str
    chunk: int = 8


@dataclass(frozen=True, slots=True)
class Think:
    """Thinking, signed if the API has signatures."""

    text: str


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call; `raw` replaces the encoded arguments.

    The arguments are streamed in pieces of `chunk` characters, or in one. With `stalls`, the stream
    pauses after the first piece.
    """

    name: str
    args: Mapping[str, Any] = field(default_factory=dict)
    id: str = ""
    raw: str | None = None
    chunk: int = 0
    stalls: bool = False

    @property
    def arguments(self) -> str:
        """The arguments as JSON."""
        return self.raw if self.raw is not None else json.dumps(dict(self.args))


@dataclass(frozen=True, slots=True)
class Refuse:
    """A refusal with its reason."""

    text: str = "I cannot help with that."


@dataclass(frozen=True, slots=True)
class Cut:
    """The reply ends because the limit of output tokens was reached."""


@dataclass(frozen=True, slots=True)
class Break:
    """The connection is lost; with `clean`, the stream ends without its last events."""

    clean: bool = False


@dataclass(frozen=True, slots=True)
class Stall:
    """The stream pauses until the test sets `go_on` or the server closes."""


@dataclass(frozen=True, slots=True)
class Fail:
    """An HTTP error instead of a reply, or an error event in the stream."""

    status: int
    message: str = "no"
    type: str = "error"
    code: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


Item = Say | Think | Call | Refuse | Cut | Break | Stall | Fail
Reply = Sequence[Item]

USAGE = {"input": 1200, "cached": 1000, "output": 40, "reasoning": 16}
EXHAUSTED: Reply = (Say("(the script has no further reply)"),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A request that the server received."""

    path: str
    headers: Mapping[str, str]
    raw: bytes

    @property
    def body(self) -> Any:
        """Return the decoded JSON."""
        return json.loads(self.raw)


class Lost(Exception):
    """The connection must be closed now."""


class Dialect(Protocol):
    """The format of one API."""

    def handles(self, path: str) -> bool: ...
    def stream(self, reply: Reply, request: Request) -> Iterator[bytes | Stall]: ...
    def error(self, fail: Fail) -> Json: ...


class ScriptedServer:
    """Sends the next reply of its script to each request, and records the requests."""

    def __init__(self, dialect: Dialect, replies: Sequence[Reply] = ()) -> None:
        self._dialect = dialect
        self._replies = list(replies)
        self._lock = threading.Lock()
        self.requests: list[Request] = []
        self.arrived = threading.Semaphore(0)
        self.go_on = threading.Event()
        self.keep_alive = True  # off for clients that are never closed
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._http.daemon_threads = True

    @property
    def origin(self) -> str:
        """Return scheme, host and port."""
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    @property
    def url(self) -> str:
        """Return the base URL of OpenAI's APIs."""
        return f"{self.origin}/v1"

    def add(self, *replies: Reply) -> None:
        """Append replies to the script."""
        with self._lock:
            self._replies += replies

    def forget(self) -> None:
        """Clear the script and the recorded requests."""
        with self._lock:
            self._replies.clear()
            self.requests.clear()
            self.arrived = threading.Semaphore(0)

    def wait_for_request(self, timeout: float = 20.0) -> None:
        """Wait for the next request."""
        assert self.arrived.acquire(timeout=timeout), "no request received"

    def take(self, request: Request) -> Reply:
        """Record a request and return its reply."""
        with self._lock:
            self.requests.append(request)
            reply = self._replies.pop(0) if self._replies else EXHAUSTED
        self.arrived.release()
        return reply

    @contextmanager
    def serving(self) -> Iterator[ScriptedServer]:
        """Serve until the end of the block."""
        thread = threading.Thread(target=self._http.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self.go_on.set()
            self._http.shutdown()
            self._http.server_close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server, dialect = self, self._dialect

        class Handler(_Handler):
            def do_POST(self) -> None:
                raw = self.rfile.read(int(self.headers.get("content-length") or 0))
                headers = {name.lower(): value for name, value in self.headers.items()}
                request = Request(path=self.path, headers=headers, raw=raw)
                if not dialect.handles(self.path.split("?")[0]):
                    self.answer(404, dialect.error(Fail(404, "not found", "not_found_error")))
                    return
                self.close_connection = self.close_connection or not server.keep_alive
                with suppress(BrokenPipeError, ConnectionResetError):
                    self.reply(server.take(request), request, dialect, server.go_on)

        return Handler


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # otherwise each piece waits for the previous one

    def end_headers(self) -> None:
        if self.close_connection:
            self.send_header("Connection", "close")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass

    def answer(self, status: int, body: Json, headers: Mapping[str, str] | None = None) -> None:
        raw = json.dumps(body).encode()
        self.send_response(status)
        for name, value in {**(headers or {}), "Content-Type": "application/json"}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    def reply(
        self, reply: Reply, request: Request, dialect: Dialect, go_on: threading.Event
    ) -> None:
        if isinstance(reply[0], Fail):
            self.answer(reply[0].status, dialect.error(reply[0]), reply[0].headers)
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        try:
            for piece in dialect.stream(reply, request):
                if isinstance(piece, Stall):
                    go_on.wait(60)
                else:
                    self.wfile.write(b"%x\r\n%b\r\n" % (len(piece), piece))
                    self.wfile.flush()
        except Lost:
            self.close_connection = True
            return
        self.wfile.write(b"0\r\n\r\n")


def pieces(say: Say) -> Iterator[str]:
    """Yield the text in pieces."""
    for at in range(0, len(say.text), say.chunk):
        yield say.text[at : at + say.chunk]


def call_pieces(call: Call) -> Iterator[str | Stall]:
    """Yield the arguments of a call in pieces."""
    text, size = call.arguments, call.chunk or max(len(call.arguments), 1)
    for at in range(0, len(text), size):
        yield text[at : at + size]
        if call.stalls and at == 0:
            yield Stall()


def sse(data: Json, event: str | None = None) -> bytes:
    """Encode a server-sent event."""
    head = f"event: {event}\n" if event else ""
    return f"{head}data: {json.dumps(data)}\n\n".encode()
