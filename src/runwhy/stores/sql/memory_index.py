"""How each database finds memories by their terms, which are made by us and quoted here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from sqlalchemy import Connection, TextClause, text

WORDS = "memory_words"  # SQLite's index


class MemoryIndex(Protocol):
    """Entered and left in the transaction that writes; asked for any of some terms."""

    def add(self, conn: Connection, seq: int, space: int, terms: str) -> None: ...
    def remove(self, conn: Connection, seq: int, space: int, terms: str) -> None: ...
    def having(self, terms: Sequence[str], space: int | None) -> TextClause: ...


class SqliteMemoryIndex(MemoryIndex):
    """FTS5, which forgets a row only when it is told what the row was."""

    def add(self, conn: Connection, seq: int, space: int, terms: str) -> None:
        query = "INSERT INTO memory_words (rowid, space, terms) VALUES (?, ?, ?)"
        conn.exec_driver_sql(query, (seq, str(space), terms))

    def remove(self, conn: Connection, seq: int, space: int, terms: str) -> None:
        query = "INSERT INTO memory_words (memory_words, rowid, space, terms) VALUES (?, ?, ?, ?)"
        conn.exec_driver_sql(query, ("delete", seq, str(space), terms))

    def having(self, terms: Sequence[str], space: int | None) -> TextClause:
        words = " OR ".join(f'"{term}"' for term in terms)
        question = f"terms : ({words})"
        if space is not None:
            question = f'space : "{space}" AND {question}'
        found = "memories.seq IN (SELECT rowid FROM memory_words WHERE memory_words MATCH :asked)"
        return text(found).bindparams(asked=question)


class PostgresMemoryIndex(MemoryIndex):
    """A GIN index over what the database makes of the terms, which it keeps up by itself."""

    def add(self, conn: Connection, seq: int, space: int, terms: str) -> None:
        pass

    def remove(self, conn: Connection, seq: int, space: int, terms: str) -> None:
        pass

    def having(self, terms: Sequence[str], space: int | None) -> TextClause:
        question = " | ".join(f"'{term}'" for term in terms)
        words = "array_to_tsvector(string_to_array(memories.terms, ' '))"
        return text(f"{words} @@ CAST(:asked AS tsquery)").bindparams(asked=question)
