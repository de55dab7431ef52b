"""Columns of packs in the memory of a store, so that a repeated search reads and decodes them once.

The columns of a pack never change: they are written and deleted together with its row.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from runwhy.stores.sql.bounded_memory import BoundedMemory

MOST = 8 << 20  # bytes
COLUMN_BYTES = 300  # the objects of a column, without its values

# A workspace, number and version of a pack, name of a column, and whether its texts are included.
ColumnKey: TypeAlias = tuple[int, int, int, str, bool]


class KnownColumn(NamedTuple):
    """A decoded column, or None if the pack does not have it."""

    column: Any
    size: int


class KnownColumns(BoundedMemory[ColumnKey, KnownColumn]):
    """Columns of packs by their key."""

    def __init__(self, most: int = MOST) -> None:
        super().__init__(most)
