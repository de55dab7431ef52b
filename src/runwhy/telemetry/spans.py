"""Tracing: starts spans, and writes the span of a run when it ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from typing import Protocol

from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.trace import INVALID_SPAN, Span, SpanKind, StatusCode, Tracer

from runwhy.core.runs.run import Outcome, Run, Status, Trace
from runwhy.core.runs.tags import Tags
from runwhy.telemetry.attributes import Attributes, SpanConventions
from runwhy.telemetry.propagation import (
    baggage_tags,
    context_from,
    context_of,
    with_baggage,
    within,
)


class Exporter(Protocol):
    """Sends spans to a collector."""

    tracer: Tracer

    def remake(self, place: Trace) -> AbstractContextManager[None]:
        """Give the next span the ids of `place`."""

    def close(self) -> None:
        """Send remaining spans."""


class Tracing:
    """Writes spans if there is an exporter; otherwise only propagates the caller's trace.

    `baggage` are the keys of tags that are propagated, in and out.
    """

    def __init__(
        self,
        exporter: Exporter | None = None,
        conventions: SpanConventions | None = None,
        baggage: Sequence[str] = (),
    ) -> None:
        self._exporter = exporter
        self.conventions = conventions or SpanConventions()
        self._baggage = tuple(baggage)

    @property
    def on(self) -> bool:
        """Whether spans are written."""
        return self._exporter is not None

    def close(self) -> None:
        """Send remaining spans."""
        if self._exporter is not None:
            self._exporter.close()

    @contextmanager
    def request(self, method: str, headers: Mapping[str, str], *, trusted: bool) -> Iterator[Span]:
        """Span of an HTTP request. With `trusted`, its baggage may become tags."""
        around = context_from(headers)
        if trusted and self._baggage:
            around = with_baggage(around or Context(), headers, self._baggage)
        with within(around):
            kind = SpanKind.SERVER
            with self.span(method, {"http.request.method": method}, kind=kind) as span:
                yield span

    @contextmanager
    def span(
        self,
        name: str,
        attributes: Attributes,
        *,
        kind: SpanKind = SpanKind.INTERNAL,
        around: Context | None = None,
    ) -> Iterator[Span]:
        """Span around a block of code, as parent of the spans inside."""
        span = self.begin(name, attributes, kind=kind, around=around)
        inside = around
        if span is not INVALID_SPAN:
            inside = trace.set_span_in_context(span, around)
        try:
            with within(inside):
                yield span
        finally:
            span.end()

    def begin(
        self,
        name: str,
        attributes: Attributes,
        *,
        kind: SpanKind = SpanKind.INTERNAL,
        around: Context | None = None,
        at: datetime | None = None,
    ) -> Span:
        """Start a span that the caller ends."""
        if self._exporter is None:
            return INVALID_SPAN
        return self._exporter.tracer.start_span(
            name,
            context=around,
            kind=kind,
            attributes=attributes,
            start_time=None if at is None else nanoseconds(at),
        )

    def place(self) -> Trace | None:
        """Return the trace context of a run accepted now, below the current span."""
        here = trace.get_current_span().get_span_context()
        if self._exporter is None:
            return _place(here, None, own=False) if here.is_valid else None
        # Not ended here, because another server may see the run end. Only its ids are needed.
        mine = self._exporter.tracer.start_span("run").get_span_context()
        return _place(mine, f"{here.span_id:016x}" if here.is_valid else None, own=True)

    def about(self, run: Run | None) -> Attributes:
        """Return a run's attributes; empty if tracing is off, because redacting tags is slow."""
        return self.conventions.run(run) if self.on and run is not None else {}

    def tags(self) -> Tags:
        """Return the tags from the caller's baggage."""
        return baggage_tags(self._baggage) if self._baggage else {}

    def around(self, run: Run) -> Context | None:
        """Return the trace context for work on a run, below the run's span."""
        if run.trace is None:
            return None
        tags = run.tagging.tags
        shared = {key: tags[key] for key in self._baggage if key in tags}
        return context_of(run.trace, self.conventions.shown(shared) if shared else shared)

    def run_ended(self, run: Run, outcome: Outcome, at: datetime) -> None:
        """Write the span of a run, which may have been accepted by another server."""
        place = run.trace
        if self._exporter is None or place is None or not (place.own and place.sampled):
            return
        above = Context()
        if place.parent_id is not None:
            above = context_of(_above(place, place.parent_id), {})
        agent = run.spec.name
        name = "invoke_agent" if agent is None else f"invoke_agent {agent}"
        attributes = self.conventions.run(run) | self.conventions.agent(run, outcome)
        with self._exporter.remake(place):
            span = self.begin(name, attributes, around=above, at=run.created_at)
        if outcome.status is Status.FAILED:
            span.set_status(
                StatusCode.ERROR, outcome.failure.error_class if outcome.failure else ""
            )
        span.end(nanoseconds(at))


def _place(span: trace.SpanContext, parent: str | None, *, own: bool) -> Trace:
    return Trace(
        trace_id=f"{span.trace_id:032x}",
        span_id=f"{span.span_id:016x}",
        sampled=span.trace_flags.sampled,
        parent_id=parent,
        state=span.trace_state.to_header() if span.trace_state else "",
        own=own,
    )


def _above(place: Trace, parent_id: str) -> Trace:
    return Trace(trace_id=place.trace_id, span_id=parent_id, state=place.state)


def nanoseconds(at: datetime) -> int:
    """Convert a time to nanoseconds since the epoch."""
    return round(at.timestamp() * 1000) * 1_000_000
