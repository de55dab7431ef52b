"""Answers about runs."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from runwhy.core.runs.delivery import DeliveryStatus
from runwhy.core.runs.memory_facts import MemorySource
from runwhy.core.runs.run import ErrorClass, Status
from runwhy.core.runs.tags import TagSource
from runwhy.wire.answers.shared import (
    Actor,
    Answer,
    Cursor,
    Json,
    MemoryId,
    Ok,
    RunId,
    Suggestions,
    Tags,
)


class RunAccepted(Answer):
    """The run was stored and queued."""

    run_id: RunId
    stream_url: str
    status: Literal["queued"]
    metadata: Tags


class Origin(Answer):
    """Where a run came from, as recorded by the server. `claimed` is what the caller stated."""

    trigger: Annotated[str, Field(examples=["api", "cli", "cron"])]
    trigger_id: str | None
    actor: Actor
    attended: bool
    correlation_id: str | None
    requested_at: datetime
    scheduled_for: datetime | None
    facts: dict[str, str | int | bool | None]
    claimed: Json


class ModelUsed(Answer):
    """The model that the run used."""

    id: str
    provider: str
    vendor_model_id: str
    reasoning_effort: str | None = None


class Tokens(Answer):
    """Token usage. `cachedTokens` are part of the input, `reasoningTokens` of the output."""

    input_tokens: int
    cached_tokens: int
    reasoning_tokens: int
    output_tokens: int


class RunError(Answer):
    """Why a run failed."""

    message: str
    code: str
    error_class: ErrorClass
    finish_reason: str | None
    partial_text: str | None
    retryable: bool
    api_status: Annotated[int | None, Field(description="HTTP status from the provider.")]
    api_code: str | None


class Envelope(Answer):
    """The size of a run's envelope, and the values dropped to fit the limit."""

    bytes: int
    truncated: bool
    dropped: list[str]


class ShownEnvelope(Envelope):
    """The envelope of a run, or a preview of it."""

    run_id: RunId | None
    written: Annotated[bool, Field(description="Whether it is in the log of a run.")]
    text: Annotated[str, Field(description="Exact text for the model.")]
    fields: Json
    sources: Annotated[
        dict[str, str],
        Field(
            description="Source of each field: `server`, `trigger`, `caller`, or a tag's source."
        ),
    ]
    limit: int


class RecalledMemory(Answer):
    """A memory as sent to the model. `score` is from 0 to 1."""

    id: MemoryId
    text: str
    source: MemorySource
    score: float


class RecalledMemories(Answer):
    """The memories recalled for a run: the query, where it came from, and the matches."""

    query: str | None
    source: Literal["human", "summary", "none"]
    hits: list[RecalledMemory]
    problem: Annotated[str | None, Field(description="Why recall failed.")]


class Delivery(Answer):
    """Delivery of the reply to the chat that the session belongs to."""

    status: DeliveryStatus
    message_id: Annotated[int | None, Field(description="First message of the reply in the chat.")]
    attempts: Annotated[int, Field(description="Attempts that failed.")]
    error: Annotated[str | None, Field(description="Why it failed or was skipped.")]
    at: Annotated[datetime | None, Field(description="When the delivery ended.")]


class Run(Answer):
    """A run."""

    id: RunId
    session_id: str | None
    status: Status
    metadata: Tags
    metadata_sources: dict[str, TagSource]
    origin: Origin
    executor: str
    model: ModelUsed | None
    tokens: Tokens
    turns: int
    final_text: str | None
    error: RunError | None
    failure_reason: str | None
    envelope: Envelope | None
    memory: RecalledMemories | None
    delivery: Delivery | None
    parent_run_id: str | None
    root_run_id: str | None
    attempt: int
    trace_id: str | None
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    erased_at: Annotated[datetime | None, Field(description="When its content was erased.")]
    spec: Json


class RunList(Answer):
    """Runs, newest first."""

    runs: list[Run]
    next_cursor: Cursor
    suggestions: Suggestions = None


class RunCancelled(Ok):
    """The run after the request. A run that had already ended is unchanged."""

    run_id: RunId
    status: Status


class ToolCall(Answer):
    """A tool call by the model."""

    id: str
    name: str
    args: Json


class SentMessage(Answer):
    """A message as sent to the model."""

    role: Literal["system", "user", "assistant", "tool"]
    content: str
    kind: str
    tool_calls: list[ToolCall] | None = None
    tool_use_id: str | None = None
    tool_name: str | None = None
    attachments: list[Json] | None = None


class ModelCall(Answer):
    """The messages of one model call."""

    turn: int
    messages: list[SentMessage]


class ModelCalls(Answer):
    """The messages sent to the model, call by call."""

    run_id: RunId
    calls: list[ModelCall]
