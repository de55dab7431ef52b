"""Erasures and retention rules on the wire."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated, Literal

from pydantic import Field

from whence.core.erasing import MAX_NAME, EraseMode, Erasure, RetentionRule, due_query
from whence.core.jsons import JsonObject
from whence.core.origin import Actor
from whence.core.queries import MAX_CHARACTERS
from whence.wire.fields import Body
from whence.wire.responses import time_text

QueryField = Annotated[str, Field(max_length=MAX_CHARACTERS)]
ModeField = Literal["content", "all"]


class ErasurePreviewBody(Body):
    """`POST /erasures/preview`."""

    query: QueryField
    mode: ModeField = "all"
    cursor: Annotated[str, Field(max_length=512)] | None = None


class ErasureBody(Body):
    """`POST /erasures`."""

    query: QueryField
    mode: ModeField = "all"
    hide_query: bool = False

    def draft(self, workspace: int, actor: Actor, now: datetime) -> Erasure:
        """The erasure that is asked for."""
        return Erasure(
            id="",
            workspace=workspace,
            query=self.query,
            mode=EraseMode(self.mode),
            hide_query=self.hide_query,
            actor=actor,
            created_at=now,
        )


class RuleBody(Body):
    """`POST /retention-rules`."""

    name: Annotated[str, Field(min_length=1, max_length=MAX_NAME)]
    query: QueryField = ""
    older_than_seconds: Annotated[int, Field(ge=1)]
    mode: ModeField

    def draft(self, workspace: int, by: str, now: datetime) -> RetentionRule:
        """The rule that is asked for."""
        return RetentionRule(
            id="",
            workspace=workspace,
            name=self.name,
            query=self.query,
            age=timedelta(seconds=min(self.older_than_seconds, 10**11)),
            mode=EraseMode(self.mode),
            created_by=by,
            created_at=now,
        )


def erasure_json(erasure: Erasure) -> JsonObject:
    """How far an erasure is, and once it has finished its receipt."""
    actor, finished = erasure.actor, erasure.finished_at
    hidden = erasure.hide_query and finished is not None
    return {
        "id": erasure.id,
        "status": "running" if finished is None else "done",
        "query": None if hidden else erasure.query,
        "mode": erasure.mode.value,
        "ruleId": erasure.rule_id,
        "actor": {"kind": actor.kind, "id": actor.id, "name": actor.name},
        "total": erasure.total,
        "counts": dict(erasure.counts),
        "digest": erasure.digest,
        "createdAt": time_text(erasure.created_at),
        "finishedAt": None if finished is None else time_text(finished),
    }


def rule_json(rule: RetentionRule, now: datetime) -> JsonObject:
    """A rule, and what it would ask for now."""
    return {
        "id": rule.id,
        "name": rule.name,
        "query": rule.query,
        "olderThanSeconds": round(rule.age.total_seconds()),
        "mode": rule.mode.value,
        "asks": due_query(rule, now=now),
        "createdBy": rule.created_by,
        "createdAt": time_text(rule.created_at),
        "appliedAt": None if rule.applied_at is None else time_text(rule.applied_at),
    }
