"""Counts of durations by cell and bucket, and their percentiles."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
import numpy.typing as npt

from runwhy.core.queries.aggregates import bucket_middle
from runwhy.stores.search.pack_rows import Ints, bucket_at

_BITS = 13  # of the number of a bucket; the other 19 are those of the cell
_BUCKET = 2**_BITS - 1
_FEW = 2**20  # up to this many keys, a table is faster than sorting
_MOST_PENDING = 2**22  # durations that are kept before equal ones are counted

Keys = npt.NDArray[np.uint32]


class DurationCounts:
    """How many runs of each cell have a duration in each bucket."""

    def __init__(self) -> None:
        self.keys: Keys = np.zeros(0, np.uint32)  # sorted
        self.counts: Ints = np.zeros(0, np.int64)
        self._pending: list[Keys] = []

    def add(self, cells: Ints, buckets: Ints) -> None:
        """Add the durations of runs."""
        self._pending.append((cells << _BITS | buckets).astype(np.uint32))
        if sum(map(len, self._pending)) > _MOST_PENDING:
            self._count()

    def _count(self) -> None:
        """Count the pending durations."""
        if self._pending:
            keys, counts = np.unique(np.concatenate(self._pending), return_counts=True)
            self._pending.clear()
            self._merge(keys, counts)

    def _merge(self, keys: Keys, counts: Ints) -> None:
        """Add counts of keys, which are sorted."""
        if len(self.keys):
            keys, places = np.unique(np.append(self.keys, keys), return_inverse=True)
            merged = np.zeros(len(keys), np.int64)
            np.add.at(merged, places, np.append(self.counts, counts))
            counts = merged
        self.keys, self.counts = keys, counts

    def regroup(self, places: Ints, cells: int) -> DurationCounts:
        """Return the counts of other cells, of which each consists of whole cells."""
        self._count()
        keys = places[self.keys >> _BITS] << _BITS | (self.keys & _BUCKET)
        found = DurationCounts()
        if cells << _BITS <= _FEW:
            counts = np.bincount(keys, weights=self.counts, minlength=cells << _BITS)
            used = np.flatnonzero(counts)
            found.keys, found.counts = used.astype(np.uint32), counts[used].astype(np.int64)
        else:
            order = np.argsort(keys, kind="stable")
            found.keys, starts = np.unique(keys[order].astype(np.uint32), return_index=True)
            if len(starts):
                found.counts = np.add.reduceat(self.counts[order], starts)
        return found

    def percentiles(self, percent: int, cells: int) -> Sequence[int | None]:
        """Return for each cell the duration in ms that `percent` of its runs do not exceed."""
        self._count()
        counted = np.zeros(cells, np.int64)
        np.add.at(counted, self.keys >> _BITS, self.counts)
        if not len(self.keys):
            return [None] * cells
        before = np.cumsum(counted) - counted
        sought = before - (-counted * percent // 100)  # the nearest rank
        at = np.searchsorted(np.cumsum(self.counts), np.maximum(sought, 1))
        buckets = self.keys[np.minimum(at, len(self.keys) - 1)] & _BUCKET
        pairs = zip(counted.tolist(), buckets.tolist(), strict=True)
        return [_middle(bucket) if count else None for count, bucket in pairs]


@cache
def _middle(place: int) -> int:
    return bucket_middle(bucket_at(place))
