"""Parses queries: how terms are joined, and the limits of a query."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from runwhy.core.queries.ast import STATUSES, All, Not, Query
from runwhy.core.queries.composition import all_of, any_of, terms
from runwhy.core.queries.errors import QueryError
from runwhy.core.queries.lexer import Mark, Token, Word, lex
from runwhy.core.queries.term_reader import Reader

MAX_CHARACTERS = 2000
MAX_DEPTH = 32
MAX_TERMS = 64


def parse(text: str, *, now: datetime, statuses: Collection[str] = STATUSES) -> Query:
    """Parse a query; an empty one matches everything.

    Relative times count from `now`. `statuses` are the values of `status:`, which differ between
    runs and sessions.

    Raises: QueryError: with the column of the first error and the expected text.
    """
    if now.tzinfo is None:
        raise ValueError("now needs a time zone")
    if len(text) > MAX_CHARACTERS:
        raise QueryError(
            MAX_CHARACTERS + 1,
            f"at most {MAX_CHARACTERS} characters",
            limit=MAX_CHARACTERS,
            actual=len(text),
        )
    tokens = tuple(lex(text))
    if len(tokens) == 1:  # only the end mark
        return All()
    return _Parser(tokens, Reader(now, statuses)).parse()


class _Parser:
    """Recursive descent: OR binds weakest, then AND, then NOT."""

    def __init__(self, tokens: Sequence[Token], reader: Reader) -> None:
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
        return any_of(parts)

    def _both(self, depth: int) -> Query:
        parts = [self._one(depth)]
        while self._accept("AND") or not self._next_is("OR", ")", "end"):
            parts.append(self._one(depth))
        return all_of(parts)

    def _one(self, depth: int) -> Query:
        token = self._token
        if isinstance(token, Word):
            return self._term(token)
        if depth == MAX_DEPTH and self._next_is("-", "NOT", "("):
            raise QueryError(token.column, f"at most {MAX_DEPTH} levels", limit=MAX_DEPTH)
        if self._accept("-") or self._accept("NOT"):
            return Not(self._one(depth + 1))
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
        self._terms += sum(1 for _ in terms(query))
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
