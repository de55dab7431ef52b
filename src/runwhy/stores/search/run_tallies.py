"""Totals of runs by cell, such as a group or a group's bar, added up from packs."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np

from runwhy.core.queries import Field
from runwhy.core.queries.aggregates import PERCENTILES, Measure, RunTotals, Value
from runwhy.core.queries.counts import CountKey
from runwhy.core.runs.run import Status, is_terminal
from runwhy.stores.search.duration_counts import DurationCounts
from runwhy.stores.search.pack_rows import Ints, PackRows

COUNT, FAILED, ENDED = "count", "failed", "ended"  # names in `RunTotals`
_FIELDS: Mapping[Measure, tuple[Field, ...]] = {
    Measure.FAILED: (Field.STATUS,),
    Measure.RATE: (Field.STATUS,),
    Measure.P50: (Field.DURATION,),
    Measure.P95: (Field.DURATION,),
    Measure.COST: (Field.COST, Field.UNPRICED_CALLS),
    Measure.TOKENS: (Field.TOKENS, Field.INPUT_TOKENS, Field.CACHED_TOKENS),
}
_COUNTED = {FAILED: (Status.FAILED,), ENDED: tuple(filter(is_terminal, Status))}


class ExactSums:
    """Sums of 64-bit integers by cell that cannot overflow.

    The halves of the numbers are added up apart. The sums of a pack are computed as floats, which
    are exact up to 2⁵³: the halves of 65,536 numbers add up to less than 2⁴⁹.
    """

    def __init__(self, cells: int) -> None:
        self.low: Ints = np.zeros(cells, np.int64)
        self.high: Ints = np.zeros(cells, np.int64)

    def add(self, cells: Ints, numbers: Ints) -> None:
        """Add numbers to the sums of their cells."""
        self.low += self._sum(cells, numbers & 0xFFFFFFFF)
        high = numbers >> 32
        if high.any():
            self.high += self._sum(cells, high)

    def _sum(self, cells: Ints, numbers: Ints) -> Ints:
        return np.bincount(cells, weights=numbers, minlength=len(self.low)).astype(np.int64)

    def count(self, cells: Ints) -> None:
        """Add one to each of these cells."""
        self.low += np.bincount(cells, minlength=len(self.low))

    def grow(self, cells: int) -> None:
        """Add cells."""
        more = np.zeros(cells - len(self.low), np.int64)
        self.low, self.high = np.append(self.low, more), np.append(self.high, more)

    def regroup(self, places: Ints, cells: int) -> ExactSums:
        """Return the sums of other cells, of which each consists of whole cells."""
        sums = ExactSums(cells)
        np.add.at(sums.low, places, self.low)
        np.add.at(sums.high, places, self.high)
        return sums

    def all(self) -> Sequence[int]:
        """Return all sums."""
        low, high = self.low.tolist(), self.high.tolist()
        return [one + (other << 32) for one, other in zip(low, high, strict=True)]


class Tally:
    """Totals by cell; only those that the measures need."""

    def __init__(
        self,
        measures: Collection[Measure],
        cells: int = 0,
        *,
        fields: Mapping[Measure, Sequence[Field]] = _FIELDS,
    ) -> None:
        used = [name for measure in fields if measure in measures for name in fields[measure]]
        self.keys = {name.value: CountKey(name) for name in used}
        self._measures = measures
        self._counted = _COUNTED if Field.STATUS in used else {}
        self._summed = [name for name in self.keys if name in RunTotals.__slots__]
        names = [COUNT, *self._counted, *self._summed]
        self.cells = cells
        self.sums = {name: ExactSums(cells) for name in names}
        self._percentiles = [measure for measure in PERCENTILES if measure in measures]
        self.durations = DurationCounts()

    @property
    def columns(self) -> dict[str, bool]:
        """The columns of packs that are needed, and whether their texts are."""
        return {name: name == Field.STATUS.value for name in self.keys}

    def add(self, rows: PackRows, cells: Ints, most: int) -> None:
        """Add rows of a pack to their cells, which are numbered from 0 and fewer than `most`."""
        self.grow(most)
        self.sums[COUNT].count(cells)
        for name, statuses in self._counted.items():
            self.sums[name].count(cells[rows.have_status(statuses)])
        for name in self._summed:
            numbers = rows.numbers(name)
            if numbers is not None:
                self.sums[name].add(cells, numbers[0])
        if self._percentiles and rows.buckets is not None:
            buckets, known = rows.buckets
            self.durations.add(cells[known], buckets[known])

    def grow(self, cells: int) -> None:
        """Add empty cells up to this number."""
        if cells > self.cells:
            self.cells = cells
            for sums in self.sums.values():
                sums.grow(cells)

    def regroup(self, places: Ints, cells: int) -> Tally:
        """Return the totals of other cells, of which each consists of whole cells."""
        tally = Tally(self._measures, cells)
        tally.sums = {name: sums.regroup(places, cells) for name, sums in self.sums.items()}
        tally.durations = self.durations.regroup(places, cells)
        return tally

    def values(self, measure: Measure) -> Sequence[Value]:
        """Return the value of a measure for each cell."""
        if measure.value in self.sums:
            return self.sums[measure.value].all()
        if measure in PERCENTILES:
            return self.durations.percentiles(PERCENTILES[measure], self.cells)
        return [totals.rank(measure) for totals in self.totals()]

    def totals(self) -> Sequence[RunTotals]:
        """Return the totals of each cell."""
        columns: dict[str, Sequence[Any]] = {name: sums.all() for name, sums in self.sums.items()}
        for measure in self._percentiles:
            columns[measure.value] = self.values(measure)
        cells = zip(*columns.values(), strict=True)
        return [RunTotals(**dict(zip(columns, cell, strict=True))) for cell in cells]


def order_tally(measure: Measure) -> Tally:
    """Return a tally of only the sort key of groups."""
    fields = {measure: _FIELDS[measure][:1]} if measure in _FIELDS else {}
    return Tally({measure}, fields=fields)
