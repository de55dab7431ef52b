"""Runs: one piece of work given to an agent, from request to result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from runwhy.core.agent_spec import AgentSpec
from runwhy.core.json import JsonObject
from runwhy.core.runs.cost import NO_COST, Cost
from runwhy.core.runs.delivery import Delivery
from runwhy.core.runs.memory_facts import MemoryFacts
from runwhy.core.runs.origin import Origin
from runwhy.core.runs.tags import Tagging, Tags


class Status(StrEnum):
    """The state of a run."""

    QUEUED = "queued"
    RUNNING = "running"
    WAITING = "waiting"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    CANCELLED = "cancelled"


_ENDS = frozenset({Status.SUCCEEDED, Status.FAILED, Status.CANCELLED})

# Every legal transition. Back to `queued` means that the run's server died or stopped.
TRANSITIONS: Mapping[Status, frozenset[Status]] = {
    Status.QUEUED: frozenset({Status.RUNNING, Status.FAILED, Status.CANCELLED}),
    Status.RUNNING: frozenset(
        {Status.WAITING, Status.QUEUED, Status.SUCCEEDED, Status.FAILED, Status.CANCELLED}
    ),
    Status.WAITING: frozenset({Status.RUNNING, Status.QUEUED, Status.FAILED, Status.CANCELLED}),
    **{end: frozenset() for end in _ENDS},
}


def is_terminal(status: Status) -> bool:
    """Whether a run in this status is final."""
    return not TRANSITIONS[status]


def statuses_before(then: Status) -> frozenset[Status]:
    """Return the statuses from which a run may become `then`; every update checks them."""
    return frozenset(now for now, nexts in TRANSITIONS.items() if then in nexts)


class ErrorClass(StrEnum):
    """The kind of failure that ended a run, so that callers can decide whether to retry."""

    RATE_LIMIT = "rate_limit"
    OVERLOADED = "overloaded"
    SERVER = "server"
    CONTEXT_WINDOW = "context_window"
    TRUNCATION = "truncation"
    INVALID_REQUEST = "invalid_request"
    AUTH = "auth"
    TIMEOUT = "timeout"
    LOCAL_TIMEOUT = "local_timeout"
    CRASHED_REPEATEDLY = "crashed_repeatedly"
    BUDGET_EXCEEDED = "budget_exceeded"
    PRICE_UNKNOWN = "price_unknown"
    UNKNOWN = "unknown"


BUDGET_HIDDEN = "a budget was exceeded"  # for readers limited to tags
PRICE_HIDDEN = "a budget limits the cost, and the price of the model is unknown"
RETRYABLE = frozenset(
    {ErrorClass.RATE_LIMIT, ErrorClass.OVERLOADED, ErrorClass.SERVER, ErrorClass.TIMEOUT}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """Why a run failed, and the model's text so far."""

    message: str
    error_class: ErrorClass = ErrorClass.UNKNOWN
    code: str | None = None
    finish_reason: str | None = None
    partial_text: str | None = None
    api_status: int | None = None  # the provider's HTTP status, if it answered
    api_code: str | None = None

    @property
    def kind(self) -> str:
        """The class of the failure, or its code if no class fits. Runs are counted by it."""
        known = self.error_class is not ErrorClass.UNKNOWN
        return self.error_class.value if known or not self.code else self.code

    @property
    def retryable(self) -> bool:
        """Whether the same request may succeed later."""
        return self.error_class in RETRYABLE


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokens:
    """Tokens used by a run. `input` includes the tokens of caches, `output` those of reasoning."""

    input: int = 0
    cached: int = 0
    cache_write: int = 0
    reasoning: int = 0
    output: int = 0

    def __add__(self, other: Tokens) -> Tokens:
        return Tokens(
            input=self.input + other.input,
            cached=self.cached + other.cached,
            cache_write=self.cache_write + other.cache_write,
            reasoning=self.reasoning + other.reasoning,
            output=self.output + other.output,
        )

    def __sub__(self, other: Tokens) -> Tokens:
        return Tokens(
            input=self.input - other.input,
            cached=self.cached - other.cached,
            cache_write=self.cache_write - other.cache_write,
            reasoning=self.reasoning - other.reasoning,
            output=self.output - other.output,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelUsed:
    """The model that a run used."""

    id: str
    provider: str
    vendor_model_id: str
    reasoning_effort: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvelopeFacts:
    """Facts about a run's envelope: its size, and the omitted values."""

    bytes: int
    truncated: bool = False
    dropped: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """The trace context of a run: its span, and the caller's parent span.

    It is stored with the run, so that any server can continue the trace. If the server does not
    export spans, it passes on the caller's, and `own` is false.
    """

    trace_id: str  # 32 hexadecimal digits
    span_id: str  # 16
    sampled: bool = True
    parent_id: str | None = None
    state: str = ""  # the caller's `tracestate`, unchanged
    own: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class AppliedBudget:
    """A budget that applies to a run. Which ones do is decided when the run is created.

    `scope` is the session that its usage counts for, if it is not the run's own.
    """

    id: str
    name: str
    scope: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One piece of work given to an agent. Origin, tags and spec are fixed when it is created."""

    id: str
    workspace: int
    origin: Origin
    tagging: Tagging
    spec: AgentSpec
    created_at: datetime
    status: Status = Status.QUEUED
    session_id: str | None = None
    executor: str = "builtin"
    parent_run_id: str | None = None
    root_run_id: str | None = None
    attempt: int = 1
    turns: int = 0
    tokens: Tokens = field(default_factory=Tokens)
    cost: Cost = NO_COST
    first_token_ms: int | None = None  # from the first model request to its first token
    model: ModelUsed | None = None
    task: str = ""  # the beginning of the request
    final_text: str | None = None
    failure: Failure | None = None
    failure_reason: str | None = None
    envelope: EnvelopeFacts | None = None
    memory: MemoryFacts | None = None  # recalled memories, if recall was enabled
    delivery: Delivery | None = None  # of the reply, if the session belongs to a channel
    budgets: tuple[AppliedBudget, ...] = ()
    rolled_back: bool = False
    trace: Trace | None = None  # the run's place in a trace, if any
    started_at: datetime | None = None
    finished_at: datetime | None = None
    erased_at: datetime | None = None  # when its content was erased
    seq: int = 0  # order of acceptance, assigned by the store

    @property
    def lane(self) -> str:
        """The run's lane: runs of one lane execute one at a time, in order."""
        return self.session_id or self.id

    def within(self, tags: Tags) -> Run:
        """Return the run for a reader limited to tags.

        It lacks memories, which other runs made, and budgets, which may count other runs.
        """
        if not tags:
            return self
        failure, reason = self.failure, self.failure_reason
        hidden = None if failure is None else hidden_reason(failure.error_class)
        if failure is not None and hidden is not None:
            failure, reason = replace(failure, message=hidden), hidden
        return replace(self, memory=None, budgets=(), failure=failure, failure_reason=reason)


def hidden_reason(error: str) -> str | None:
    """Return the reason of a budget's error for readers limited to tags; None for other errors."""
    match error:
        case ErrorClass.BUDGET_EXCEEDED:
            return BUDGET_HIDDEN
        case ErrorClass.PRICE_UNKNOWN:
            return PRICE_HIDDEN
        case _:
            return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The final state of a run, written once together with its last event."""

    status: Status
    text: str | None = None
    failure: Failure | None = None
    reason: str | None = None
    turns: int = 0
    tokens: Tokens = field(default_factory=Tokens)
    cost: Cost = NO_COST
    first_token_ms: int | None = None
    model: ModelUsed | None = None
    structured_output: JsonObject | None = None  # how the output schema was enforced
    calls: Sequence[JsonObject] = ()  # tool calls that the run returns to its caller

    def __post_init__(self) -> None:
        if not is_terminal(self.status):
            raise ValueError(f"{self.status} does not end a run")
