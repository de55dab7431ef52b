"""Results of following and finishing a run, and other values that only the client has."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from runwhy.client.answer_reader import read
from runwhy.client.errors import RunCancelled, RunFailed
from runwhy.core.json import JsonObject
from runwhy.core.runs.events import TERMINAL
from runwhy.core.runs.run import Status
from runwhy.wire import history, memories
from runwhy.wire.answer import Answer, Event, Json, Tags
from runwhy.wire.runs import NO_TOKENS, ModelUsed, Tokens


@dataclass(frozen=True, slots=True)
class RunEvent:
    """An event of a run; `seq` counts from 1 without gaps."""

    seq: int
    type: str
    data: JsonObject = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The text of a delta, message or result; empty for other events."""
        text = self.data.get("text")
        return text if isinstance(text, str) else ""

    @property
    def is_terminal(self) -> bool:
        """Whether the event ends the run."""
        return self.type in TERMINAL


@dataclass(frozen=True, slots=True)
class InboxEvent:
    """A change in a workspace: `inbox` with the number of open items, `runs` or `resources`."""

    type: str
    open: int | None = None


class EventData(Answer):
    """The fields that the client reads from the data of events."""

    text: str
    metadata: Tags
    tool_use_id: str
    name: str
    args: Json
    tokens: Tokens
    cost: str | None
    unpriced_calls: int
    turns: int
    model: ModelUsed | None
    reason: str
    error: str
    error_class: str
    partial_text: str
    retryable: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RunResult:
    """The result of a run that succeeded."""

    run_id: str
    text: str
    status: str
    metadata: Mapping[str, str] = field(default_factory=dict)
    tokens: Tokens = NO_TOKENS
    cost: str | None = None  # USD as a decimal number; None if it is unknown
    unpriced_calls: int = 0
    turns: int = 0
    model: ModelUsed | None = None
    events: Sequence[RunEvent] = ()


class Memory(memories.Memory):
    """A memory of an agent; `source` is `human` for a person's own words, else `agent`.

    `score` is the similarity to a search query, from 0 to 1.
    """

    score: float | None = None


class MemoryPage(memories.MemoryList):
    """A page of memories, newest first, and the cursor of the next page."""

    memories: Sequence[Memory]


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionEvents:
    """Messages of a session as events; `next_before_seq` leads to earlier ones."""

    events: Sequence[RunEvent]
    total: int
    truncated: bool
    next_before_seq: int | None


def read_session_events(raw: JsonObject) -> SessionEvents:
    """Read the events of a session."""
    page = read(history.SessionEvents, raw)
    return SessionEvents(
        events=tuple(_session_event(event) for event in page.events),
        total=page.total,
        truncated=page.truncated,
        next_before_seq=page.next_before_seq,
    )


def _session_event(event: history.SessionEvent) -> RunEvent:
    """Return an event, whose data is next to `seq` and `type` or in `data`."""
    inline = {key: value for key, value in event.raw.items() if key not in ("seq", "type", "data")}
    data = event.raw.get("data")
    return RunEvent(event.seq, event.type, inline | dict(data if isinstance(data, Mapping) else {}))


def read_frame(data: str) -> RunEvent | None:
    """Parse one frame of a stream; None if it is not an event, such as a ping."""
    try:
        raw = json.loads(data)
    except (ValueError, RecursionError):
        return None
    seq = raw.get("seq") if isinstance(raw, dict) else None
    if not isinstance(seq, int) or isinstance(seq, bool):
        return None
    event = read(Event, raw)
    return RunEvent(seq, event.type, event.data)


def read_inbox_frame(data: str) -> InboxEvent | None:
    """Parse one frame of the inbox's stream; None if it is not an event."""
    event = read_frame(data)
    if event is None:
        return None
    count = event.data.get("open")
    return InboxEvent(event.type, count if isinstance(count, int) else None)


def conclude(run_id: str, events: Sequence[RunEvent], metadata: Mapping[str, str]) -> RunResult:
    """Return the result of a finished run; `metadata` is the fallback for its tags.

    Raises: RunFailed, RunCancelled.
    """
    data = read(EventData, events[-1].data)
    tags = _metadata(events) or metadata
    match events[-1].type:
        case "result":
            return RunResult(
                run_id=run_id,
                text=data.text,
                status=Status.SUCCEEDED.value,
                metadata=tags,
                tokens=data.tokens,
                cost=data.cost,
                unpriced_calls=data.unpriced_calls,
                turns=data.turns,
                model=data.model,
                events=tuple(events),
            )
        case "cancelled":
            raise RunCancelled(run_id, data.reason or "no reason given", metadata=tags)
        case _:
            raise _failed(run_id, data, tags)


def _failed(run_id: str, data: EventData, metadata: Mapping[str, str]) -> RunFailed:
    return RunFailed(
        run_id,
        data.error_class or "unknown",
        data.error or "the run failed",
        partial_text=data.partial_text,
        retryable=data.retryable,
        tokens=data.tokens,
        cost=data.cost,
        unpriced_calls=data.unpriced_calls,
        turns=data.turns,
        model=data.model,
        metadata=metadata,
    )


def _metadata(events: Sequence[RunEvent]) -> Mapping[str, str]:
    tagged = (event.data for event in events if "metadata" in event.data)
    return next((read(EventData, data).metadata for data in tagged), {})
