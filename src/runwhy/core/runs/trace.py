"""A run's place in a trace, stored with it so that any server can continue the trace."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """The trace context of a run: its span, and the caller's parent span.

    If the server does not export spans, it passes on the caller's, and `own` is false.
    """

    trace_id: str  # 32 hexadecimal digits
    span_id: str  # 16
    sampled: bool = True
    parent_id: str | None = None
    state: str = ""  # the caller's `tracestate`, unchanged
    own: bool = True
