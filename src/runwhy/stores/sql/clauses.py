"""SQL text with its parameter values, for statements that differ from call to call.

Building and compiling them with SQLAlchemy would take longer than executing them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection

from runwhy.stores.sql.pipeline import pipeline_of


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


class Found:
    """The rows that a statement returns, read completely."""

    __slots__ = ("_names", "_rows", "rowcount")

    def __init__(self, rows: Sequence[Sequence[Any]], names: Sequence[str], rowcount: int) -> None:
        self._rows = rows
        self._names = names
        self.rowcount = rowcount

    def __iter__(self) -> Iterator[Sequence[Any]]:
        return iter(self._rows)

    def all(self) -> Sequence[Sequence[Any]]:
        """Return all rows."""
        return self._rows

    def one(self) -> Sequence[Any]:
        """Return the only row."""
        (row,) = self._rows
        return row

    def first(self) -> Sequence[Any] | None:
        """Return the first row, or None."""
        return self._rows[0] if self._rows else None

    def scalar(self) -> Any:
        """Return the first column of the first row, or None."""
        return self._rows[0][0] if self._rows else None

    def column(self) -> list[Any]:
        """Return the first column of each row."""
        return [row[0] for row in self._rows]

    def mappings(self) -> list[dict[str, Any]]:
        """Return each row as a mapping of column names to values."""
        names = self._names
        return [dict(zip(names, row, strict=True)) for row in self._rows]


def execute(conn: Connection, statement: Clause) -> Found:
    """Execute a statement with the driver; SQLAlchemy's results take longer than most statements.

    Columns of JSON are text on SQLite.
    """
    if not conn.in_transaction():
        conn.begin()
    if conn.dialect.name == "postgresql":
        return Found(*pipeline_of(conn).read(conn, statement.text, statement.values))
    driver: Any = conn.connection.driver_connection
    try:
        cursor = driver.execute(statement.text, statement.values)
        rows = cursor.fetchall()
    except conn.dialect.loaded_dbapi.Error as error:
        # Raise SQLAlchemy's error, without values, and discard a broken connection.
        conn._handle_dbapi_exception(error, statement.text, None, None, None)
    names = [column[0] for column in cursor.description or ()]
    return Found(rows, names, cursor.rowcount)
