"""Answers about sessions, their history and their timers."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from runwhy.core.runs.provenance import Provenance
from runwhy.core.sessions.session import SessionStatus
from runwhy.core.sessions.timers import TimerStatus
from runwhy.wire.answers.runs import ToolCall
from runwhy.wire.answers.shared import Answer, Cursor, Json, Ok, RunId, SessionId, Suggestions, Tags


class SessionCreated(Answer):
    """The session was created."""

    session_id: SessionId
    metadata: Tags


class SessionEnded(Ok):
    """The session has ended. Its history stays readable."""

    session_id: SessionId
    status: SessionStatus


Unread = Annotated[
    int | None,
    Field(description="Unread replies; null for a key bound to tags."),
]


class SessionSummary(Answer):
    """A session in a list."""

    session_id: SessionId
    creation_date: datetime
    last_interaction_date: datetime
    summary: str
    metadata: Tags
    status: SessionStatus
    unread: Unread


class SessionList(Answer):
    """Sessions, most recently used first."""

    total: int
    limit: int
    offset: int
    sessions: list[SessionSummary]
    next_cursor: Cursor
    suggestions: Suggestions = None


class ReplyTrigger(Answer):
    """The cause of a message that no person requested: a timer, schedule or webhook."""

    kind: str
    type: str | None
    run_id: RunId


class SentCommand(Answer):
    """A shell command that was attached to a user's message."""

    block_id: str
    cmd: str
    exit_code: int | None


class Message(Answer):
    """A message in the user's history."""

    role: Literal["user", "assistant"]
    content: str
    attachments: list[Json] | None = None
    commands: list[SentCommand] | None = None
    damaged: bool | None = None
    trigger: ReplyTrigger | None = None


class Session(Answer):
    """A session with its user-visible messages."""

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
    unread: Unread


class SessionRead(Answer):
    """The number of unread replies."""

    session_id: SessionId
    unread: int


class Timer(Answer):
    """A timer: a follow-up scheduled by a session."""

    id: Annotated[str, Field(examples=["tmr_01k9abcdefghjkmnpqrstvwxyz"])]
    session_id: SessionId
    type: str
    asked_type: str
    reason: str
    key: str | None
    fire_at: datetime
    status: TimerStatus
    code: Annotated[str | None, Field(description="Why it did not fire.")]
    note: str | None
    run_id: RunId | None
    cancelled_by: Annotated[str | None, Field(description="Run of the message that cancelled it.")]
    created_by: str
    created_by_run: Annotated[str | None, Field(description="Run that scheduled it.")]
    created_at: datetime
    settled_at: datetime | None


class TimerList(Answer):
    """The timers of a session, newest first."""

    timers: list[Timer]
    next_cursor: Cursor


class SessionEvent(Answer):
    """A message as a stream frame, to restore a chat."""

    seq: int
    type: Literal["user_message", "assistant_message"]
    text: str
    run_id: RunId
    at: datetime
    attachments: list[Json] | None = None
    commands: list[SentCommand] | None = None
    damaged: bool | None = None
    trigger: ReplyTrigger | None = None


class SessionEvents(Answer):
    """Messages of a session, oldest first. Pass `nextBeforeSeq` as `beforeSeq` for earlier ones."""

    session_id: SessionId
    total: int
    events: list[SessionEvent]
    next_before_seq: int | None
    truncated: bool


class HistoryItem(Answer):
    """A message or part of a session. Fields after `at` are only in the operator view."""

    seq: int
    run_id: RunId
    role: Literal["system", "user", "assistant", "tool"]
    content: str
    attachments: list[Json] | None = None
    commands: list[SentCommand] | None = None
    damaged: bool | None = None
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

    kind: str
    provenance: Provenance
    thinking: str
    tool_calls: list[ToolCall]
    tool_use_id: str | None
    tool_name: str | None
    ok: bool
    synthetic: bool
    trigger_type: str | None
    trigger_reason: str | None
    rolled_back: bool
    visible: Annotated[bool, Field(description="Whether it is in the user's history.")]


class RunLog(Answer):
    """The parts of a run's log, in order."""

    run_id: RunId
    parts: list[LoggedPart]


class History(Answer):
    """The history of a session, oldest first."""

    session_id: SessionId
    view: Literal["user", "operator"]
    total: int
    messages: list[HistoryItem]
    next_cursor: Cursor
    last_seq: Annotated[int, Field(description="Event after which to resume the stream.")]
