"""Renders a query as text that parses to an equal query."""

from __future__ import annotations

from datetime import timedelta

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
    Or,
    Query,
    TagIs,
    TagPrefix,
    Text,
)
from runwhy.core.queries.lexer import BARE_VALUE, BARE_WORD, KEYWORDS, quote
from runwhy.core.queries.times import render_duration, render_moment

TAG = "tag."
HAS = "has"
_FIELDS = frozenset(Field)


def render(query: Query) -> str:
    """Render the query in its shortest usual form; one that matches everything is empty."""
    return "" if isinstance(query, All) else _render(query)


def tag_name(key: str) -> str:
    """Return how a tag key is written: with `tag.` in front if it is ambiguous."""
    needs_mark = key in _FIELDS or key == HAS or key.startswith((TAG, "-"))
    return f"{TAG}{key}" if needs_mark else key


def _render(query: Query) -> str:
    match query:
        case All():
            return "*"
        case And(parts):
            return " ".join(
                _bracketed(part) if isinstance(part, Or) else _render(part) for part in parts
            )
        case Or(parts):
            return " OR ".join(_render(part) for part in parts)
        case Not(part):
            return f"-{_bracketed(part) if isinstance(part, And | Or) else _render(part)}"
        case TagIs(key, value):
            return f"{tag_name(key)}:{_value(value)}"
        case TagPrefix(key, prefix):
            return f"{tag_name(key)}:{_value(prefix)}*"
        case HasTag(key):
            return f"{HAS}:{tag_name(key)}"
        case FieldIs(field, value):
            return f"{field}:{_value(value)}"
        case FieldPrefix(field, prefix):
            return f"{field}:{_value(prefix)}*"
        case HasField(field):
            return f"{HAS}:{field}"
        case Compare():
            return f"{query.field}{query.op}{_compared(query)}"
        case Text(words):
            bare = BARE_WORD.fullmatch(words) and words not in KEYWORDS
            return words if bare else quote(words)


def _bracketed(query: Query) -> str:
    return f"({_render(query)})"


def _value(value: str) -> str:
    return value if BARE_VALUE.fullmatch(value) else quote(value)


def _compared(query: Compare) -> str:
    match query.value:
        case Moment() as moment:
            return render_moment(moment, query.op)
        case timedelta() as duration:
            return render_duration(duration)
        case int(number):
            return str(number)
