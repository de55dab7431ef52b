"""How PostgreSQL looks into tags and text: JSONB, with a GIN index over the tags."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection

from runwhy.core.queries import And, Or, Query, TagIs
from runwhy.stores.sql.clauses import Clause, ask, choose, joined
from runwhy.stores.sql.conditions import Search
from runwhy.stores.sql.rows import to_json


class PostgresSearch(Search):
    """Rows are found through GIN when few have the tags; else their JSON is looked into."""

    def tag(self, table: str, key: str) -> str:
        # Not @>, with which the planner might take the index for rows that are read anyway.
        return f"({table}.tags ->> '{key}')"

    def tag_keys(self, table: str) -> str:
        return f"LATERAL jsonb_object_keys({table}.tags) AS each_tag (key)"

    def begins(self, text: str, prefix: str) -> Clause:
        return Clause(f"starts_with({text}, ?)", (prefix,))

    def contains(self, text: str, part: str) -> Clause:
        return Clause(f"strpos({text}, ?) > 0", (part,))

    def having(self, table: str, workspace: int, tags: Query) -> Clause:
        return _held(table, tags)

    def rare(
        self, conn: Connection, table: str, workspace: int, tags: Query, *, most: int
    ) -> Sequence[int] | None:
        where = Clause("workspace = ?", (workspace,)) & _held(table, tags)
        if _estimate(conn, choose(f"seq FROM {table}", where)) > most:
            return None
        # Where few rows are expected, the way through the index is the one that is taken.
        found = ask(conn, choose(f"seq FROM {table}", where, "LIMIT ?", most + 1)).all()
        return [row[0] for row in found] if len(found) <= most else None

    def hold_still(self, conn: Connection) -> None:
        conn.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")

    def settled(self, conn: Connection) -> int:
        # A run that is being written has a number already, and may be seen after younger ones.
        conn.exec_driver_sql("SET LOCAL lock_timeout = '2s'")
        conn.exec_driver_sql("LOCK TABLE runs IN SHARE MODE")
        last: int | None = conn.exec_driver_sql("SELECT max(seq) FROM runs").scalar()
        return last or 0


def _estimate(conn: Connection, query: Clause) -> int:
    """How many rows the planner expects: known at once, whatever the size of the table."""
    explained = Clause(f"EXPLAIN (FORMAT JSON) {query.text}", query.values)
    return int(ask(conn, explained).scalar_one()[0]["Plan"]["Plan Rows"])


def _held(table: str, tags: Query) -> Clause:
    match tags:
        case TagIs(key, value):
            return _contains(table, {key: value})
        case Or(parts):
            return joined("OR", (_held(table, part) for part in parts))
        case And(parts):  # what is asked for at once is intersected inside the index
            together = {part.key: part.value for part in parts if isinstance(part, TagIs)}
            apart = [
                part
                for part in parts
                if not isinstance(part, TagIs) or together[part.key] != part.value
            ]
            held = [_contains(table, together)] if together else []
            return joined("AND", [*held, *(_held(table, part) for part in apart)])
        case _:
            raise ValueError(f"the index holds no {tags}")


def _contains(table: str, tags: Mapping[str, str]) -> Clause:
    return Clause(f"{table}.tags @> CAST(? AS jsonb)", (to_json(tags),))
