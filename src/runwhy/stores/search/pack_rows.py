"""The selected rows of a pack as arrays: their texts, numbers, durations and times."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from runwhy.core.queries import Field
from runwhy.core.runs.run import Status
from runwhy.stores.search.columns import Mask, NumberColumn, TextColumn
from runwhy.stores.search.packs import Pack

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

_MISSING = {4: np.uint64(2**32 - 1), 8: np.uint64(2**64 - 1)}  # by the width of the numbers
# Durations are whole and not negative, so their buckets are 0 and everything from that of 1 ms.
_FIRST_BUCKET = 0x3F7F


@dataclass(frozen=True, slots=True)
class Coded:
    """For each row the number of its text, and the UTF-8 texts; number 0 is a missing text."""

    numbers: Ints
    texts: Sequence[bytes | None]


class PackRows:
    """The rows of a pack that a mask selects."""

    def __init__(self, pack: Pack, mask: Mask) -> None:
        self.pack = pack
        selected = np.frombuffer(mask.to_bytes(pack.size, "little"), np.uint8)
        self._rows = np.flatnonzero(selected)

    @property
    def size(self) -> int:
        """Number of selected rows."""
        return len(self._rows)

    def texts(self, name: str) -> Coded:
        """Return the texts of a column."""
        column = self.pack.words[name]
        if column is None:
            return Coded(np.zeros(self.size, np.int64), [None])
        return Coded(self._codes(column), [None, *column.texts.split(b"\0")])

    def _codes(self, column: TextColumn) -> Ints:
        both = np.frombuffer(column.codes, np.uint8)
        low = both[: column.rows][self._rows].astype(np.int64)
        if len(both) == column.rows:
            return low
        return low | both[column.rows :][self._rows].astype(np.int64) << 8

    def numbers(self, name: str) -> tuple[Ints, Flags] | None:
        """Return the numbers of a column and which of them are known; None without a column."""
        column = self.pack.numbers.get(name)
        if column is None:
            return None
        distances = _distances(column)[self._rows]
        known = distances != _MISSING[column.distances.itemsize]
        return np.where(known, _add(distances, column.base), 0), known

    def have_status(self, statuses: Collection[Status]) -> Flags:
        """Return for each row whether it has one of these statuses."""
        coded = self.texts(Field.STATUS.value)
        sought = {status.value.encode() for status in statuses}
        table = np.array([text in sought for text in coded.texts], np.bool_)
        return table[coded.numbers]

    @cached_property
    def buckets(self) -> tuple[Ints, Flags] | None:
        """The duration bucket of each row, numbered from 0, and whether the row has one."""
        found = self.numbers(Field.DURATION.value)
        if found is None:
            return None
        durations, known = found
        floats = np.maximum(durations, 0).astype(np.float64).astype(np.float32)
        buckets = (floats.view(np.uint32) >> 16).astype(np.int64)
        return np.maximum(buckets - _FIRST_BUCKET, 0), known

    def bars(self, starts: Sequence[int]) -> Ints:
        """Return the bar of each row. No row may be before the first bar."""
        created = self.pack.numbers[Field.CREATED.value]
        times = _add(_distances(created), created.base)  # sorted
        ends = np.append(np.searchsorted(times, starts)[1:], self.pack.size)
        bars = np.repeat(np.arange(len(starts)), np.diff(ends, prepend=0))
        return bars[self._rows]


def bucket_at(place: int) -> int:
    """Return the bucket with this number."""
    return place + _FIRST_BUCKET if place else 0


def _distances(column: NumberColumn) -> npt.NDArray[np.uint64]:
    numbers = np.frombuffer(column.distances, np.dtype(f"u{column.distances.itemsize}"))
    return numbers.astype(np.uint64)


def _add(distances: npt.NDArray[np.uint64], base: int) -> Ints:
    """Return numbers from their distances to `base`; they fit into 64 bits, their distance too."""
    return (distances + np.uint64(base % 2**64)).view(np.int64)
