"""What clients get, as schemas: they describe the API, and no answer passes through them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from whence.core.provenance import Provenance
from whence.core.runs import ErrorClass, Status
from whence.core.sessions import SessionStatus
from whence.core.tags import TagSource
from whence.core.workspaces import Scope

Tags = Annotated[dict[str, str], Field(examples=[{"customer": "acme", "env": "prod"}])]
RunId = Annotated[str, Field(examples=["run_01k9abcdefghjkmnpqrstvwxyz"])]
SessionId = Annotated[str, Field(examples=["ses_01k9abcdefghjkmnpqrstvwxyz"])]
AgentId = Annotated[str, Field(examples=["agt_01k9abcdefghjkmnpqrstvwxyz"])]
KeyId = Annotated[str, Field(examples=["key_01k9abcdefghjkmnpqrstvwxyz"])]
Cursor = Annotated[str | None, Field(description="where the next page begins, if there is one")]
Json = dict[str, Any]


class Answer(BaseModel):
    """Part of an answer, in camelCase. New fields may come: ignore what you do not know."""

    model_config = ConfigDict(alias_generator=to_camel, extra="allow")


class Problem(Answer):
    """One broken rule."""

    field: Annotated[str, Field(description="a JSON pointer into the body, or a parameter's name")]
    problem: str
    limit: int | None = None
    actual: int | None = None


class Error(Answer):
    """Every error has this shape."""

    error: Annotated[str, Field(description="a code that will not change")]
    message: str
    problems: list[Problem]
    required: Annotated[str | None, Field(description="the scope that the key lacks")] = None
    candidates: Annotated[list[str] | None, Field(description="models of similar names")] = None


class Ok(Answer):
    """It was done."""

    ok: Literal[True]


class RunAccepted(Answer):
    """A run that will be executed: it is durable."""

    run_id: RunId
    stream_url: str
    status: Literal["queued"]
    metadata: Tags


class Actor(Answer):
    """Who asked."""

    kind: Literal["local", "key", "system", "channel", "agent"]
    id: str | None
    name: str | None


class Origin(Answer):
    """Whence a run came, as the server saw it; `claimed` is what the caller said of it."""

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
    """The model that did the work."""

    id: str
    provider: str
    vendor_model_id: str
    reasoning_effort: str | None = None


class Tokens(Answer):
    """What a run used; cached and reasoning tokens are parts of the other two."""

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
    api_status: Annotated[int | None, Field(description="what the provider answered with")]
    api_code: str | None


class Envelope(Answer):
    """What became of the message that told the model about its run."""

    bytes: int
    truncated: bool
    dropped: list[str]


class Run(Answer):
    """A run as it stands."""

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
    parent_run_id: str | None
    root_run_id: str | None
    attempt: int
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    spec: Json


class Suggestion(Answer):
    """A word of a query that finds nothing, and the one that was probably meant."""

    written: str
    meant: str
    message: str


Suggestions = Annotated[
    list[Suggestion] | None,
    Field(description="what may have been meant, when nothing was found"),
]


class RunList(Answer):
    """Runs, newest first."""

    runs: list[Run]
    next_cursor: Cursor
    suggestions: Suggestions = None


class ValueCount(Answer):
    """A value, and how many runs have it."""

    value: str
    count: int


class Facet(Answer):
    """The most frequent values of a key; `other` is how many runs have another one."""

    key: str
    values: list[ValueCount]
    other: int


class KeyCount(Answer):
    """A key, and how many runs have it."""

    key: str
    count: int


class RunKeys(Answer):
    """The keys of tags, the most frequent first."""

    keys: list[KeyCount]


class Bucket(Answer):
    """A bar: how many runs began in it; with `groupBy`, how many of them have which value."""

    start: datetime
    count: int
    counts: dict[str, int] | None = None
    other: Annotated[int | None, Field(description="with a value that is not named")] = None
    none: Annotated[int | None, Field(description="without a value")] = None


class RunHistogram(Answer):
    """Bars without gaps, and the values that they are divided by, the most frequent first."""

    interval: Literal["minute", "hour", "day"]
    group_by: str | None
    groups: list[str]
    buckets: list[Bucket]


class RunCancelled(Ok):
    """The run as it now stands; one that had ended before stays as it was."""

    run_id: RunId
    status: Status


class ToolCall(Answer):
    """A tool that the model asked for."""

    id: str
    name: str
    args: Json


class SentMessage(Answer):
    """A message as the model was sent it."""

    role: Literal["system", "user", "assistant", "tool"]
    content: str
    kind: str
    tool_calls: list[ToolCall] | None = None
    tool_use_id: str | None = None
    tool_name: str | None = None


class ModelCall(Answer):
    """What one call of the model was sent."""

    turn: int
    messages: list[SentMessage]


class ModelCalls(Answer):
    """What the model was sent, call by call."""

    run_id: RunId
    calls: list[ModelCall]


class SessionCreated(Answer):
    """A session that takes messages."""

    session_id: SessionId
    metadata: Tags


class SessionEnded(Ok):
    """The session takes no more messages; it stays readable."""

    session_id: SessionId
    status: SessionStatus


class SessionSummary(Answer):
    """A session in a list."""

    session_id: SessionId
    creation_date: datetime
    last_interaction_date: datetime
    summary: str
    metadata: Tags
    status: SessionStatus


class SessionList(Answer):
    """Sessions, most recently used first."""

    total: int
    limit: int
    offset: int
    sessions: list[SessionSummary]
    next_cursor: Cursor
    suggestions: Suggestions = None


class ReplyTrigger(Answer):
    """What an assistant's reply answers to when it was no person: a timer, a schedule."""

    kind: str
    type: str | None
    run_id: RunId


class Message(Answer):
    """A message as a person sees it."""

    role: Literal["user", "assistant"]
    content: str
    attachments: list[Json] | None = None
    trigger: ReplyTrigger | None = None


class Session(Answer):
    """A session, with what a person may see of it."""

    id: SessionId
    name: str
    status: SessionStatus
    created_at: datetime
    last_used_at: datetime
    ended_at: datetime | None
    agent_spec: Json
    messages: list[Message]
    metadata: Tags
    autonomy: Json | None
    version: int


class SessionEvent(Answer):
    """A message as a frame, to restore a chat from."""

    seq: int
    type: Literal["user_message", "assistant_message"]
    text: str
    run_id: RunId
    at: datetime
    attachments: list[Json] | None = None
    trigger: ReplyTrigger | None = None


class SessionEvents(Answer):
    """Messages of a session, oldest first; `nextBeforeSeq` leads to what came earlier."""

    session_id: SessionId
    total: int
    events: list[SessionEvent]
    next_before_seq: int | None
    truncated: bool


class HistoryItem(Answer):
    """Something said in a session; what stands below `at` is for the operator's view only."""

    seq: int
    run_id: RunId
    role: Literal["system", "user", "assistant", "tool"]
    content: str
    attachments: list[Json] | None = None
    trigger: ReplyTrigger | None = None
    at: datetime
    kind: str | None = None
    provenance: Provenance | None = None
    thinking: str | None = None
    tool_calls: list[ToolCall] | None = None
    tool_use_id: str | None = None
    tool_name: str | None = None
    ok: bool | None = None
    synthetic: bool | None = None
    trigger_type: str | None = None
    trigger_reason: str | None = None
    rolled_back: bool | None = None


class LoggedPart(HistoryItem):
    """A part of a run's log."""

    visible: Annotated[bool, Field(description="whether the person in the conversation sees it")]


class RunLog(Answer):
    """All parts of a run's log, in order."""

    run_id: RunId
    parts: list[LoggedPart]


class History(Answer):
    """What was said in a session, oldest first."""

    session_id: SessionId
    view: Literal["user", "operator"]
    total: int
    messages: list[HistoryItem]
    next_cursor: Cursor


class Pricing(Answer):
    """What a model costs."""

    input_per_1m_usd: Annotated[float | None, Field(alias="inputPer1MUsd")] = None
    output_per_1m_usd: Annotated[float | None, Field(alias="outputPer1MUsd")] = None
    cache_read_per_1m_usd: Annotated[float | None, Field(alias="cacheReadPer1MUsd")] = None


class Model(Answer):
    """A model that can be asked for."""

    id: str
    label: str
    provider: str
    vendor_model_id: str
    source: str
    context_window_tokens: int | None
    pricing: Pricing | None


class ModelList(Answer):
    """What can be asked for as `modelId`."""

    models: list[Model]
    default_model_id: str | None


class Agent(Answer):
    """A named spec: its fields stand beside these."""

    id: AgentId
    name: str
    system_prompt: str | None = None
    model_id: str | None = None
    version: int
    created_at: datetime
    updated_at: datetime


class AgentList(Answer):
    """All named specs."""

    agents: list[Agent]


class Key(Answer):
    """A key, without its secret; `hint` is how its secret begins."""

    id: KeyId
    name: str
    hint: str
    client: Literal["api", "cli"]
    scopes: list[Scope]
    created_at: datetime


class NewKey(Key):
    """A new key. The secret is shown once: a repeated request gets null."""

    secret: str | None


class KeyList(Answer):
    """Keys that are valid."""

    keys: list[Key]


class Workspace(Answer):
    """Owns everything below it."""

    slug: str
    name: str
    created_at: datetime


class WorkspaceList(Answer):
    """Workspaces that the caller may know of."""

    workspaces: list[Workspace]


class NamedWorkspace(Answer):
    """A workspace, by its short name and its long one."""

    slug: str
    name: str


class SignedIn(Answer):
    """Who one is, where, and what one may do."""

    local: bool
    actor: Actor
    scopes: list[Scope]
    workspace: NamedWorkspace
    workspaces: list[NamedWorkspace]
    version: str


class SavedView(Answer):
    """A page of the dashboard and the search part of its address, under a name."""

    id: str
    name: str
    page: Literal["runs", "sessions", "tags"]
    params: str
    created_by: str
    created_at: datetime


class SavedViewList(Answer):
    """What people of a workspace have saved, by name."""

    views: list[SavedView]


class Trigger(Answer):
    """Something set up to start runs; what only its kind knows stands beside these."""

    id: Annotated[str, Field(examples=["trg_01k9abcdefghjkmnpqrstvwxyz"])]
    kind: Literal["cron", "webhook", "telegram"]
    name: str
    enabled: bool
    note: Annotated[str | None, Field(description="why it is paused")]
    metadata: Tags
    agent_id: str | None
    session_id: str | None
    prompt: str
    spec: Json
    has_secret: bool
    next_at: datetime | None
    next_times: Annotated[list[datetime], Field(description="of a schedule: the next five")]
    in_words: Annotated[str | None, Field(description="of a schedule: what it means")]
    hook_path: Annotated[str | None, Field(description="of a webhook: where deliveries go")]
    version: int
    created_by: str
    created_at: datetime
    updated_at: datetime


class NewTrigger(Trigger):
    """A new trigger. A secret that was made for it is shown once."""

    secret: str | None


class TriggerList(Answer):
    """All triggers of a workspace, by name."""

    triggers: list[Trigger]


class SchedulePreview(Answer):
    """What a schedule means."""

    in_words: str
    next_times: list[datetime]


class Occurrence(Answer):
    """One firing of a trigger or one skip; a row may stand for several missed in a row."""

    key: str
    status: Literal["fired", "skipped"]
    planned_at: datetime | None
    until: datetime | None
    count: int
    reason: str | None
    run_id: str | None
    at: datetime


class OccurrenceList(Answer):
    """Firings and skips, newest first."""

    occurrences: list[Occurrence]
    next_cursor: Cursor


class HookReceived(Answer):
    """A delivery was taken. `duplicate`: it came before, and this is the run it made then."""

    run_id: RunId | None = None
    duplicate: bool | None = None


class HookDelivery(Answer):
    """What came to a webhook, without credentials, and what became of it."""

    id: str
    at: datetime
    headers: dict[str, str]
    body: str
    verified: bool
    outcome: Literal["accepted", "duplicate", "ignored", "invalid", "refused"]
    problem: str | None
    run_id: str | None
    webhook_id: str | None
    replay_of: str | None


class HookDeliveryList(Answer):
    """The last deliveries, newest first."""

    deliveries: list[HookDelivery]


class TerminalOpened(Answer):
    """A shell runs."""

    terminal_id: str


class OpenTerminal(Answer):
    """A terminal that is open."""

    terminal_id: str
    cwd: str
    busy: bool


class TerminalList(Answer):
    """The open terminals of a session."""

    terminals: list[OpenTerminal]


class Screen(Answer):
    """What is on the screen of a terminal."""

    terminal_id: str
    rows: list[str]


class Scrollback(Answer):
    """Lines of a terminal; the next page is older."""

    terminal_id: str
    total: int
    lines: list[str]
    next_cursor: Cursor


class BlockSummary(Answer):
    """A command that was run in a terminal."""

    block_id: str
    session_id: SessionId
    terminal_id: str | None
    actor: Literal["user", "agent", "system"]
    cmd: str
    cwd: str
    exit_code: int | None
    status: Literal["running", "completed", "interrupted", "unknown"]
    started_at: datetime
    ended_at: datetime | None
    lines_total: int
    bytes_total: int
    place: Literal["pending", "leased", "consumed", "kept"]
    run_id: RunId | None


class Block(BlockSummary):
    """A command that was run in a terminal, with what was seen of its output."""

    output: str


class BlockList(Answer):
    """Commands of a terminal, oldest first."""

    blocks: list[Block]
    next_cursor: Cursor


class BlockTaken(Answer):
    """A command was taken, unless it is private."""

    block_id: str | None
    private: bool


class PendingContext(Answer):
    """The commands that the next message takes along."""

    session_id: SessionId
    attach: bool
    total: int
    dropped: int
    bytes: int
    blocks: list[BlockSummary]


class Subscription(Answer):
    """Somebody who is told when a run that the query finds has ended."""

    id: Annotated[str, Field(examples=["sub_01k9abcdefghjkmnpqrstvwxyz"])]
    name: str
    url: str
    query: str
    enabled: bool
    note: Annotated[str | None, Field(description="why it is disabled")]
    created_by: str
    created_at: datetime
    updated_at: datetime


class NewSubscription(Subscription):
    """A subscription with a secret that is new. It is shown once."""

    secret: str | None


class SubscriptionList(Answer):
    """All subscriptions of a workspace."""

    subscriptions: list[Subscription]


class Outgoing(Answer):
    """One delivery to a subscription; its id is the `webhook-id` of every attempt."""

    id: str
    run_id: RunId
    type: Annotated[str, Field(examples=["run.succeeded", "run.failed", "run.cancelled"])]
    status: Literal["pending", "delivered", "failed"]
    attempts: int
    next_at: datetime | None
    last_status: int | None
    last_error: str | None
    created_at: datetime
    delivered_at: datetime | None
    payload: str


class OutgoingList(Answer):
    """Deliveries, newest first."""

    deliveries: list[Outgoing]
    next_cursor: Cursor


class Health(Answer):
    """That the server lives, or can work."""

    status: Literal["ok", "ready"]


class Event(Answer):
    """What the `data` line of a server-sent event holds."""

    seq: int
    type: Annotated[str, Field(examples=["started", "assistant_delta", "result"])]
    data: Json
    at: Annotated[datetime | None, Field(description="on the stream of a session")] = None
