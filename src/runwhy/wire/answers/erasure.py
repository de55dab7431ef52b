"""Answers about what is erased, now or by itself."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from runwhy.wire.answers.shared import Actor, Answer

Counts = Annotated[
    dict[str, int],
    Field(description="runs, sessions, parts, events, bytes and so on; what is zero may be absent"),
]
Mode = Literal["content", "all"]


class ErasurePreview(Answer):
    """What erasing would take along with some of the runs; the sum of all pages is the whole."""

    total: Annotated[int, Field(description="runs that the query finds")]
    counts: Counts
    next_cursor: str | None


class Erasure(Answer):
    """How far an erasure is, and once it is done its receipt."""

    id: str
    status: Literal["running", "done"]
    query: Annotated[str | None, Field(description="null where it was to be forgotten, too")]
    mode: Mode
    rule_id: Annotated[str | None, Field(description="the retention rule that asked for it")]
    actor: Actor
    total: Annotated[int, Field(description="runs that were found when it began")]
    counts: Counts
    digest: Annotated[
        str, Field(description="the sum of the SHA-256 of each erased id, modulo 2^256")
    ]
    created_at: datetime
    finished_at: datetime | None


class ErasureList(Answer):
    """Erasures, newest first."""

    erasures: list[Erasure]
    next_cursor: str | None


class RetentionRule(Answer):
    """What is erased by itself, once it is old enough."""

    id: str
    name: str
    query: str
    older_than_seconds: int
    mode: Mode
    asks: Annotated[str, Field(description="the query that it stands for now")]
    created_by: str
    created_at: datetime
    applied_at: datetime | None


class RetentionRuleList(Answer):
    """The rules of a workspace, oldest first."""

    rules: list[RetentionRule]


class RuleApplied(Answer):
    """What applying a rule began; null when there was nothing to erase."""

    erasure: Erasure | None
