"""How SQLite looks into tags and text: JSON functions, and FTS5 as the posting lists of tags."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection

from runwhy.core.queries import Query
from runwhy.stores.sql import tag_index
from runwhy.stores.sql.clauses import Clause, ask, choose
from runwhy.stores.sql.conditions import Search

INDEXES = {"runs": "run_tags", "sessions": "session_tags"}


class SqliteSearch(Search):
    """Rows are found through FTS5 when few have the tags; else their JSON is looked into."""

    def tag(self, table: str, key: str) -> str:
        return f"json_extract({table}.tags, '$.\"{key}\"')"

    def tag_keys(self, table: str) -> str:
        return f"json_each({table}.tags) AS each_tag"

    def begins(self, text: str, prefix: str) -> Clause:
        return Clause(f"substr({text}, 1, {len(prefix)}) = ?", (prefix,))

    def contains(self, text: str, part: str) -> Clause:
        return Clause(f"instr({text}, ?) > 0", (part,))

    def having(self, table: str, workspace: int, tags: Query) -> Clause:
        name, question = INDEXES[table], tag_index.question(workspace, tags)
        postings = choose(f"rowid FROM {name}", Clause(f"{name} MATCH ?", (question,)))
        return Clause(f"{table}.seq IN ({postings.text})", postings.values)

    def rare(
        self, conn: Connection, table: str, workspace: int, tags: Query, *, most: int
    ) -> Sequence[int] | None:
        name, question = INDEXES[table], tag_index.question(workspace, tags)
        asked = Clause(f"{name} MATCH ?", (question,))
        found = ask(conn, choose(f"rowid FROM {name}", asked, "LIMIT ?", most + 1)).all()
        return [row[0] for row in found] if len(found) <= most else None

    def newest(
        self, conn: Connection, table: str, workspace: int, tags: Query, *, limit: int, before: int
    ) -> Sequence[int] | None:
        name, question = INDEXES[table], tag_index.question(workspace, tags)
        asked = Clause(f"{name} MATCH ? AND rowid < ?", (question, before))
        order = "ORDER BY rowid DESC LIMIT ?"
        return [row[0] for row in ask(conn, choose(f"rowid FROM {name}", asked, order, limit))]

    def hold_still(self, conn: Connection) -> None:
        pass  # every transaction does

    def settled(self, conn: Connection) -> int:
        last: int | None = conn.exec_driver_sql("SELECT max(seq) FROM runs").scalar()
        return last or 0  # there is one writer, so none before it is still under way
