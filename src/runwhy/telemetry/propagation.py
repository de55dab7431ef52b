"""W3C trace context and baggage, incoming and outgoing.

Values from callers are not trusted: invalid headers are ignored, and only allowed baggage keys
are read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

from opentelemetry import baggage, context, trace
from opentelemetry.baggage.propagation import W3CBaggagePropagator
from opentelemetry.context import Context
from opentelemetry.trace import NonRecordingSpan, SpanContext, TraceFlags, TraceState
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from runwhy.core.runs.run import Trace
from runwhy.core.runs.tags import Tags, parse_tags
from runwhy.errors import InvalidInput

PARENT, STATE, BAGGAGE = "traceparent", "tracestate", "baggage"
MAX_BAGGAGE = 8192

_traces = TraceContextTextMapPropagator()
_baggage = W3CBaggagePropagator()


def context_from(headers: Mapping[str, str]) -> Context | None:
    """Return the caller's trace context; None if it is missing or invalid."""
    if PARENT not in headers:
        return None
    found = _traces.extract({k: headers[k] for k in (PARENT, STATE) if k in headers}, Context())
    return found if trace.get_current_span(found).get_span_context().is_valid else None


def with_baggage(around: Context, headers: Mapping[str, str], keys: Sequence[str]) -> Context:
    """Add the caller's baggage for the allowed keys to a context."""
    sent = headers.get(BAGGAGE, "")
    if not keys or not sent or len(sent) > MAX_BAGGAGE:
        return around
    found = baggage.get_all(_baggage.extract({BAGGAGE: sent}, Context()))
    return _with_baggage(around, {key: str(found[key]) for key in keys if key in found})


def context_of(place: Trace, tags: Tags) -> Context:
    """Return a run's trace context, as parent for its spans, with `tags` as baggage."""
    span = SpanContext(
        trace_id=int(place.trace_id, 16),
        span_id=int(place.span_id, 16),
        is_remote=True,
        trace_flags=TraceFlags(TraceFlags.SAMPLED if place.sampled else TraceFlags.DEFAULT),
        trace_state=TraceState.from_header([place.state]) if place.state else None,
    )
    return _with_baggage(trace.set_span_in_context(NonRecordingSpan(span), Context()), tags)


def _with_baggage(around: Context, values: Mapping[str, str]) -> Context:
    for key, value in values.items():
        around = baggage.set_baggage(key, value, around)
    return around


def within(around: Context | None) -> AbstractContextManager[None]:
    """Make a context the current one; None changes nothing."""
    return nullcontext() if around is None else _attached(around)


@contextmanager
def _attached(around: Context) -> Iterator[None]:
    token = context.attach(around)
    try:
        yield
    finally:
        context.detach(token)


def baggage_tags(keys: Sequence[str]) -> Tags:
    """Return the baggage under these keys that is valid as tags."""
    found: dict[str, str] = {}
    for key in keys:
        value = baggage.get_baggage(key)
        try:
            found |= parse_tags({key: value}) if value is not None else {}
        except InvalidInput:
            continue
    return found


def outgoing() -> dict[str, str]:
    """Return the trace headers for outgoing requests; empty outside a trace."""
    headers: dict[str, Any] = {}
    if trace.get_current_span().get_span_context().is_valid:
        _traces.inject(headers)
        _baggage.inject(headers)
    return headers


def outgoing_variables() -> dict[str, str]:
    """Return the trace headers as environment variables for a program."""
    return {name.upper(): value for name, value in outgoing().items()}


def current_ids() -> dict[str, str]:
    """Return the current trace and span ids for log lines."""
    here = trace.get_current_span().get_span_context()
    if not here.is_valid:
        return {}
    return {"trace_id": f"{here.trace_id:032x}", "span_id": f"{here.span_id:016x}"}
