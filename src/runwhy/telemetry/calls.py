"""Model and tool calls in progress, with their spans and metrics."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager

from opentelemetry import trace
from opentelemetry.trace import INVALID_SPAN, Span, StatusCode

from runwhy.core.runs.cost import Cost
from runwhy.core.runs.run import ErrorClass, ModelUsed, Tokens
from runwhy.telemetry.attributes import SpanConventions, cost_attributes
from runwhy.telemetry.meters import Meters
from runwhy.telemetry.propagation import within

CANCELLED = "cancelled"


class ModelCall:
    """A model call, including retries, until the reply is complete."""

    def __init__(
        self, span: Span, meters: Meters, conventions: SpanConventions, model: tuple[str, str]
    ) -> None:
        self._span = span
        self._meters = meters
        self._conventions = conventions
        self._labels = meters.model(*model)
        self._began = time.perf_counter()
        self._has_first_token = False
        self._outcome = CANCELLED

    @property
    def is_traced(self) -> bool:
        """Whether the call has a span."""
        return self._span is not INVALID_SPAN

    def active(self) -> AbstractContextManager[None]:
        """Make this call's span the current one."""
        return within(trace.set_span_in_context(self._span) if self.is_traced else None)

    def record_input(self, sent: Callable[[], str]) -> None:
        """Record the messages sent to the model, if content is recorded."""
        if self._conventions.content and self._span.is_recording():
            self._span.set_attributes(
                self._conventions.content_attribute("gen_ai.input.messages", sent())
            )

    def record_first_token(self) -> None:
        """Record the time to the first token."""
        if not self._has_first_token:
            self._has_first_token = True
            first = self._meters.child(self._meters.first_token, *self._labels)
            first.observe(self._seconds())

    def record_reply(
        self, used: ModelUsed, tokens: Tokens, cost: Cost, finish: str, text: Callable[[], str]
    ) -> None:
        """Record the complete reply. Its text is read only if content is recorded."""
        self._outcome = "ok"
        if self.is_traced:
            self._span.set_attributes(self._conventions.replied(used, finish))
            content = text() if self._conventions.content else ""
            self._span.set_attributes(
                self._conventions.content_attribute("gen_ai.output.messages", content)
            )
        self._used(tokens, cost)

    def record_failure(self, error: ErrorClass, tokens: Tokens, cost: Cost) -> None:
        """Record that the call failed."""
        self._outcome = error.value
        fail(self._span, error.value)
        self._used(tokens, cost)

    def end(self) -> None:
        """End the call. It counts as cancelled unless a reply or failure was recorded."""
        meters = self._meters
        meters.child(meters.model_seconds, *self._labels).observe(self._seconds())
        meters.child(meters.model_calls, *self._labels, self._outcome).inc()
        if self._outcome == CANCELLED:
            fail(self._span, CANCELLED)
        self._span.end()

    def _used(self, tokens: Tokens, cost: Cost) -> None:
        if self.is_traced:
            self._span.set_attributes(self._conventions.usage(tokens) | cost_attributes(cost))
        for kind in ("input", "cached", "cache_write", "reasoning", "output"):
            if count := getattr(tokens, kind):
                self._meters.child(self._meters.tokens, *self._labels, kind).inc(count)

    def _seconds(self) -> float:
        return time.perf_counter() - self._began


class ToolCallSpan:
    """A tool call in progress."""

    def __init__(self, span: Span, conventions: SpanConventions) -> None:
        self._span = span
        self._conventions = conventions
        self.outcome = CANCELLED

    def record_result(self, text: str, *, ok: bool) -> None:
        """Record the result."""
        self.outcome = "ok" if ok else "error"
        self._span.set_attributes(
            self._conventions.content_attribute("gen_ai.tool.call.result", text)
        )
        if not ok:
            fail(self._span, "tool_error")


def fail(span: Span, kind: str) -> None:
    """Mark a span as failed, with the kind of error but without its message."""
    span.set_attribute("error.type", kind)
    span.set_status(StatusCode.ERROR, kind)
