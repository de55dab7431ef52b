"""Evaluates a query on one run or session: simple, slow, and the reference for stores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TypeVar

from runwhy.core.queries.ast import (
    All,
    And,
    Compare,
    Field,
    FieldIs,
    FieldPrefix,
    HasField,
    HasTag,
    Moment,
    Not,
    Op,
    Or,
    Query,
    TagIs,
    TagPrefix,
    Text,
)

_Amount = TypeVar("_Amount", datetime, timedelta, int)


@dataclass(frozen=True, slots=True, kw_only=True)
class QuerySubject:
    """The queryable values of one run or session; None means unknown."""

    tags: Mapping[str, str] = field(default_factory=dict)
    status: str
    created: datetime
    trigger: str | None = None
    trigger_id: str | None = None
    actor: str | None = None
    agent: str | None = None
    model: str | None = None
    executor: str | None = None
    session: str | None = None
    parent: str | None = None
    finished: datetime | None = None
    duration: float | None = None  # seconds
    tokens: int | None = None
    error: str | None = None
    text: str = ""  # the prompt, a line break, the final text


def matches(query: Query, subject: QuerySubject) -> bool:
    """Whether the subject matches. An unknown value matches no term, and so every `Not` of one."""
    match query:
        case All():
            return True
        case And(parts):
            return all(matches(part, subject) for part in parts)
        case Or(parts):
            return any(matches(part, subject) for part in parts)
        case Not(part):
            return not matches(part, subject)
        case TagIs(key, value):
            return subject.tags.get(key) == value
        case TagPrefix(key, prefix):
            return key in subject.tags and subject.tags[key].startswith(prefix)
        case HasTag(key):
            return key in subject.tags
        case FieldIs(name, value):
            return _text_of(subject, name) == value
        case FieldPrefix(name, prefix):
            return (_text_of(subject, name) or "").startswith(prefix)
        case HasField(name):
            return _is_known(subject, name)
        case Compare():
            return _compares(query, subject)
        case Text(words):
            return fold(words) in fold(subject.text)


def fold(text: str) -> str:
    """Return text as searched: case-folded by Runwhy, because databases fold differently."""
    return text.casefold()


def _text_of(subject: QuerySubject, name: Field) -> str | None:
    return {
        Field.STATUS: subject.status,
        Field.TRIGGER: subject.trigger,
        Field.TRIGGER_ID: subject.trigger_id,
        Field.ACTOR: subject.actor,
        Field.AGENT: subject.agent,
        Field.MODEL: subject.model,
        Field.EXECUTOR: subject.executor,
        Field.SESSION: subject.session,
        Field.PARENT: subject.parent,
        Field.ERROR: subject.error,
    }[name]


def _is_known(subject: QuerySubject, name: Field) -> bool:
    match name:
        case Field.CREATED:
            return True
        case Field.FINISHED:
            return subject.finished is not None
        case Field.DURATION:
            return subject.duration is not None
        case Field.TOKENS:
            return subject.tokens is not None
        case _:
            return _text_of(subject, name) is not None


def _compares(query: Compare, subject: QuerySubject) -> bool:
    match query.value:
        case Moment(at=at):
            when = subject.created if query.field is Field.CREATED else subject.finished
            return _holds(when, query.op, at)
        case timedelta() as duration:
            lasted = None if subject.duration is None else timedelta(seconds=subject.duration)
            return _holds(lasted, query.op, duration)
        case int() as number:
            return _holds(subject.tokens, query.op, number)


def _holds(found: _Amount | None, op: Op, value: _Amount) -> bool:
    if found is None:
        return False
    match op:
        case Op.EQ:
            return found == value
        case Op.GT:
            return found > value
        case Op.GE:
            return found >= value
        case Op.LT:
            return found < value
        case Op.LE:
            return found <= value
