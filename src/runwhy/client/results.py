"""Results of starting, following and finishing a run."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from runwhy.client import json_reader
from runwhy.client.errors import RunCancelled, RunFailed
from runwhy.core.json import JsonObject
from runwhy.core.runs.events import TERMINAL
from runwhy.core.runs.run import ModelUsed, Status, Tokens


@dataclass(frozen=True, slots=True)
class RunEvent:
    """An event of a run; `seq` counts from 1 without gaps."""

    seq: int
    type: str
    data: JsonObject = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The text of a delta, message or result; empty for other events."""
        return json_reader.text(self.data, "text")

    @property
    def is_terminal(self) -> bool:
        """Whether the event ends the run."""
        return self.type in TERMINAL


@dataclass(frozen=True, slots=True, kw_only=True)
class RunAccepted:
    """A run that the server has stored and queued."""

    run_id: str
    status: str
    stream_url: str
    metadata: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunResult:
    """The result of a run that succeeded."""

    run_id: str
    text: str
    status: str
    metadata: Mapping[str, str] = field(default_factory=dict)
    tokens: Tokens = field(default_factory=Tokens)
    turns: int = 0
    model: ModelUsed | None = None
    events: Sequence[RunEvent] = ()


def read_accepted(raw: JsonObject) -> RunAccepted:
    """Parse the response to a request that started a run."""
    return RunAccepted(
        run_id=json_reader.text(raw, "runId"),
        status=json_reader.text(raw, "status") or Status.QUEUED.value,
        stream_url=json_reader.text(raw, "streamUrl"),
        metadata=json_reader.strings(raw, "metadata"),
    )


def read_frame(data: str) -> RunEvent | None:
    """Parse one frame of a stream; None if it is not an event, such as a ping."""
    try:
        raw = json.loads(data)
    except (ValueError, RecursionError):
        return None
    seq = json_reader.integer_or_none(raw, "seq") if isinstance(raw, dict) else None
    if seq is None:
        return None
    return RunEvent(seq, json_reader.text(raw, "type"), json_reader.table(raw, "data"))


def conclude(run_id: str, events: Sequence[RunEvent], metadata: Mapping[str, str]) -> RunResult:
    """Return the result of a finished run; `metadata` is the fallback for its tags.

    Raises: RunFailed, RunCancelled.
    """
    end = events[-1]
    tags = _metadata(events) or metadata
    match end.type:
        case "result":
            return _succeeded(run_id, end, tags, events)
        case "cancelled":
            reason = json_reader.text(end.data, "reason") or "no reason given"
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
        tokens=json_reader.tokens(end.data),
        turns=json_reader.integer(end.data, "turns"),
        model=json_reader.model(end.data),
        events=tuple(events),
    )


def _failed(run_id: str, end: RunEvent, metadata: Mapping[str, str]) -> RunFailed:
    return RunFailed(
        run_id,
        json_reader.text(end.data, "errorClass") or "unknown",
        json_reader.text(end.data, "error") or "the run failed",
        partial_text=json_reader.text(end.data, "partialText"),
        retryable=end.data.get("retryable") is True,
        tokens=json_reader.tokens(end.data),
        turns=json_reader.integer(end.data, "turns"),
        model=json_reader.model(end.data),
        metadata=metadata,
    )


def _metadata(events: Sequence[RunEvent]) -> Mapping[str, str]:
    return next(
        (json_reader.strings(e.data, "metadata") for e in events if "metadata" in e.data), {}
    )
