"""Transcripts, approvals and imported histories of coding agents: request bodies and answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Literal, Self

from msgspec import Meta
from pydantic import Field

from runwhy.wire.answer import Answer, Copied, Cursor, Json, RunId, Time
from runwhy.wire.coding_options import MAX_SESSION
from runwhy.wire.fields import Body, TagsField

if TYPE_CHECKING:
    from runwhy.core.agents.coding_agents import AgentSession as CoreSession

Decision = Literal["approve", "approve_for_run", "deny"]
Byte = Annotated[int, Field(ge=0, le=2**53 - 1)]


class DecisionBody(Body):
    """Body of `POST /agent-runs/{id}/approvals/{id}`.

    `approve_for_run` also allows the same request for the rest of the run.
    """

    decision: Decision
    reason: Annotated[str, Field(max_length=1000)] | None = None


class ImportBody(Body):
    """Body of `POST /imports`: lines of one history, or no lines to query its progress."""

    agent: Literal["claude", "codex", "copilot", "opencode"]
    session_id: Annotated[str, Field(min_length=1, max_length=MAX_SESSION, pattern="^[^-]")]
    file: Annotated[str, Field(min_length=1, max_length=512)]
    start: Byte = 0
    end: Byte = 0
    lines: Annotated[list[str], Field(max_length=10_000)] | None = None
    last: bool = False
    metadata: TagsField | None = None


class AgentSession(Copied):
    """The coding agent's own session. Fields are null if the agent does not report them."""

    name: Annotated[str, Meta(examples=["claude", "codex", "copilot", "cursor"])]
    session_id: str | None
    cwd: str | None
    branch: str | None
    model: str | None
    resume_command: Annotated[
        str | None, Meta(description="Command that resumes the session in a terminal.")
    ]

    @classmethod
    def shown(cls, session: CoreSession, resume_command: str | None) -> Self:
        """Return the session with the command that resumes it."""
        return cls.of(
            session,
            name=session.agent,
            session_id=session.agent_session,
            resume_command=resume_command,
        )


class Transcript(Answer):
    """A page of a transcript. `docs/reference/entries.md` describes the entries."""

    run_id: RunId
    agent: AgentSession | None
    entries: Sequence[Json]
    next_cursor: Cursor


class Approval(Copied):
    """An action that the agent needs permission for."""

    id: str
    asked: Annotated[
        Json,
        Meta(
            description="`tool`, `input`, `entryId`, `description`, `timeoutSeconds`, and "
            "`forRun`: the rule of the agent that `approve_for_run` applies, if it has one."
        ),
    ]
    asked_at: Time
    decision: Decision | None
    reason: str | None
    decided_by: str | None
    decided_at: Time | None


class ApprovalList(Answer):
    """The approvals that the agent of a run requested, in order."""

    run_id: RunId
    approvals: Sequence[Approval]


class Imported(Copied):
    """The progress of importing an agent's history."""

    status: Annotated[
        Literal["new", "ours", "partial", "whole"],
        Meta(description="`ours`: started by this server, so not imported."),
    ]
    run_id: RunId | None
    offset: Annotated[
        int, Meta(description="Position of the next batch: a byte of the file, or a record.")
    ]
    entries: int
    unrecognized: Annotated[int, Meta(description="Lines stored without parsing.")]
