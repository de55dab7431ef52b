"""Evaluates a query on one run or session: simple, slow, and the reference for stores."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import runwhy.core.queries.ast as ast

_HOLDS: Mapping[ast.Op, Callable[[Any, Any], bool]] = {
    ast.Op.EQ: operator.eq,
    ast.Op.GT: operator.gt,
    ast.Op.GE: operator.ge,
    ast.Op.LT: operator.lt,
    ast.Op.LE: operator.le,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class QuerySubject:
    """The queryable values of one run or session, by field; None means unknown."""

    tags: Mapping[str, str] = field(default_factory=dict)
    status: str
    created: datetime
    trigger: str | None = None
    trigger_id: str | None = None
    trigger_name: str | None = None
    actor: str | None = None
    agent: str | None = None
    agent_name: str | None = None  # in its workspace; matched by `agent`, too
    model: str | None = None
    executor: str | None = None
    session: str | None = None
    parent: str | None = None
    rerun_of: str | None = None
    finished: datetime | None = None
    duration: float | None = None  # seconds
    tokens: int | None = None
    input_tokens: int | None = None
    cached_tokens: int | None = None
    cost: int | None = None  # picodollars
    unpriced_calls: int | None = None
    first_token: float | None = None  # seconds
    error: str | None = None
    budget: str | None = None  # JSON with the ids and names of all budgets
    text: str = ""  # the prompt, a line break, the final text


def matches(query: ast.Query, subject: QuerySubject) -> bool:
    """Whether the subject matches. An unknown value matches no term, and so every `Not` of one."""
    match query:
        case ast.All():
            return True
        case ast.And(parts):
            return all(matches(part, subject) for part in parts)
        case ast.Or(parts):
            return any(matches(part, subject) for part in parts)
        case ast.Not(part):
            return not matches(part, subject)
        case ast.TagIs(key, value):
            return subject.tags.get(key) == value
        case ast.TagPrefix(key, prefix):
            return key in subject.tags and subject.tags[key].startswith(prefix)
        case ast.HasTag(key):
            return key in subject.tags
        case ast.FieldIs(name, value) if name in ast.LISTS:
            return ast.item_text(value) in (_value_of(subject, name) or "")
        case ast.FieldPrefix(name, prefix) if name in ast.LISTS:
            return ast.item_start(prefix) in (_value_of(subject, name) or "")
        case ast.FieldIs(name, value):
            return value in _texts_of(subject, name)
        case ast.FieldPrefix(name, prefix):
            return any(text.startswith(prefix) for text in _texts_of(subject, name))
        case ast.HasField(name):
            return _value_of(subject, name) is not None
        case ast.Compare():
            return _compares(query, subject)
        case ast.Text(words):
            return fold(words) in fold(subject.text)


def may_match(
    query: ast.Query, subject: QuerySubject, is_known: Callable[[ast.Term], bool]
) -> bool | None:
    """Whether the subject matches; None if this depends on terms that are not known yet."""
    match query:
        case ast.All():
            return True
        case ast.And(parts):
            found = [may_match(part, subject, is_known) for part in parts]
            return False if False in found else None if None in found else True
        case ast.Or(parts):
            found = [may_match(part, subject, is_known) for part in parts]
            return True if True in found else None if None in found else False
        case ast.Not(part):
            inner = may_match(part, subject, is_known)
            return None if inner is None else not inner
        case _:
            return matches(query, subject) if is_known(query) else None


def fold(text: str) -> str:
    """Return text as searched: case-folded by Runwhy, because databases fold differently."""
    return text.casefold()


def _value_of(subject: QuerySubject, name: ast.Field) -> Any:
    return getattr(subject, name.replace(".", "_"))


def _texts_of(subject: QuerySubject, name: ast.Field) -> Iterator[str]:
    """Yield the known texts that a term on a field matches."""
    found = [_value_of(subject, each) for each in ast.matched_fields(name)]
    if name is ast.Field.AGENT:
        found.append(subject.agent_name)
    return (text for text in found if text is not None)


def _compares(query: ast.Compare, subject: QuerySubject) -> bool:
    found, value = _value_of(subject, query.field), query.value
    if found is None:
        return False
    if isinstance(value, timedelta):
        found = timedelta(seconds=found)
    return _HOLDS[query.op](found, value.at if isinstance(value, ast.Moment) else value)
