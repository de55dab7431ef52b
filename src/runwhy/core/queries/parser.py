"""Parses queries: how terms are joined, one term at a time, and the limits of a query."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

import runwhy.core.queries.ast as ast
from runwhy.core.durations import parse_duration
from runwhy.core.queries.ast import COMPARABLE, DURATIONS, TIMES, Field, Op, Query
from runwhy.core.queries.lexer import Mark, QueryError, Token, Word, lex
from runwhy.core.queries.renderer import HAS, TAG
from runwhy.core.queries.suggestions import closest
from runwhy.core.queries.times import Span, parse_time
from runwhy.core.runs.cost import DECIMALS, to_picos
from runwhy.core.runs.tags import KEY_RULE, TAG_KEY
from runwhy.errors import InvalidInput

MAX_CHARACTERS = 2000
MAX_DEPTH = 32
MAX_TERMS = 64
MAX_KNOWN = 500  # queries that are kept parsed

_FIELDS = {str(field): field for field in Field}
_OPS = {":": Op.EQ, "=": Op.EQ, ">": Op.GT, ">=": Op.GE, "<": Op.LT, "<=": Op.LE}
_NUMBER = re.compile(r"([0-9]+(?:\.[0-9]+)?)([kKM]?)")
_DOLLARS = re.compile(rf"\$?([0-9]{{1,8}}(?:\.[0-9]{{1,{DECIMALS}}})?)")
_FACTORS = {"": 1, "k": 1_000, "K": 1_000, "M": 1_000_000}
_ANY_TIME = datetime.max.replace(tzinfo=UTC)  # absolute times do not depend on it


class _RelativeTime(Exception):
    """The query has a time that is relative to now."""


def parse(text: str, *, now: datetime, statuses: Collection[str] = ast.STATUSES) -> Query:
    """Parse a query; an empty one matches everything.

    Relative times count from `now`. `statuses` are the values of `status:`, which differ between
    runs and sessions.

    Raises: QueryError: with the column of the first error and the expected text.
    """
    if now.tzinfo is None:
        raise ValueError("now needs a time zone")
    known = _parse_timeless(text, tuple(statuses))
    return _parse(text, now, statuses) if known is None else known


@lru_cache(maxsize=MAX_KNOWN)
def _parse_timeless(text: str, statuses: tuple[str, ...]) -> Query | None:
    """Parse a query that has the same meaning at any time; return None for any other."""
    with suppress(_RelativeTime):
        return _parse(text, None, statuses)
    return None


def _parse(text: str, now: datetime | None, statuses: Collection[str]) -> Query:
    if len(text) > MAX_CHARACTERS:
        raise QueryError(
            MAX_CHARACTERS + 1,
            f"at most {MAX_CHARACTERS} characters",
            limit=MAX_CHARACTERS,
            actual=len(text),
        )
    tokens = tuple(lex(text))
    if len(tokens) == 1:  # only the end mark
        return ast.All()
    return _Parser(tokens, _Reader(now, statuses)).parse()


def parse_field(
    text: str, *, now: datetime, at: str, statuses: Collection[str] = ast.STATUSES
) -> Query:
    """Parse a query in the field `at` of a request. Raises: InvalidInput, with field and column."""
    try:
        return parse(text, now=now, statuses=statuses)
    except QueryError as error:
        raise InvalidInput([replace(each, field=at) for each in error.problems]) from None


class _Parser:
    """Recursive descent: OR binds weakest, then AND, then NOT."""

    def __init__(self, tokens: Sequence[Token], reader: _Reader) -> None:
        self._tokens = tokens
        self._reader = reader
        self._at = 0
        self._terms = 0

    def parse(self) -> Query:
        query = self._either(depth=0)
        if not self._next_is("end"):
            raise QueryError(self._token.column, 'no ")" here, as no "(" is open')
        return query

    def _either(self, depth: int) -> Query:
        parts = [self._both(depth)]
        while self._accept("OR"):
            parts.append(self._both(depth))
        return ast.any_of(parts)

    def _both(self, depth: int) -> Query:
        parts = [self._one(depth)]
        while self._accept("AND") or not self._next_is("OR", ")", "end"):
            parts.append(self._one(depth))
        return ast.all_of(parts)

    def _one(self, depth: int) -> Query:
        token = self._token
        if isinstance(token, Word):
            return self._term(token)
        if depth == MAX_DEPTH and self._next_is("-", "NOT", "("):
            raise QueryError(token.column, f"at most {MAX_DEPTH} levels", limit=MAX_DEPTH)
        if self._accept("-") or self._accept("NOT"):
            return ast.Not(self._one(depth + 1))
        if self._accept("("):
            return self._group(token.column, depth + 1)
        raise self._no_term(token)

    def _group(self, opened: int, depth: int) -> Query:
        query = self._either(depth)
        if not self._accept(")"):
            raise QueryError(self._token.column, f'")" for the "(" at column {opened}')
        return query

    def _term(self, word: Word) -> Query:
        self._at += 1
        query = self._reader.read(word)
        self._terms += sum(1 for _ in ast.terms(query))
        if self._terms > MAX_TERMS:
            raise QueryError(word.column, f"at most {MAX_TERMS} terms", limit=MAX_TERMS)
        return query

    def _no_term(self, token: Mark) -> QueryError:
        before = self._tokens[self._at - 1] if self._at else None
        if isinstance(before, Mark):
            return QueryError(token.column, f'a term after "{before.kind}"')
        return QueryError(token.column, f'a term before "{token.kind}"')

    @property
    def _token(self) -> Token:
        return self._tokens[self._at]

    def _next_is(self, *kinds: str) -> bool:
        return isinstance(self._token, Mark) and self._token.kind in kinds

    def _accept(self, kind: str) -> bool:
        accepted = self._next_is(kind)
        self._at += accepted
        return accepted


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads one word as a term on a field or a tag; needs the current time and the statuses."""

    now: datetime | None  # None: relative times are not allowed
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
            return ast.FieldIs(field, word.value)
        return ast.FieldPrefix(field, word.value) if word.value else ast.HasField(field)

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
            return ast.HasField(field)
        if word.prefix:
            raise _not_comparable(word, field, value, column)
        if op is not Op.EQ or ".." not in value:
            return self._compare(word, field, op, value, column)
        low, _, high = value.partition("..")
        ends = [(Op.GE, low, column), (Op.LE, high, column + len(low) + 2)]
        if not low and not high:
            raise _not_comparable(word, field, value, column)
        return ast.all_of(self._compare(word, field, *end) for end in ends if end[1])

    def _compare(self, word: Word, field: Field, op: Op, value: str, column: int) -> Query:
        found: Span | timedelta | int | None
        if field in TIMES:
            if self.now is None and value.startswith("-"):
                raise _RelativeTime
            found = parse_time(value, now=self.now or _ANY_TIME)
        else:
            found = parse_duration(value) if field in DURATIONS else _amount(field, value)
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
                return ast.Compare(field, op, amount)


def _text(word: Word) -> Query:
    if word.value:
        return ast.Text(word.value)  # a `*` after it changes nothing: text search matches any part
    if word.prefix:
        return ast.All()
    raise QueryError(word.column + 1, "text between the quotes")


def _has(word: Word) -> Query:
    _only_equals(word, f"after {HAS}")
    if word.prefix:
        raise QueryError(word.value_column, f'a field or a tag key after "{word.head}"')
    match _resolve(word.value, word.value_column):
        case Field() as field:
            return ast.HasField(field)
        case key:
            return ast.HasTag(key)


def _tag(word: Word, key: str) -> Query:
    if _OPS[word.sign] is not Op.EQ:  # comparing words is slow, and most queries are valid
        raise _no_comparison(word, f'after the tag "{key}"', meant=closest(key, COMPARABLE))
    if not word.prefix:
        return ast.TagIs(key, word.value)
    return ast.TagPrefix(key, word.value) if word.value else ast.HasTag(key)


def _resolve(name: str, column: int) -> Field | str:
    if name in _FIELDS:
        return _FIELDS[name]
    key = name.removeprefix(TAG)
    if not TAG_KEY.fullmatch(key):
        raise QueryError(
            column + len(name) - len(key),
            "a field or a tag key",
            hint=f"a key has {KEY_RULE}",
        )
    return key


def _only_equals(word: Word, where: str) -> None:
    if _OPS[word.sign] is not Op.EQ:
        raise _no_comparison(word, where)


def _no_comparison(word: Word, where: str, *, meant: str | None = None) -> QueryError:
    hint = (
        f'did you mean "{meant}"?'
        if meant
        else "only times, durations, tokens and cost can be compared"
    )
    return QueryError(word.column + len(word.name), f'":" {where}', hint=hint)


def _amount(field: Field, text: str) -> int | None:
    """Return a number as it is stored: a cost in picodollars, any other as written."""
    if field is not Field.COST:
        return _number(text)
    found = _DOLLARS.fullmatch(text)
    picos = to_picos(Decimal(found[1])) if found else ast.MAX_NUMBER + 1
    return picos if picos <= ast.MAX_NUMBER else None


def _number(text: str) -> int | None:
    found = _NUMBER.fullmatch(text)
    if found is None:
        return None
    number = Fraction(found[1]) * _FACTORS[found[2]]
    return int(number) if number.denominator == 1 and number <= ast.MAX_NUMBER else None


def _compare_span(field: Field, op: Op, span: Span) -> Query:
    """Compare with a span of time, such as a day.

    `>` starts after the span, `<=` includes the whole span, and `:` means within it.
    """
    start, end = span.start, span.end
    if end is None or op in (Op.GE, Op.LT):
        return ast.Compare(field, op, start)
    if op is Op.GT:
        return ast.Compare(field, Op.GE, end)
    until = ast.Compare(field, Op.LT, end)
    return until if op is Op.LE else ast.all_of([ast.Compare(field, Op.GE, start), until])


def _not_comparable(word: Word, field: Field, value: str, column: int) -> QueryError:
    if field in TIMES:
        expected = "a time such as 2026-11-01, 2026-11-01T10:00Z or -24h"
        meant = f"-{value}" if parse_duration(value) is not None else ""
    elif field in DURATIONS:
        expected = "a duration such as 500ms, 30s, 2m or 1h30m"
        meant = f"{value}s" if parse_duration(f"{value}s") is not None else ""
    elif field is Field.COST:
        expected, meant = "dollars such as 2, 0.50 or 0.000125", ""
    else:
        expected = "a whole number such as 1000, 10k or 2M"
        meant = ""
    hint = f'did you mean "{meant}"?' if meant else ""
    return QueryError(column, f'{expected} after "{word.head}"', hint=hint)
