"""Filters for listing runs and sessions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from runwhy.core.queries import All, Field, FieldIs, Query, TagIs, all_of, and_also
from runwhy.core.runs.run import Status
from runwhy.core.runs.tags import Tags
from runwhy.core.sessions.session import Session, SessionStatus


def tag_queries(tags: Tags) -> list[Query]:
    """Return one query term per tag."""
    return [TagIs(key, value) for key, value in tags.items()]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFilter:
    """Selects runs: a query and further conditions.

    `within` holds the tags that the caller's key is limited to; they always apply.
    """

    query: Query = field(default_factory=All)
    tags: Mapping[str, str] = field(default_factory=dict)
    status: Status | None = None
    session_id: str | None = None
    within: Tags = field(default_factory=dict)

    @property
    def effective_query(self) -> Query:
        """Return all conditions as one query."""
        also = [*tag_queries(self.tags), *tag_queries(self.within)]
        if self.status is not None:
            also.append(FieldIs(Field.STATUS, self.status.value))
        if self.session_id is not None:
            also.append(FieldIs(Field.SESSION, self.session_id))
        return and_also(self.query, all_of(also))


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
        return and_also(self.query, all_of(also))


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionPage:
    """One page of sessions, most recently used first, and the total count.

    `places` holds each session's position in the list as ordered at `as_of`.
    """

    sessions: Sequence[Session]
    places: Sequence[tuple[int, int]]
    total: int
    as_of: int
