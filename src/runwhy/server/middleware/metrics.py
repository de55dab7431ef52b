"""Request counts, durations and trace spans."""

from __future__ import annotations

import time
from contextlib import nullcontext
from typing import Any

from opentelemetry.trace import INVALID_SPAN, Span, StatusCode
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from runwhy.telemetry.propagation import BAGGAGE, PARENT, STATE
from runwhy.telemetry.recorder import Telemetry

OTHER = "other"
TRACED = ("/api/", "/hooks/", "/mcp")
HOOKS = "/hooks/"  # only the body is signed here, so anyone can set the baggage

_HEADERS = {name.encode(): name for name in (PARENT, STATE, BAGGAGE)}


class RequestMetrics:
    """Counts requests by route, because the number of paths is unbounded."""

    def __init__(self, app: ASGIApp, *, telemetry: Telemetry) -> None:
        self.app = app
        self.telemetry = telemetry

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        with self._trace_request(scope) as span:
            answer = _MeasuredResponse(self.telemetry, scope, send, span)
            try:
                await self.app(scope, receive, answer)
            finally:
                answer.end()

    def _trace_request(self, scope: Scope) -> Any:
        path: str = scope["path"]
        if not path.startswith(TRACED):
            return nullcontext(INVALID_SPAN)
        sent = {
            _HEADERS[name]: value.decode("latin-1")
            for name, value in scope["headers"]
            if name in _HEADERS
        }
        if not sent and not self.telemetry.tracing.on:
            return nullcontext(INVALID_SPAN)
        trusted = not path.startswith(HOOKS)
        return self.telemetry.tracing.request(scope["method"], sent, trusted=trusted)


class _MeasuredResponse:
    """Sends a response and records its status, duration and span."""

    def __init__(self, telemetry: Telemetry, scope: Scope, send: Send, span: Span) -> None:
        self._meters = telemetry.meters
        self._scope = scope
        self._send = send
        self._span = span
        self._began = time.perf_counter()
        self._streams: str | None = None

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._begin(message)
        await self._send(message)

    def _begin(self, message: Message) -> None:
        method, status = self._scope["method"], message["status"]
        route = getattr(self._scope.get("route"), "path", OTHER)
        self._meters.request_count(method, route, str(status)).inc()
        self._meters.request_time(route).observe(time.perf_counter() - self._began)
        if any(
            v.startswith(b"text/event-stream")
            for k, v in message["headers"]
            if k == b"content-type"
        ):
            self._streams = route
            self._meters.streams.labels(route).inc()
        if self._span is not INVALID_SPAN:
            self._describe(method, route, status)

    def _describe(self, method: str, route: str, status: int) -> None:
        self._span.update_name(f"{method} {route}")
        self._span.set_attribute("http.route", route)
        self._span.set_attribute("http.response.status_code", status)
        if status >= 500:
            self._span.set_attribute("error.type", str(status))
            self._span.set_status(StatusCode.ERROR)

    def end(self) -> None:
        if self._streams is not None:
            self._meters.streams.labels(self._streams).dec()
