"""Answers about erasures and retention rules."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from runwhy.wire.answers.shared import Actor, Answer

Counts = Annotated[
    dict[str, int],
    Field(description="Runs, sessions, parts, events, bytes and more. Zeros may be omitted."),
]
Mode = Literal["content", "all"]


class ErasurePreview(Answer):
    """Counts of one page of runs to erase. Add up all pages for the total."""

    total: Annotated[int, Field(description="Runs that match the query.")]
    counts: Counts
    next_cursor: str | None


class Erasure(Answer):
    """The progress of an erasure. When it is done, this is its receipt."""

    id: str
    status: Literal["running", "done"]
    query: Annotated[str | None, Field(description="Null if the query was erased too.")]
    mode: Mode
    rule_id: Annotated[str | None, Field(description="Retention rule that started it.")]
    actor: Actor
    total: Annotated[int, Field(description="Runs that matched when it started.")]
    counts: Counts
    digest: Annotated[
        str, Field(description="Sum of the SHA-256 hashes of the erased ids, modulo 2^256.")
    ]
    created_at: datetime
    finished_at: datetime | None


class ErasureList(Answer):
    """Erasures, newest first."""

    erasures: list[Erasure]
    next_cursor: str | None


class RetentionRule(Answer):
    """A rule that erases matching runs once they reach an age."""

    id: str
    name: str
    query: str
    older_than_seconds: int
    mode: Mode
    asks: Annotated[str, Field(description="Query that the rule would run now.")]
    created_by: str
    created_at: datetime
    applied_at: datetime | None


class RetentionRuleList(Answer):
    """The retention rules of a workspace, oldest first."""

    rules: list[RetentionRule]


class RuleApplied(Answer):
    """The erasure that a rule started; null if there was nothing to erase."""

    erasure: Erasure | None
