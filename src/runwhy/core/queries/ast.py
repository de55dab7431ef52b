"""Queries as values: a closed union of frozen nodes, to be combined, evaluated or compiled.

The logic is two-valued. A comparison with a missing value is false, and its `Not` is true: a
compiler to SQL must not let NULL through (`coalesce(… , false)`).

Every node renders to text that parses to an equal node, so nodes reject values that the grammar
cannot express. That is a bug in Runwhy, and so a `ValueError`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import TypeAlias

from runwhy.core.durations import MAX_DURATION
from runwhy.core.json import compact_json
from runwhy.core.runs.run import Status
from runwhy.core.runs.tags import TAG_KEY

STATUSES = tuple(status.value for status in Status)
MAX_NUMBER = 2**63 - 1  # the range of an integer column in both stores


class Field(StrEnum):
    """Fields of a run other than its tags, by their names in queries."""

    STATUS = "status"
    TRIGGER = "trigger"
    TRIGGER_ID = "trigger.id"
    TRIGGER_NAME = "trigger.name"
    ACTOR = "actor"
    AGENT = "agent"
    MODEL = "model"
    EXECUTOR = "executor"
    SESSION = "session"
    PARENT = "parent"
    RERUN_OF = "rerun_of"
    CREATED = "created"
    FINISHED = "finished"
    DURATION = "duration"
    TOKENS = "tokens"
    INPUT_TOKENS = "input_tokens"
    CACHED_TOKENS = "cached_tokens"
    COST = "cost"
    UNPRICED_CALLS = "unpriced_calls"
    FIRST_TOKEN = "first_token"  # noqa: S105
    ERROR = "error"
    BUDGET = "budget"


TIMES = frozenset({Field.CREATED, Field.FINISHED})
DURATIONS = frozenset({Field.DURATION, Field.FIRST_TOKEN})
COUNTS = frozenset(
    {Field.TOKENS, Field.INPUT_TOKENS, Field.CACHED_TOKENS, Field.UNPRICED_CALLS, Field.COST}
)
COMPARABLE = TIMES | DURATIONS | COUNTS
LISTS = frozenset({Field.BUDGET})  # a run can have several; their text is a JSON array


class Op(StrEnum):
    """Comparison operators."""

    EQ = ":"
    GT = ">"
    GE = ">="
    LT = "<"
    LE = "<="


@dataclass(frozen=True, slots=True)
class Moment:
    """A point in time in UTC; `relative` keeps text such as `-24h`, so it stays relative."""

    at: datetime
    relative: str | None = None

    def __post_init__(self) -> None:
        if self.at.tzinfo is None:
            raise ValueError("a moment needs a time zone")
        object.__setattr__(self, "at", self.at.astimezone(UTC))
        if self.at.year < 1970:
            raise ValueError("a moment must be after 1970")


@dataclass(frozen=True, slots=True)
class All:
    """Matches everything: the empty query, or `*`."""


@dataclass(frozen=True, slots=True)
class And:
    """Matches runs that every part matches. `all_of` makes one from any parts."""

    parts: tuple[Query, ...]

    def __post_init__(self) -> None:
        if len(self.parts) < 2 or any(isinstance(part, And | All) for part in self.parts):
            raise ValueError("And joins two or more parts, none of them And or All")


@dataclass(frozen=True, slots=True)
class Or:
    """Matches runs that any part matches. `any_of` makes one from any parts."""

    parts: tuple[Query, ...]

    def __post_init__(self) -> None:
        if len(self.parts) < 2 or any(isinstance(part, Or) for part in self.parts):
            raise ValueError("Or joins two or more parts, none of them Or")


@dataclass(frozen=True, slots=True)
class Not:
    """Matches exactly the runs that its part does not match."""

    part: Query


@dataclass(frozen=True, slots=True)
class TagIs:
    """The tag has exactly this value, case-sensitive."""

    key: str
    value: str

    def __post_init__(self) -> None:
        _check_key(self.key)


@dataclass(frozen=True, slots=True)
class TagPrefix:
    """The tag's value starts with these characters."""

    key: str
    prefix: str

    def __post_init__(self) -> None:
        _check_key(self.key)
        _check_prefix(self.prefix)


@dataclass(frozen=True, slots=True)
class HasTag:
    """The tag is set, even to an empty value."""

    key: str

    def __post_init__(self) -> None:
        _check_key(self.key)


@dataclass(frozen=True, slots=True)
class FieldIs:
    """The field has exactly this text."""

    field: Field
    value: str

    def __post_init__(self) -> None:
        _check_textual(self.field)


@dataclass(frozen=True, slots=True)
class FieldPrefix:
    """The field's text starts with these characters."""

    field: Field
    prefix: str

    def __post_init__(self) -> None:
        _check_textual(self.field)
        _check_prefix(self.prefix)


@dataclass(frozen=True, slots=True)
class HasField:
    """The field is known (not null)."""

    field: Field


@dataclass(frozen=True, slots=True)
class Compare:
    """The field is known and compares to the value like this.

    The value is a `Moment` for times, a `timedelta` for durations, and an `int` for counts; `cost`
    is in picodollars.
    """

    field: Field
    op: Op
    value: Moment | timedelta | int

    def __post_init__(self) -> None:
        match self.value:
            case Moment(relative=relative):
                fits = self.field in TIMES and not (relative and self.op is Op.EQ)
            case timedelta():
                fits = self.field in DURATIONS and timedelta() <= self.value <= MAX_DURATION
            case int():
                fits = self.field in COUNTS and 0 <= self.value <= MAX_NUMBER
        if not fits:
            raise ValueError(f"invalid comparison: {self.field} {self.op} {self.value}")


@dataclass(frozen=True, slots=True)
class Text:
    """The prompt or the final text contains these words, in either case."""

    words: str

    def __post_init__(self) -> None:
        if not self.words:
            raise ValueError("Text needs words to search for")


TagTerm: TypeAlias = TagIs | TagPrefix | HasTag
Term: TypeAlias = TagTerm | FieldIs | FieldPrefix | HasField | Compare | Text
Query: TypeAlias = All | And | Or | Not | Term


def matched_fields(field: Field) -> tuple[Field, ...]:
    """Return the fields whose text a term on a field matches: `trigger` is a kind or a name."""
    return (field, Field.TRIGGER_NAME) if field is Field.TRIGGER else (field,)


def item_text(value: str) -> str:
    """Return the fragment that a list's text contains if the list has this item."""
    return compact_json(value)


def item_start(prefix: str) -> str:
    """Return the fragment that a list's text contains if an item starts with `prefix`."""
    return compact_json(prefix)[:-1]


def all_of(queries: Iterable[Query]) -> Query:
    """Return a query for the runs that all queries match; all runs if there are no queries."""
    parts: list[Query] = []
    for query in queries:
        match query:
            case All():
                pass
            case And():
                parts.extend(query.parts)
            case _:
                parts.append(query)
    if not parts:
        return All()
    return parts[0] if len(parts) == 1 else And(tuple(parts))


def any_of(queries: Iterable[Query]) -> Query:
    """Return a query for the runs that any query matches; no runs if there are no queries."""
    parts: list[Query] = []
    for query in queries:
        parts.extend(query.parts if isinstance(query, Or) else (query,))
    if not parts:
        return Not(All())
    return parts[0] if len(parts) == 1 else Or(tuple(parts))


def and_also(query: Query, other: Query) -> Query:
    """Narrow a query by another, as a click on a facet does; existing terms are not repeated."""
    existing = parts_of(query)
    return all_of([query, *(part for part in parts_of(other) if part not in existing)])


def parts_of(query: Query) -> tuple[Query, ...]:
    """Return the queries that must all match."""
    return query.parts if isinstance(query, And) else (query,)


def terms(query: Query) -> Iterator[Term]:
    """Yield every term of the query, from left to right."""
    match query:
        case All():
            return
        case And() | Or():
            for part in query.parts:
                yield from terms(part)
        case Not():
            yield from terms(query.part)
        case _:
            yield query


def tag_terms(query: Query) -> tuple[TagTerm, ...]:
    """Return the terms about tags, from left to right."""
    return tuple(term for term in terms(query) if isinstance(term, TagTerm))


def keys_used(query: Query) -> tuple[str, ...]:
    """Return the tag keys in the query, each once, from left to right."""
    return tuple(dict.fromkeys(term.key for term in tag_terms(query)))


def _check_key(key: str) -> None:
    if not TAG_KEY.fullmatch(key):
        raise ValueError(f"not a tag key: {key!r}")


def _check_prefix(prefix: str) -> None:
    if not prefix:
        raise ValueError("an empty prefix is HasTag or HasField")


def _check_textual(field: Field) -> None:
    if field in COMPARABLE:
        raise ValueError(f"{field} is compared, not matched as text")
