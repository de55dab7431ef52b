"""Full-text index of memories by their terms, which the server generates and quotes here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from sqlalchemy import Connection, TextClause, text

WORDS = "memory_words"  # SQLite's index


class MemoryIndex(Protocol):
    """Index of memory terms, updated in the transaction that writes the memory."""

    def add(self, conn: Connection, seq: int, space: int, terms: str) -> None: ...
    def remove(self, conn: Connection, seq: int, space: int, terms: str) -> None: ...
    def having(self, terms: Sequence[str], space: int | None) -> TextClause: ...


class SqliteMemoryIndex(MemoryIndex):
    """FTS5 index; deleting a row needs the indexed values."""

    def add(self, conn: Connection, seq: int, space: int, terms: str) -> None:
        query = "INSERT INTO memory_words (rowid, space, terms) VALUES (?, ?, ?)"
        conn.exec_driver_sql(query, (seq, str(space), terms))

    def remove(self, conn: Connection, seq: int, space: int, terms: str) -> None:
        query = "INSERT INTO memory_words (memory_words, rowid, space, terms) VALUES (?, ?, ?, ?)"
        conn.exec_driver_sql(query, ("delete", seq, str(space), terms))

    def having(self, terms: Sequence[str], space: int | None) -> TextClause:
        words = " OR ".join(f'"{term}"' for term in terms)
        query = f"terms : ({words})"
        if space is not None:
            query = f'space : "{space}" AND {query}'
        rows = "SELECT rowid FROM memory_words WHERE memory_words MATCH :query"
        return text(f"memories.seq IN ({rows})").bindparams(query=query)


class PostgresMemoryIndex(MemoryIndex):
    """GIN index over an expression of the terms, which PostgreSQL maintains."""

    def add(self, conn: Connection, seq: int, space: int, terms: str) -> None:
        pass

    def remove(self, conn: Connection, seq: int, space: int, terms: str) -> None:
        pass

    def having(self, terms: Sequence[str], space: int | None) -> TextClause:
        query = " | ".join(f"'{term}'" for term in terms)
        words = "array_to_tsvector(string_to_array(memories.terms, ' '))"
        return text(f"{words} @@ CAST(:query AS tsquery)").bindparams(query=query)
