"""SQL text with its parameter values, for statements that differ from call to call.

Building and compiling them with SQLAlchemy would take longer than executing them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, CursorResult


class Clause(NamedTuple):
    """A piece of SQL and the values of its placeholders, in order."""

    text: str
    values: tuple[Any, ...] = ()

    def __and__(self, other: Clause) -> Clause:
        return Clause(f"{self.text} AND {other.text}", self.values + other.values)


TRUE, FALSE = Clause("TRUE"), Clause("FALSE")


def join_clauses(word: str, clauses: Iterable[Clause]) -> Clause:
    """Join clauses with an operator, and put them in parentheses."""
    parts = list(clauses)
    text = f" {word} ".join(part.text for part in parts)
    return Clause(f"({text})", tuple(value for part in parts for value in part.values))


def is_one_of(column: str, values: Sequence[Any]) -> Clause:
    """Return the condition that a column has one of the values."""
    if not values:
        return FALSE
    return Clause(f"{column} IN ({', '.join('?' * len(values))})", tuple(values))


def select_where(what: str, where: Clause, then: str = "", *values: Any) -> Clause:
    """Return `SELECT what WHERE where`, followed by `then`."""
    text = f"SELECT {what} WHERE {where.text} {then}"
    return Clause(text, where.values + values)


def execute(conn: Connection, statement: Clause) -> CursorResult[*tuple[Any, ...]]:
    """Execute a statement."""
    qmark = conn.dialect.paramstyle == "qmark"
    text = statement.text if qmark else statement.text.replace("?", "%s")
    return conn.exec_driver_sql(text, statement.values)
