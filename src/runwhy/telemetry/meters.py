"""Prometheus metrics. Every label has few values, which callers cannot choose."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from functools import cache, partial
from typing import Any, Literal, TypeVar

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

M = TypeVar("M", Counter, Histogram)
MAX_MODELS = 50  # further models are counted as `other`, because callers choose the names
OTHER = "other"
SHARED_DIR = "PROMETHEUS_MULTIPROC_DIR"  # variable with the directory that processes share
# How the values of a gauge that several processes set become one.
_NEWEST: Literal["livemostrecent"] = "livemostrecent"
_SUM: Literal["livesum"] = "livesum"

_QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
_SLOW = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900, 3600)
_BYTES = (256, 512, 768, 1024, 1536, 2048, 3072, 4096)


class Meters:
    """The metrics of one server. Each app has its own registry."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._gauge = partial(Gauge, registry=self.registry)
        self._counter = partial(Counter, registry=self.registry)
        self._quick_histogram = partial(Histogram, registry=self.registry, buckets=_QUICK)
        self._slow_histogram = partial(Histogram, registry=self.registry, buckets=_SLOW)
        self._models: set[tuple[str, str]] = set()
        self._children: dict[tuple[Any, tuple[str, ...]], Any] = {}
        # Looking up a metric by its labels takes longer than counting.
        self.store_time = cache(self._store_time)
        self.request_count = cache(self._request_count)
        self.request_time = cache(self._request_time)
        self._queue()
        self._runs()
        self._calls()
        self._outside()

    def _queue(self) -> None:
        self.database_up = self._gauge(
            "runwhy_database_up",
            "1 if the database responds, 0 if not",
            multiprocess_mode=_NEWEST,
        )
        self.queue_depth = self._gauge(
            "runwhy_queue_depth", "Runs waiting for a worker", multiprocess_mode=_NEWEST
        )
        self.queue_lag = self._gauge(
            "runwhy_queue_lag_seconds",
            "Waiting time of the oldest queued run",
            multiprocess_mode=_NEWEST,
        )
        self.running = self._gauge(
            "runwhy_runs_running", "Runs that this server is executing", multiprocess_mode=_SUM
        )
        self.queue_waiting = self._gauge(
            "runwhy_queue_waiting",
            "Queued runs by the reason for which they wait",
            ["reason"],
            multiprocess_mode=_NEWEST,
        )
        self.outbox_depth = self._gauge(
            "runwhy_outbox_depth",
            "Runs that the engine has and no worker has claimed",
            multiprocess_mode=_NEWEST,
        )
        self.outbox_lag = self._gauge(
            "runwhy_outbox_lag_seconds",
            "Time since the oldest of these runs was handed to the engine",
            multiprocess_mode=_NEWEST,
        )
        self.pack_backlog = self._gauge(
            "runwhy_pack_backlog",
            "Runs not packed yet, which are counted one by one",
            multiprocess_mode=_NEWEST,
        )
        self.store_seconds = self._quick_histogram(
            "runwhy_store_seconds", "Duration of database operations", ["operation"]
        )

    def _store_time(self, operation: str) -> Histogram:
        return self.store_seconds.labels(operation)

    def _request_count(self, method: str, route: str, status: str) -> Counter:
        return self.requests.labels(method, route, status)

    def _request_time(self, route: str) -> Histogram:
        return self.request_seconds.labels(route)

    def set_database_gauges(
        self, *, waiting: int, lag: float, backlog: int, reasons: Mapping[str, int]
    ) -> None:
        """Set the gauges that are read from the database."""
        self.database_up.set(1)
        self.queue_depth.set(waiting)
        self.queue_lag.set(lag)
        self.pack_backlog.set(backlog)
        for reason, count in reasons.items():
            self.queue_waiting.labels(reason).set(count)

    def set_outbox(self, depth: int, lag: float) -> None:
        """Set the gauges of the runs that an engine has."""
        self.outbox_depth.set(depth)
        self.outbox_lag.set(lag)

    def clear_database_gauges(self) -> None:
        """Set the gauges to NaN, because their last values may be outdated."""
        self.database_up.set(0)
        self.queue_waiting.clear()
        gauges = (self.queue_depth, self.queue_lag, self.pack_backlog)
        for gauge in (*gauges, self.outbox_depth, self.outbox_lag):
            gauge.set(math.nan)

    def _runs(self) -> None:
        self.accepted = self._counter("runwhy_runs_accepted", "Runs accepted", ["trigger"])
        self.ended = self._counter("runwhy_runs_ended", "Runs ended", ["trigger", "status"])
        self.run_seconds = self._slow_histogram(
            "runwhy_run_seconds", "Time from acceptance to end of a run", ["trigger", "status"]
        )
        self.wait_seconds = self._slow_histogram(
            "runwhy_run_wait_seconds", "Time from acceptance to first start of a run", ["trigger"]
        )
        self.lateness = self._slow_histogram(
            "runwhy_trigger_lateness_seconds",
            "Delay between a trigger's due time and the acceptance of its run",
            ["trigger"],
        )
        self.restarts = self._counter(
            "runwhy_run_restarts", "Runs resumed after their server stopped"
        )
        self.envelope_bytes = Histogram(
            "runwhy_envelope_bytes", "Size of envelopes", registry=self.registry, buckets=_BYTES
        )

    def _calls(self) -> None:
        model = ["provider", "model"]
        self.model_calls = self._counter(
            "runwhy_model_calls",
            "Finished model calls, each including its retries",
            [*model, "outcome"],
        )
        self.model_seconds = self._slow_histogram(
            "runwhy_model_call_seconds", "Duration of model calls", model
        )
        self.first_token = self._slow_histogram(
            "runwhy_model_first_token_seconds", "Time to the first token", model
        )
        self.tokens = self._counter("runwhy_model_tokens", "Tokens used", [*model, "type"])
        self.cost = self._counter("runwhy_cost_usd", "Known cost of ended runs in USD", model)
        self.unpriced_calls = self._counter(
            "runwhy_unpriced_model_calls", "Model calls of ended runs without a known price", model
        )
        self.model_retries = self._counter(
            "runwhy_model_retries", "Model requests retried after a failure", model
        )
        self.tool_calls = self._counter("runwhy_tool_calls", "Tool calls", ["kind", "outcome"])
        self.tool_seconds = self._slow_histogram(
            "runwhy_tool_call_seconds", "Duration of tool calls", ["kind"]
        )

    def _outside(self) -> None:
        self.hooks = self._counter(
            "runwhy_hook_deliveries", "Webhook deliveries received", ["outcome"]
        )
        self.deliveries = self._counter(
            "runwhy_webhook_deliveries", "Attempts to send an outgoing webhook", ["outcome"]
        )
        self.delivery_seconds = self._quick_histogram(
            "runwhy_webhook_delivery_seconds", "Duration of attempts to send an outgoing webhook"
        )
        self.requests = self._counter(
            "runwhy_http_requests", "HTTP requests", ["method", "route", "status"]
        )
        self.request_seconds = self._quick_histogram(
            "runwhy_http_request_seconds", "Time until the HTTP response started", ["route"]
        )
        self.streams = self._gauge(
            "runwhy_streams_open", "Open event streams", ["route"], multiprocess_mode=_SUM
        )

    def child(self, metric: M, *labels: str) -> M:
        """Return the metric with these labels, like `labels`, which takes five times as long."""
        found: M | None = self._children.get((metric, labels))
        if found is None:
            found = self._children[metric, labels] = metric.labels(*labels)
        return found

    def model(self, provider: str, name: str) -> tuple[str, str]:
        """Return the labels of a model; `other` once there are too many."""
        labels = (provider, name)
        if labels not in self._models:
            if len(self._models) >= MAX_MODELS:
                return (OTHER, OTHER)
            self._models.add(labels)
        return labels

    def text(self) -> bytes:
        """Return all metrics in Prometheus's text format."""
        if SHARED_DIR not in os.environ:
            return generate_latest(self.registry)
        everything = CollectorRegistry()
        collect: Any = MultiProcessCollector  # has no types
        collect(everything)  # of all processes behind the port
        return generate_latest(everything)
