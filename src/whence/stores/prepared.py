"""Prepared statements: built and compiled once, for what is done for every run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

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
        self._compiled: dict[str, _Compiled] = {}

    def __call__(self, conn: Connection, values: Values | Sequence[Values]) -> CursorResult[Any]:
        """Run it, once or for each of several sets of values."""
        compiled = self._compiled.get(conn.dialect.name) or self._compile(conn.dialect)
        if isinstance(values, Mapping):
            return conn.exec_driver_sql(compiled.sql, compiled.parameters(values))
        return conn.exec_driver_sql(compiled.sql, [compiled.parameters(each) for each in values])

    def _compile(self, dialect: Dialect) -> _Compiled:
        compiled = self._statement.compile(
            dialect=dialect, column_keys=list(self._columns) if self._columns else None
        )
        assert isinstance(compiled, SQLCompiler)
        constants = {name: value for name, value in compiled.params.items() if value is not None}
        found = _Compiled(str(compiled), compiled.positiontup, constants)
        self._compiled[dialect.name] = found
        return found


class _Compiled(NamedTuple):
    """The text for one driver, the order of its parameters, and those that never change."""

    sql: str
    order: Sequence[str] | None
    constants: Values

    def parameters(self, values: Values) -> Any:
        whole = {**self.constants, **values} if self.constants else values
        return whole if self.order is None else tuple([whole[name] for name in self.order])
