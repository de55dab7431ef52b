"""Search in tags and text with PostgreSQL: JSONB, and a GIN index over the tags."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection

from runwhy.core.queries import And, Or, Query, TagIs
from runwhy.stores.sql.clauses import Clause, Found, execute, join_clauses, select_where
from runwhy.stores.sql.conditions import SearchDialect
from runwhy.stores.sql.pipeline import pipeline_of
from runwhy.stores.sql.rows import to_json


class PostgresSearch(SearchDialect):
    """Search the GIN index if few rows have the tags, otherwise the JSON of each row."""

    has_order = False
    row_version = "xmin::text::bigint"

    def tag(self, table: str, key: str) -> str:
        # `@>` could make the planner use the index for rows that are read anyway.
        return f"({table}.tags ->> '{key}')"

    def tag_keys(self, table: str) -> str:
        return f"LATERAL jsonb_object_keys({table}.tags) AS each_tag (key)"

    def begins(self, text: str, prefix: str) -> Clause:
        return Clause(f"starts_with({text}, ?)", (prefix,))

    def contains(self, text: str, part: str) -> Clause:
        return Clause(f"strpos({text}, ?) > 0", (part,))

    def having(self, table: str, workspace: int, tags: Query) -> Clause:
        return _tag_condition(table, tags)

    def rare(
        self, conn: Connection, table: str, workspace: int, tags: Query, *, most: int
    ) -> Sequence[int] | None:
        where = Clause("workspace = ?", (workspace,)) & _tag_condition(table, tags)
        expected = _estimate(conn, select_where(f"seq FROM {table}", where))
        if expected > most and expected > _expected_of_unseen(conn, table, workspace, tags):
            return None
        # The planner uses the index when it expects few rows.
        found = execute(conn, select_where(f"seq FROM {table}", where, "LIMIT ?", most + 1)).all()
        return [row[0] for row in found] if len(found) <= most else None

    def use_snapshot(self, conn: Connection) -> None:
        if not conn.in_transaction():
            conn.begin()
        command = b"SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"
        pipeline_of(conn).send(conn, command)  # together with the next statement

    def last_committed_run(self, conn: Connection) -> int:
        # An open transaction may hold a lower number than runs that are already visible.
        # While this waits, all other writes to the table wait behind it.
        conn.exec_driver_sql("SET LOCAL lock_timeout = '250ms'")
        conn.exec_driver_sql("LOCK TABLE runs IN SHARE MODE")
        last: int | None = conn.exec_driver_sql("SELECT max(seq) FROM runs").scalar()
        return last or 0

    def ends_seen(self, conn: Connection) -> tuple[int, ...]:
        # Transactions commit in another order than they write, so a number is not enough.
        query = "SELECT max(number), pg_current_snapshot()::text FROM run_ends"
        last, snapshot = conn.exec_driver_sql(query).one()
        _, end, open_ones = snapshot.split(":")
        return last or 0, int(end), *map(int, filter(None, open_ones.split(",")))

    def ended_since(self, ends: tuple[int, ...]) -> str:
        _, end, *open_ones = ends
        listed = ", ".join(map(str, open_ones)) or "NULL"
        return f"(transaction_id >= {end} OR transaction_id IN ({listed}))"


def _expected_of_unseen(conn: Connection, table: str, workspace: int, tags: Query) -> int:
    """Return how many rows the planner expects for tags that are not in its statistics.

    That is a fixed share of the table: over 1000 of ten million rows, even for a unique value.
    """
    where = Clause("workspace = ?", (workspace,)) & _contains(table, {"": ""})
    expected = _estimate(conn, select_where(f"seq FROM {table}", where))
    return (expected + 1) * _alternatives(tags)  # it rounds


def _alternatives(tags: Query) -> int:
    match tags:
        case Or(parts):
            return sum(map(_alternatives, parts))
        case And(parts):
            return min(map(_alternatives, parts))
        case _:
            return 1


def _estimate(conn: Connection, query: Clause) -> int:
    """Return the number of rows that the planner expects; fast for tables of any size."""
    return expected_rows(execute(conn, explain(query)))


def explain(query: Clause) -> Clause:
    """Return the statement that plans a query without executing it."""
    return Clause(f"EXPLAIN (FORMAT JSON) {query.text}", query.values)


def expected_rows(plan: Found) -> int:
    """Return the number of rows that a plan expects."""
    return int(plan.scalar()[0]["Plan"]["Plan Rows"])


def _tag_condition(table: str, tags: Query) -> Clause:
    match tags:
        case TagIs(key, value):
            return _contains(table, {key: value})
        case Or(parts):
            return join_clauses("OR", (_tag_condition(table, part) for part in parts))
        case And(parts):  # one condition for several tags lets the index intersect them
            together = {part.key: part.value for part in parts if isinstance(part, TagIs)}
            apart = [
                part
                for part in parts
                if not isinstance(part, TagIs) or together[part.key] != part.value
            ]
            held = [_contains(table, together)] if together else []
            return join_clauses("AND", [*held, *(_tag_condition(table, part) for part in apart)])
        case _:
            raise ValueError(f"the tag index cannot answer {tags}")


def _contains(table: str, tags: Mapping[str, str]) -> Clause:
    return Clause(f"{table}.tags @> CAST(? AS jsonb)", (to_json(tags),))
