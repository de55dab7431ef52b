"""Duration buckets of the rows of a pack, all at once."""

from __future__ import annotations

import sys
from array import array
from itertools import compress

from runwhy.stores.search.columns import Mask, NumberColumn

NO_BUCKET = 2**16 - 1  # the row has no duration


def find_buckets(column: NumberColumn, mask: Mask) -> array[int]:
    """Return the bucket of each selected row: the upper half of its 32-bit float."""
    rows = mask.to_bytes(len(column.distances), "little")
    floats = array("f", compress(column.or_zero(), rows))
    if sys.byteorder == "big":
        floats.byteswap()
    data, both = floats.tobytes(), bytearray(2 * len(floats))
    both[0::2], both[1::2] = data[2::4], data[3::4]
    missing = mask & ~column.known()
    if missing:
        none = bytes(compress(missing.to_bytes(len(rows), "little"), rows))
        for half in (slice(0, None, 2), slice(1, None, 2)):
            both[half] = _combine(both[half], none)
    buckets = array("H", bytes(both))
    if sys.byteorder == "big":
        buckets.byteswap()
    return buckets


def _combine(one: bytes | bytearray, other: bytes) -> bytes:
    both = int.from_bytes(one, "little") | int.from_bytes(other, "little")
    return both.to_bytes(len(one), "little")
