"""A real HTTP server with scripted responses: JSON, streams and broken connections."""

from __future__ import annotations

import json
import socket
import struct
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

PATIENCE = 90.0  # seconds; upper bound of every wait

Frame = str | Callable[[], object]


@dataclass(frozen=True)
class Request:
    """A received request."""

    method: str
    path: str
    query: Sequence[tuple[str, str]]
    headers: Mapping[str, str]
    body: Any


@dataclass(frozen=True)
class Json:
    """A response with a JSON body."""

    body: object
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Raw:
    """A response that is not JSON."""

    body: bytes
    status: int = 200
    type: str = "text/html"


@dataclass(frozen=True)
class Reset:
    """No response: the connection is reset after the request was read."""


@dataclass(frozen=True)
class Events:
    """A stream; a callable among the frames is waited for, and `cut` resets the connection."""

    frames: Sequence[Frame]
    cut: bool = False


Answer = Json | Raw | Reset | Events


def frame(seq: int, type: str, **data: object) -> str:
    """Return one event in its wire form."""
    payload = json.dumps({"seq": seq, "type": type, "data": data})
    return f"id: {seq}\nevent: {type}\ndata: {payload}\n\n"


class Script:
    """Responses per route, in order; the last one is repeated."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.requests: list[Request] = []
        self._answers: dict[tuple[str, str], list[Answer]] = {}
        self._changed = threading.Condition()

    def on(self, method: str, path: str, *answers: Answer) -> None:
        """Set the responses of a route, whose path is below the workspace `default`."""
        whole = path if path.startswith("/api/") else f"/api/v1/workspaces/default{path}"
        self._answers[method, whole] = list(answers)

    def seen(self, method: str, ending: str = "") -> list[Request]:
        """Return the requests with this method and end of path."""
        found = (one for one in tuple(self.requests) if one.method == method)
        return [one for one in found if one.path.endswith(ending)]

    def wait_for(self, method: str, ending: str, count: int = 1) -> Callable[[], object]:
        """Return a function that waits until this many such requests have arrived."""

        def wait() -> None:
            with self._changed:
                came = self._changed.wait_for(
                    lambda: len(self.seen(method, ending)) >= count, timeout=PATIENCE
                )
            assert came, f"no {method} …{ending}"

        return wait

    def take(self, request: Request) -> Answer:
        with self._changed:
            self.requests.append(request)
            self._changed.notify_all()
            answers = self._answers.get((request.method, request.path))
            if not answers:
                return Json({"error": "not_found", "message": "no such route"}, status=404)
            return answers.pop(0) if len(answers) > 1 else answers[0]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    script: Script

    def handle_any(self) -> None:
        split = urlsplit(self.path)
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        request = Request(
            self.command,
            split.path,
            parse_qsl(split.query),
            {name.lower(): value for name, value in self.headers.items()},
            json.loads(body) if body else None,
        )
        match self.script.take(request):
            case Json(body=answer, status=status, headers=headers):
                content = json.dumps(answer).encode()
                self._send(status, {"Content-Type": "application/json", **headers}, content)
            case Raw(body=content, status=status, type=type):
                self._send(status, {"Content-Type": type}, content)
            case Reset():
                self._reset()
            case Events() as events:
                self._stream(events)

    do_GET = do_POST = do_PATCH = do_DELETE = handle_any  # noqa: N815

    def _send(self, status: int, headers: Mapping[str, str], content: bytes) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def _stream(self, events: Events) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for one in events.frames:
            if callable(one):
                one()
                continue
            data = one.encode()
            self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
            self.wfile.flush()
        if events.cut:
            self._reset()
        else:
            self.wfile.write(b"0\r\n\r\n")

    def _reset(self) -> None:
        linger = struct.pack("ii", 1, 0)  # close with RST, like a killed process
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def shutdown_request(self, request: Any) -> None:
        self.close_request(request)  # without shutdown(2), so that the linger option counts

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore clients that disconnect."""


@contextmanager
def scripted_server() -> Iterator[Script]:
    """Start a server on a free loopback port."""

    class Handler(_Handler):
        """The request handler of this server."""

    server = _Server(("127.0.0.1", 0), Handler)
    script = Script(f"http://127.0.0.1:{server.server_port}")
    Handler.script = script
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield script
    finally:
        server.shutdown()
        thread.join(PATIENCE)
        server.server_close()
