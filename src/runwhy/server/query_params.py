"""Run and session filters, built from the parameters `q`, `metadata` and `status`."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated

from fastapi import Depends, Request
from fastapi import Query as Parameter

from runwhy.core.queries import MAX_CHARACTERS, STATUSES, All, Query, parse_field, render
from runwhy.core.runs.run import Status
from runwhy.core.sessions.session import SessionStatus
from runwhy.ports import Clock, RunFilter, SessionFilter
from runwhy.server.dependencies import ClockDep, TagsDep
from runwhy.services.access import Caller

_SESSION_STATUSES = tuple(status.value for status in SessionStatus)

QueryText = Annotated[
    str | None,
    Parameter(
        max_length=MAX_CHARACTERS,
        description="Query, such as `customer:acme env:prod -status:failed created>-24h`.",
    ),
]


def read_query(text: str | None, clock: Clock, statuses: Collection[str] = STATUSES) -> Query:
    """Parse a query. Raises: InvalidInput, with the column of the mistake."""
    return parse_field(text or "", now=clock(), at="q", statuses=statuses)


async def run_filter(
    request: Request,
    clock: ClockDep,
    tags: TagsDep,
    q: QueryText = None,
    status: Annotated[Status | None, Parameter()] = None,
) -> RunFilter:
    """Build a filter for the runs visible to the caller. Raises: InvalidInput."""
    caller: Caller = request.state.caller  # set by `caller_with`, which routes list first
    query = read_query(q, clock)
    return RunFilter(query=query, tags=tags, status=status, within=caller.tags)


async def session_filter(
    request: Request,
    clock: ClockDep,
    tags: TagsDep,
    q: QueryText = None,
    status: Annotated[SessionStatus | None, Parameter()] = None,
) -> SessionFilter:
    """Build a filter for the sessions visible to the caller. Raises: InvalidInput."""
    caller: Caller = request.state.caller
    query = read_query(q, clock, _SESSION_STATUSES)
    return SessionFilter(query=query, tags=tags, status=status, within=caller.tags)


RunFilterDep = Annotated[RunFilter, Depends(run_filter)]
SessionFilterDep = Annotated[SessionFilter, Depends(session_filter)]


def cursor_key(filter: RunFilter | SessionFilter) -> dict[str, object]:
    """Return the value a cursor is bound to. Relative times stay relative between pages."""
    key: dict[str, object] = {"tags": dict(filter.tags), "status": filter.status}
    if filter.within:
        key["within"] = dict(filter.within)
    return key if isinstance(filter.query, All) else {**key, "q": render(filter.query)}
