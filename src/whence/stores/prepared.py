"""Prepared statements: built and compiled once, for what is done for every run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, CursorResult, Delete, Insert, Select, Update
from sqlalchemy.engine.interfaces import Dialect
from sqlalchemy.sql.compiler import SQLCompiler

Values = Mapping[str, Any]
Statement = Insert | Update | Delete | Select[Any]


class Prepared:
    """A statement with named parameters, given to the driver as text.

    It is several times cheaper than building and compiling it each time. Values go as the
    driver takes them, so JSON must be text already.
    """

    __slots__ = ("_columns", "_compiled", "_statement")

    def __init__(self, statement: Statement, *columns: str) -> None:
        self._statement = statement
        self._columns = columns or None  # of an insert: the columns that are given
        self._compiled: dict[str, tuple[str, Sequence[str] | None]] = {}

    def __call__(self, conn: Connection, values: Values | Sequence[Values]) -> CursorResult[Any]:
        """Run it, once or for each of several sets of values."""
        sql, order = self._compiled.get(conn.dialect.name) or self._compile(conn.dialect)
        if order is None:
            parameters: Any = values
        elif isinstance(values, Mapping):
            parameters = tuple([values[name] for name in order])
        else:
            parameters = [tuple([each[name] for name in order]) for each in values]
        return conn.exec_driver_sql(sql, parameters)

    def _compile(self, dialect: Dialect) -> tuple[str, Sequence[str] | None]:
        compiled = self._statement.compile(
            dialect=dialect, column_keys=list(self._columns) if self._columns else None
        )
        assert isinstance(compiled, SQLCompiler)
        self._compiled[dialect.name] = (str(compiled), compiled.positiontup)
        return self._compiled[dialect.name]
