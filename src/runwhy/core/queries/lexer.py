"""Splits the text of a query into marks (brackets, `-`, AND, OR, NOT) and words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from runwhy.core.json import UNSTORABLE
from runwhy.errors import InvalidInput, Problem

KEYWORDS = frozenset({"AND", "OR", "NOT"})
BARE_WORD = re.compile(r'[^\s()"*:=<>-][^\s()"*:=<>]*')  # a text search without quotes
BARE_VALUE = re.compile(r'[^\s()"*]+')  # an unquoted value after `key:`

_SPACE = re.compile(r"\s*")
_NAME = re.compile(r'[^\s()":=<>]+')
_SIGN = re.compile(r">=|<=|[:=<>]")
_VALUE = re.compile(r'[^\s()"]+')
_QUOTED = re.compile(r'"((?:[^"\\]|\\["\\])*)')
_ESCAPE = re.compile(r'\\(["\\])')


class QueryError(InvalidInput):
    """An invalid query, with the `column` of the error (from 1) and the `expected` text."""

    def __init__(
        self,
        column: int,
        expected: str,
        *,
        hint: str = "",
        limit: int | None = None,
        actual: int | None = None,
    ) -> None:
        tail = f"; {hint}" if hint else ""
        text = f"column {column}: expected {expected}{tail}"
        super().__init__([Problem("", text, limit, actual)])
        self.column = column
        self.expected = expected


@dataclass(frozen=True, slots=True)
class Mark:
    """A piece of the query's structure; the last one is the end."""

    kind: Literal["(", ")", "-", "AND", "OR", "NOT", "end"]
    column: int


@dataclass(frozen=True, slots=True)
class Word:
    """One term as written: `name sign value`, or only a value; `prefix` means that `*` follows."""

    column: int
    name: str
    sign: str
    value: str
    value_column: int
    prefix: bool

    @property
    def head(self) -> str:
        return f"{self.name}{self.sign}"


Token: TypeAlias = Mark | Word


def lex(text: str) -> Iterator[Token]:
    """Split the text into tokens; the last one is the end mark.

    Raises: QueryError: at the first unexpected character.
    """
    if bad := UNSTORABLE.search(text):
        raise QueryError(bad.start() + 1, "text without NUL and lone surrogates")
    at = _skip_space(text, 0)
    while at < len(text):
        token, at = _token(text, at)
        yield token
        at = _skip_space(text, at)
    yield Mark("end", len(text) + 1)


def quote(value: str) -> str:
    """Quote a value so that it is read literally."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _skip_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _token(text: str, at: int) -> tuple[Token, int]:
    match text[at]:
        case "(" | ")" as bracket:
            return Mark(bracket, at + 1), at + 1
        case "-":
            if at + 1 == len(text) or text[at + 1].isspace():
                raise QueryError(at + 2, 'a term directly after "-"')
            return Mark("-", at + 1), at + 1
        case '"':
            value, prefix, end = _read_quoted(text, at)
            return Word(at + 1, "", "", value, at + 1, prefix), end
        case _:
            return _word(text, at)


def _word(text: str, at: int) -> tuple[Token, int]:
    name = _NAME.match(text, at)
    sign = _SIGN.match(text, name.end() if name else at)
    if name is None:
        written = sign.group() if sign else text[at]
        raise QueryError(at + 1, f'a key directly before "{written}"', hint="quote it to search it")
    if sign is not None:
        head = name.group() + sign.group()
        value, prefix, end = _read_value(text, sign.end(), head)
        return Word(at + 1, name.group(), sign.group(), value, sign.end() + 1, prefix), end
    match name.group():
        case "AND" | "OR" | "NOT" as keyword:
            return Mark(keyword, at + 1), name.end()
        case _:
            value, prefix, end = _read_bare(text, at)
            return Word(at + 1, "", "", value, at + 1, prefix), end


def _read_value(text: str, at: int, head: str) -> tuple[str, bool, int]:
    if text.startswith('"', at):
        return _read_quoted(text, at)
    if not _VALUE.match(text, at):
        raise QueryError(at + 1, f'a value after "{head}"')
    return _read_bare(text, at)


def _read_bare(text: str, at: int) -> tuple[str, bool, int]:
    found = _VALUE.match(text, at)
    assert found is not None
    value = found.group()
    star = value.find("*")
    if -1 < star < len(value) - 1:
        raise QueryError(at + star + 1, '"*" only at the end', hint="quote the value to search it")
    _check_end(text, found.end())
    return value.removesuffix("*"), star > -1, found.end()


def _read_quoted(text: str, at: int) -> tuple[str, bool, int]:
    found = _QUOTED.match(text, at)
    assert found is not None
    end = found.end()
    if text.startswith("\\", end):
        raise QueryError(end + 2, r"\" or \\ after a backslash in quotes")
    if not text.startswith('"', end):
        raise QueryError(end + 1, f"a closing quote for the one at column {at + 1}")
    prefix = text.startswith("*", end + 1)
    end += 2 if prefix else 1
    _check_end(text, end)
    return _ESCAPE.sub(r"\1", found.group(1)), prefix, end


def _check_end(text: str, at: int) -> None:
    if at < len(text) and not text[at].isspace() and text[at] != ")":
        raise QueryError(
            at + 1, f"a space before {text[at]!r}", hint="or quotes around the whole value"
        )
