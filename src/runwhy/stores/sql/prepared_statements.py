"""Prepared statements: compiled once, for statements that are executed for every run."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import Any

from sqlalchemy import Connection, Delete, Insert, Select, Update
from sqlalchemy.engine.interfaces import Dialect
from sqlalchemy.sql.compiler import SQLCompiler

from runwhy.stores.sql.pipeline import PipelinedResult, PipelinedStatement, pipeline_of

Values = Mapping[str, Any]
Statement = Insert | Update | Delete | Select[Any]


class StatementResult:
    """Result of a statement, read completely, so that no cursor stays open."""

    __slots__ = ("_row_type", "_rows", "rowcount")

    def __init__(self, rows: Sequence[Any], row_type: Any, rowcount: int) -> None:
        self._rows = rows
        self._row_type = row_type
        self.rowcount = rowcount

    def first(self) -> Any:
        """Return the first row with its columns as attributes, or None."""
        return self._row_type._make(self._rows[0]) if self._rows else None

    def all(self) -> Sequence[Any]:
        """Return all rows with their columns as attributes."""
        return [self._row_type._make(row) for row in self._rows]

    def scalar(self) -> Any:
        """Return the first column of the first row, or None."""
        return self._rows[0][0] if self._rows else None

    def scalars(self) -> Sequence[Any]:
        """Return the first column of each row."""
        return [row[0] for row in self._rows]

    def mappings(self) -> Sequence[dict[str, Any]]:
        """Return each row as a mapping of column names to values."""
        names = self._row_type._fields
        return [dict(zip(names, row, strict=True)) for row in self._rows]


class PreparedStatement:
    """A statement with named parameters, compiled once for each driver.

    This is many times cheaper than compiling the statement each time and than SQLAlchemy's
    result objects. Values are passed to the driver without conversion, so JSON must be text.

    On PostgreSQL, a statement whose result is not used is sent without waiting for it. Its error is
    raised by a later statement, or by the commit.
    """

    __slots__ = ("_columns", "_compiled", "_pipelined", "_row_type", "_statement")

    def __init__(self, statement: Statement, *columns: str) -> None:
        self._statement = statement
        self._columns = columns or None  # columns of an insert
        self._compiled: dict[str, _Compiled] = {}
        self._pipelined: PipelinedStatement | None = None  # on PostgreSQL
        self._row_type: Any = None

    def __call__(
        self, conn: Connection, values: Values | Sequence[Values]
    ) -> StatementResult | PipelinedResult:
        """Execute the statement once, or once for each of several sets of values."""
        if not conn.in_transaction():
            conn.begin()
        if conn.dialect.name == "postgresql":
            if self._pipelined is None:
                compiled = self._compile(conn.dialect)
                self._pipelined = PipelinedStatement(compiled.sql, compiled.constants)
            return pipeline_of(conn).execute(conn, self._pipelined, values)
        compiled = self._compiled.get(conn.dialect.name) or self._compile(conn.dialect)
        driver: Any = conn.connection.dbapi_connection  # the same on SQLite, and found faster
        try:
            if isinstance(values, (dict, Mapping)):
                cursor = driver.execute(compiled.sql, compiled.parameters(values))
            else:
                several = [compiled.parameters(each) for each in values]
                cursor = driver.executemany(compiled.sql, several)
            rows = cursor.fetchall() if cursor.description else ()
        except conn.dialect.loaded_dbapi.Error as error:
            # Raise SQLAlchemy's error, without values, and discard a broken connection.
            conn._handle_dbapi_exception(error, compiled.sql, None, None, None)
        return StatementResult(rows, self._get_row_type(cursor.description), cursor.rowcount)

    def _get_row_type(self, description: Any) -> Any:
        if self._row_type is None and description:
            make: Any = namedtuple  # mypy rejects names that are known only at run time
            self._row_type = make("Row", [column[0] for column in description], rename=True)
        return self._row_type

    def _compile(self, dialect: Dialect) -> _Compiled:
        compiled = self._statement.compile(
            dialect=dialect, column_keys=list(self._columns) if self._columns else None
        )
        assert isinstance(compiled, SQLCompiler)
        constants = {
            name: value
            for name, value in compiled.params.items()
            if value is not None and not compiled.binds[name].required
        }
        found = _Compiled(str(compiled), compiled.positiontup, constants)
        self._compiled[dialect.name] = found
        return found


class _Compiled:
    """SQL text for one driver, the order of its parameters, and its constant values."""

    __slots__ = ("_pick", "constants", "sql")

    def __init__(self, sql: str, order: Sequence[str] | None, constants: Values) -> None:
        self.sql = sql
        self.constants = constants
        self._pick: Callable[[Values], Any] = _picker(order)

    def parameters(self, values: Values) -> Any:
        return self._pick({**self.constants, **values} if self.constants else values)


def _picker(order: Sequence[str] | None) -> Callable[[Values], Any]:
    """Return a function that gives the values in the order of a statement's parameters."""
    if order is None:
        return lambda values: values
    if len(order) > 1:
        return itemgetter(*order)  # returns a tuple, faster than a loop
    return lambda values: tuple([values[name] for name in order])
