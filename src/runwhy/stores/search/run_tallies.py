"""Totals of runs by group and bar, added up from packs."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import compress, islice, repeat
from operator import add
from typing import Any

from runwhy.core.queries import Field
from runwhy.core.queries.aggregates import (
    PERCENTILES,
    Key,
    Measure,
    RunTotals,
    Value,
    bucket_middle,
    nearest_rank,
    percentile,
    subtract,
)
from runwhy.core.queries.counts import CountKey
from runwhy.core.runs.run import Status, is_terminal
from runwhy.stores.search.columns import NumberColumn
from runwhy.stores.search.duration_buckets import NO_BUCKET
from runwhy.stores.search.pack_groups import OTHER, Grouped, PackGroups, Slice

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

_MANY = 1000  # more values are counted instead of sorted

Sums = dict[Key, int]


class Tally:
    """Totals by group and bar; only those that the measures need."""

    def __init__(
        self,
        measures: Collection[Measure],
        bars: int = 1,
        whole: Tally | None = None,
        *,
        fields: Mapping[Measure, Sequence[Field]] = _FIELDS,
    ) -> None:
        self._whole = whole  # totals of all runs, if only some groups are added
        used = [name for measure in fields if measure in measures for name in fields[measure]]
        self.keys = {name.value: CountKey(name) for name in used}
        self._counted = _COUNTED if Field.STATUS in used else {}
        self._is_timed = bool(PERCENTILES.keys() & set(measures))
        self._summed = [name for name in self.keys if name in RunTotals.__slots__]
        names = [COUNT, *self._counted, *self._summed]
        self._sums: dict[str, list[Sums]] = {name: [{} for _ in range(bars)] for name in names}
        self._durations: list[dict[Key, array[int]]] = [{} for _ in range(bars)]
        self.is_cut = False  # not all groups were counted

    @property
    def columns(self) -> dict[str, bool]:
        """The columns of packs that are needed, and whether their texts are."""
        return {name: name == Field.STATUS.value for name in self.keys}

    @property
    def groups(self) -> Collection[Key]:
        """All groups, if there is only one bar."""
        return self._sums[COUNT][0]

    def add(self, groups: PackGroups, slices: Sequence[Slice]) -> None:
        """Add the selected runs of a pack, of which each slice belongs to a bar."""
        if groups.grouped is None:
            self._add_all(groups, slices)
        else:
            self._add_groups(groups, groups.grouped, list(groups.among_selected(slices)))

    def _add_all(self, groups: PackGroups, slices: Sequence[Slice]) -> None:
        counted = {COUNT: groups.selected}
        for name, statuses in self._counted.items():
            counted[name] = groups.with_status(statuses)
        for name, rows in counted.items():
            found = [rows.count(255, start, end) for _, start, end in slices]
            self._add_to_bars(name, slices, found)
        ranges = [(start, end) for _, start, end in slices]
        for name in self._summed:
            column = groups.pack.numbers.get(name)
            if column is not None:
                self._add_to_bars(name, slices, column.sums(groups.mask, ranges))
        buckets = groups.buckets() if self._is_timed else None
        if buckets is None:
            return
        for bar, start, end in groups.among_selected(slices):
            self._durations[bar].setdefault(OTHER, array("H")).extend(buckets[start:end])

    def _add_to_bars(self, name: str, slices: Sequence[Slice], found: Sequence[int]) -> None:
        for (bar, _, _), number in zip(slices, found, strict=True):
            _add(self._sums[name][bar], [OTHER], [number])

    def _add_groups(self, groups: PackGroups, grouped: Grouped, parts: Sequence[Slice]) -> None:
        counts = self._count(COUNT, parts, grouped)
        for name, statuses in self._counted.items():
            chosen = groups.with_status(statuses)
            if chosen == groups.selected:
                self._add_counts(name, parts, grouped, counts)
            else:
                self._count(name, parts, grouped, bytes(groups.select(chosen)))
        for name in self._summed:
            column = groups.pack.numbers.get(name)
            if column is not None:
                self._sum(name, parts, grouped, groups, column, counts)
        buckets = groups.buckets() if self._is_timed else None
        if buckets is not None:
            self._sort(parts, grouped, buckets)

    def _count(
        self, name: str, parts: Sequence[Slice], grouped: Grouped, chosen: bytes | None = None
    ) -> Sequence[Counter[int]]:
        found = []
        for _, start, end in parts:
            some: Iterable[int] = grouped.numbers[start:end]
            if chosen is not None:
                some = compress(some, chosen[start:end])
            found.append(Counter(some))
        self._add_counts(name, parts, grouped, found)
        return found

    def _add_counts(
        self,
        name: str,
        parts: Sequence[Slice],
        grouped: Grouped,
        counts: Sequence[Mapping[int, int]],
    ) -> None:
        for (bar, _, _), found in zip(parts, counts, strict=True):
            keys = list(map(grouped.keys.__getitem__, found))
            _add(self._sums[name][bar], keys, found.values())

    def _sum(
        self,
        name: str,
        parts: Sequence[Slice],
        grouped: Grouped,
        groups: PackGroups,
        column: NumberColumn,
        counts: Sequence[Mapping[int, int]],
    ) -> None:
        values, base = (
            (column.or_zero(), 0) if column.has_missing else (column.distances, column.base)
        )
        pairs = zip(grouped.numbers, groups.select(values), strict=True)
        at = 0
        for (bar, start, end), counted in zip(parts, counts, strict=True):
            sums = [0] * len(grouped.keys)
            for group, number in islice(pairs, start - at, end - at):
                sums[group] += number
            at = end
            for group, times in counted.items() if base else ():
                sums[group] += base * times
            keys = list(compress(grouped.keys, sums))
            _add(self._sums[name][bar], keys, filter(None, sums))

    def _sort(self, parts: Sequence[Slice], grouped: Grouped, buckets: array[int]) -> None:
        for bar, start, end in parts:
            mine, some = self._durations[bar], grouped.numbers[start:end]
            append: list[Callable[[int], None]] = [_reject] * len(grouped.keys)
            for group in set(some):
                append[group] = mine.setdefault(grouped.keys[group], array("H")).append
            for group, bucket in zip(some, buckets[start:end], strict=True):
                append[group](bucket)

    def keep(self, keys: Sequence[Key]) -> Tally:
        """Combine all groups except these into one."""
        for bars in self._sums.values():
            for bar, found in enumerate(bars):
                shown = {key: found.get(key, 0) for key in keys}
                bars[bar] = {**shown, OTHER: sum(found.values()) - sum(shown.values())}
        return self

    def values(self, measure: Measure) -> Mapping[Key, Value]:
        """Return the value of a measure for each group, if there is only one bar."""
        if measure.value in self._sums:
            return dict.fromkeys(self.groups, 0) | self._sums[measure.value][0]
        if measure in PERCENTILES:
            found = self._durations[0]
            return {
                key: _percentile(found.get(key, ()), PERCENTILES[measure]) for key in self.groups
            }
        return {key: self.totals(key, 0).rank(measure) for key in self.groups}

    def cells(self) -> Mapping[Key, Sequence[RunTotals]]:
        """Return the totals of each group, by bar."""
        bars = range(len(self._durations))
        keys = dict.fromkeys(key for counts in self._sums[COUNT] for key in counts)
        if self._whole is None:
            return {key: [self.totals(key, bar) for bar in bars] for key in keys}
        keys.pop(OTHER, None)
        cells = {key: [self.totals(key, bar) for bar in bars] for key in keys}
        rest = [
            subtract(self._whole.totals(OTHER, bar), [parts[bar] for parts in cells.values()])
            for bar in bars
        ]
        return {**cells, OTHER: rest}

    def totals(self, key: Key, bar: int) -> RunTotals:
        """Return the totals of a group in a bar."""
        sums: Any = {name: bars[bar].get(key, 0) for name, bars in self._sums.items()}
        if not self._is_timed:
            return RunTotals(**sums)
        durations = Counter(self._durations[bar].get(key, ()))
        durations.pop(NO_BUCKET, None)
        return RunTotals(**sums, durations=durations)


def order_tally(measure: Measure) -> Tally:
    """Return a tally of what groups are sorted by, without what is shown beside it."""
    fields = {measure: _FIELDS[measure][:1]} if measure in _FIELDS else {}
    return Tally({measure}, fields=fields)


def _add(total: Sums, keys: Sequence[Key], numbers: Iterable[int]) -> None:
    """Add numbers to the totals of groups."""
    before = map(total.get, keys, repeat(0))
    total.update(zip(keys, map(add, before, numbers), strict=True))


def _percentile(buckets: Sequence[int], percent: int) -> int | None:
    if len(buckets) > _MANY:
        found = Counter(buckets)
        found.pop(NO_BUCKET, None)
        return percentile(found, percent)
    known = sorted(buckets)
    while known and known[-1] == NO_BUCKET:
        known.pop()
    return bucket_middle(known[nearest_rank(len(known), percent) - 1]) if known else None


def _reject(bucket: int) -> None:
    raise AssertionError("the group has no rows")
