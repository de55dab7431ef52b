"""A small HTTP server in a thread, whose responses come from a function."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

POLL_INTERVAL = 0.02  # seconds; also the longest time that stopping takes


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpRequest:
    """A request that the server received. Header names are in lower case."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpResponse:
    """The response to a request."""

    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)


@contextmanager
def http_server(answer: Callable[[HttpRequest], HttpResponse]) -> Iterator[str]:
    """Serve on a free port until the end of the block; yield the URL without a path."""
    server = _Server(("127.0.0.1", 0), _handler(answer))
    thread = threading.Thread(target=server.serve_forever, args=(POLL_INTERVAL,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(
            sys.exception(), ConnectionError
        ):  # killed clients close their connections
            super().handle_error(request, client_address)


def _handler(answer: Callable[[HttpRequest], HttpResponse]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            headers = {name.lower(): value for name, value in self.headers.items()}
            request = HttpRequest(method=self.command, path=self.path, headers=headers, body=body)
            response = answer(request)
            self.send_response(response.status)
            for name, value in response.headers.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(response.body)))
            self.end_headers()
            self.wfile.write(response.body)

        do_POST = do_PATCH = do_GET  # noqa: N815 (names of the standard library)

        def log_message(self, format: str, *args: object) -> None:
            """Write no log."""

    return Handler
