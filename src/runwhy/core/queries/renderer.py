"""Renders a query as text that parses to an equal query."""

from __future__ import annotations

from datetime import timedelta

import runwhy.core.queries.ast as ast
from runwhy.core.durations import render_duration
from runwhy.core.queries.lexer import BARE_VALUE, BARE_WORD, KEYWORDS, quote
from runwhy.core.queries.times import render_moment
from runwhy.core.runs.cost import usd_text

TAG = "tag."
HAS = "has"
_FIELDS = frozenset(ast.Field)


def render(query: ast.Query) -> str:
    """Render the query in its shortest usual form; one that matches everything is empty."""
    return "" if isinstance(query, ast.All) else _render(query)


def tag_name(key: str) -> str:
    """Return how a tag key is written: with `tag.` in front if it is ambiguous."""
    needs_mark = key in _FIELDS or key == HAS or key.startswith((TAG, "-"))
    return f"{TAG}{key}" if needs_mark else key


def _render(query: ast.Query) -> str:
    match query:
        case ast.All():
            return "*"
        case ast.And(parts):
            return " ".join(
                _bracketed(part) if isinstance(part, ast.Or) else _render(part) for part in parts
            )
        case ast.Or(parts):
            return " OR ".join(_render(part) for part in parts)
        case ast.Not(part):
            return f"-{_bracketed(part) if isinstance(part, ast.And | ast.Or) else _render(part)}"
        case ast.TagIs(key, value):
            return f"{tag_name(key)}:{_value(value)}"
        case ast.TagPrefix(key, prefix):
            return f"{tag_name(key)}:{_value(prefix)}*"
        case ast.HasTag(key):
            return f"{HAS}:{tag_name(key)}"
        case ast.FieldIs(field, value):
            return f"{field}:{_value(value)}"
        case ast.FieldPrefix(field, prefix):
            return f"{field}:{_value(prefix)}*"
        case ast.HasField(field):
            return f"{HAS}:{field}"
        case ast.Compare():
            return f"{query.field}{query.op}{_compared(query)}"
        case ast.Text(words):
            bare = BARE_WORD.fullmatch(words) and words not in KEYWORDS
            return words if bare else quote(words)


def _bracketed(query: ast.Query) -> str:
    return f"({_render(query)})"


def _value(value: str) -> str:
    return value if BARE_VALUE.fullmatch(value) else quote(value)


def _compared(query: ast.Compare) -> str:
    match query.value:
        case ast.Moment() as moment:
            return render_moment(moment, query.op)
        case timedelta() as duration:
            return render_duration(duration)
        case int(number):
            return usd_text(number) if query.field is ast.Field.COST else str(number)
