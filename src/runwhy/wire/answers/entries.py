"""Answers about what coding agents did."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from runwhy.wire.answers.shared import Answer, Cursor, Json, RunId


class AgentSession(Answer):
    """The agent's own session behind a run; null where the agent does not tell."""

    name: Annotated[str, Field(examples=["claude", "codex", "copilot", "cursor"])]
    session_id: str | None
    cwd: str | None
    branch: str | None
    model: str | None
    resume_command: Annotated[str | None, Field(description="goes on with it in a terminal")]


class Transcript(Answer):
    """A page of what an agent did; entries are as `docs/reference/entries.md` says."""

    run_id: RunId
    agent: AgentSession | None
    entries: list[Json]
    next_cursor: Cursor


class Approval(Answer):
    """Something that an agent wants to do and that a person has to allow."""

    id: str
    asked: Annotated[Json, Field(description="`tool`, `input`, `entryId` and what the agent adds")]
    asked_at: datetime
    decision: Literal["approve", "deny"] | None
    reason: str | None
    decided_by: str | None
    decided_at: datetime | None


class ApprovalList(Answer):
    """What the agent of a run asked leave for, in order."""

    run_id: RunId
    approvals: list[Approval]


class Imported(Answer):
    """How far an agent's history was taken in."""

    status: Annotated[
        Literal["new", "ours", "partial", "whole"],
        Field(description="`ours`: a run of this server, which is not taken in again"),
    ]
    run_id: RunId | None
    offset: Annotated[int, Field(description="the byte of its file where the next batch begins")]
    entries: int
    unrecognized: Annotated[int, Field(description="lines that were kept as they are")]
