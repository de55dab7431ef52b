"""Erasures and retention rules: request bodies and JSON."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Annotated, Literal

from pydantic import Field

from runwhy.core.erasure import MAX_NAME, EraseMode, Erasure, RetentionRule, due_query
from runwhy.core.json import JsonObject
from runwhy.core.queries import MAX_CHARACTERS
from runwhy.core.runs.origin import Actor
from runwhy.wire.fields import Body
from runwhy.wire.responses import time_text

QueryField = Annotated[str, Field(max_length=MAX_CHARACTERS)]
ModeField = Literal["content", "all"]


class ErasurePreviewBody(Body):
    """Body of `POST /erasures/preview`."""

    query: QueryField
    mode: ModeField = "all"
    cursor: Annotated[str, Field(max_length=512)] | None = None


class ErasureBody(Body):
    """Body of `POST /erasures`."""

    query: QueryField
    mode: ModeField = "all"
    hide_query: bool = False

    def draft(self, workspace: int, actor: Actor, now: datetime) -> Erasure:
        """Return the requested erasure, without an id."""
        return Erasure(
            id="",
            workspace=workspace,
            query=self.query,
            mode=EraseMode(self.mode),
            hide_query=self.hide_query,
            actor=actor,
            created_at=now,
        )


NameField = Annotated[str, Field(min_length=1, max_length=MAX_NAME)]
AgeField = Annotated[int, Field(ge=1)]


class RuleBody(Body):
    """Body of `POST /retention-rules`."""

    name: NameField
    query: QueryField = ""
    older_than_seconds: AgeField
    mode: ModeField

    def draft(self, workspace: int, by: str, now: datetime) -> RetentionRule:
        """Return the requested rule, without an id."""
        return RetentionRule(
            id="",
            workspace=workspace,
            name=self.name,
            query=self.query,
            age=_age(self.older_than_seconds),
            mode=EraseMode(self.mode),
            created_by=by,
            created_at=now,
        )


class RulePatchBody(Body):
    """Body of `PATCH /retention-rules/{id}`. Omitted fields keep their values."""

    name: NameField | None = None
    query: QueryField | None = None
    older_than_seconds: AgeField | None = None
    mode: ModeField | None = None

    def over(self, old: RetentionRule) -> RetentionRule:
        """Return the rule with these changes."""
        return replace(
            old,
            name=self.name or old.name,
            query=old.query if self.query is None else self.query,
            age=_age(self.older_than_seconds) if self.older_than_seconds else old.age,
            mode=EraseMode(self.mode) if self.mode else old.mode,
        )


def _age(seconds: int) -> timedelta:
    return timedelta(seconds=min(seconds, 10**11))


def erasure_json(erasure: Erasure) -> JsonObject:
    """Return an erasure's progress or receipt as JSON."""
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
    """Return a rule as JSON, with the query it would run now."""
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
