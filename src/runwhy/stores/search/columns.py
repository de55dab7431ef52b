"""Columns of a pack: the values of many runs in one byte string, compared in bulk.

A mask selects rows. It has one byte per row, 255 or 0, and is read as one large integer, so that
AND, OR and NOT over thousands of rows are single operations.
"""

from __future__ import annotations

import itertools
import sys
from array import array
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from heapq import nlargest
from itertools import compress, repeat
from operator import add

import numpy as np
import numpy.typing as npt

Mask = int
Codes = bytes | memoryview  # for each row the number of its text, 0 for none

_NONE = {"I": 2**32 - 1, "Q": 2**64 - 1}  # represents a missing number
_FEW = 12  # up to this many texts, counting one by one is faster
_AT_LEAST = [bytes(255 if byte >= least else 0 for byte in range(256)) for least in range(257)]


def all_rows(rows: int) -> Mask:
    """Return the mask of all rows."""
    return (1 << 8 * rows) - 1


def between(first: int, end: int) -> Mask:
    """Return the mask of the rows from `first` to `end`, excluding `end`."""
    return all_rows(end - first) << 8 * first if end > first else 0


def count(mask: Mask) -> int:
    """Return how many rows a mask selects."""
    return mask.bit_count() // 8


def selected_rows(mask: Mask, rows: int) -> npt.NDArray[np.uint8]:
    """Return a mask as an array."""
    return np.frombuffer(mask.to_bytes(rows, "little"), np.uint8)


def ends(mask: Mask) -> tuple[int, int]:
    """Return the first and the last selected row; the mask must not be empty."""
    return ((mask & -mask).bit_length() - 1) // 8, (mask.bit_length() - 1) // 8


@dataclass(frozen=True, slots=True)
class TextColumn:
    """A column of texts: the distinct texts, sorted, and the number of each row's text (0: none).

    `codes` has the low bytes of all rows, followed by the high bytes if over 255 texts exist.
    """

    rows: int
    codes: bytes
    texts: bytes  # UTF-8, which sorts like code points, separated by NUL

    @classmethod
    def of(cls, values: Sequence[str | None]) -> TextColumn:
        """Build a column from the values of its rows."""
        texts = sorted(text for text in set(values) if text is not None)
        numbers: dict[str | None, int] = {text: at for at, text in enumerate(texts, start=1)}
        numbers[None] = 0
        codes = map(numbers.__getitem__, values)
        joined = "\0".join(texts).encode()
        if len(texts) <= 255:
            return cls(len(values), bytes(codes), joined)
        wide = array("H", codes)
        if sys.byteorder == "big":
            wide.byteswap()
        both = wide.tobytes()
        return cls(len(values), both[0::2] + both[1::2], joined)

    @property
    def size(self) -> int:
        """Number of bytes."""
        return len(self.codes) + len(self.texts)

    def equal(self, text: str) -> Mask:
        """Return the rows with this text."""
        whole = b"\0" + self.texts + b"\0"
        at = whole.find(b"\0" + text.encode() + b"\0")
        if at < 0:
            return 0
        code = whole.count(b"\0", 0, at) + 1
        return self._numbered_from(code, code + 1)

    def beginning(self, prefix: str) -> Mask:
        """Return the rows whose text starts with `prefix`; such texts have consecutive numbers."""
        texts = self.texts.split(b"\0")
        first = bisect_left(texts, prefix.encode())
        end = bisect_left(texts, prefix.encode() + b"\xff")  # a byte that UTF-8 never uses
        return self._numbered_from(first + 1, end + 1) if end > first else 0

    def containing(self, part: str) -> Mask:
        """Return the rows whose text contains `part`."""
        mask = 0
        for code, text in enumerate(self.texts.split(b"\0"), start=1):
            if part.encode() in text:
                mask |= self._numbered_from(code, code + 1)
        return mask

    def known(self) -> Mask:
        """Return the rows that have a text."""
        return self._from(1)

    def count_known(self, selected: npt.NDArray[np.uint8]) -> int:
        """Return how many of the selected rows have a text; faster than counting a mask."""
        codes = np.frombuffer(self.codes, np.uint8)
        found = codes[: self.rows]
        if len(codes) > self.rows:
            found = found | codes[self.rows :]
        return int(np.count_nonzero(found & selected))

    def _numbered_from(self, first: int, end: int) -> Mask:
        """Return the rows whose number is at least `first` and less than `end`."""
        if len(self.codes) > self.rows:
            return self._from(first) & ~self._from(end)
        table = bytes(first) + b"\xff" * (end - first) + bytes(256 - end)
        return int.from_bytes(self.codes.translate(table), "little")

    def _from(self, code: int) -> Mask:
        """Return the rows whose number is at least `code`."""
        low, high = self.codes[: self.rows], self.codes[self.rows :]
        if not high:
            return _at_least(low, code)
        above, same = _at_least(high, (code >> 8) + 1), _at_least(high, code >> 8)
        return above | (same & _at_least(low, code & 255))

    def numbered(self, mask: Mask) -> Codes:
        """Return the text numbers of the selected rows, 0 for all others."""
        low = _masked(self.codes[: self.rows], mask)
        if len(self.codes) == self.rows:
            return low
        both = bytearray(2 * self.rows)
        both[0::2], both[1::2] = low, _masked(self.codes[self.rows :], mask)
        if sys.byteorder == "big":
            both[0::2], both[1::2] = both[1::2], both[0::2]
        return memoryview(both).cast("H")

    def read(self) -> Sequence[str]:
        """Return the distinct texts, in the order of their numbers."""
        return self.texts.decode().split("\0")

    def all(self) -> Sequence[str | None]:
        """Return the value of each row."""
        texts: list[str | None] = [None, *self.read()]
        return [texts[code] for code in self.numbered(all_rows(self.rows))]


class TextTally:
    """How often each text occurs in several columns."""

    def __init__(self, known: Mapping[str, int]) -> None:
        self._places: dict[str, int] = defaultdict(itertools.count(len(known)).__next__)
        self._places.update({text: place for place, text in enumerate(known)})
        self._times = np.fromiter(known.values(), np.int64, len(known))

    def __len__(self) -> int:
        return len(self._places)

    def add(self, codes: Codes, texts: Sequence[str]) -> int:
        """Add the texts of rows, given as `numbered` returns them; return how many rows had one."""
        found = count_codes(codes, len(texts))
        present = found.nonzero()[0]
        names = map(texts.__getitem__, present.tolist())
        places = np.fromiter(map(self._places.__getitem__, names), np.intp, len(present))
        self._times.resize(len(self._places), refcheck=False)  # the new ones are 0
        self._times[places] += found[present]
        return int(found.sum())

    def counts(self) -> dict[str, int]:
        """Return how often each text occurs."""
        return dict(zip(self._places, self._times.tolist(), strict=True))


def tally(codes: Codes, texts: Sequence[str], total: Counter[str]) -> None:
    """Add to `total` how often each text occurs."""
    if len(texts) > len(codes):  # few rows, many texts: count the rows' texts directly
        total.update(map(["", *texts].__getitem__, filter(None, codes)))
        return
    times = count_codes(codes, len(texts)).tolist()
    present = list(compress(texts, times))
    before = map(total.get, present, repeat(0))
    dict.update(total, zip(present, map(add, before, filter(None, times)), strict=True))


def count_codes(codes: Codes, last: int) -> npt.NDArray[np.int64]:
    """Return how often each number from 1 to `last` occurs."""
    if isinstance(codes, bytes) and last <= _FEW:
        return np.array([codes.count(code) for code in range(1, last + 1)], np.int64)
    width = np.uint8 if isinstance(codes, bytes) else np.uint16
    return np.bincount(np.frombuffer(codes, width), minlength=last + 1)[1:]


@dataclass(frozen=True, slots=True)
class NumberColumn:
    """A column of integers, stored as distances from the smallest; the maximum marks NULL."""

    base: int
    distances: array[int]

    @classmethod
    def of(cls, values: Sequence[int | None]) -> NumberColumn:
        """Build a column from the values of its rows."""
        known = [value for value in values if value is not None]
        base = min(known, default=0)
        narrow = max(known, default=0) - base < _NONE["I"]
        none = _NONE["I" if narrow else "Q"]
        distances = [none if value is None else value - base for value in values]
        return cls(base, array("I" if narrow else "Q", distances))

    @classmethod
    def from_bytes(cls, data: bytes) -> NumberColumn:
        """Read a column from bytes, written on a machine of any byte order."""
        distances = array(chr(data[0]))
        distances.frombytes(memoryview(data)[9:])
        if sys.byteorder == "big":
            distances.byteswap()
        return cls(int.from_bytes(data[1:9], "little", signed=True), distances)

    def to_bytes(self) -> bytes:
        """Return the column as bytes: item type, smallest number, little-endian distances."""
        distances = array(self.distances.typecode, self.distances)
        if sys.byteorder == "big":
            distances.byteswap()
        head = distances.typecode.encode() + self.base.to_bytes(8, "little", signed=True)
        return head + distances.tobytes()

    @property
    def size(self) -> int:
        """Number of bytes."""
        return len(self.distances) * self.distances.itemsize

    def all(self) -> Sequence[int | None]:
        """Return the value of each row."""
        none = _NONE[self.distances.typecode]
        return [None if far == none else self.base + far for far in self.distances]

    def selected(self, mask: Mask) -> Sequence[int]:
        """Return the numbers of the selected rows; all must be known."""
        return [self.base + distance for distance in self._selected(mask).tolist()]

    @property
    def has_missing(self) -> bool:
        """Whether a number may be missing; checked quickly."""
        return b"\xff" * self.distances.itemsize in self.distances.tobytes()

    def within(self, first: int | None, last: int | None) -> Mask:
        """Return the rows whose number is known and between `first` and `last`, inclusive."""
        end = self._none
        low = 0 if first is None else max(0, first - self.base)
        high = end if last is None else min(end, last - self.base + 1)
        if low >= high:
            return 0
        distances = self._array()
        found = distances < high
        return _mask_of(found & (distances >= low) if low else found)

    def known(self) -> Mask:
        """Return the rows that have a number."""
        return self.within(None, None)

    @property
    def _none(self) -> int:
        return _NONE[self.distances.typecode]

    def _array(self) -> npt.NDArray[np.uint32 | np.uint64]:
        width = np.uint32 if self.distances.itemsize == 4 else np.uint64
        return np.frombuffer(self.distances, width)

    def _selected(self, mask: Mask) -> npt.NDArray[np.uint32 | np.uint64]:
        """Return the distances of the selected rows."""
        return self._array()[selected_rows(mask, len(self.distances)) > 0]

    def within_sorted(self, first: int | None, last: int | None) -> Mask:
        """Return the rows between `first` and `last`, if all numbers are known and sorted."""
        start = 0 if first is None else self.place(first)
        end = len(self.distances) if last is None else self.place(last + 1)
        return between(start, end)

    def place(self, number: int) -> int:
        """Return the first row whose number is at least `number`, if the numbers are sorted."""
        return bisect_left(self.distances, number - self.base)

    def largest(self, mask: Mask, most: int, below: int | None) -> Sequence[int]:
        """Return the largest numbers of the selected rows, descending; all must be known."""
        selected = self._selected(mask)
        if below is not None:
            selected = selected[selected < min(max(0, below - self.base), self._none)]
        if len(selected) > most:
            selected = np.partition(selected, -most)[-most:]
        return [self.base + distance for distance in nlargest(most, selected.tolist())]

    def among(self, sought: Set[int]) -> Mask:
        """Return the rows whose number is one of `sought`."""
        distances = {number - self.base for number in sought}
        inside = bytes(map(distances.__contains__, self.distances))
        return _at_least(inside, 1)


def _at_least(codes: bytes, least: int) -> Mask:
    if least == 0:
        return all_rows(len(codes))
    return int.from_bytes(codes.translate(_AT_LEAST[least]), "little") if least < 256 else 0


def _mask_of(found: npt.NDArray[np.bool_]) -> Mask:
    return int.from_bytes(np.negative(found.view(np.uint8)).tobytes(), "little")


def _masked(codes: bytes, mask: Mask) -> bytes:
    return (int.from_bytes(codes, "little") & mask).to_bytes(len(codes), "little")
