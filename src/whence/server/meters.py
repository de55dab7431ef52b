"""What the server counts, for Prometheus."""

from __future__ import annotations

import time

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from starlette.types import ASGIApp, Message, Receive, Scope, Send


class Meters:
    """Counts of one server; each app has its own, so that tests do not add up."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._waiting = Gauge(
            "whence_queue_depth", "Runs that wait for a worker", registry=self._registry
        )
        self._lag = Gauge(
            "whence_queue_lag_seconds", "How long the oldest has waited", registry=self._registry
        )
        self._requests = Counter(
            "whence_http_requests",
            "Requests answered",
            ["method", "route", "status"],
            registry=self._registry,
        )
        self._seconds = Histogram(
            "whence_http_request_seconds",
            "Time until an answer began",
            ["route"],
            registry=self._registry,
        )

    def queue(self, waiting: int, lag: float) -> None:
        """How full the queue is."""
        self._waiting.set(waiting)
        self._lag.set(lag)

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        """A request was answered."""
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self._registry)


class Metered:
    """Counts requests by route, not by address: addresses are without end."""

    def __init__(self, app: ASGIApp, *, meters: Meters) -> None:
        self.app = app
        self.meters = meters

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = time.perf_counter()

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                route = getattr(scope.get("route"), "path", "other")
                seconds = time.perf_counter() - started
                self.meters.answered(scope["method"], route, message["status"], seconds)
            await send(message)

        await self.app(scope, receive, counted)
