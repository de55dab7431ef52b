"""The shared parts of the two fake model servers: script, recorder and HTTP handler.

A *script* is a JSON file holding a list of replies. Every model request that
has tools gets the next reply; a request without tools (session titles,
summaries and other side calls that the agent CLIs make on their own) is
answered with ``side_reply`` and uses no reply of the list.

A *reply* is a list of parts, in the order in which the model sends them:

    {"say": "plain text"}
    {"think": "a thinking or reasoning block"}
    {"call": "Bash", "with": {"command": "echo hi"}}      a tool call, JSON arguments
    {"call": "apply_patch", "with": "*** Begin Patch…"}   free-form arguments (Responses)
    {"item": {"type": "web_search_call", …}}              a raw output item (Responses)

or one failure, instead of a list:

    {"fail": 529, "type": "overloaded_error", "message": "…"}      an HTTP error
    {"break": true, "message": "…"}      an error in the stream, after the first delta
    {"drop": true}                       the connection closed without an answer

Standard library only; Python 3.11 or newer.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

Json = dict[str, Any]

SECRET_HEADERS = {"authorization", "x-api-key", "x-goog-api-key", "api-key", "cookie"}
SIDE_CALLS = (  # phrases in requests that have tools, but are not for the task
    "generate a very short title for a conversation",  # codex-acp: a title
    "whose request action you are assessing",  # codex-acp: the guardian of the mode "agent"
    "since your last approval assessment",  # the same, its next question
    "Reply with ONLY the suggestion",  # Claude, Qwen Code: suggestions for the next message
    "managed memory extraction subagent",  # Qwen Code: memories
    "a brief summary of what you consolidated",  # Qwen Code: tidying its memories
    "You are a security classifier for an AI coding agent",  # Qwen Code: its mode "auto"
)
EXHAUSTED = [{"say": "(the script has no further reply)"}]


@dataclass
class Script:
    """The scripted replies, and the size and delay of their pieces."""

    replies: list[Any]
    side_reply: list[Json] = field(default_factory=lambda: [{"say": "ok"}])
    model: str | None = None
    chunk: int = 24
    delay_ms: float = 0
    usage: dict[str, int] = field(
        default_factory=lambda: {"input": 1200, "cached": 1000, "output": 40}
    )
    cycle: bool = False

    _next: int = field(default=0, init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)

    @classmethod
    def load(cls, path: str | Path) -> Script:
        return cls(**json.loads(Path(path).read_text(encoding="utf-8")))

    def next_reply(self) -> Any:
        with self._lock:
            number, self._next = self._next, self._next + 1
        if self.cycle and self.replies:
            number %= len(self.replies)
        return self.replies[number] if number < len(self.replies) else EXHAUSTED

    def pieces(self, text: str) -> Iterator[str]:
        for start in range(0, len(text), self.chunk):
            yield text[start : start + self.chunk]


class Recorder:
    """Stores all received requests, and appends them to a JSONL file if it has one."""

    def __init__(self, path: str | Path | None = None):
        self.requests: list[Json] = []
        self._path = Path(path) if path else None
        self._lock = threading.Lock()

    def add(self, method: str, path: str, headers: dict[str, str], body: Any) -> None:
        kept = {k: ("<redacted>" if k in SECRET_HEADERS else v) for k, v in headers.items()}
        with self._lock:
            entry = {
                "n": len(self.requests),
                "method": method,
                "path": path,
                "headers": kept,
                "body": body,
            }
            self.requests.append(entry)
            if self._path:
                with self._path.open("a", encoding="utf-8") as out:
                    out.write(json.dumps(entry, ensure_ascii=False) + "\n")


class ModelHandler(BaseHTTPRequestHandler):
    """The HTTP handler of a fake model server. Each subclass implements one API."""

    protocol_version = "HTTP/1.1"
    script: Script
    recorder: Recorder

    def answer(self, path: str, body: Json) -> None:
        raise NotImplementedError

    def offers_tools(self, body: Json) -> bool:
        return bool(body.get("tools"))

    def reply_to(self, body: Json) -> Any:
        return self.script.side_reply if self.is_side_call(body) else self.script.next_reply()

    def is_side_call(self, body: Json) -> bool:
        """Return whether the agent makes an additional request, such as for a title."""
        text = json.dumps(body, ensure_ascii=False)
        return not self.offers_tools(body) or any(phrase in text for phrase in SIDE_CALLS)

    def models(self) -> Json:
        raise NotImplementedError

    def error_body(self, kind: str, message: str) -> Json:
        raise NotImplementedError

    # -- requests ---------------------------------------------------------

    def do_GET(self) -> None:
        self._record(None)
        if self.path.split("?")[0].endswith("/models"):
            self.send_json(200, self.models())
        else:
            self.send_json(404, self.error_body("not_found_error", "no such resource"))

    def do_HEAD(self) -> None:
        self.send_json(200, {})

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        try:
            body = json.loads(raw or b"{}")
        except ValueError:
            self.send_json(400, self.error_body("invalid_request_error", "the body is not JSON"))
            return
        self._record(body)
        self.answer(self.path.split("?")[0], body)

    def _record(self, body: Any) -> None:
        headers = {k.lower(): v for k, v in self.headers.items()}
        self.recorder.add(self.command, self.path, headers, body)

    def log_message(self, *_: Any) -> None:
        pass

    # -- answers ----------------------------------------------------------

    def failed(self, reply: Any) -> bool:
        """Send the failure of a reply. Return whether there was one."""
        if not isinstance(reply, dict):
            return False
        if reply.get("drop"):
            self.close_connection = True
            self.connection.close()
            return True
        if "fail" in reply:
            kind = str(reply.get("type", "api_error"))
            self.send_json(reply["fail"], self.error_body(kind, str(reply.get("message", kind))))
            return True
        return False

    def send_json(self, status: int, body: Json) -> None:
        payload = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(payload)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(payload)

    def start_stream(self) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("cache-control", "no-cache")
        self.send_header("connection", "close")
        self.end_headers()
        self.close_connection = True

    def send_event(self, name: str, data: Json) -> None:
        self.wfile.write(f"event: {name}\ndata: {json.dumps(data)}\n\n".encode())
        self.wfile.flush()
        if self.script.delay_ms:
            time.sleep(self.script.delay_ms / 1000)


class FakeServer(ThreadingHTTPServer):
    """A fake model server on loopback, with its address and its received requests."""

    daemon_threads = True

    def __init__(
        self, handler: type[ModelHandler], script: Script, port: int, record: str | Path | None
    ):
        recorder = Recorder(record)
        bound = type(handler.__name__, (handler,), {"script": script, "recorder": recorder})
        super().__init__(("127.0.0.1", port), bound)
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.requests = recorder.requests

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exception(), ConnectionError):  # a client may hang up mid-stream
            super().handle_error(request, client_address)


@contextmanager
def serving(
    handler: type[ModelHandler], script: Script, *, port: int = 0, record: str | Path | None = None
) -> Iterator[FakeServer]:
    """Run a fake server until the end of the ``with`` block."""
    server = FakeServer(handler, script, port, record)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
