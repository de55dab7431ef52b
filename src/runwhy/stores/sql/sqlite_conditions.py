"""Search in tags and text with SQLite: JSON functions, and an FTS5 index over the tags."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection

from runwhy.core.queries import Query
from runwhy.stores.sql import tag_index
from runwhy.stores.sql.clauses import Clause, Found, execute, select_where
from runwhy.stores.sql.conditions import SearchDialect

INDEXES = {"runs": "run_tags", "sessions": "session_tags"}


class SqliteSearch(SearchDialect):
    """Search the FTS5 index if few rows have the tags, otherwise the JSON of each row."""

    has_order = True
    row_version = None

    def tag(self, table: str, key: str) -> str:
        return f"json_extract({table}.tags, '$.\"{key}\"')"

    def tag_keys(self, table: str) -> str:
        return f"json_each({table}.tags) AS each_tag"

    def begins(self, text: str, prefix: str) -> Clause:
        return Clause(f"substr({text}, 1, {len(prefix)}) = ?", (prefix,))

    def contains(self, text: str, part: str) -> Clause:
        return Clause(f"instr({text}, ?) > 0", (part,))

    def having(self, table: str, workspace: int, tags: Query) -> Clause:
        name, match = INDEXES[table], tag_index.match_query(workspace, tags)
        postings = select_where(f"rowid FROM {name}", Clause(f"{name} MATCH ?", (match,)))
        return Clause(f"{table}.seq IN ({postings.text})", postings.values)

    def rare(
        self, conn: Connection, table: str, workspace: int, tags: Query, *, most: int
    ) -> Sequence[int] | None:
        name, match = INDEXES[table], tag_index.match_query(workspace, tags)
        where = Clause(f"{name} MATCH ?", (match,))
        found = execute(conn, select_where(f"rowid FROM {name}", where, "LIMIT ?", most + 1))
        return found.column() if len(found.all()) <= most else None

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
        name, match = INDEXES[table], tag_index.match_query(workspace, tags)
        where = Clause(f"{name} MATCH ? AND {name}.rowid < ?", (match, before))
        what = f"{table}.{columns} FROM {name} CROSS JOIN {table} ON {table}.seq = {name}.rowid"
        return execute(
            conn, select_where(what, where, f"ORDER BY {name}.rowid DESC LIMIT ?", limit)
        )

    def use_snapshot(self, conn: Connection) -> None:
        pass  # every SQLite transaction reads a snapshot

    def last_committed_run(self, conn: Connection) -> int:
        last: int | None = conn.exec_driver_sql("SELECT max(seq) FROM runs").scalar()
        return last or 0  # with one writer, no lower number can be open

    def ends_seen(self, conn: Connection) -> tuple[int, ...]:
        return (conn.exec_driver_sql("SELECT max(number) FROM run_ends").scalar() or 0,)

    def ended_since(self, ends: tuple[int, ...]) -> str:
        (last,) = ends
        return f"number > {last}"
