"""Reads one word of a query as a term on a field or a tag."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction

from runwhy.core.queries.ast import (
    COMPARABLE,
    MAX_NUMBER,
    TAG_KEY,
    TIMES,
    All,
    Compare,
    Field,
    FieldIs,
    FieldPrefix,
    HasField,
    HasTag,
    Op,
    Query,
    TagIs,
    TagPrefix,
    Text,
)
from runwhy.core.queries.composition import all_of
from runwhy.core.queries.errors import QueryError
from runwhy.core.queries.lexer import Word
from runwhy.core.queries.renderer import HAS, TAG
from runwhy.core.queries.suggestions import closest
from runwhy.core.queries.times import Span, parse_duration, parse_time

_FIELDS = {str(field): field for field in Field}
_OPS = {":": Op.EQ, "=": Op.EQ, ">": Op.GT, ">=": Op.GE, "<": Op.LT, "<=": Op.LE}
_NUMBER = re.compile(r"([0-9]+(?:\.[0-9]+)?)([kKM]?)")
_FACTORS = {"": 1, "k": 1_000, "K": 1_000, "M": 1_000_000}


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads words: needs the current time and the known statuses."""

    now: datetime
    statuses: Collection[str]

    def read(self, word: Word) -> Query:
        """Read one word.

        Raises: QueryError: the key, the sign or the value is invalid.
        """
        if not word.name:
            return _text(word)
        if word.name == HAS:
            return _has(word)
        match _resolve(word.name, word.column):
            case Field() as field if field in COMPARABLE:
                return self._comparison(word, field)
            case Field() as field:
                return self._field(word, field)
            case key:
                return _tag(word, key)

    def _field(self, word: Word, field: Field) -> Query:
        _only_equals(word, f"after the field {field}")
        if field is Field.STATUS:
            self._check_status(word)
        if not word.prefix:
            return FieldIs(field, word.value)
        return FieldPrefix(field, word.value) if word.value else HasField(field)

    def _check_status(self, word: Word) -> None:
        if word.value in self.statuses and not word.prefix:
            return
        if word.prefix and any(status.startswith(word.value) for status in self.statuses):
            return
        meant = closest(word.value, self.statuses)
        raise QueryError(
            word.value_column,
            f'one of {", ".join(self.statuses)} after "{word.head}"',
            hint=f'did you mean "{meant}"?' if meant else "",
        )

    def _comparison(self, word: Word, field: Field) -> Query:
        op, value, column = _OPS[word.sign], word.value, word.value_column
        if word.prefix and op is Op.EQ and not value:
            return HasField(field)
        if word.prefix:
            raise _not_comparable(word, field, value, column)
        if op is not Op.EQ or ".." not in value:
            return self._compare(word, field, op, value, column)
        low, _, high = value.partition("..")
        ends = [(Op.GE, low, column), (Op.LE, high, column + len(low) + 2)]
        if not low and not high:
            raise _not_comparable(word, field, value, column)
        return all_of(self._compare(word, field, *end) for end in ends if end[1])

    def _compare(self, word: Word, field: Field, op: Op, value: str, column: int) -> Query:
        found: Span | timedelta | int | None
        if field in TIMES:
            found = parse_time(value, now=self.now)
        else:
            found = parse_duration(value) if field is Field.DURATION else _number(value)
        match found:
            case None:
                raise _not_comparable(word, field, value, column)
            case Span(start=start) if start.relative and op is Op.EQ:
                raise QueryError(
                    column - len(word.sign), f'>, >=, < or <= after "{field}" for a relative time'
                )
            case Span() as span:
                return _compare_span(field, op, span)
            case amount:
                return Compare(field, op, amount)


def _text(word: Word) -> Query:
    if word.value:
        return Text(word.value)  # a `*` after it changes nothing: text search matches any part
    if word.prefix:
        return All()
    raise QueryError(word.column + 1, "text between the quotes")


def _has(word: Word) -> Query:
    _only_equals(word, f"after {HAS}")
    if word.prefix:
        raise QueryError(word.value_column, f'a field or a tag key after "{word.head}"')
    match _resolve(word.value, word.value_column):
        case Field() as field:
            return HasField(field)
        case key:
            return HasTag(key)


def _tag(word: Word, key: str) -> Query:
    _only_equals(word, f'after the tag "{key}"', meant=closest(key, COMPARABLE))
    if not word.prefix:
        return TagIs(key, word.value)
    return TagPrefix(key, word.value) if word.value else HasTag(key)


def _resolve(name: str, column: int) -> Field | str:
    if name in _FIELDS:
        return _FIELDS[name]
    key = name.removeprefix(TAG)
    if not TAG_KEY.fullmatch(key):
        raise QueryError(
            column + len(name) - len(key),
            "a field or a tag key",
            hint="a key has 1 to 64 characters of A-Z a-z 0-9 . _ -",
        )
    return key


def _only_equals(word: Word, where: str, *, meant: str | None = None) -> None:
    if _OPS[word.sign] is Op.EQ:
        return
    hint = (
        f'did you mean "{meant}"?' if meant else "only times, durations and tokens can be compared"
    )
    raise QueryError(word.column + len(word.name), f'":" {where}', hint=hint)


def _number(text: str) -> int | None:
    found = _NUMBER.fullmatch(text)
    if found is None:
        return None
    number = Fraction(found[1]) * _FACTORS[found[2]]
    return int(number) if number.denominator == 1 and number <= MAX_NUMBER else None


def _compare_span(field: Field, op: Op, span: Span) -> Query:
    """Compare with a span of time, such as a day.

    `>` starts after the span, `<=` includes all of it, and `:` means within it.
    """
    start, end = span.start, span.end
    if end is None or op in (Op.GE, Op.LT):
        return Compare(field, op, start)
    if op is Op.GT:
        return Compare(field, Op.GE, end)
    until = Compare(field, Op.LT, end)
    return until if op is Op.LE else all_of([Compare(field, Op.GE, start), until])


def _not_comparable(word: Word, field: Field, value: str, column: int) -> QueryError:
    if field in TIMES:
        expected = "a time such as 2026-11-01, 2026-11-01T10:00Z or -24h"
        meant = f"-{value}" if parse_duration(value) is not None else ""
    elif field is Field.DURATION:
        expected = "a duration such as 500ms, 30s, 2m or 1h30m"
        meant = f"{value}s" if parse_duration(f"{value}s") is not None else ""
    else:
        expected = "a whole number such as 1000, 10k or 2M"
        meant = ""
    hint = f'did you mean "{meant}"?' if meant else ""
    return QueryError(column, f'{expected} after "{word.head}"', hint=hint)
