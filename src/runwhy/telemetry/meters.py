"""What a server counts, for Prometheus: every label has few values, whatever callers send."""

from __future__ import annotations

import math
from collections.abc import Sequence

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

MOST_MODELS = 50  # names that callers choose become labels only as long as they are so few
OTHER = "other"

_QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
_SLOW = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900, 3600)
_BYTES = (256, 512, 768, 1024, 1536, 2048, 3072, 4096)


class Meters:
    """The metrics of one server; each app has its own, so that tests do not add up."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._models: set[tuple[str, str]] = set()
        self._queue()
        self._runs()
        self._calls()
        self._outside()

    def _queue(self) -> None:
        self.database_up = self._gauge(
            "runwhy_database_up", "Whether the database answers: 1, or 0 when it is away"
        )
        self.queue_depth = self._gauge("runwhy_queue_depth", "Runs that wait for a worker")
        self.queue_lag = self._gauge(
            "runwhy_queue_lag_seconds", "How long the oldest of them has waited"
        )
        self.running = self._gauge("runwhy_runs_running", "Runs that this server is at work on")
        self.pack_backlog = self._gauge(
            "runwhy_pack_backlog", "Runs that are in no pack, and so are counted one by one"
        )
        self.store_seconds = self._histogram(
            "runwhy_store_seconds", "Time that the database took", ["operation"], _QUICK
        )

    def database_says(self, *, waiting: int, lag: float, backlog: int) -> None:
        """What was read from the database for this answer."""
        self.database_up.set(1)
        self.queue_depth.set(waiting)
        self.queue_lag.set(lag)
        self.pack_backlog.set(backlog)

    def database_away(self) -> None:
        """Nothing could be read; what was read before may not be true any more."""
        self.database_up.set(0)
        for gauge in (self.queue_depth, self.queue_lag, self.pack_backlog):
            gauge.set(math.nan)

    def _runs(self) -> None:
        self.accepted = self._counter("runwhy_runs_accepted", "Runs accepted", ["trigger"])
        self.ended = self._counter("runwhy_runs_ended", "Runs ended", ["trigger", "status"])
        self.run_seconds = self._histogram(
            "runwhy_run_seconds", "Time from accepted to ended", ["trigger", "status"], _SLOW
        )
        self.wait_seconds = self._histogram(
            "runwhy_run_wait_seconds", "Time from accepted to first started", ["trigger"], _SLOW
        )
        self.lateness = self._histogram(
            "runwhy_trigger_lateness_seconds",
            "Time from when a trigger was due to when its run was accepted",
            ["trigger"],
            _SLOW,
        )
        self.restarts = self._counter(
            "runwhy_run_restarts", "Runs taken up again after a server left them", []
        )
        self.envelope_bytes = self._histogram(
            "runwhy_envelope_bytes", "Size of the envelopes made", [], _BYTES
        )

    def _calls(self) -> None:
        model = ["provider", "model"]
        self.model_calls = self._counter(
            "runwhy_model_calls", "Model calls ended, retries included", [*model, "outcome"]
        )
        self.model_seconds = self._histogram(
            "runwhy_model_call_seconds", "Time of a whole model call", model, _SLOW
        )
        self.first_token = self._histogram(
            "runwhy_model_first_token_seconds", "Time until a model said something", model, _SLOW
        )
        self.tokens = self._counter("runwhy_model_tokens", "Tokens used", [*model, "type"])
        self.model_retries = self._counter(
            "runwhy_model_retries", "Requests to a model sent again after a failure", model
        )
        self.tool_calls = self._counter("runwhy_tool_calls", "Tool calls", ["kind", "outcome"])
        self.tool_seconds = self._histogram(
            "runwhy_tool_call_seconds", "Time until a tool call was answered", ["kind"], _SLOW
        )

    def _outside(self) -> None:
        self.hooks = self._counter(
            "runwhy_hook_deliveries", "Webhook deliveries received", ["outcome"]
        )
        self.deliveries = self._counter(
            "runwhy_webhook_deliveries", "Attempts to send a webhook", ["outcome"]
        )
        self.delivery_seconds = self._histogram(
            "runwhy_webhook_delivery_seconds", "Time of such an attempt", [], _QUICK
        )
        self.requests = self._counter(
            "runwhy_http_requests", "Requests answered", ["method", "route", "status"]
        )
        self.request_seconds = self._histogram(
            "runwhy_http_request_seconds", "Time until an answer began", ["route"], _QUICK
        )
        self.streams = self._gauge("runwhy_streams_open", "Open streams of events", ["route"])

    def model(self, provider: str, name: str) -> tuple[str, str]:
        """The labels of a model; the names of too many are not told apart."""
        labels = (provider, name)
        if labels not in self._models:
            if len(self._models) >= MOST_MODELS:
                return (OTHER, OTHER)
            self._models.add(labels)
        return labels

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self.registry)

    def _gauge(self, name: str, about: str, labels: Sequence[str] = ()) -> Gauge:
        return Gauge(name, about, labels, registry=self.registry)

    def _counter(self, name: str, about: str, labels: Sequence[str]) -> Counter:
        return Counter(name, about, labels, registry=self.registry)

    def _histogram(
        self, name: str, about: str, labels: Sequence[str], buckets: Sequence[float]
    ) -> Histogram:
        return Histogram(name, about, labels, registry=self.registry, buckets=buckets)
