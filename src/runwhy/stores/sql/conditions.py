"""Queries as SQL conditions: the part that both databases share, and the search protocol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from sqlalchemy import Connection

from runwhy.core.queries import (
    LISTS,
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
    item_start,
    item_text,
    matched_fields,
    terms,
)
from runwhy.core.queries.counts import CountKey, whole_range
from runwhy.stores.sql.clauses import FALSE, TRUE, Clause, Found, join_clauses


class SearchDialect(Protocol):
    """Search in tags and text, implemented for each database."""

    has_order: bool  # whether the index of tags returns the newest rows first
    row_version: str | None  # expression for a number that another version of a row does not have

    def tag(self, table: str, key: str) -> str:
        """Return the expression for a tag of a row, NULL without it. Keys need no escaping."""

    def tag_keys(self, table: str) -> str:
        """Return the table expression that yields each tag of a row as `each_tag.key`."""

    def begins(self, text: str, prefix: str) -> Clause:
        """Return the condition that a text begins with `prefix`, case-sensitively."""

    def contains(self, text: str, part: str) -> Clause:
        """Return the condition that a text contains `part`, case-sensitively."""

    def having(self, table: str, workspace: int, tags: Query) -> Clause:
        """Return the index condition for tags; `tags` has only `TagIs`, `And` and `Or`."""

    def rare(
        self, conn: Connection, table: str, workspace: int, tags: Query, *, most: int
    ) -> Sequence[int] | None:
        """Return all rows that have the tags, or None if there may be more than `most`."""

    def newest(
        self,
        conn: Connection,
        table: str,
        workspace: int,
        tags: Query,
        *,
        limit: int,
        before: int,
        columns: str = "seq",
    ) -> Found:
        """Return the newest rows that have the tags, if the index has an order.

        `tags` has only terms about tags, `And` and `Or`.
        """
        raise AssertionError("this index has no order")

    def use_snapshot(self, conn: Connection) -> None:
        """Make the rest of the transaction read one snapshot."""

    def last_committed_run(self, conn: Connection) -> int:
        """Return the last run before which no other run can still be committed."""

    def ends_seen(self, conn: Connection) -> tuple[int, ...]:
        """Return numbers that identify the rows of `run_ends` in this snapshot, the last first."""

    def ended_since(self, ends: tuple[int, ...]) -> str:
        """Return the condition for rows of `run_ends` that were not in that snapshot.

        Raises: ValueError if these are not such numbers.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchColumns:
    """SQL expressions for the fields of a table that a query can use."""

    table: str
    fields: Mapping[Field, str]
    text: str


def _when_ended(number: str) -> str:
    """Return an expression that is NULL until a run has ended."""
    return f"CASE WHEN runs.finished_at IS NOT NULL THEN {number} END"


RUNS = SearchColumns(
    table="runs",
    fields={
        Field.STATUS: "runs.status",
        Field.TRIGGER: "runs.trigger",
        Field.TRIGGER_ID: "runs.trigger_id",
        Field.TRIGGER_NAME: "runs.trigger_name",
        Field.ACTOR: "runs.actor",
        Field.AGENT: "runs.agent_id",
        Field.MODEL: "runs.model_id",
        Field.EXECUTOR: "runs.executor",
        Field.SESSION: "runs.session_id",
        Field.PARENT: "runs.parent_run_id",
        Field.RERUN_OF: "runs.rerun_of",
        Field.CREATED: "runs.created_at",
        Field.FINISHED: "runs.finished_at",
        Field.DURATION: "(runs.finished_at - runs.started_at)",
        Field.TOKENS: _when_ended("runs.input_tokens + runs.output_tokens"),
        Field.INPUT_TOKENS: _when_ended("runs.input_tokens"),
        Field.CACHED_TOKENS: _when_ended("runs.cached_tokens"),
        Field.COST: "runs.cost",
        Field.UNPRICED_CALLS: _when_ended("runs.unpriced_calls"),
        Field.FIRST_TOKEN: "runs.first_token",
        Field.ERROR: "runs.error",
        Field.BUDGET: "runs.budgets",
    },
    text="(SELECT run_texts.text FROM run_texts WHERE run_texts.seq = runs.seq)",
)


def _counter(number: str) -> str:
    """Return an expression for a total of a session's ended runs."""
    return f"(SELECT {number} FROM session_counters c WHERE c.session_id = sessions.id)"  # noqa: S608


_SESSION_USAGE = {
    Field.TOKENS: _counter("c.input_tokens + c.output_tokens"),
    Field.INPUT_TOKENS: _counter("c.input_tokens"),
    Field.CACHED_TOKENS: _counter("c.cached_tokens"),
    Field.COST: _counter("c.cost"),
    Field.UNPRICED_CALLS: _counter("c.unpriced_calls"),
    Field.FIRST_TOKEN: _counter("c.first_token"),
}
# For readers limited to tags, who may not see all runs of a session.
SESSIONS_WITHOUT_USAGE = SearchColumns(
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
SESSIONS = replace(
    SESSIONS_WITHOUT_USAGE, fields={**SESSIONS_WITHOUT_USAGE.fields, **_SESSION_USAGE}
)


@dataclass(frozen=True, slots=True)
class Conditions:
    """Compiler from queries to SQL conditions, for one table and one database."""

    search: SearchDialect
    columns: SearchColumns

    def of(self, query: Query) -> Clause:
        """Return the condition that a row matches. NULL counts as false in a WHERE."""
        match query:
            case All():
                return TRUE
            case And(parts):  # cheap conditions first, so that expensive ones see fewer rows
                return join_clauses("AND", map(self.of, sorted(parts, key=_cost)))
            case Or(parts):
                return join_clauses("OR", map(self.of, parts))
            case Not(part):  # NULL does not match, so its negation does
                condition = self.of(part)
                return Clause(f"coalesce(NOT ({condition.text}), TRUE)", condition.values)
            case Text(words):
                return self.search.contains(self.columns.text, fold(words))
            case Compare(field=name):
                column = self.columns.fields.get(name)
                return FALSE if column is None else _within(column, *whole_range(query))
            case FieldIs(Field.TRIGGER as name) | FieldPrefix(Field.TRIGGER as name):
                columns = map(self.columns.fields.get, matched_fields(name))
                each = [self._texts(column, query) for column in columns if column is not None]
                return join_clauses("OR", each) if each else FALSE
            case _:
                column = self._column(query)
                return FALSE if column is None else self._texts(column, query)

    def _texts(
        self,
        column: str,
        query: TagIs | TagPrefix | HasTag | FieldIs | FieldPrefix | HasField,
    ) -> Clause:
        match query:
            case FieldIs(name, value) if name in LISTS:
                return self.search.contains(column, item_text(value))
            case FieldPrefix(name, prefix) if name in LISTS:
                return self.search.contains(column, item_start(prefix))
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
                return self.search.tag(self.columns.table, key)
            case FieldIs(name) | FieldPrefix(name) | HasField(name):
                return self.columns.fields.get(name)

    def key(self, key: CountKey) -> str:
        """Return the expression that runs are counted by."""
        if key.field is not None:
            return self.columns.fields[key.field]
        return self.search.tag(self.columns.table, key.tag)


def _cost(query: Query) -> int:
    """Rank a condition by its cost: columns first, then tags, then text."""
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
    return join_clauses("AND", parts)
