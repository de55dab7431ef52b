"""Queries as SQL conditions: what both databases say alike, and what each says in its own way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from sqlalchemy import Connection

from runwhy.core.queries import (
    MAX_NUMBER,
    All,
    And,
    Compare,
    Field,
    FieldIs,
    FieldPrefix,
    HasField,
    HasTag,
    Not,
    Or,
    Query,
    TagIs,
    TagPrefix,
    Text,
    fold,
    terms,
)
from runwhy.core.queries.counts import CountKey, whole_range
from runwhy.stores.sql.clauses import FALSE, TRUE, Clause, joined


class Search(Protocol):
    """How one database looks into tags and text."""

    def tag(self, table: str, key: str) -> str:
        """The value of a row's tag, NULL when it has none. A key needs no quoting."""

    def tag_keys(self, table: str) -> str:
        """What to join with to get a row for each tag of each row, its key named `each_tag.key`."""

    def begins(self, text: str, prefix: str) -> Clause:
        """Whether a text begins with another, exactly."""

    def contains(self, text: str, part: str) -> Clause:
        """Whether a text contains another, exactly."""

    def having(self, table: str, workspace: int, tags: Query) -> Clause:
        """Whether a row has the tags, asked of the index; only `TagIs`, `And` and `Or` occur."""

    def rare(
        self, conn: Connection, table: str, workspace: int, tags: Query, *, most: int
    ) -> Sequence[int] | None:
        """All rows that have the tags, from the index; None when they may be more than `most`."""

    def newest(
        self, conn: Connection, table: str, workspace: int, tags: Query, *, limit: int, before: int
    ) -> Sequence[int] | None:
        """The newest rows that have the tags; None where an index does not walk backwards."""
        return None

    def hold_still(self, conn: Connection) -> None:
        """What follows in this transaction sees the database as it is now."""

    def settled(self, conn: Connection) -> int:
        """The last run behind which none can turn up any more that is not there yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Searched:
    """Where a table keeps what a query can ask about, in SQL."""

    table: str
    fields: Mapping[Field, str]
    text: str


RUNS = Searched(
    table="runs",
    fields={
        Field.STATUS: "runs.status",
        Field.TRIGGER: "runs.trigger",
        Field.TRIGGER_ID: "runs.trigger_id",
        Field.ACTOR: "runs.actor",
        Field.AGENT: "runs.agent_id",
        Field.MODEL: "runs.model_id",
        Field.EXECUTOR: "runs.executor",
        Field.SESSION: "runs.session_id",
        Field.PARENT: "runs.parent_run_id",
        Field.CREATED: "runs.created_at",
        Field.FINISHED: "runs.finished_at",
        Field.DURATION: "(runs.finished_at - runs.started_at)",
        Field.TOKENS: "CASE WHEN runs.finished_at IS NOT NULL"
        " THEN runs.input_tokens + runs.output_tokens END",
        Field.ERROR: "runs.error",
    },
    text="(SELECT run_texts.text FROM run_texts WHERE run_texts.seq = runs.seq)",
)

SESSIONS = Searched(
    table="sessions",
    fields={
        Field.STATUS: "sessions.status",
        Field.AGENT: "sessions.agent_id",
        Field.MODEL: "sessions.model_id",
        Field.EXECUTOR: "sessions.executor",
        Field.SESSION: "sessions.id",
        Field.CREATED: "sessions.created_at",
        Field.FINISHED: "sessions.ended_at",
        Field.DURATION: "(sessions.ended_at - sessions.created_at)",
    },
    text="sessions.search",
)


@dataclass(frozen=True, slots=True)
class Conditions:
    """Compiles queries about one table for one database."""

    search: Search
    searched: Searched

    def of(self, query: Query) -> Clause:
        """The condition that a row matches; it may be NULL, which a WHERE takes for false."""
        match query:
            case All():
                return TRUE
            case And(parts):  # in this order: who fails the first ones is not looked at further
                return joined("AND", map(self.of, sorted(parts, key=_cost)))
            case Or(parts):
                return joined("OR", map(self.of, parts))
            case Not(part):  # what is not known does not match, and so its NOT does
                condition = self.of(part)
                return Clause(f"coalesce(NOT ({condition.text}), TRUE)", condition.values)
            case Text(words):
                return self.search.contains(self.searched.text, fold(words))
            case Compare(field=name):
                column = self.searched.fields.get(name)
                return FALSE if column is None else _within(column, *whole_range(query))
            case _:
                column = self._column(query)
                return FALSE if column is None else self._texts(column, query)

    def _texts(
        self,
        column: str,
        query: TagIs | TagPrefix | HasTag | FieldIs | FieldPrefix | HasField,
    ) -> Clause:
        match query:
            case TagIs(_, value) | FieldIs(_, value):
                return Clause(f"{column} = ?", (value,))
            case TagPrefix(_, prefix) | FieldPrefix(_, prefix):
                return self.search.begins(column, prefix)
            case HasTag() | HasField():
                return Clause(f"{column} IS NOT NULL")

    def _column(
        self, query: TagIs | TagPrefix | HasTag | FieldIs | FieldPrefix | HasField
    ) -> str | None:
        match query:
            case TagIs(key) | TagPrefix(key) | HasTag(key):
                return self.search.tag(self.searched.table, key)
            case FieldIs(name) | FieldPrefix(name) | HasField(name):
                return self.searched.fields.get(name)

    def key(self, key: CountKey) -> str:
        """What runs are counted by."""
        if key.field is not None:
            return self.searched.fields[key.field]
        return self.search.tag(self.searched.table, key.tag)


def _cost(query: Query) -> int:
    """What is looked at last: tags after columns, and texts at the end."""
    return max((_COSTS.get(type(term), 0) for term in terms(query)), default=0)


_COSTS: dict[type, int] = {TagIs: 1, TagPrefix: 1, HasTag: 1, Text: 2}


def _within(column: str, first: int | None, last: int | None) -> Clause:
    if first is not None and (first > MAX_NUMBER or (last is not None and last < first)):
        return FALSE
    parts = []
    if first is not None:
        parts.append(Clause(f"{column} >= ?", (first,)))
    if last is not None:
        parts.append(Clause(f"{column} <= ?", (last,)))
    return joined("AND", parts)
