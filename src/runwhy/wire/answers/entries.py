"""Answers about the transcripts and approvals of coding agents."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from runwhy.wire.answers.shared import Answer, Cursor, Json, RunId


class AgentSession(Answer):
    """The coding agent's own session. Fields are null if the agent does not report them."""

    name: Annotated[str, Field(examples=["claude", "codex", "copilot", "cursor"])]
    session_id: str | None
    cwd: str | None
    branch: str | None
    model: str | None
    resume_command: Annotated[
        str | None, Field(description="Command that resumes the session in a terminal.")
    ]


class Transcript(Answer):
    """A page of a transcript. `docs/reference/entries.md` describes the entries."""

    run_id: RunId
    agent: AgentSession | None
    entries: list[Json]
    next_cursor: Cursor


class Approval(Answer):
    """An action that the agent needs permission for."""

    id: str
    asked: Annotated[
        Json, Field(description="`tool`, `input`, `entryId`, and fields of the agent.")
    ]
    asked_at: datetime
    decision: Literal["approve", "deny"] | None
    reason: str | None
    decided_by: str | None
    decided_at: datetime | None


class ApprovalList(Answer):
    """The approvals that the agent of a run requested, in order."""

    run_id: RunId
    approvals: list[Approval]


class Imported(Answer):
    """The progress of importing an agent's history."""

    status: Annotated[
        Literal["new", "ours", "partial", "whole"],
        Field(description="`ours`: started by this server, so not imported."),
    ]
    run_id: RunId | None
    offset: Annotated[int, Field(description="Byte offset of the next batch in the file.")]
    entries: int
    unrecognized: Annotated[int, Field(description="Lines stored without parsing.")]
