"""Common query parameters: pages of a list, and filters of runs and sessions."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Literal, TypeVar

from pydantic import Field
from starlette.requests import Request

from runwhy.core.queries import MAX_CHARACTERS, STATUSES, All, Query, parse_field, render
from runwhy.core.queries.run_order import RunOrder, RunPosition, RunSort
from runwhy.core.runs.run import Status
from runwhy.core.runs.tags import parse_tags
from runwhy.core.sessions.session import SessionStatus
from runwhy.errors import InvalidInput, Problem
from runwhy.ports import Clock, RunFilter, SessionFilter
from runwhy.server.arguments import Reads
from runwhy.server.dependencies import ClockDep
from runwhy.services.access import Caller
from runwhy.wire.cursors import make_cursor, read_cursor

MAX_SEQ = 2**53 - 1

T = TypeVar("T")

_NO_VALUE, _VALUE, _BELOW_ZERO = range(3)  # kinds of values in a cursor, without signs
_SESSION_STATUSES = tuple(status.value for status in SessionStatus)

QueryText = Annotated[
    str | None,
    Field(
        max_length=MAX_CHARACTERS,
        description="Query, such as `customer:acme env:prod -status:failed created>-24h`.",
    ),
]
LimitQuery = Annotated[int, Field(ge=1, le=200)]
CursorQuery = Annotated[
    str | None, Field(max_length=512, description="`nextCursor` of the previous page.")
]
SeqQuery = Annotated[int | None, Field(ge=0, le=MAX_SEQ)]


@dataclass(frozen=True, slots=True)
class Page:
    """The requested page of a list."""

    limit: int
    cursor: str | None

    def start(self, filter: object, first: T) -> int | T:
        """Return where the page starts. Raises: InvalidInput."""
        return start_of_page(self.cursor, filter, first)


def read_page(limit: LimitQuery = 50, cursor: CursorQuery = None) -> Page:
    """Read the parameters of a list."""
    return Page(limit, cursor)


PageDep = Annotated[Page, Reads(read_page)]


def start_of_page(cursor: str | None, filter: object, first: T) -> int | T:
    """Return the position of a cursor, or `first` without one. Raises: InvalidInput."""
    return read_cursor(cursor, filter, length=1)[0] if cursor else first


def next_cursor(filter: object, more: int | None) -> str | None:
    """Return the cursor of the page that starts at `more`; None if there is none."""
    return None if more is None else make_cursor(filter, more)


def tag_filter(
    metadata: Annotated[
        list[str] | None,
        Field(description="Tag to match, as `key:value` (split at the first colon). Repeatable."),
    ] = None,
) -> Mapping[str, str]:
    """Parse `metadata` parameters into a tag filter, which requests share. Raises: InvalidInput."""
    pairs: dict[str, str] = {}
    for item in metadata or ():
        key, colon, value = item.partition(":")
        if not colon:
            raise InvalidInput([Problem("metadata", f"{item!r} must have the form key:value")])
        if pairs.setdefault(key, value) != value:
            raise InvalidInput([Problem("metadata", f"{key!r} is given with two values")])
        parse_tags({key: value}, at="metadata")
    return MappingProxyType(pairs)


TagsDep = Annotated[Mapping[str, str], Reads(tag_filter)]


def read_query(text: str | None, clock: Clock, statuses: Collection[str] = STATUSES) -> Query:
    """Parse a query. Raises: InvalidInput, with the column of the mistake."""
    return parse_field(text or "", now=clock(), at="q", statuses=statuses)


def run_filter(
    request: Request,
    clock: ClockDep,
    *,
    q: QueryText = None,
    status: Status | None = None,
    tags: TagsDep,
) -> RunFilter:
    """Build a filter for the runs visible to the caller. Raises: InvalidInput."""
    caller: Caller = request.state.caller  # set by `caller_with`, which routes list first
    query = read_query(q, clock)
    return RunFilter(query=query, tags=tags, status=status, within=caller.tags)


def session_filter(
    request: Request,
    clock: ClockDep,
    *,
    q: QueryText = None,
    status: SessionStatus | None = None,
    tags: TagsDep,
) -> SessionFilter:
    """Build a filter for the sessions visible to the caller. Raises: InvalidInput."""
    caller: Caller = request.state.caller
    query = read_query(q, clock, _SESSION_STATUSES)
    return SessionFilter(query=query, tags=tags, status=status, within=caller.tags)


RunFilterDep = Annotated[RunFilter, Reads(run_filter)]
SessionFilterDep = Annotated[SessionFilter, Reads(session_filter)]


def run_order(
    sort: Annotated[
        RunSort, Field(description="Value to sort by. Runs without a value come last.")
    ] = RunSort.CREATED,
    order: Annotated[Literal["desc", "asc"], Field(description="Largest or smallest first.")] = (
        "desc"
    ),
) -> RunOrder:
    """Read the order of a list of runs."""
    return RunOrder(sort=sort, descending=order == "desc")


RunOrderDep = Annotated[RunOrder, Reads(run_order)]


def position_cursor(question: object, at: RunPosition | None) -> str | None:
    """Return the cursor of the page after a position in a sorted list."""
    if at is None:
        return None
    kind = _NO_VALUE if at.value is None else _BELOW_ZERO if at.value < 0 else _VALUE
    return make_cursor(question, at.newest, kind, abs(at.value or 0), at.seq, *at.ends)


def position_of(cursor: str | None, question: object) -> RunPosition | None:
    """Return the position in a sorted list that a cursor holds. Raises: InvalidInput."""
    if cursor is None:
        return None
    newest, kind, value, seq, *ends = read_cursor(cursor, question, length=4, more=True)
    found = None if kind == _NO_VALUE else -value if kind == _BELOW_ZERO else value
    return RunPosition(ends=tuple(ends), newest=newest, value=found, seq=seq)


def cursor_key(filter: RunFilter | SessionFilter) -> dict[str, object]:
    """Return the value a cursor is bound to. Relative times stay relative between pages."""
    key: dict[str, object] = {"tags": dict(filter.tags), "status": filter.status}
    if filter.within:
        key["within"] = dict(filter.within)
    return key if isinstance(filter.query, All) else {**key, "q": render(filter.query)}
