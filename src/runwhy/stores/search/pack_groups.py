"""Groups of the selected rows of a pack: for each row the number of its group."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import compress, product

from runwhy.core.queries import Field
from runwhy.core.queries.aggregates import Key
from runwhy.core.runs.run import Status
from runwhy.stores.search.columns import Mask, TextColumn, all_rows, count
from runwhy.stores.search.duration_buckets import find_buckets
from runwhy.stores.search.packs import Pack

OTHER: Key = ()  # the group of the runs that are in none of the wanted groups
Slice = tuple[int, int, int]  # a bar, its first row, and the row after its last one

_LANES = {1: "B", 2: "H", 4: "I"}  # types of numbers by their width in bytes
_FEW_PAIRS = 4096  # up to this many possible pairs, all of them are groups


@dataclass(frozen=True, slots=True)
class Coded:
    """For each row the number of its value."""

    numbers: bytes | array[int]
    values: Sequence[str | None]


@dataclass(frozen=True, slots=True)
class Grouped:
    """For each row the number of its group."""

    numbers: bytes | array[int]
    keys: Sequence[Key]


class Wanted:
    """The groups to compute, fewer than 255; all other runs are one group."""

    def __init__(self, keys: Sequence[Key]) -> None:
        self.keys = [*keys, OTHER]
        self._numbers = {key: number for number, key in enumerate(keys)}
        self._values = [dict.fromkeys(values) for values in zip(*keys, strict=True)]
        pairs = product(*([*values, OTHER] for values in self._values))
        self._table = [self._numbers.get(pair, len(keys)) for pair in pairs]

    def key_of(self, key: Key) -> Key:
        """Return the group of a run."""
        return key if key in self._numbers else OTHER

    def mask(self, columns: Sequence[TextColumn | None], rows: int) -> Mask:
        """Return the rows of a pack that may be in a wanted group."""
        mask = all_rows(rows)
        for column, values in zip(columns, self._values, strict=True):
            if column is None:
                mask &= mask if None in values else 0
                continue
            table = [255 if value in values else 0 for value in (None, *column.read())]
            mask &= int.from_bytes(_translate(_codes(column), table), "little")
        return mask

    def group(self, columns: Sequence[Coded]) -> Grouped:
        """Return the groups of rows."""
        places = []
        for column, values in zip(columns, self._values, strict=True):
            numbers = {value: number for number, value in enumerate(values)}
            table = [numbers.get(value, len(values)) for value in column.values]
            places.append(_translate(column.numbers, table))
        if len(places) == 1:
            return Grouped(_translate(places[0], self._table), self.keys)
        width = len(self._values[1]) + 1
        joined = _join(places[0], places[1], width, len(self._table))
        return Grouped(_translate(joined, self._table), self.keys)


def group_all(columns: Sequence[Coded]) -> Grouped:
    """Return the groups of rows, one for each combination of values."""
    if len(columns) == 1:
        return Grouped(columns[0].numbers, list(zip(columns[0].values)))
    first, second = columns
    width = len(second.values)
    most = len(first.values) * width
    joined = _join(first.numbers, second.numbers, width, most)
    if most <= _FEW_PAIRS:
        return Grouped(joined, list(product(first.values, second.values)))
    places = {pair: place for place, pair in enumerate(set(joined))}
    keys = [(first.values[pair // width], second.values[pair % width]) for pair in places]
    return Grouped(array("H", map(places.__getitem__, joined)), keys)


class PackGroups:
    """The selected rows of a pack: their groups, numbers and durations."""

    def __init__(
        self, pack: Pack, mask: Mask, names: Sequence[str] = (), wanted: Wanted | None = None
    ) -> None:
        self.pack = pack
        self.size = count(mask)
        self.mask = mask
        self.selected = mask.to_bytes(pack.size, "little")
        self._names = names
        self._wanted = wanted

    @cached_property
    def grouped(self) -> Grouped | None:
        """The groups of the rows; None if there are no keys."""
        if not self._names:
            return None
        columns = [self._code(self.pack.words[name]) for name in self._names]
        return group_all(columns) if self._wanted is None else self._wanted.group(columns)

    def _code(self, column: TextColumn | None) -> Coded:
        if column is None:
            return Coded(bytes(self.size), [None])
        numbers = _codes(column)
        if self.size < self.pack.size:
            some = compress(numbers, self.selected)
            numbers = bytes(some) if isinstance(numbers, bytes) else array("H", some)
        return Coded(numbers, [None, *column.read()])

    def among_selected(self, found: Iterable[Slice]) -> Iterator[Slice]:
        """Yield slices of the pack as slices of the selected rows."""
        end, last = 0, 0
        for bar, start, stop in found:
            first = end + self.selected.count(255, last, start)
            end, last = first + self.selected.count(255, start, stop), stop
            if end > first:
                yield bar, first, end

    def with_status(self, statuses: Iterable[Status]) -> bytes:
        """Return for each row of the pack 255 if it is selected with such a status, else 0."""
        column, mask = self.pack.words[Field.STATUS.value], 0
        for status in statuses if column else ():
            mask |= column.equal(status.value) if column else 0
        return (mask & self.mask).to_bytes(self.pack.size, "little")

    def select(self, values: Iterable[int]) -> Iterator[int]:
        """Yield the values of the selected rows."""
        return compress(values, self.selected)

    def buckets(self) -> array[int] | None:
        """Return the duration bucket of each row; None if no run has a duration."""
        column = self.pack.numbers.get(Field.DURATION.value)
        return None if column is None else find_buckets(column, self.mask)


def _codes(column: TextColumn) -> bytes | array[int]:
    """Return the number of each row's text."""
    low, high = column.codes[: column.rows], column.codes[column.rows :]
    return _lanes([low, high]) if high else low


def _translate(numbers: bytes | array[int], table: Sequence[int]) -> bytes:
    """Return for each number the byte in the table."""
    if isinstance(numbers, bytes):
        return numbers.translate(bytes(table).ljust(256, b"\0"))
    return bytes(map(table.__getitem__, numbers))


def _join(
    first: bytes | array[int], second: bytes | array[int], width: int, most: int
) -> bytes | array[int]:
    """Return `first * width + second` for each row, computed for all rows at once."""
    size = 1 if most <= 2**8 else 2 if most <= 2**16 else 4
    joined = _spread(first, size) * width + _spread(second, size)
    data = joined.to_bytes(len(first) * size, "little")
    return data if size == 1 else _array(_LANES[size], data)


def _spread(numbers: bytes | array[int], size: int) -> int:
    """Return numbers as one integer with `size` bytes for each."""
    if isinstance(numbers, bytes):
        planes = [numbers]
    else:
        data = numbers.tobytes()
        planes = [data[place :: numbers.itemsize] for place in range(numbers.itemsize)]
        planes = planes if sys.byteorder == "little" else planes[::-1]
    lanes = bytearray(size * len(numbers))
    for place, plane in enumerate(planes[:size]):
        lanes[place::size] = plane
    return int.from_bytes(lanes, "little")


def _lanes(planes: Sequence[bytes]) -> array[int]:
    """Return numbers from their bytes, the least significant ones first."""
    lanes = bytearray(len(planes) * len(planes[0]))
    for place, plane in enumerate(planes):
        lanes[place :: len(planes)] = plane
    return _array(_LANES[len(planes)], lanes)


def _array(kind: str, data: bytes | bytearray) -> array[int]:
    numbers = array(kind, bytes(data))
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
