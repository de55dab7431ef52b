"""What comes back from a run: that it was accepted, what happens in it, and how it ended."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from runwhy.client import reading
from runwhy.client.errors import RunCancelled, RunFailed
from runwhy.core.events import TERMINAL
from runwhy.core.jsons import JsonObject
from runwhy.core.runs import ModelUsed, Status, Tokens


@dataclass(frozen=True, slots=True)
class RunEvent:
    """One thing that happened in a run; `seq` counts from 1 without a gap."""

    seq: int
    type: str
    data: JsonObject = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The text that the event carries: a delta, a message, the result; else empty."""
        return reading.text(self.data, "text")

    @property
    def is_terminal(self) -> bool:
        """Whether it ends the run."""
        return self.type in TERMINAL


@dataclass(frozen=True, slots=True, kw_only=True)
class RunAccepted:
    """A run that the server has taken on; it is kept, whatever happens to the caller."""

    run_id: str
    status: str
    stream_url: str
    metadata: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunResult:
    """What came of a run that succeeded."""

    run_id: str
    text: str
    status: str
    metadata: Mapping[str, str] = field(default_factory=dict)
    tokens: Tokens = field(default_factory=Tokens)
    turns: int = 0
    model: ModelUsed | None = None
    events: Sequence[RunEvent] = ()


def read_accepted(raw: JsonObject) -> RunAccepted:
    """The answer to whatever started a run."""
    return RunAccepted(
        run_id=reading.text(raw, "runId"),
        status=reading.text(raw, "status") or Status.QUEUED.value,
        stream_url=reading.text(raw, "streamUrl"),
        metadata=reading.strings(raw, "metadata"),
    )


def read_frame(data: str) -> RunEvent | None:
    """One frame of a stream; None for one that is no event of ours, such as a ping."""
    try:
        raw = json.loads(data)
    except (ValueError, RecursionError):
        return None
    seq = reading.whole_or_none(raw, "seq") if isinstance(raw, dict) else None
    if seq is None:
        return None
    return RunEvent(seq, reading.text(raw, "type"), reading.table(raw, "data"))


def conclude(run_id: str, events: Sequence[RunEvent], metadata: Mapping[str, str]) -> RunResult:
    """What the events of a whole run come to; `metadata` is what it was accepted with.

    Raises: RunFailed, RunCancelled.
    """
    end = events[-1]
    tags = _metadata(events) or metadata
    match end.type:
        case "result":
            return _succeeded(run_id, end, tags, events)
        case "cancelled":
            reason = reading.text(end.data, "reason") or "no reason given"
            raise RunCancelled(run_id, reason, metadata=tags)
        case _:
            raise _failed(run_id, end, tags)


def _succeeded(
    run_id: str, end: RunEvent, metadata: Mapping[str, str], events: Sequence[RunEvent]
) -> RunResult:
    return RunResult(
        run_id=run_id,
        text=end.text,
        status=Status.SUCCEEDED.value,
        metadata=metadata,
        tokens=reading.tokens(end.data),
        turns=reading.whole(end.data, "turns"),
        model=reading.model(end.data),
        events=tuple(events),
    )


def _failed(run_id: str, end: RunEvent, metadata: Mapping[str, str]) -> RunFailed:
    return RunFailed(
        run_id,
        reading.text(end.data, "errorClass") or "unknown",
        reading.text(end.data, "error") or "the run failed",
        partial_text=reading.text(end.data, "partialText"),
        retryable=end.data.get("retryable") is True,
        tokens=reading.tokens(end.data),
        turns=reading.whole(end.data, "turns"),
        model=reading.model(end.data),
        metadata=metadata,
    )


def _metadata(events: Sequence[RunEvent]) -> Mapping[str, str]:
    return next((reading.strings(e.data, "metadata") for e in events if "metadata" in e.data), {})
