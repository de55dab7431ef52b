"""Where a run stands in a trace, kept with it so that whoever takes it up goes on there."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """The place of a run in a trace: its span, and the one above it, which the caller named.

    A server that writes no spans hands on the caller's: the run then has none of its `own`.
    """

    trace_id: str  # 32 hexadecimal digits
    span_id: str  # 16
    sampled: bool = True
    parent_id: str | None = None
    state: str = ""  # the caller's `tracestate`, as it came
    own: bool = True
