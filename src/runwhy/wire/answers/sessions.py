"""Answers about sessions and what was said in them."""

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
    """A session that takes messages."""

    session_id: SessionId
    metadata: Tags


class SessionEnded(Ok):
    """The session takes no more messages; it stays readable."""

    session_id: SessionId
    status: SessionStatus


Unread = Annotated[
    int | None,
    Field(description="replies that nobody has seen; null for a key that is bound to tags"),
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
    """What a message came of when that was no person: a timer, a schedule, a webhook."""

    kind: str
    type: str | None
    run_id: RunId


class SentCommand(Answer):
    """A command that a person had run, and that went with their message."""

    block_id: str
    cmd: str
    exit_code: int | None


class Message(Answer):
    """A message as a person sees it."""

    role: Literal["user", "assistant"]
    content: str
    attachments: list[Json] | None = None
    commands: list[SentCommand] | None = None
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
    unread: Unread


class SessionRead(Answer):
    """How much of a session is left to read."""

    session_id: SessionId
    unread: int


class Timer(Answer):
    """A follow-up of a session, and what became of it."""

    id: Annotated[str, Field(examples=["tmr_01k9abcdefghjkmnpqrstvwxyz"])]
    session_id: SessionId
    type: str
    asked_type: str
    reason: str
    key: str | None
    fire_at: datetime
    status: TimerStatus
    code: Annotated[str | None, Field(description="why it came to nothing")]
    note: str | None
    run_id: RunId | None
    cancelled_by: Annotated[str | None, Field(description="the run of the message that came first")]
    created_by: str
    created_at: datetime
    settled_at: datetime | None


class TimerList(Answer):
    """Follow-ups of a session, newest first."""

    timers: list[Timer]
    next_cursor: Cursor


class SessionEvent(Answer):
    """A message as a frame, to restore a chat from."""

    seq: int
    type: Literal["user_message", "assistant_message"]
    text: str
    run_id: RunId
    at: datetime
    attachments: list[Json] | None = None
    commands: list[SentCommand] | None = None
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
    commands: list[SentCommand] | None = None
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
    last_seq: Annotated[int, Field(description="the event from which to follow the stream")]
