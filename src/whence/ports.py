"""Ports: what the services need from the outside, as protocols."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from whence.core.audit import Acting, Audited, AuditFilter
from whence.core.autonomy import FollowUps
from whence.core.blocks import Block, Pending
from whence.core.coding import AgentSession, Approval, Told
from whence.core.counting import Count, CountKey, Facet, Histogram, Interval
from whence.core.entries import EntryChange
from whence.core.events import Event, NewEvent
from whence.core.ids import Kind
from whence.core.imports import HistoryWrite, KnownHistory
from whence.core.jsons import JsonObject
from whence.core.log import Part, ToolCall, Turn
from whence.core.memories import Memory, MemoryFacts, MemoryFilter, MemorySource
from whence.core.planning import Plan, RunRequest, Surroundings
from whence.core.provenance import Provenance
from whence.core.queries import All, Field, FieldIs, Query, TagIs, all_of, and_also
from whence.core.runs import EnvelopeFacts, Failure, ModelUsed, Outcome, Run, Status, Tokens
from whence.core.saved_views import SavedView
from whence.core.sessions import Session, SessionPatch, SessionStatus
from whence.core.specs import Spec, Tool
from whence.core.subscriptions import Outgoing, Subscriber
from whence.core.tags import Tags
from whence.core.timers import Timer, TimerStatus
from whence.core.triggers import HookDelivery, Occurrence, Trigger, TriggerKind, TriggerPast
from whence.core.workspaces import Agent, Key, Workspace

Clock = Callable[[], datetime]
NewId = Callable[[Kind], str]


# Who asks for what is being done, as far as it is known: stores write it down with the change.
ACTING: ContextVar[Acting | None] = ContextVar("acting", default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Once:
    """An idempotency key: the same one gives the same result again, another body is refused."""

    route: str
    key: str
    fingerprint: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold:
    """That a worker has a run, and whether the run was cancelled under it."""

    run_id: str
    worker: str
    attempt: int
    cancelled: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A run that a worker took. Every write of the worker carries it, so that a server which
    was thought dead cannot write into what another one has taken over."""

    run: Run
    worker: str
    attempt: int
    parts: Sequence[Part] = ()  # the log as it stood when it was taken

    @property
    def hold(self) -> Hold:
        """What is needed to give it back."""
        return Hold(run_id=self.run.id, worker=self.worker, attempt=self.attempt)


def tag_queries(tags: Tags) -> list[Query]:
    """What asks for each of these tags."""
    return [TagIs(key, value) for key, value in tags.items()]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFilter:
    """A question about runs: a query, and what must hold beside it.

    `within` are the tags that whoever asks is bound to, whatever they ask for.
    """

    query: Query = field(default_factory=All)
    tags: Mapping[str, str] = field(default_factory=dict)
    status: Status | None = None
    session_id: str | None = None
    within: Tags = field(default_factory=dict)

    @property
    def asked(self) -> Query:
        """All of it as one query."""
        also = [*tag_queries(self.tags), *tag_queries(self.within)]
        if self.status is not None:
            also.append(FieldIs(Field.STATUS, self.status.value))
        if self.session_id is not None:
            also.append(FieldIs(Field.SESSION, self.session_id))
        return and_also(self.query, all_of(also))


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionFilter:
    """A question about sessions: a query, and what must hold beside it, as with runs."""

    query: Query = field(default_factory=All)
    tags: Mapping[str, str] = field(default_factory=dict)
    status: SessionStatus | None = None
    within: Tags = field(default_factory=dict)

    @property
    def asked(self) -> Query:
        """All of it as one query."""
        also = [*tag_queries(self.tags), *tag_queries(self.within)]
        if self.status is not None:
            also.append(FieldIs(Field.STATUS, self.status.value))
        return and_also(self.query, all_of(also))


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionPage:
    """Some sessions, most recently used first, and how many there are in all.

    `places` says where each stands in the list, which is in the order of the moment `as_of`.
    """

    sessions: Sequence[Session]
    places: Sequence[tuple[int, int]]
    total: int
    as_of: int


class Superseded(Exception):
    """The run was cancelled or taken over: whoever was at work on it stops, and writes nothing."""


class Store(Protocol):
    """Keeps things. Each method is one transaction: all of it, or nothing."""

    async def open(self) -> None: ...
    async def close(self) -> None: ...
    async def ping(self) -> None: ...

    async def get_workspace(self, slug: str) -> Workspace | None: ...
    async def list_workspaces(self) -> Sequence[Workspace]: ...
    async def add_workspace(self, slug: str, name: str, *, at: datetime) -> Workspace: ...

    async def add_key(self, key: Key, *, once: Once | None = None) -> Key: ...
    async def find_key(self, hash: str, *, at: datetime) -> Key | None: ...
    async def list_keys(self, workspace: int) -> Sequence[Key]: ...
    async def remove_key(self, workspace: int, id: str, *, at: datetime) -> bool: ...
    async def rotate_key(
        self, workspace: int, id: str, rotate: Callable[[Key], Key]
    ) -> Key | None: ...
    async def has_keys(self) -> bool: ...

    async def add_agent(self, agent: Agent, *, once: Once | None = None) -> Agent: ...
    async def get_agent(self, workspace: int, id: str) -> Agent | None: ...
    async def list_agents(self, workspace: int) -> Sequence[Agent]: ...
    async def change_agent(
        self, workspace: int, id: str, change: Callable[[Agent], Agent]
    ) -> Agent | None: ...
    async def remove_agent(self, workspace: int, id: str) -> bool: ...

    async def add_session(self, session: Session, *, once: Once | None = None) -> Session: ...
    async def get_session(self, workspace: int, id: str) -> Session | None: ...
    async def list_sessions(
        self,
        workspace: int,
        filter: SessionFilter,
        *,
        limit: int,
        offset: int = 0,
        before: tuple[int, int] | None = None,
        as_of: int | None = None,
    ) -> SessionPage: ...
    async def patch_session(self, workspace: int, id: str, patch: SessionPatch) -> Session: ...
    async def end_session(self, workspace: int, id: str, *, at: datetime) -> Session: ...

    async def add_run(
        self,
        request: RunRequest,
        decide: Callable[[Surroundings], Plan],
        *,
        once: Once | None = None,
        occurrence: Occurrence | None = None,
    ) -> Run: ...
    async def get_run(self, workspace: int, id: str) -> Run | None: ...
    async def list_runs(
        self, workspace: int, filter: RunFilter, *, limit: int, before: int | None = None
    ) -> Sequence[Run]: ...
    async def cancel_run(self, workspace: int, id: str, *, reason: str, at: datetime) -> Run: ...
    async def answer_tool(
        self, workspace: int, run_id: str, part: Part, event: NewEvent
    ) -> None: ...

    async def list_events(
        self, run_id: str, *, after: int = 0, limit: int = 500
    ) -> Sequence[Event]: ...
    async def last_event(self, run_id: str) -> Event | None: ...
    async def list_session_events(
        self, session_id: str, *, after: int = 0, limit: int = 500
    ) -> Sequence[tuple[int, Event]]: ...
    async def last_session_event(self, session_id: str) -> int: ...
    async def list_parts(self, run_id: str) -> Sequence[Part]: ...
    async def list_turns(self, session_id: str, *, before: int | None = None) -> Sequence[Turn]: ...

    async def server_secret(self, name: str, make: Callable[[], str]) -> str: ...
    async def forget_answers(self, *, before: datetime) -> int: ...

    async def list_audit(
        self, workspace: int, filter: AuditFilter, *, limit: int, before: int | None = None
    ) -> Sequence[Audited]: ...

    async def add_saved_view(self, view: SavedView, *, once: Once | None = None) -> SavedView: ...
    async def list_saved_views(self, workspace: int) -> Sequence[SavedView]: ...
    async def remove_saved_view(self, workspace: int, id: str) -> bool: ...


class AlreadyFired(Exception):
    """The occurrence was dealt with before, here or on another server; by this run, if any."""

    def __init__(self, run_id: str | None) -> None:
        super().__init__(run_id or "skipped")
        self.run_id = run_id


class HookRefused(Exception):
    """A webhook delivery did not prove that it comes from who knows the secret."""


class TriggerStore(Protocol):
    """The part of a store that keeps triggers and what they did."""

    async def add_trigger(self, trigger: Trigger, *, once: Once | None = None) -> Trigger: ...
    async def get_trigger(self, workspace: int, id: str) -> Trigger | None: ...
    async def find_trigger(self, id: str) -> Trigger | None: ...
    async def list_triggers(self, workspace: int) -> Sequence[Trigger]: ...
    async def list_triggers_of(self, kind: TriggerKind) -> Sequence[Trigger]: ...
    async def change_trigger(
        self, workspace: int, id: str, change: Callable[[Trigger], Trigger]
    ) -> Trigger | None: ...
    async def remove_trigger(self, workspace: int, id: str) -> bool: ...

    async def list_due(self, *, at: datetime, limit: int) -> Sequence[Trigger]: ...
    async def next_due(self) -> datetime | None: ...
    async def trigger_past(self, trigger: Trigger) -> TriggerPast: ...
    async def skip_occurrence(self, occurrence: Occurrence) -> bool: ...
    async def find_occurrence(self, trigger_id: str, key: str) -> Occurrence | None: ...
    async def list_occurrences(
        self, trigger_id: str, *, limit: int, before: int | None = None
    ) -> Sequence[Occurrence]: ...
    async def newest_occurrences(self, workspace: int) -> Sequence[Occurrence]: ...

    async def list_unanswered(self, trigger_id: str) -> Sequence[Occurrence]: ...
    async def note_reply(self, occurrence: Occurrence) -> None: ...
    async def move_cursor(self, trigger_id: str, cursor: int) -> None: ...
    async def get_channel_session(self, trigger_id: str, key: str) -> str | None: ...
    async def set_channel_session(self, trigger_id: str, key: str, session_id: str) -> None: ...
    async def hold_lease(self, name: str, holder: str, *, seconds: float, at: datetime) -> bool: ...
    async def drop_lease(self, name: str, holder: str) -> None: ...

    async def add_delivery(self, delivery: HookDelivery, *, keep: int) -> None: ...
    async def get_delivery(self, trigger_id: str, id: str) -> HookDelivery | None: ...
    async def list_deliveries(self, trigger_id: str) -> Sequence[HookDelivery]: ...


class TimerStore(Protocol):
    """The part of a store that keeps the follow-ups of sessions."""

    async def add_timer(
        self, timer: Timer, *, once: Once | None = None, newest_run: int | None = None
    ) -> Timer | None: ...
    async def get_timer(self, workspace: int, session_id: str, id: str) -> Timer | None: ...
    async def list_timers(
        self,
        session_id: str,
        *,
        status: TimerStatus | None = None,
        limit: int,
        before: int | None = None,
    ) -> Sequence[Timer]: ...
    async def list_due_timers(self, *, at: datetime, limit: int) -> Sequence[Timer]: ...
    async def next_timer(self) -> datetime | None: ...
    async def settle_timer(
        self, timer: Timer, status: TimerStatus, *, code: str, note: str, at: datetime
    ) -> Timer | None: ...
    async def follow_ups(self, session_id: str) -> FollowUps: ...


class FindingStore(Protocol):
    """The part of a store that counts what a query finds."""

    async def count_values(
        self, workspace: int, query: Query, key: CountKey, *, limit: int
    ) -> Facet: ...
    async def count_keys(
        self, workspace: int, query: Query, *, prefix: str = "", limit: int
    ) -> Sequence[Count]: ...
    async def count_over_time(
        self,
        workspace: int,
        query: Query,
        *,
        interval: Interval | None,
        group_by: CountKey | None,
        limit: int,
        now: datetime,
    ) -> Histogram: ...
    async def pack_runs(self) -> int: ...


class EntryStore(Protocol):
    """The part of a store that keeps what coding agents did, and what they ask leave for."""

    async def list_entries(
        self, run_id: str, *, after: int = -1, limit: int = 200
    ) -> Sequence[JsonObject]: ...
    async def get_agent_session(self, run_id: str) -> AgentSession | None: ...
    async def list_approvals(self, run_id: str) -> Sequence[Approval]: ...
    async def get_approval(self, run_id: str, id: str) -> Approval | None: ...
    async def decide_approval(self, run: Run, decided: Approval, event: NewEvent) -> Approval: ...


class ImportStore(Protocol):
    """The part of a store that takes in what agents did before Whence knew of it."""

    async def find_history(
        self, workspace: int, agent: str, agent_session: str
    ) -> KnownHistory | None: ...
    async def write_history(self, batch: HistoryWrite) -> str: ...


class SubscriptionStore(Protocol):
    """The part of a store that keeps who is told of runs, and what they are told."""

    async def add_subscription(
        self, subscription: Subscriber, *, once: Once | None = None
    ) -> Subscriber: ...
    async def get_subscription(self, workspace: int, id: str) -> Subscriber | None: ...
    async def list_subscriptions(self, workspace: int) -> Sequence[Subscriber]: ...
    async def change_subscription(
        self, workspace: int, id: str, change: Callable[[Subscriber], Subscriber]
    ) -> Subscriber | None: ...
    async def remove_subscription(self, workspace: int, id: str) -> bool: ...

    async def list_ended(self, *, limit: int) -> Sequence[Run]: ...
    async def settle_ended(self, run_id: str, made: Sequence[Outgoing]) -> bool: ...
    async def claim_outgoing(
        self, *, at: datetime, until: datetime, limit: int
    ) -> Sequence[tuple[Outgoing, Subscriber]]: ...
    async def note_attempt(self, tried: Outgoing) -> None: ...
    async def next_outgoing(self) -> datetime | None: ...
    async def get_outgoing(self, subscription_id: str, id: str) -> Outgoing | None: ...
    async def list_outgoing(
        self, subscription_id: str, *, limit: int, before: int | None = None
    ) -> Sequence[Outgoing]: ...


class JobStore(Protocol):
    """The durable queue: the part of a store that workers use."""

    async def join(self, worker: str, name: str, *, at: datetime) -> None: ...
    async def beat(self, worker: str, *, at: datetime) -> bool: ...
    async def leave(self, worker: str) -> None: ...
    async def claim(self, worker: str, *, limit: int, clock: Clock) -> Sequence[Claim]: ...
    async def held(self, worker: str) -> Sequence[Hold]: ...
    async def reap(self, *, older_than: float, at: datetime) -> int: ...
    async def let_go(self, hold: Hold) -> None: ...
    async def record(
        self,
        claim: Claim,
        *,
        at: datetime,
        parts: Sequence[Part] = (),
        events: Sequence[NewEvent] = (),
        status: Status | None = None,
        envelope: EnvelopeFacts | None = None,
        told: Told | None = None,
        memory: MemoryFacts | None = None,
    ) -> Sequence[Part]: ...
    async def finish(
        self,
        claim: Claim,
        outcome: Outcome,
        *,
        at: datetime,
        parts: Sequence[Part] = (),
        events: Sequence[NewEvent] = (),
    ) -> None: ...
    async def queue_depth(self) -> tuple[int, int]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundMemories:
    """Memories that share a term with a question, each with its terms, and of how many."""

    total: int
    memories: Sequence[tuple[Memory, Sequence[str]]] = ()


class MemoryStore(Protocol):
    """The part of a store that keeps what agents were told."""

    async def add_memory(
        self, memory: Memory, *, capacity: int, once: Once | None = None
    ) -> Memory: ...
    async def get_memory(self, workspace: int, id: str) -> Memory | None: ...
    async def list_memories(
        self, workspace: int, filter: MemoryFilter, *, limit: int, before: int | None = None
    ) -> Sequence[Memory]: ...
    async def change_memory(
        self, workspace: int, id: str, text: str, source: MemorySource, *, at: datetime
    ) -> Memory | None: ...
    async def remove_memory(self, workspace: int, id: str) -> bool: ...
    async def forget_memories(self, workspace: int, filter: MemoryFilter) -> int: ...
    async def find_memories(
        self, workspace: int, filter: MemoryFilter, terms: Sequence[str], *, limit: int
    ) -> FoundMemories: ...
    async def memory_vectors(
        self, workspace: int, filter: MemoryFilter, *, of: str, limit: int
    ) -> Sequence[tuple[Memory, bytes | None]]: ...
    async def set_memory_vectors(self, of: str, made: Mapping[str, tuple[str, bytes]]) -> None: ...


class Embedder(Protocol):
    """Makes vectors of texts, which are near each other where the texts mean the same.

    `name` is the model: vectors of two models cannot be compared.
    """

    @property
    def name(self) -> str: ...
    async def embed(self, texts: Sequence[str]) -> Sequence[bytes]: ...
    def nearness(self, query: bytes, others: Sequence[bytes]) -> Sequence[float]: ...
    async def close(self) -> None: ...


class RunMemory(Protocol):
    """What a run can be reminded of, and what it can keep."""

    async def recall(self, work: Work) -> MemoryFacts: ...
    async def remember(self, work: Work, args: JsonObject, *, key: str, at: datetime) -> str: ...


class Subscription(Protocol):
    """Somebody who is told that something changed."""

    async def wait(self, timeout: float) -> bool: ...


class Feed(Protocol):
    """Tells listeners that something changed; what it was, they read from the store."""

    async def start(self) -> None: ...
    async def stop(self) -> None: ...
    def publish(self, topics: Sequence[str]) -> None: ...
    def subscribe(self, topic: str) -> AbstractAsyncContextManager[Subscription]: ...


def run_topic(run_id: str) -> str:
    """What listeners to one run subscribe to."""
    return f"run:{run_id}"


def session_topic(session_id: str) -> str:
    """What listeners to one session subscribe to."""
    return f"session:{session_id}"


JOBS_TOPIC = "jobs"
TRIGGERS_TOPIC = "triggers"
TIMERS_TOPIC = "timers"
OUTGOING_TOPIC = "outgoing"
CANCEL_TOPIC = "cancel"


@dataclass(frozen=True, slots=True, kw_only=True)
class TextDelta:
    """Some more of what the model says or thinks."""

    text: str
    thinking: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelReply:
    """One completed model call."""

    text: str
    used: ModelUsed
    thinking: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    finish_reason: str = "stop"
    tokens: Tokens = field(default_factory=Tokens)
    native: JsonObject | None = None  # the reply in its provider's words, where those are needed
    enforcement: str | None = None  # how an output schema was held to


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRequest:
    """What a model is asked: the parts of the model view, in order, and the tools it has.

    `may_call` is off for a last turn; the tools stay named, so that what was cached still counts.
    A `summary` (the number of it) is asked for without an envelope: nobody acts on it.
    """

    messages: Sequence[Part]
    tools: Sequence[Tool]
    spec: Spec
    run: Run
    may_call: bool = True
    turn: int = 1
    summary: int = 0


class ModelFailed(Exception):
    """A model call failed, and trying again here would not help."""

    def __init__(
        self, failure: Failure, tokens: Tokens | None = None, used: ModelUsed | None = None
    ) -> None:
        super().__init__(failure.message)
        self.failure = failure
        self.tokens = tokens or Tokens()
        self.used = used


class Model(Protocol):
    """A language model: deltas as they come, and at last the whole reply."""

    def stream(self, request: ModelRequest) -> AsyncGenerator[TextDelta | ModelReply, None]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelInfo:
    """A model as the catalogue lists it."""

    id: str
    label: str
    provider: str
    vendor_model_id: str
    source: str = "platform_offering"
    context_window_tokens: int | None = None
    pricing: JsonObject | None = None


class Models(Protocol):
    """Which models there are, and how to reach them."""

    @property
    def default_id(self) -> str: ...
    def list(self) -> Sequence[ModelInfo]: ...
    def get(self, model_id: str) -> Model: ...
    def window(self, model_id: str) -> int | None: ...


class Journal(Protocol):
    """How an executor tells what happens. What `append` was given is durable when it returns."""

    @property
    def parts(self) -> Sequence[Part]: ...
    async def delta(self, delta: TextDelta) -> None: ...
    async def append(
        self,
        parts: Sequence[Part] = (),
        events: Sequence[NewEvent] = (),
        *,
        status: Status | None = None,
        envelope: EnvelopeFacts | None = None,
        told: Told | None = None,
        memory: MemoryFacts | None = None,
    ) -> None: ...
    async def ask(self, approval: Approval, *, until: datetime) -> Approval:
        """Have a person decide; still undecided when the time is over."""

    async def go_on(self) -> None:
        """What was asked is settled: unless more is, the run no longer waits."""

    def leave(self, parts: Sequence[Part], events: Sequence[NewEvent]) -> None:
        """What is to be written together with the end of the run."""

    async def wait_for_parts(
        self, ready: Callable[[Sequence[Part]], bool], *, until: datetime
    ) -> bool: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """A run as its executor gets it."""

    run: Run
    spec: Spec
    earlier: Sequence[Turn]
    journal: Journal


class Executor(Protocol):
    """Runs one run, from where its log stands, to its outcome."""

    async def execute(self, work: Work) -> Outcome: ...


class Fold(Protocol):
    """A normalizer as executors know it: pure, its state is handed in and out."""

    def start(self, *, session: str | None = None, sender: Provenance = ...) -> Any: ...
    @property
    def step(self) -> Callable[[Any, bytes | str], tuple[Any, list[EntryChange]]]: ...
    @property
    def finish(self) -> Callable[[Any], tuple[Any, list[EntryChange]]]: ...


class HistoryFold(Fold, Protocol):
    """The fold of a history, whose state is kept while the history may grow."""

    def dump(self, state: Any) -> str: ...
    def load(self, text: str) -> Any: ...


class SpawnRun(Protocol):
    """Runs that work for another run: started once for each `key`, through the one door."""

    async def start(self, request: RunRequest, *, key: str, at: datetime) -> Run: ...
    async def wait(self, run: Run) -> Run: ...


class ScheduleFollowUp(Protocol):
    """Follow-ups that an agent asks for, within its session's policy: once for each `key`."""

    async def schedule(self, run: Run, args: JsonObject, *, key: str) -> Timer | None: ...


Perform = Callable[[Claim], Awaitable[None]]


class Jobs(Protocol):
    """Who runs the queue: `durable` in a server, `inline` in tests."""

    async def start(self, perform: Perform) -> None: ...
    async def stop(self, *, grace: float) -> None: ...
    def idle(self) -> AbstractAsyncContextManager[None]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class TerminalSpec:
    """A terminal to be opened; `nonce` is what the marks of its shell are known by."""

    nonce: str
    cwd: str
    shell: str | None = None
    cols: int = 80
    rows: int = 24
    env: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandEnd:
    """How a command ended and what it printed, as it was seen; the last lines of much."""

    exit_code: int | None
    lines: Sequence[str]
    lines_total: int
    bytes_total: int


class TerminalListener(Protocol):
    """Who is told what happens in a terminal, in order and in the event loop."""

    def said(self, data: bytes) -> None: ...
    def started(self, cmd: str, cwd: str) -> None: ...
    def ended(self, end: CommandEnd) -> None: ...
    def closed(self, status: int | None) -> None: ...


class Terminal(Protocol):
    """A shell that people and agents type into."""

    answers: bool

    @property
    def cwd(self) -> str: ...
    @property
    def busy(self) -> bool: ...
    def write(self, data: bytes) -> None: ...
    def resize(self, cols: int, rows: int) -> None: ...
    def pause(self) -> None: ...
    def resume(self) -> None: ...
    def rows(self) -> Sequence[str]: ...
    def lines(self) -> Sequence[str]: ...
    @property
    def end(self) -> int: ...
    def recent(self) -> int: ...
    def read(self, place: int, most: int) -> tuple[int, bytes]: ...
    def so_far(self) -> CommandEnd: ...
    async def close(self) -> None: ...


OpenTerminal = Callable[[TerminalSpec, TerminalListener], Terminal]


class BlockStore(Protocol):
    """The part of a store that keeps what was run in terminals."""

    async def save_block(self, block: Block, event: NewEvent | None = None) -> Block: ...
    async def get_block(self, workspace: int, id: str) -> Block | None: ...
    async def list_blocks(
        self, session_id: str, *, terminal_id: str | None = None, after: int = 0, limit: int = 50
    ) -> Sequence[Block]: ...
    async def pending_blocks(self, session_id: str, *, at: datetime, limit: int) -> Pending: ...
    async def remove_pending(self, session_id: str, id: str) -> bool: ...
    async def set_attach(self, session_id: str, attach: bool) -> None: ...
    async def end_running_blocks(self, *, at: datetime) -> int: ...
