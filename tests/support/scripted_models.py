"""Scripted model servers: real HTTP on loopback, answers that were written beforehand."""

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
    """Text, in pieces of `chunk` characters."""

    text: str
    chunk: int = 8


@dataclass(frozen=True, slots=True)
class Think:
    """Thinking, signed where the wire has signatures."""

    text: str


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call; `raw` is sent in place of the arguments, whatever it is."""

    name: str
    args: Mapping[str, Any] = field(default_factory=dict)
    id: str = ""
    raw: str | None = None


@dataclass(frozen=True, slots=True)
class Refuse:
    """The model refuses, and says why."""

    text: str = "I cannot help with that."


@dataclass(frozen=True, slots=True)
class Cut:
    """The answer ends here: the limit of output tokens was reached."""


@dataclass(frozen=True, slots=True)
class Break:
    """The connection is lost here; a `clean` one ends the stream without its last events."""

    clean: bool = False


@dataclass(frozen=True, slots=True)
class Stall:
    """Nothing more comes until the server is told to go on, or closes."""


@dataclass(frozen=True, slots=True)
class Fail:
    """An HTTP error instead of an answer, or, within one, an error in the stream."""

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
    """A request as it came."""

    path: str
    headers: Mapping[str, str]
    raw: bytes

    @property
    def body(self) -> Any:
        """The JSON of it."""
        return json.loads(self.raw)


class Lost(Exception):
    """The connection goes now."""


class Dialect(Protocol):
    """How one API says things."""

    def speaks(self, path: str) -> bool: ...
    def stream(self, reply: Reply, request: Request) -> Iterator[bytes | Stall]: ...
    def error(self, fail: Fail) -> Json: ...


class ScriptedServer:
    """Answers each request with the next reply of its script, and remembers what it was asked."""

    def __init__(self, dialect: Dialect, replies: Sequence[Reply] = ()) -> None:
        self._dialect = dialect
        self._replies = list(replies)
        self._lock = threading.Lock()
        self.requests: list[Request] = []
        self.arrived = threading.Semaphore(0)
        self.go_on = threading.Event()
        self.keep_alive = True  # off for clients that nobody closes
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._http.daemon_threads = True

    @property
    def origin(self) -> str:
        """Scheme, host and port."""
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    @property
    def url(self) -> str:
        """The base URL of OpenAI's APIs."""
        return f"{self.origin}/v1"

    def add(self, *replies: Reply) -> None:
        """More of the script."""
        with self._lock:
            self._replies += replies

    def forget(self) -> None:
        """A new script, and no requests yet."""
        with self._lock:
            self._replies.clear()
            self.requests.clear()
            self.arrived = threading.Semaphore(0)

    def wait_for_request(self, timeout: float = 20.0) -> None:
        """Until one more request has come."""
        assert self.arrived.acquire(timeout=timeout), "no request came"

    def take(self, request: Request) -> Reply:
        """The reply to this request."""
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
                if not dialect.speaks(self.path.split("?")[0]):
                    self.answer(404, dialect.error(Fail(404, "not found", "not_found_error")))
                    return
                self.close_connection = self.close_connection or not server.keep_alive
                with suppress(BrokenPipeError, ConnectionResetError):
                    self.reply(server.take(request), request, dialect, server.go_on)

        return Handler


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # else each piece would wait for the one before it

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
    """The text in its pieces."""
    for at in range(0, len(say.text), say.chunk):
        yield say.text[at : at + say.chunk]


def sse(data: Json, event: str | None = None) -> bytes:
    """One server-sent event."""
    head = f"event: {event}\n" if event else ""
    return f"{head}data: {json.dumps(data)}\n\n".encode()
