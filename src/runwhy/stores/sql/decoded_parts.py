"""Decoded parts of histories, so that each run of a long session decodes only new parts."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection
from typing import Any, TypeAlias

from runwhy.core.runs.log import Part

MOST = 16 << 20  # bytes, estimated
PART_BYTES = 4000  # values and objects of a part, without its text

Row: TypeAlias = tuple[Any, ...]  # of the table `parts`, in the order of its columns
_TEXT, _EXTRA = 5, 6


class DecodedParts:
    """Parts by run and index, each with its row. Parts that were not read for long are dropped.

    A part is used again only if the database returns the same row, so it cannot be outdated.
    """

    def __init__(self, decode: Callable[[Row], Part], most: int = MOST) -> None:
        self._decode = decode
        self._most = most
        self._lock = threading.Lock()
        self._size = 0
        self._new: dict[tuple[str, int], tuple[Row, Part]] = {}
        self._old: dict[tuple[str, int], tuple[Row, Part]] = {}

    def read(self, row: Row) -> Part:
        """Return the part in a row."""
        place = row[:2]
        found = self._new.get(place)
        if found is not None and found[0] == row:
            return found[1]
        found = self._old.get(place)
        part = found[1] if found is not None and found[0] == row else self._decode(row)
        with self._lock:
            if self._size >= self._most // 2:
                self._old, self._new, self._size = self._new, {}, 0
            self._new[place] = (row, part)
            self._size += PART_BYTES + len(row[_TEXT]) + len(row[_EXTRA])
        return part

    def forget(self, run_ids: Collection[str] | None = None) -> None:
        """Drop the parts of these runs, or all, because they are being erased."""
        gone = None if run_ids is None else frozenset(run_ids)
        with self._lock:
            kept = [
                {place: each for place, each in parts.items() if gone and place[0] not in gone}
                for parts in (self._new, self._old)
            ]
            self._new, self._old = kept

    def __len__(self) -> int:
        return len(self._new.keys() | self._old.keys())
