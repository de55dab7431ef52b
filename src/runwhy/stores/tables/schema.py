"""Column types, and the metadata object that all tables share."""

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
    """Return a table with columns of the given types."""
    return Table(name, SCHEMA, *(Column(column, _TYPES[t]) for column, t in columns.items()))
