"""Answers about runs. Their bodies are in `run_bodies`, which the client does not import."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from msgspec import Meta, field

from runwhy.core.agents.spec_secrets import shown_spec
from runwhy.core.runs.cost import maybe_usd
from runwhy.core.runs.delivery import DeliveryStatus
from runwhy.core.runs.memory_facts import MemorySource, QuerySource
from runwhy.core.runs.run import ErrorClass, Status
from runwhy.core.runs.tags import TagSource
from runwhy.wire.answer import (
    Actor,
    Answer,
    Copied,
    Cursor,
    Json,
    JsonAnswer,
    MemoryId,
    Ok,
    RunId,
    Suggestions,
    Tags,
    Time,
    answer_time,
    maybe_time,
)
from runwhy.wire.layers import layer_json

if TYPE_CHECKING:
    from runwhy.core.context.envelope_sources import ShownEnvelope as CoreEnvelope
    from runwhy.core.runs import origin as core_origin
    from runwhy.core.runs import run as core
    from runwhy.core.runs.log import Part
    from runwhy.core.runs.memory_facts import MemoryHit


class RunContinuation(Answer):
    """A run that continues another one: it has the results of its calls, or its conversation."""

    id: RunId
    status: Status
    created_at: Time

    @classmethod
    def of(cls, run: core.Run) -> Self:
        """Return the answer for a run."""
        return cls(id=run.id, status=run.status, created_at=answer_time(run.created_at))


class RunContinuations(Answer):
    """The runs that continue a run, oldest first."""

    run_id: RunId
    runs: Sequence[RunContinuation]

    @classmethod
    def of(cls, run: core.Run, found: Sequence[core.Run]) -> Self:
        """Return the answer for a run."""
        return cls(run_id=run.id, runs=[RunContinuation.of(one) for one in found])


class RunAccepted(Answer):
    """The run was stored and queued."""

    run_id: RunId
    stream_url: str
    status: Literal["queued"]
    metadata: Tags

    @classmethod
    def at(cls, base: str, run: core.Run) -> Self:
        """Return the answer to a new run. Repeated requests return the same answer."""
        # Tags are sorted, because stores return them in different orders.
        return cls(
            run_id=run.id,
            stream_url=f"{base}/agent-runs/{run.id}/stream",
            status="queued",
            metadata=dict(sorted(run.tagging.tags.items())),
        )


class OriginalRun(JsonAnswer):
    """Where the run came from that a rerun repeats."""

    trigger: str
    trigger_id: str | None
    trigger_name: str | None
    requested_at: Time
    scheduled_for: Time | None
    facts: Mapping[str, str | int | bool | None]


class Origin(Answer):
    """Where a run came from, as recorded by the server. `claimed` is the caller's own statement."""

    trigger: Annotated[str, Meta(examples=["api", "cli", "cron"])]
    trigger_id: str | None
    trigger_name: str | None
    actor: Actor
    attended: bool
    correlation_id: str | None
    requested_at: Time
    scheduled_for: Time | None
    facts: Mapping[str, str | int | bool | None]
    claimed: Json
    rerun_of: Annotated[RunId | None, Meta(description="The run that this one repeats.")]
    original: Annotated[
        OriginalRun | None, Meta(description="Where the first of its repeated runs came from.")
    ]

    @classmethod
    def of(cls, origin: core_origin.Origin, /) -> Self:
        actor = origin.actor
        return cls(
            trigger=origin.trigger,
            trigger_id=origin.trigger_id,
            trigger_name=origin.trigger_name,
            actor=Actor(kind=actor.kind, id=actor.id, name=actor.name),
            attended=origin.attended,
            correlation_id=origin.correlation_id,
            requested_at=answer_time(origin.requested_at),
            scheduled_for=maybe_time(origin.scheduled_for),
            facts=origin.facts,
            claimed=origin.claimed,
            rerun_of=origin.rerun_of,
            original=None if origin.original is None else OriginalRun.of(origin.original),
        )


class ModelUsed(Answer):
    """The model that the run used."""

    id: str
    provider: str
    vendor_model_id: str
    reasoning_effort: str | None = None

    @classmethod
    def of(cls, model: core.ModelUsed, /) -> Self:
        return cls(
            id=model.id,
            provider=model.provider,
            vendor_model_id=model.vendor_model_id,
            reasoning_effort=model.reasoning_effort or None,
        )


class Tokens(Answer):
    """Token usage.

    Tokens read from and written to a cache are part of the input, `reasoningTokens` of the output.
    """

    input: int = field(name="inputTokens")
    cached: int = field(name="cachedTokens")
    cache_write: int = field(default=0, name="cacheWriteTokens")
    reasoning: int = field(name="reasoningTokens")
    output: int = field(name="outputTokens")

    @classmethod
    def of(cls, used: core.Tokens, /) -> Self:
        return cls(
            input=used.input,
            cached=used.cached,
            cache_write=used.cache_write,
            reasoning=used.reasoning,
            output=used.output,
        )


NO_TOKENS = Tokens(input=0, cached=0, cache_write=0, reasoning=0, output=0)


class RunError(JsonAnswer):
    """Why a run failed."""

    message: str
    code: str
    error_class: ErrorClass
    finish_reason: str | None
    partial_text: str | None
    retryable: bool
    api_status: Annotated[int | None, Meta(description="HTTP status from the provider.")]
    api_code: str | None

    @classmethod
    def of(cls, failure: core.Failure, /, **given: Any) -> Self:
        return super().of(failure, code=failure.code or failure.error_class, **given)


class Envelope(JsonAnswer):
    """The size of a run's envelope, and the values dropped to fit the limit."""

    bytes: int
    truncated: bool
    dropped: Sequence[str]

    @classmethod
    def of(cls, facts: core.EnvelopeFacts, /, **given: Any) -> Self:
        return cls(bytes=facts.bytes, truncated=facts.truncated, dropped=facts.dropped, **given)


class ShownEnvelope(Envelope):
    """The envelope of a run, or a preview of it."""

    run_id: RunId | None
    written: Annotated[bool, Meta(description="Whether it is in the log of a run.")]
    text: Annotated[str, Meta(description="Exact text for the model.")]
    fields: Json
    sources: Annotated[
        Mapping[str, str],
        Meta(description="Source of each field: `server`, `trigger`, `caller`, or a tag's source."),
    ]
    limit: int

    @classmethod
    def shown(cls, shown: CoreEnvelope) -> Self:
        """Return an envelope with its text and sources."""
        return cls.of(
            shown.facts,
            run_id=shown.run_id,
            written=shown.written,
            text=shown.text,
            fields=shown.fields,
            sources=shown.sources,
            limit=shown.limit,
        )


class RecalledMemory(Copied):
    """A memory as sent to the model. `score` is from 0 to 1."""

    id: MemoryId
    text: str
    source: MemorySource
    score: float

    @classmethod
    def of(cls, hit: MemoryHit, /, **given: Any) -> Self:
        return super().of(hit, score=round(hit.score, 3), **given)


class RecalledMemories(Copied):
    """The memories recalled for a run: the query, where it came from, and the matches."""

    query: str | None
    source: QuerySource
    hits: Sequence[RecalledMemory]
    problem: Annotated[str | None, Meta(description="Why recall failed.")]


class Delivery(JsonAnswer):
    """Delivery of the reply to the chat that the session belongs to."""

    status: DeliveryStatus
    message_id: Annotated[int | None, Meta(description="First message of the reply in the chat.")]
    attempts: Annotated[int, Meta(description="Attempts that failed.")]
    error: Annotated[str | None, Meta(description="Why it failed or was skipped.")]
    at: Annotated[Time | None, Meta(description="When the delivery ended.")]


class AppliedBudget(Answer):
    """A budget that applies to a run, by its name when the run was created."""

    id: str
    name: str


class Run(Answer):
    """A run."""

    id: RunId
    session_id: str | None
    status: Status
    metadata: Tags
    metadata_sources: Mapping[str, TagSource]
    origin: Origin
    executor: str
    model: ModelUsed | None
    tokens: Tokens
    cost: Annotated[str | None, Meta(description="USD as a decimal number; null if unknown.")]
    unpriced_calls: Annotated[
        int, Meta(description="Model calls without a known price. `cost` does not include them.")
    ]
    first_token_ms: Annotated[
        int | None, Meta(description="From the first model request to its first token.")
    ]
    turns: int
    task: Annotated[str, Meta(description="Beginning of the prompt, on one line.")]
    final_text: str | None
    error: RunError | None
    failure_reason: str | None
    envelope: Envelope | None
    memory: RecalledMemories | None
    delivery: Delivery | None
    budgets: Annotated[
        Sequence[AppliedBudget], Meta(description="Budgets that count this run's usage.")
    ]
    parent_run_id: str | None
    root_run_id: str | None
    attempt: int
    trace_id: str | None
    created_at: Time
    started_at: Time | None
    finished_at: Time | None
    erased_at: Annotated[Time | None, Meta(description="When its content was erased.")]
    spec: Json

    @classmethod
    def of(cls, run: core.Run, /, spec: Json | None = None) -> Self:
        """Return the answer about a run, with the JSON of its spec if that was made before."""
        return cls(
            id=run.id,
            session_id=run.session_id,
            status=run.status,
            metadata=run.tagging.tags,
            metadata_sources=run.tagging.sources,
            origin=Origin.of(run.origin),
            executor=run.executor,
            model=None if run.model is None else ModelUsed.of(run.model),
            tokens=Tokens.of(run.tokens),
            cost=maybe_usd(run.cost.picos),
            unpriced_calls=run.cost.unpriced_calls,
            first_token_ms=run.first_token_ms,
            turns=run.turns,
            task=run.task,
            final_text=run.final_text,
            error=None if run.failure is None else RunError.of(run.failure),
            failure_reason=run.failure_reason,
            envelope=None if run.envelope is None else Envelope.of(run.envelope),
            memory=None if run.memory is None else RecalledMemories.of(run.memory),
            delivery=None if run.delivery is None else Delivery.of(run.delivery),
            budgets=[AppliedBudget(id=each.id, name=each.name) for each in run.budgets],
            parent_run_id=run.parent_run_id,
            root_run_id=run.root_run_id,
            attempt=run.attempt,
            trace_id=run.trace.trace_id if run.trace else None,
            created_at=answer_time(run.created_at),
            started_at=maybe_time(run.started_at),
            finished_at=maybe_time(run.finished_at),
            erased_at=maybe_time(run.erased_at),
            spec=layer_json(shown_spec(run.spec)) if spec is None else spec,
        )

    @classmethod
    def all_of(cls, runs: Iterable[core.Run]) -> list[Self]:
        """Return the answers about runs; a spec that several of them share is shown once."""
        specs: dict[int, Json] = {}
        answers = []
        for run in runs:
            if (spec := specs.get(id(run.spec))) is None:
                spec = specs[id(run.spec)] = layer_json(shown_spec(run.spec))
            answers.append(cls.of(run, spec))
        return answers


class RunList(Answer):
    """Runs, newest first."""

    runs: Sequence[Run]
    next_cursor: Cursor
    suggestions: Suggestions = None


RunPage = RunList  # its name in the Python client


class RunCancelled(Ok):
    """The run after the request. A run that had already ended is unchanged."""

    run_id: RunId
    status: Status


class ToolCall(Copied):
    """A tool call by the model."""

    id: str
    name: str
    args: Json


def attachments_json(part: Part) -> list[Json]:
    """Return a part's attachments as JSON, without their bytes."""
    given = part.data.get("attachments")
    return [_attachment(item) for item in given] if isinstance(given, list) else []


def _attachment(item: object) -> Json:
    given = dict(item) if isinstance(item, dict) else {}
    data = given.pop("data", None)
    if not isinstance(data, str):
        return given
    return {**given, "size": len(data) * 3 // 4 - data[-2:].count("=")}  # the decoded size
