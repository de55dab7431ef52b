"""Prepared statements: built and compiled once, for what is done for every run."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Delete, Insert, Select, Update
from sqlalchemy.engine.interfaces import Dialect
from sqlalchemy.sql.compiler import SQLCompiler

Values = Mapping[str, Any]
Statement = Insert | Update | Delete | Select[Any]


class Found:
    """What a statement gave, all of it read: nothing of it stays open."""

    __slots__ = ("_rows", "_shape", "rowcount")

    def __init__(self, rows: Sequence[Any], shape: Any, rowcount: int) -> None:
        self._rows = rows
        self._shape = shape
        self.rowcount = rowcount

    def first(self) -> Any:
        """The first row, with its columns as attributes; None when there is none."""
        return self._shape._make(self._rows[0]) if self._rows else None

    def scalar(self) -> Any:
        """The first column of the first row; None when there is none."""
        return self._rows[0][0] if self._rows else None

    def scalars(self) -> Sequence[Any]:
        """The first column of each row."""
        return [row[0] for row in self._rows]

    def mappings(self) -> Sequence[dict[str, Any]]:
        """Each row by the names of its columns."""
        names = self._shape._fields
        return [dict(zip(names, row, strict=True)) for row in self._rows]


class Prepared:
    """A statement with named parameters, given to the driver as text.

    It is many times cheaper than building and compiling it each time, and than SQLAlchemy's own
    results. Values go as the driver takes them, so JSON must be text already.
    """

    __slots__ = ("_columns", "_compiled", "_shape", "_statement")

    def __init__(self, statement: Statement, *columns: str) -> None:
        self._statement = statement
        self._columns = columns or None  # of an insert: the columns that are given
        self._compiled: dict[str, _Compiled] = {}
        self._shape: Any = None

    def __call__(self, conn: Connection, values: Values | Sequence[Values]) -> Found:
        """Run it, once or for each of several sets of values."""
        compiled = self._compiled.get(conn.dialect.name) or self._compile(conn.dialect)
        if not conn.in_transaction():
            conn.begin()
        cursor = None
        try:
            cursor = conn.connection.cursor()
            if isinstance(values, Mapping):
                cursor.execute(compiled.sql, compiled.parameters(values))
            else:
                cursor.executemany(compiled.sql, [compiled.parameters(each) for each in values])
            rows = cursor.fetchall() if cursor.description else ()
            return Found(rows, self._shaped(cursor.description), cursor.rowcount)
        except conn.dialect.loaded_dbapi.Error as error:
            # In SQLAlchemy's way: its own error, without values, and a broken connection goes.
            conn._handle_dbapi_exception(error, compiled.sql, None, cursor, None)
        finally:
            if cursor is not None and not conn.invalidated:  # else it is closed, and would raise
                cursor.close()

    def _shaped(self, description: Any) -> Any:
        if self._shape is None and description:
            make: Any = namedtuple  # of names that are known only now
            self._shape = make("Row", [column[0] for column in description], rename=True)
        return self._shape

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
