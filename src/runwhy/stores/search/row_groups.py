"""Groups of rows by the values of one or two keys."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import product
from typing import Protocol

import numpy as np

from runwhy.core.queries.aggregates import Key
from runwhy.stores.search.pack_rows import Coded, Ints, PackRows

_FEW = 2**17  # up to this many possible groups, a table is faster than sorting

RawKey = tuple[bytes | None, ...]


class RowGroups(Protocol):
    """Numbers the groups of rows from 0."""

    @property
    def is_full(self) -> bool:
        """Whether there are too many groups to continue."""
        ...

    def __len__(self) -> int:
        """Return how many groups there are."""
        ...

    def number(self, rows: PackRows) -> Ints:
        """Return for each row the number of its group."""
        ...


class OneGroup:
    """All rows in one group."""

    is_full = False

    def __len__(self) -> int:
        return 1

    def number(self, rows: PackRows) -> Ints:
        """Return zero for each row."""
        return np.zeros(rows.size, np.int64)


class FoundGroups:
    """A group for each combination of values, in the order in which they are found."""

    def __init__(self, names: Sequence[str], most: int) -> None:
        self._names = names
        self._most = most
        self._numbers: dict[RawKey, int] = {}

    @property
    def is_full(self) -> bool:
        """Whether there are too many groups to continue."""
        return len(self._numbers) > self._most

    def __len__(self) -> int:
        return len(self._numbers)

    def number(self, rows: PackRows) -> Ints:
        """Return for each row the number of its group."""
        columns = [rows.texts(name) for name in self._names]
        joined, width = _join(columns)
        places, present = _compact(joined, len(columns[0].texts) * width)
        keys = zip(*_texts(columns, present, width), strict=True)
        known = self._numbers
        numbers = [known.setdefault(key, len(known)) for key in keys]
        return np.array(numbers, np.int64)[places]

    def keys(self) -> Sequence[Key]:
        """Return the values of all groups."""
        return [_decode(key) for key in self._numbers]


class WantedGroups:
    """The groups to compute; the last one has all other rows."""

    is_full = False

    def __init__(self, names: Sequence[str], keys: Sequence[Key]) -> None:
        self._names = names
        self._size = len(keys) + 1
        raw = [_encode(key) for key in keys]
        self._values = [
            list(dict.fromkeys(key[place] for key in raw)) for place in range(len(names))
        ]
        numbers = {key: number for number, key in enumerate(raw)}
        pairs = product(*([*values, b"\0"] for values in self._values))  # no text contains a NUL
        self._table = np.array([numbers.get(pair, len(keys)) for pair in pairs], np.int64)

    def __len__(self) -> int:
        return self._size

    def number(self, rows: PackRows) -> Ints:
        """Return for each row the number of its group."""
        joined = np.zeros(rows.size, np.int64)
        for name, values in zip(self._names, self._values, strict=True):
            joined = joined * (len(values) + 1) + _places(rows.texts(name), values)
        return self._table[joined]


def _places(column: Coded, values: Sequence[bytes | None]) -> Ints:
    """Return for each row the place of its value among these; the last one for others."""
    table = np.full(len(column.texts), len(values), np.int64)
    texts = [text or b"" for text in column.texts]
    for place, value in enumerate(values):
        code = 0 if value is None else bisect_left(texts, value, lo=1)
        if code < len(texts) and column.texts[code] == value:
            table[code] = place
    return table[column.numbers]


def _join(columns: Sequence[Coded]) -> tuple[Ints, int]:
    """Return one number for the values of each row, and how many values the last key has."""
    if len(columns) == 1:
        return columns[0].numbers, 1
    first, second = columns
    width = len(second.texts)
    return first.numbers * width + second.numbers, width


def _compact(numbers: Ints, most: int) -> tuple[Ints, Ints]:
    """Return for each number its place among those that occur, and these."""
    if most > _FEW:
        present, places = np.unique(numbers, return_inverse=True)
        return places, present
    present = np.flatnonzero(np.bincount(numbers, minlength=most))
    table = np.zeros(most, np.int64)
    table[present] = np.arange(len(present))
    return table[numbers], present


def _texts(columns: Sequence[Coded], present: Ints, width: int) -> Sequence[Sequence[bytes | None]]:
    if len(columns) == 1:
        return [[columns[0].texts[code] for code in present.tolist()]]
    first, second = columns
    return [
        [first.texts[code] for code in (present // width).tolist()],
        [second.texts[code] for code in (present % width).tolist()],
    ]


def _encode(key: Key) -> RawKey:
    return tuple(None if text is None else text.encode() for text in key)


def _decode(key: RawKey) -> Key:
    return tuple(None if text is None else text.decode() for text in key)
