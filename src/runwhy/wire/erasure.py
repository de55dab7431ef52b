"""Erasures and retention rules: request bodies and answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Annotated, Any, Literal, Self

from msgspec import Meta
from pydantic import Field

from runwhy.core import erasure as core
from runwhy.core.erasure import MAX_NAME, EraseMode, due_query
from runwhy.core.queries import MAX_CHARACTERS
from runwhy.core.runs import origin
from runwhy.core.triggers import trigger
from runwhy.wire.answer import Actor, Answer, Copied, Time
from runwhy.wire.fields import Body

MAX_TRIGGERS = 20  # named by a preview

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

    def draft(self, workspace: int, actor: origin.Actor, now: datetime) -> core.Erasure:
        """Return the requested erasure, without an id."""
        return core.Erasure(
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

    def draft(self, workspace: int, by: str, now: datetime) -> core.RetentionRule:
        """Return the requested rule, without an id."""
        return core.RetentionRule(
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

    def over(self, old: core.RetentionRule) -> core.RetentionRule:
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


Counts = Annotated[
    Mapping[str, int],
    Meta(description="Runs, sessions, parts, events, bytes and more. Zeros may be omitted."),
]


class CreatingTrigger(Copied):
    """A trigger whose new runs may match the query of an erasure."""

    id: str
    name: str


class ErasurePreview(Answer):
    """Counts of one page of runs to erase. Add up all pages for the total."""

    total: Annotated[int, Meta(description="Runs that match the query.")]
    counts: Counts
    triggers: Annotated[
        Sequence[CreatingTrigger],
        Meta(
            description="Enabled triggers whose new runs may match the query, at most 20, by name. "
            "The erasure does not change them. Only on the first page."
        ),
    ]
    trigger_count: Annotated[
        int, Meta(description="The number of all these triggers; 0 on later pages.")
    ]
    next_cursor: str | None

    @classmethod
    def at(
        cls,
        total: int,
        counts: Mapping[str, int],
        triggers: Sequence[trigger.Trigger],
        next_cursor: str | None,
    ) -> Self:
        """Return a page of a preview."""
        return cls(
            total=total,
            counts=dict(counts),
            triggers=[CreatingTrigger.of(each) for each in triggers[:MAX_TRIGGERS]],
            trigger_count=len(triggers),
            next_cursor=next_cursor,
        )


class Erasure(Copied):
    """The progress of an erasure. When it is done, this is its receipt."""

    id: str
    status: Literal["running", "done"]
    query: Annotated[str | None, Meta(description="Null if the query was erased too.")]
    mode: ModeField
    rule_id: Annotated[str | None, Meta(description="Retention rule that started it.")]
    actor: Actor
    total: Annotated[int, Meta(description="Runs that matched when it started.")]
    counts: Counts
    digest: Annotated[
        str, Meta(description="Sum of the SHA-256 hashes of the erased ids, modulo 2^256.")
    ]
    created_at: Time
    finished_at: Time | None

    @classmethod
    def of(cls, erasure: core.Erasure, /, **given: Any) -> Self:
        done = erasure.finished_at is not None
        return super().of(
            erasure,
            status="done" if done else "running",
            query=None if erasure.hide_query and done else erasure.query,
            counts=dict(erasure.counts),
            **given,
        )


class ErasureList(Answer):
    """Erasures, newest first."""

    erasures: Sequence[Erasure]
    next_cursor: str | None


class RetentionRule(Copied):
    """A rule that erases matching runs once they reach an age."""

    id: str
    name: str
    query: str
    older_than_seconds: int
    mode: ModeField
    asks: Annotated[str, Meta(description="Query that the rule would run now.")]
    created_by: str
    created_at: Time
    applied_at: Time | None

    @classmethod
    def at(cls, now: datetime, rule: core.RetentionRule) -> Self:
        """Return a rule, with the query it would run now."""
        age = round(rule.age.total_seconds())
        return cls.of(rule, older_than_seconds=age, asks=due_query(rule, now=now))


class RetentionRuleList(Answer):
    """The retention rules of a workspace, oldest first."""

    rules: Sequence[RetentionRule]


class RuleApplied(Answer):
    """The erasure that a rule started; null if there was nothing to erase."""

    erasure: Erasure | None
