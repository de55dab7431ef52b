"""How a table is written down, and the schema that all are in."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, BigInteger, Boolean, Column, LargeBinary, MetaData, Table, Text
from sqlalchemy.dialects.postgresql import JSONB

SCHEMA = MetaData()

_TYPES: dict[type, Any] = {
    int: BigInteger,
    bool: Boolean,
    str: Text,
    dict: JSON().with_variant(JSONB(), "postgresql"),
    bytes: LargeBinary,
}


def table(name: str, /, **columns: type) -> Table:
    """A table with these columns, each of one of a few types."""
    return Table(name, SCHEMA, *(Column(column, _TYPES[t]) for column, t in columns.items()))
