"""Duration buckets of the rows of a pack, all at once."""

from __future__ import annotations

import sys
from array import array
from itertools import compress

from runwhy.stores.search.columns import Mask, NumberColumn

NO_BUCKET = 2**16 - 1  # the row has no duration
_HIGH = slice(2, None, 4), slice(3, None, 4)  # the upper bytes of little-endian numbers


def find_buckets(column: NumberColumn, mask: Mask) -> memoryview:
    """Return the bucket of each selected row: the upper half of its 32-bit float."""
    rows = mask.to_bytes(len(column.distances), "little")
    floats = array("f", compress(column.or_zero(), rows))
    if sys.byteorder == "big":
        floats.byteswap()
    data, known = floats.tobytes(), column.known()
    halves = [data[part] for part in _HIGH]
    if mask & ~known:
        missing = (mask & ~known).to_bytes(len(rows), "little")
        none = int.from_bytes(bytes(compress(missing, rows)), "little")
        halves = [_combine(half, none) for half in halves]
    both = bytearray(2 * len(floats))
    both[0::2], both[1::2] = halves if sys.byteorder == "little" else halves[::-1]
    return memoryview(both).cast("H")


def _combine(codes: bytes, mask: Mask) -> bytes:
    return (int.from_bytes(codes, "little") | mask).to_bytes(len(codes), "little")
