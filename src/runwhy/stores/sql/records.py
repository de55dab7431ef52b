"""Records: the rows of a table as values of a core type, and the statements that read them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from enum import Enum
from operator import attrgetter
from types import NoneType, UnionType
from typing import Any, Generic, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from sqlalchemy import ColumnElement, Connection, Executable, Select, Table, Text, insert, select

from runwhy.core.agent_spec import AgentSpec
from runwhy.core.layers import Layer
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.rows import Row, Seal, from_json, from_ms, spec_text, to_json, to_ms
from runwhy.wire.layers import layer_json, read_layer
from runwhy.wire.specs import spec_of

T = TypeVar("T")
Condition = ColumnElement[bool]


class Codec(NamedTuple):
    """How a field is stored: conversions that never get None, and the column if named otherwise."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]
    column: str | None = None


class Spread:
    """A field whose value has several columns, by the names of the value's own fields."""

    def __init__(self, type: Callable[..., Any], **columns: str) -> None:
        self.type = type
        self.columns = columns


class Records(Generic[T]):
    """Rows of one table as values of one type.

    Columns and fields have the same names, and the type of a field decides how it is stored.
    `special` has the fields that are stored in another way; None stands for one without a column.
    """

    def __init__(self, table: Table, type: type[T], **special: Codec | Spread | None) -> None:
        self.table = table
        self._type = type
        self._columns: dict[str, str] = {}  # by field
        self._codecs: dict[str, Codec] = {}
        self._sealed: dict[str, Callable[[Any, Seal], str]] = {}
        self._spread: dict[str, Spread] = {}
        for field, hint in get_type_hints(type).items():
            if field not in special or special[field] is not None:
                self._add(field, _without_none(hint), special.get(field))

    def _add(self, field: str, hint: Any, special: Codec | Spread | None) -> None:
        if isinstance(special, Spread):
            self._spread[field] = special
            return
        column = self.table.c[special.column if special and special.column else field]
        self._columns[field] = column.name
        if codec := special or _codec(hint, column.type):
            self._codecs[field] = codec
        if hint is AgentSpec:
            self._sealed[field] = spec_text
        elif column.info["sealed"]:
            self._sealed[field] = _seal_text

    def row(self, value: T, seal: Seal = str) -> dict[str, object]:
        """Return the row of a value, for inserts and updates; the database numbers new rows."""
        row: dict[str, Any] = {
            column: getattr(value, field) for field, column in self._columns.items()
        }
        for field, codec in self._codecs.items():
            if (item := getattr(value, field)) is not None:
                row[self._columns[field]] = codec.write(item)
        for field, write in self._sealed.items():
            if (item := getattr(value, field)) is not None:
                row[field] = write(item, seal)
        for field, spread in self._spread.items():
            part = getattr(value, field)
            row |= {column: getattr(part, name) for name, column in spread.columns.items()}
        row.pop("seq", None)
        return row

    def read(self, row: Row) -> T:
        """Return the value in a row."""
        values = {field: row[column] for field, column in self._columns.items()}
        for field, codec in self._codecs.items():
            if (stored := values[field]) is not None:
                values[field] = codec.read(stored)
        for field, spread in self._spread.items():
            parts = {name: row[column] for name, column in spread.columns.items()}
            values[field] = spread.type(**parts)
        return self._type(**values)

    def select(self, *where: Condition) -> Select[Any]:
        """Return the query for the rows that meet all conditions."""
        return select(self.table).where(*where)

    def first(self, conn: Connection, query: Executable) -> T | None:
        """Return the first value that a statement finds or changes."""
        row = conn.execute(query).mappings().first()
        return None if row is None else self.read(row)

    def all(self, conn: Connection, query: Executable) -> list[T]:
        """Return all values that a statement finds or changes."""
        return [self.read(row) for row in conn.execute(query).mappings()]

    def page(
        self, conn: Connection, query: Select[Any], *, limit: int, before: int | None
    ) -> list[T]:
        """Return the newest values that a query finds before a number."""
        seq = self.table.c.seq
        earlier = query if before is None else query.where(seq < before)
        return self.all(conn, earlier.order_by(seq.desc()).limit(limit))

    def insert(self, tx: Tx, value: T) -> None:
        """Insert the row of a value."""
        tx.conn.execute(insert(self.table), self.row(value, tx.vault.seal))


def _codec(hint: Any, column: Any) -> Codec | None:
    """Return how a type is stored, or None if unchanged."""
    if hint is datetime:
        return Codec(to_ms, from_ms)
    if hint is AgentSpec:
        return Codec(_same, lambda text: spec_of(from_json(text)))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return Codec(attrgetter("value"), hint)
    if isinstance(hint, type) and issubclass(hint, Layer):
        return Codec(
            lambda layer: to_json(layer_json(layer)), lambda text: read_layer(hint, from_json(text))
        )
    if get_origin(hint) is Mapping:
        return Codec(to_json, from_json) if isinstance(column, Text) else Codec(dict, _same)
    return None


def _same(value: T) -> T:
    return value


def _seal_text(text: str, seal: Seal) -> str:
    return seal(text)


def _without_none(hint: Any) -> Any:
    """Return the type of an optional field without None."""
    if get_origin(hint) not in (Union, UnionType):
        return hint
    others = [arg for arg in get_args(hint) if arg is not NoneType]
    return others[0] if len(others) == 1 else hint
