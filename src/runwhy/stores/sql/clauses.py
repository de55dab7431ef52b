"""SQL as text with its values beside it: for questions that are put together anew each time.

Building and compiling such a statement with SQLAlchemy takes longer than answering it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, CursorResult


class Clause(NamedTuple):
    """A piece of SQL, and the values for its question marks in their order."""

    text: str
    values: tuple[Any, ...] = ()

    def __and__(self, other: Clause) -> Clause:
        return Clause(f"{self.text} AND {other.text}", self.values + other.values)


TRUE, FALSE = Clause("TRUE"), Clause("FALSE")


def joined(word: str, clauses: Iterable[Clause]) -> Clause:
    """All clauses with a word between them, in brackets."""
    parts = list(clauses)
    text = f" {word} ".join(part.text for part in parts)
    return Clause(f"({text})", tuple(value for part in parts for value in part.values))


def among(column: str, values: Sequence[Any]) -> Clause:
    """Whether a column has one of these values."""
    if not values:
        return FALSE
    return Clause(f"{column} IN ({', '.join('?' * len(values))})", tuple(values))


def choose(what: str, where: Clause, then: str = "", *values: Any) -> Clause:
    """`SELECT what WHERE where`, and what follows it."""
    text = f"SELECT {what} WHERE {where.text} {then}"
    return Clause(text, where.values + values)


def ask(conn: Connection, statement: Clause) -> CursorResult[*tuple[Any, ...]]:
    """Run a statement."""
    qmark = conn.dialect.paramstyle == "qmark"
    text = statement.text if qmark else statement.text.replace("?", "%s")
    return conn.exec_driver_sql(text, statement.values)
