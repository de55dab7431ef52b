"""Telemetry: records what happens as metrics, spans and log lines."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import datetime

import structlog
from opentelemetry.trace import INVALID_SPAN, Span, SpanKind

from runwhy.core.json import compact_json
from runwhy.core.requests.history_import import IMPORT
from runwhy.core.runs.cost import usd_number
from runwhy.core.runs.log import ToolCall
from runwhy.core.runs.origin import Origin
from runwhy.core.runs.run import Outcome, Run
from runwhy.telemetry.calls import CANCELLED, ModelCall, ToolCallSpan, fail
from runwhy.telemetry.meters import Meters
from runwhy.telemetry.spans import Tracing, nanoseconds

UNKNOWN = "unknown"  # a model that the agent does not report
_log = structlog.get_logger("runwhy.runs")


class Telemetry:
    """The telemetry of one server. The default exports nothing."""

    def __init__(self, meters: Meters | None = None, tracing: Tracing | None = None) -> None:
        self.meters = meters or Meters()
        self.tracing = tracing or Tracing()

    def stored(self, operation: str, seconds: float) -> None:
        """Record the duration of a database operation."""
        self.meters.store_time(operation).observe(seconds)

    def accepted(self, run: Run) -> None:
        """Record that a run was accepted and stored."""
        origin = run.origin
        self.meters.child(self.meters.accepted, origin.trigger).inc()
        if origin.scheduled_for is not None:
            late = (run.created_at - origin.scheduled_for).total_seconds()
            self.meters.lateness.labels(origin.trigger).observe(max(0.0, late))
        _log.info("run.accepted", trigger=origin.trigger, **_ids(run))

    def ended(self, run: Run, outcome: Outcome, at: datetime) -> None:
        """Record that a run has ended and its result is stored."""
        trigger, status = run.origin.trigger, outcome.status.value
        seconds = (at - run.created_at).total_seconds()
        self.meters.child(self.meters.ended, trigger, status).inc()
        duration = self.meters.child(self.meters.run_seconds, trigger, status)
        duration.observe(max(0.0, seconds))
        self._count_cost(run, outcome)
        self.tracing.run_ended(run, outcome, at)
        kind = outcome.failure.error_class.value if outcome.failure else None
        _log.info(
            "run.ended",
            trigger=trigger,
            status=status,
            seconds=seconds,
            **_ids(run),
            **({"error": kind} if kind else {}),
        )

    def _count_cost(self, run: Run, outcome: Outcome) -> None:
        """Count the cost of a run. Imported runs cost nothing here."""
        cost = outcome.cost
        if run.origin.trigger == IMPORT or not (cost.picos or cost.unpriced_calls):
            return
        id = outcome.model.id if outcome.model else run.spec.model_id or UNKNOWN
        provider, _, name = id.partition(":")
        if not name:  # a model of a coding agent, or echo
            provider, name = (id if run.executor == "builtin" else run.executor), id
        labels = self.meters.model(provider, name)
        self.meters.cost.labels(*labels).inc(usd_number(cost.picos or 0))
        self.meters.unpriced_calls.labels(*labels).inc(cost.unpriced_calls)

    def subscription_disabled(self, id: str) -> None:
        """Record that an outgoing webhook was disabled by its receiver."""
        _log.warning("subscription.disabled", subscription=id)

    def envelope_made(self, size: int) -> None:
        """Record the size of a run's envelope."""
        self.meters.envelope_bytes.observe(size)

    @contextmanager
    def firing(self, origin: Origin, *, timer: str | None = None) -> Iterator[None]:
        """Span of a trigger or timer that starts a run. Runs of callers do not have one."""
        source = origin.trigger_id or timer
        if source is None or not self.tracing.on:
            yield
            return
        attributes = {"runwhy.trigger": origin.trigger, "runwhy.trigger.id": source}
        with self.tracing.span(f"fire {origin.trigger}", {**attributes}) as span:
            try:
                yield
            except Exception as error:
                fail(span, type(error).__name__)
                raise

    @contextmanager
    def attempt(self, run: Run, number: int) -> Iterator[Span]:
        """Span of one attempt to execute a run."""
        if number > 1:
            self.meters.restarts.inc()
        elif run.started_at is not None:
            waited = (run.started_at - run.created_at).total_seconds()
            wait = self.meters.child(self.meters.wait_seconds, run.origin.trigger)
            wait.observe(max(0.0, waited))
        with (
            self.meters.running.track_inprogress(),
            structlog.contextvars.bound_contextvars(**_ids(run)),
            self._attempt_span(run, number) as span,
        ):
            yield span

    def _attempt_span(self, run: Run, number: int) -> AbstractContextManager[Span]:
        around = self.tracing.around(run)
        if around is None and not self.tracing.on:
            return nullcontext(INVALID_SPAN)
        attributes = self.tracing.about(run) | {"runwhy.attempt": number}
        return self.tracing.span("attempt", attributes, around=around)

    def model_call(self, run: Run, provider: str, model: str) -> ModelCall:
        """Start the span of a model call. The caller must `end` it."""
        conventions = self.tracing.conventions
        attributes = {"gen_ai.operation.name": "chat", **conventions.model(provider, model)}
        if run.session_id is not None:
            attributes["gen_ai.conversation.id"] = run.session_id
        span = self.tracing.begin(
            f"chat {model}", {**attributes, "runwhy.run.id": run.id}, kind=SpanKind.CLIENT
        )
        return ModelCall(span, self.meters, conventions, (provider, model))

    def model_retried(self, provider: str, model: str) -> None:
        """Record a retried model request."""
        self.meters.model_retries.labels(*self.meters.model(provider, model)).inc()

    @contextmanager
    def tool_call(self, run: Run, call: ToolCall, kind: str) -> Iterator[ToolCallSpan]:
        """Span of a tool call executed by the server."""
        conventions, began = self.tracing.conventions, time.perf_counter()
        attributes = conventions.tool(call.name, call.id, kind) | {"runwhy.run.id": run.id}
        if conventions.content:
            args = compact_json(dict(call.args))
            attributes |= conventions.content_attribute("gen_ai.tool.call.arguments", args)
        with self.tracing.span(f"execute_tool {call.name}", attributes) as span:
            called = ToolCallSpan(span, conventions)
            try:
                yield called
            finally:
                if called.outcome == CANCELLED:
                    fail(span, CANCELLED)
                self._tool_called(kind, called.outcome, time.perf_counter() - began)

    def client_answered(
        self, run: Run, call: ToolCall, called_at: datetime, answered_at: datetime, *, ok: bool
    ) -> None:
        """Record a tool call that the client executed."""
        kind = "local"
        attributes = self.tracing.conventions.tool(call.name, call.id, kind)
        attributes["runwhy.run.id"] = run.id
        span = self.tracing.begin(f"execute_tool {call.name}", attributes, at=called_at)
        if not ok:
            fail(span, "tool_error")
        span.end(nanoseconds(answered_at))
        seconds = max(0.0, (answered_at - called_at).total_seconds())
        self._tool_called(kind, "ok" if ok else "error", seconds)

    def _tool_called(self, kind: str, outcome: str, seconds: float) -> None:
        self.meters.tool_calls.labels(kind, outcome).inc()
        self.meters.tool_seconds.labels(kind).observe(seconds)

    @contextmanager
    def delivery(self, run: Run | None, subscription: str) -> Iterator[Delivery]:
        """Span of an outgoing webhook for a run."""
        around = self.tracing.around(run) if run is not None else None
        attributes = {"http.request.method": "POST", "runwhy.subscription.id": subscription}
        kind, began = SpanKind.CLIENT, time.perf_counter()
        about = self.tracing.about(run) | attributes
        with self.tracing.span("webhook", about, kind=kind, around=around) as span:
            delivery = Delivery(span)
            try:
                yield delivery
            finally:
                self.meters.deliveries.labels(delivery.outcome).inc()
                self.meters.delivery_seconds.observe(time.perf_counter() - began)

    def hook_received(self, outcome: str) -> None:
        """Record a delivery to a webhook trigger."""
        self.meters.hooks.labels(outcome).inc()


class Delivery:
    """An outgoing webhook that is being sent."""

    def __init__(self, span: Span) -> None:
        self._span = span
        self.outcome = CANCELLED

    def answered(self, status: int | None) -> None:
        """Record the response status; None if there was no response."""
        if status is not None:
            self._span.set_attribute("http.response.status_code", status)
        self.outcome = "delivered" if status is not None and status < 300 else "failed"
        if self.outcome == "failed":
            fail(self._span, str(status or "no_answer"))


def _ids(run: Run) -> Mapping[str, str]:
    ids = {"run": run.id}
    if run.session_id is not None:
        ids["session"] = run.session_id
    if run.trace is not None:
        ids["trace_id"] = run.trace.trace_id
    return ids


SILENT = Telemetry()
