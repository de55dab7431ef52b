"""Columns of a pack: values of many runs side by side, in bytes, compared all at once.

A mask says which rows are meant: one byte a row, 255 or 0, read as one large number, so that
AND, OR and NOT of thousands of rows are single operations.
"""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from heapq import nlargest
from itertools import compress, repeat
from operator import add

Mask = int
Codes = bytes | memoryview  # for each row the number of its text, 0 for none

_NONE = {"I": 2**32 - 1, "Q": 2**64 - 1}  # what stands for a number that is not there
_FEW = 12  # so many texts are counted faster one by one
_AT_LEAST = [bytes(255 if byte >= least else 0 for byte in range(256)) for least in range(257)]


def everything(rows: int) -> Mask:
    """The mask of all rows."""
    return (1 << 8 * rows) - 1


def between(first: int, end: int) -> Mask:
    """The mask of the rows from `first` up to, and without, `end`."""
    return everything(end - first) << 8 * first if end > first else 0


def count(mask: Mask) -> int:
    """How many rows are meant."""
    return mask.bit_count() // 8


def ends(mask: Mask) -> tuple[int, int]:
    """The first and the last row that is meant; there must be one."""
    return ((mask & -mask).bit_length() - 1) // 8, (mask.bit_length() - 1) // 8


@dataclass(frozen=True, slots=True)
class Words:
    """A column of texts: the distinct ones, sorted, and for each row which it is (0 is none).

    `codes` holds the low bytes of all rows and then, with more than 255 texts, the high ones.
    """

    rows: int
    codes: bytes
    texts: bytes  # in UTF-8, whose order is that of the code points, with NUL between them

    @classmethod
    def of(cls, values: Sequence[str | None]) -> Words:
        """Put values side by side."""
        texts = sorted({value for value in values if value is not None})
        numbers: dict[str | None, int] = {text: at for at, text in enumerate(texts, start=1)}
        codes = [numbers.get(value, 0) for value in values]
        low = bytes([code & 255 for code in codes])
        high = bytes([code >> 8 for code in codes]) if len(texts) > 255 else b""
        return cls(len(values), low + high, "\0".join(texts).encode())

    def equal(self, text: str) -> Mask:
        """The rows with this text."""
        whole = b"\0" + self.texts + b"\0"
        at = whole.find(b"\0" + text.encode() + b"\0")
        if at < 0:
            return 0
        code = whole.count(b"\0", 0, at) + 1
        return self._from(code) & ~self._from(code + 1)

    def beginning(self, prefix: str) -> Mask:
        """The rows whose text begins so: the numbers of such texts are neighbours."""
        texts = self.texts.split(b"\0")
        first = bisect_left(texts, prefix.encode())
        end = bisect_left(texts, prefix.encode() + b"\xff")  # which no UTF-8 contains
        return self._from(first + 1) & ~self._from(end + 1) if end > first else 0

    def known(self) -> Mask:
        """The rows that have a text."""
        return self._from(1)

    def _from(self, code: int) -> Mask:
        """The rows whose number is this one or a greater one."""
        low, high = self.codes[: self.rows], self.codes[self.rows :]
        if not high:
            return _at_least(low, code)
        above, same = _at_least(high, (code >> 8) + 1), _at_least(high, code >> 8)
        return above | (same & _at_least(low, code & 255))

    def numbered(self, mask: Mask) -> Codes:
        """For each row the number of its text; 0 too where the row is not meant."""
        low = _masked(self.codes[: self.rows], mask)
        if len(self.codes) == self.rows:
            return low
        both = bytearray(2 * self.rows)
        both[0::2], both[1::2] = low, _masked(self.codes[self.rows :], mask)
        if sys.byteorder == "big":
            both[0::2], both[1::2] = both[1::2], both[0::2]
        return memoryview(both).cast("H")

    def read(self) -> Sequence[str]:
        """The distinct texts, in the order of their numbers."""
        return self.texts.decode().split("\0")

    def all(self) -> Sequence[str | None]:
        """What was put side by side."""
        texts: list[str | None] = [None, *self.read()]
        return [texts[code] for code in self.numbered(everything(self.rows))]


def tally(codes: Codes, texts: Sequence[str], total: Counter[str]) -> None:
    """Add to `total` how often each text is numbered."""
    if len(texts) > len(codes):  # a few of many: count the texts themselves
        total.update(map(["", *texts].__getitem__, filter(None, codes)))
        return
    times = _times(codes, len(texts))
    there = list(compress(texts, times))
    before = map(total.get, there, repeat(0))
    dict.update(total, zip(there, map(add, before, filter(None, times)), strict=True))


def _times(codes: Codes, last: int) -> Sequence[int]:
    """How often each number from 1 to the last is there."""
    if isinstance(codes, bytes):
        if last <= _FEW:
            return [codes.count(code) for code in range(1, last + 1)]
        found = Counter(codes)
        return [found[code] for code in range(1, last + 1)]
    times = [0] * (last + 1)
    for code in codes:
        times[code] += 1
    return times[1:]


@dataclass(frozen=True, slots=True)
class Numbers:
    """A column of whole numbers, as distances from the least; the largest stands for none."""

    base: int
    distances: array[int]

    @classmethod
    def of(cls, values: Sequence[int | None]) -> Numbers:
        """Put values side by side."""
        known = [value for value in values if value is not None]
        base = min(known, default=0)
        narrow = max(known, default=0) - base < _NONE["I"]
        none = _NONE["I" if narrow else "Q"]
        distances = [none if value is None else value - base for value in values]
        return cls(base, array("I" if narrow else "Q", distances))

    @classmethod
    def read(cls, data: bytes) -> Numbers:
        """From bytes, whatever the machine that wrote them."""
        distances = array(chr(data[0]), data[9:])
        if sys.byteorder == "big":
            distances.byteswap()
        return cls(int.from_bytes(data[1:9], "little", signed=True), distances)

    def written(self) -> bytes:
        """As bytes: the width, the least, and the distances, the smallest byte of each first."""
        distances = array(self.distances.typecode, self.distances)
        if sys.byteorder == "big":
            distances.byteswap()
        head = distances.typecode.encode() + self.base.to_bytes(8, "little", signed=True)
        return head + distances.tobytes()

    def all(self) -> Sequence[int | None]:
        """What was put side by side."""
        none = _NONE[self.distances.typecode]
        return [None if far == none else self.base + far for far in self.distances]

    def within(self, first: int | None, last: int | None) -> Mask:
        """The rows whose number is known and lies in a range, both ends included."""
        end = _NONE[self.distances.typecode]
        low = 0 if first is None else max(0, first - self.base)
        high = end if last is None else min(end, last - self.base + 1)
        if low >= high:
            return 0
        digits = self._digits()
        return _not_less(digits, low) & ~_not_less(digits, high)

    def _digits(self) -> Sequence[bytes]:
        """The bytes of all distances side by side: first the smallest of each, then the next."""
        data, width = self.distances.tobytes(), self.distances.itemsize
        digits = [data[place::width] for place in range(width)]
        return digits if sys.byteorder == "little" else digits[::-1]

    def within_sorted(self, first: int | None, last: int | None) -> Mask:
        """The same, when the numbers are sorted and all known."""
        start = 0 if first is None else self.place(first)
        end = len(self.distances) if last is None else self.place(last + 1)
        return between(start, end)

    def place(self, number: int) -> int:
        """The first row that is not less, when the numbers are sorted."""
        return bisect_left(self.distances, number - self.base)

    def largest(self, mask: Mask, most: int, below: int | None) -> Sequence[int]:
        """The largest numbers of the rows that are meant, the largest first; all must be known."""
        rows = mask.to_bytes(len(self.distances), "little")
        meant: Iterable[int] = compress(self.distances, rows)
        if below is not None:
            meant = filter((below - self.base).__gt__, meant)
        return [self.base + distance for distance in nlargest(most, meant)]

    def among(self, sought: Set[int]) -> Mask:
        """The rows whose number is one of these."""
        distances = {number - self.base for number in sought}
        inside = bytes(map(distances.__contains__, self.distances))
        return _at_least(inside, 1)


def _at_least(codes: bytes, least: int) -> Mask:
    if least == 0:
        return everything(len(codes))
    return int.from_bytes(codes.translate(_AT_LEAST[least]), "little") if least < 256 else 0


def _not_less(digits: Sequence[bytes], least: int) -> Mask:
    """The rows whose number, given by its digits, the smallest first, is this or a greater one."""
    mask = everything(len(digits[0]))
    for codes in digits:
        least, digit = divmod(least, 256)
        mask = _at_least(codes, digit + 1) | (_at_least(codes, digit) & mask)
    return mask


def _masked(codes: bytes, mask: Mask) -> bytes:
    return (int.from_bytes(codes, "little") & mask).to_bytes(len(codes), "little")
