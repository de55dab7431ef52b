"""Answers about sessions and their timers. Their bodies are in `session_bodies`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Self

from msgspec import Meta, field

from runwhy.core.agents.spec_secrets import shown_spec
from runwhy.core.runs.cost import maybe_usd
from runwhy.core.sessions.session import SessionStatus
from runwhy.core.sessions.timers import TimerStatus
from runwhy.wire.answer import (
    Answer,
    Copied,
    Cursor,
    Json,
    Ok,
    RunId,
    SessionId,
    Suggestions,
    Tags,
    Time,
)
from runwhy.wire.history import Message
from runwhy.wire.layers import layer_json
from runwhy.wire.runs import Tokens

if TYPE_CHECKING:
    from runwhy.core.runs.usage import Usage
    from runwhy.core.sessions import session as core
    from runwhy.core.views import HistoryMessage

Unread = Annotated[int | None, Meta(description="Unread replies; null for a key bound to tags.")]


class SessionCreated(Answer):
    """The session was created."""

    session_id: SessionId
    metadata: Tags


class SessionEnded(Ok):
    """The session has ended. Its history stays readable."""

    session_id: SessionId
    status: SessionStatus


class SessionRead(Answer):
    """The number of unread replies."""

    session_id: SessionId
    unread: int


SessionTokens = Annotated[
    Tokens | None, Meta(description="Tokens of its ended runs; null for a key bound to tags.")
]
SessionCost = Annotated[str | None, Meta(description="USD as a decimal number; null if unknown.")]
UnpricedCalls = Annotated[
    int | None, Meta(description="Model calls without a known price. `cost` does not include them.")
]
FirstToken = Annotated[
    int | None,
    Meta(description="From the first model request of its first run to the first token."),
]
FirstMessage = Annotated[
    str, Meta(description="The beginning of a person's first message; empty if there is none.")
]


def usage_fields(usage: Usage | None) -> dict[str, Any]:
    """Return the fields of a session's usage; the reader may not see it if it is None."""
    return {
        "tokens": None if usage is None else Tokens.of(usage.tokens),
        "cost": None if usage is None else maybe_usd(usage.cost.picos),
        "unpriced_calls": None if usage is None else usage.cost.unpriced_calls,
        "first_token_ms": None if usage is None else usage.first_token_ms,
    }


class SessionSummary(Copied):
    """A session in a list; `summary` is its name, or a person's first message in it."""

    id: SessionId = field(name="sessionId")
    created_at: Time = field(name="creationDate")
    last_used_at: Time = field(name="lastInteractionDate")
    summary: str
    name: str
    first_message: FirstMessage
    metadata: Tags
    status: SessionStatus
    unread: Unread
    tokens: SessionTokens
    cost: SessionCost
    unpriced_calls: UnpricedCalls
    first_token_ms: FirstToken

    @classmethod
    def listed(cls, session: core.Session, unread: int | None, usage: Usage | None) -> Self:
        """Return a session in a list."""
        return cls.of(
            session,
            summary=session.name or session.summary,
            first_message=session.summary,
            metadata=session.tags,
            unread=unread,
            **usage_fields(usage),
        )


class SessionList(Answer):
    """Sessions, most recently used first, and the total number."""

    total: int
    limit: int
    offset: int
    sessions: Sequence[SessionSummary]
    next_cursor: Cursor
    suggestions: Suggestions = None


class Session(Copied):
    """A session with its user-visible messages. Its `version` detects conflicting updates."""

    id: SessionId
    name: str
    status: SessionStatus
    created_at: Time
    last_used_at: Time
    ended_at: Time | None
    spec: Json = field(name="agentSpec")
    messages: Sequence[Message]
    metadata: Tags
    autonomy: Json | None
    version: int
    unread: Unread
    tokens: SessionTokens
    cost: SessionCost
    unpriced_calls: UnpricedCalls
    first_token_ms: FirstToken

    @classmethod
    def shown(
        cls,
        session: core.Session,
        history: Sequence[HistoryMessage],
        unread: int | None,
        usage: Usage | None,
    ) -> Self:
        """Return a session with its user-visible messages."""
        return cls.of(
            session,
            spec={**layer_json(shown_spec(session.spec)), "metadata": session.tags},
            messages=[Message.of(shown) for shown in history],
            metadata=session.tags,
            autonomy=layer_json(session.autonomy) if session.autonomy else None,
            unread=unread,
            **usage_fields(usage),
        )


SessionInfo = Session  # its name in the Python client
SessionPage = SessionList


class Timer(Copied):
    """A timer: a follow-up scheduled by a session."""

    id: Annotated[str, Meta(examples=["tmr_01k9abcdefghjkmnpqrstvwxyz"])]
    session_id: SessionId
    type: str
    asked_type: str
    reason: str
    key: str | None
    fire_at: Time
    status: TimerStatus
    code: Annotated[str | None, Meta(description="Why it did not fire.")]
    note: str | None
    run_id: RunId | None
    cancelled_by: Annotated[str | None, Meta(description="Run of the message that cancelled it.")]
    created_by: str
    created_by_run: Annotated[str | None, Meta(description="Run that scheduled it.")]
    created_at: Time
    settled_at: Time | None


class TimerList(Answer):
    """The timers of a session, newest first."""

    timers: Sequence[Timer]
    next_cursor: Cursor
