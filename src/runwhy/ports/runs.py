"""Ports for sessions, for runs with their log and events, and for counting runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from typing import Protocol

from runwhy.core.queries import (
    All,
    Field,
    FieldIs,
    Query,
    TagIs,
    TagTerm,
    Term,
    Text,
    all_of,
    and_also,
    terms,
)
from runwhy.core.queries.aggregates import Aggregate, AggregateRequest
from runwhy.core.queries.counts import Count, CountKey, Facet, Histogram, Interval
from runwhy.core.queries.run_order import RunOrder, RunPosition
from runwhy.core.requests.plan import Plan, PlanInputs, RunRequest
from runwhy.core.runs.events import Event, NewEvent
from runwhy.core.runs.log import Part, Turn
from runwhy.core.runs.run import Run, Status
from runwhy.core.runs.tags import Tags
from runwhy.core.runs.usage import Usage
from runwhy.core.sessions.session import Session, SessionPatch, SessionStatus
from runwhy.core.triggers.trigger import Occurrence
from runwhy.errors import InvalidInput, Problem
from runwhy.ports.accounts import AgentStore
from runwhy.ports.context import IdempotencyKey


def tag_queries(tags: Tags) -> list[Query]:
    """Return one query term per tag."""
    return [TagIs(key, value) for key, value in tags.items()]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFilter:
    """Selects runs: a query and further conditions.

    `within` holds the tags that the caller's key is limited to; they always apply. This caller
    cannot search by budgets, which may count other runs. Raises: InvalidInput.
    """

    query: Query = field(default_factory=All)
    tags: Mapping[str, str] = field(default_factory=dict)
    status: Status | None = None
    session_id: str | None = None
    within: Tags = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.within and any(_is_about_budgets(term) for term in terms(self.query)):
            raise InvalidInput([Problem("q", "budget is not available to a key bound to tags")])

    @property
    def effective_query(self) -> Query:
        """Return all conditions as one query."""
        also = [*tag_queries(self.tags), *tag_queries(self.within)]
        if self.status is not None:
            also.append(FieldIs(Field.STATUS, self.status.value))
        if self.session_id is not None:
            also.append(FieldIs(Field.SESSION, self.session_id))
        return and_also(self.query, all_of(also)) if also else self.query


def _is_about_budgets(term: Term) -> bool:
    return not isinstance(term, TagTerm | Text) and term.field is Field.BUDGET


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionFilter:
    """Selects sessions: a query and further conditions, as in `RunFilter`."""

    query: Query = field(default_factory=All)
    tags: Mapping[str, str] = field(default_factory=dict)
    status: SessionStatus | None = None
    within: Tags = field(default_factory=dict)

    @property
    def effective_query(self) -> Query:
        """Return all conditions as one query."""
        also = [*tag_queries(self.tags), *tag_queries(self.within)]
        if self.status is not None:
            also.append(FieldIs(Field.STATUS, self.status.value))
        return and_also(self.query, all_of(also)) if also else self.query


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionPage:
    """One page of sessions, most recently used first, and the total count.

    `places` holds each session's position in the list as ordered at `as_of`.
    """

    sessions: Sequence[Session]
    places: Sequence[tuple[int, int]]
    total: int
    as_of: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SortedRuns:
    """One page of runs in an order, and the position of the next page, if there is one."""

    runs: Sequence[Run]
    more: RunPosition | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundRuns:
    """One page of the newest runs. Without any, `keys` are the query's keys that runs have."""

    runs: Sequence[Run]
    keys: Sequence[str] | None = None


class SessionStore(Protocol):
    """The part of a store that holds sessions."""

    async def add_session(
        self, session: Session, *, once: IdempotencyKey | None = None
    ) -> Session: ...
    async def get_session(self, workspace: int, id: str) -> Session | None: ...
    async def list_sessions(
        self,
        workspace: int,
        filter: SessionFilter,
        *,
        limit: int,
        offset: int = 0,
        before: tuple[int, int] | None = None,
        as_of: int | None = None,
    ) -> SessionPage: ...
    async def patch_session(self, workspace: int, id: str, patch: SessionPatch) -> Session: ...
    async def count_unread(self, workspace: int, ids: Sequence[str]) -> Mapping[str, int]: ...
    async def session_usage(self, workspace: int, ids: Sequence[str]) -> Mapping[str, Usage]: ...
    async def mark_read(self, workspace: int, id: str, run_id: str | None) -> int: ...
    async def end_session(self, workspace: int, id: str, *, at: datetime) -> Session: ...


class RunStore(Protocol):
    """The part of a store that holds runs, their log and their events."""

    async def add_run(
        self,
        request: RunRequest,
        decide: Callable[[PlanInputs], Plan],
        *,
        once: IdempotencyKey | None = None,
        occurrence: Occurrence | None = None,
    ) -> Run: ...
    async def note_refusal(
        self, workspace: int, budget_id: str, scope: str, *, at: datetime
    ) -> None: ...
    async def get_run(self, workspace: int, id: str) -> Run | None: ...
    async def list_continuations(self, run: Run) -> Sequence[Run]: ...
    async def list_runs(
        self, workspace: int, filter: RunFilter, *, limit: int, before: int | None = None
    ) -> Sequence[Run]: ...
    async def find_runs(
        self, workspace: int, filter: RunFilter, *, limit: int, before: int | None = None
    ) -> FoundRuns: ...
    async def list_sorted_runs(
        self,
        workspace: int,
        filter: RunFilter,
        order: RunOrder,
        *,
        limit: int,
        after: RunPosition | None = None,
    ) -> SortedRuns: ...
    async def cancel_run(self, workspace: int, id: str, *, reason: str, at: datetime) -> Run: ...
    async def answer_tool(
        self, workspace: int, run_id: str, part: Part, event: NewEvent
    ) -> None: ...

    async def list_events(
        self, run_id: str, *, after: int = 0, limit: int = 500
    ) -> Sequence[Event]: ...
    async def last_event(self, run_id: str) -> Event | None: ...
    async def list_session_events(
        self, session_id: str, *, after: int = 0, limit: int = 500
    ) -> Sequence[tuple[int, Event]]: ...
    async def last_session_event(self, session_id: str) -> int: ...
    async def list_parts(self, run_id: str) -> Sequence[Part]: ...
    async def list_turns(
        self, session_id: str, *, before: int | None = None, whole: bool = True
    ) -> Sequence[Turn]: ...
    async def list_earlier_turns(self, run: Run, *, summarized: bool = True) -> Sequence[Turn]: ...


class ConversationStore(SessionStore, RunStore, AgentStore, Protocol):
    """Sessions with their runs and agents."""


class CountStore(RunStore, Protocol):
    """The part of a store that counts the runs matching a query."""

    async def count_values(
        self, workspace: int, query: Query, key: CountKey, *, limit: int
    ) -> Facet: ...
    async def count_keys(
        self, workspace: int, query: Query, *, prefix: str = "", limit: int
    ) -> Sequence[Count]: ...
    async def find_keys(
        self, workspace: int, keys: Sequence[str], within: Tags
    ) -> Sequence[str]: ...
    async def count_over_time(
        self,
        workspace: int,
        query: Query,
        *,
        interval: Interval | None,
        group_by: CountKey | None,
        limit: int,
        now: datetime,
        zone: tzinfo = UTC,
    ) -> Histogram: ...
    async def aggregate_runs(
        self, workspace: int, query: Query, request: AggregateRequest, *, now: datetime
    ) -> Aggregate: ...
    async def pack_runs(self) -> int: ...
    async def pack_backlog(self) -> int: ...
