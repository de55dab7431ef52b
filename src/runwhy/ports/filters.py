"""Questions about runs and sessions, as stores are asked them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from runwhy.core.queries import All, Field, FieldIs, Query, TagIs, all_of, and_also
from runwhy.core.runs.run import Status
from runwhy.core.runs.tags import Tags
from runwhy.core.sessions.session import Session, SessionStatus


def tag_queries(tags: Tags) -> list[Query]:
    """What asks for each of these tags."""
    return [TagIs(key, value) for key, value in tags.items()]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFilter:
    """A question about runs: a query, and what must hold beside it.

    `within` are the tags that whoever asks is bound to, whatever they ask for.
    """

    query: Query = field(default_factory=All)
    tags: Mapping[str, str] = field(default_factory=dict)
    status: Status | None = None
    session_id: str | None = None
    within: Tags = field(default_factory=dict)

    @property
    def effective_query(self) -> Query:
        """All of it as one query."""
        also = [*tag_queries(self.tags), *tag_queries(self.within)]
        if self.status is not None:
            also.append(FieldIs(Field.STATUS, self.status.value))
        if self.session_id is not None:
            also.append(FieldIs(Field.SESSION, self.session_id))
        return and_also(self.query, all_of(also))


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionFilter:
    """A question about sessions: a query, and what must hold beside it, as with runs."""

    query: Query = field(default_factory=All)
    tags: Mapping[str, str] = field(default_factory=dict)
    status: SessionStatus | None = None
    within: Tags = field(default_factory=dict)

    @property
    def effective_query(self) -> Query:
        """All of it as one query."""
        also = [*tag_queries(self.tags), *tag_queries(self.within)]
        if self.status is not None:
            also.append(FieldIs(Field.STATUS, self.status.value))
        return and_also(self.query, all_of(also))


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionPage:
    """Some sessions, most recently used first, and how many there are in all.

    `places` says where each stands in the list, which is in the order of the moment `as_of`.
    """

    sessions: Sequence[Session]
    places: Sequence[tuple[int, int]]
    total: int
    as_of: int
