"""Totals of runs by group and bar, added up from packs."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import compress, repeat
from operator import add

from runwhy.core.queries import Field
from runwhy.core.queries.aggregates import PERCENTILES, Key, Measure, RunTotals, Value
from runwhy.core.queries.counts import CountKey
from runwhy.core.runs.run import Status, is_terminal
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

Sums = dict[Key, int]


class Tally:
    """Totals by group and bar; only those that the measures need."""

    def __init__(self, measures: Collection[Measure], bars: int) -> None:
        used = [name for measure in _FIELDS if measure in measures for name in _FIELDS[measure]]
        self.keys = {name.value: CountKey(name) for name in used}
        self._counted = _COUNTED if Field.STATUS in used else {}
        self._is_timed = bool(PERCENTILES.keys() & set(measures))
        self._summed = [name for name in self.keys if name in RunTotals.__slots__]
        names = [COUNT, *self._counted, *self._summed]
        self._sums: dict[str, list[Sums]] = {name: [{} for _ in range(bars)] for name in names}
        self._durations: list[dict[Key, array[int]]] = [{} for _ in range(bars)]
        self.is_cut = False  # not all groups were counted

    @property
    def columns(self) -> Mapping[str, bool]:
        """The columns of packs that are needed, and whether their texts are."""
        return {name: name == Field.STATUS.value for name in self.keys}

    @property
    def groups(self) -> Collection[Key]:
        """All groups, if there is only one bar."""
        return self._sums[COUNT][0]

    def add(self, groups: PackGroups, slices: Iterable[Slice] | None) -> None:
        """Add the selected runs of a pack."""
        parts = [(0, 0, groups.size)] if slices is None else list(slices)
        grouped = groups.grouped or Grouped(bytes(groups.size), [OTHER])
        self._count(COUNT, parts, grouped, None)
        for name, statuses in self._counted.items():
            self._count(name, parts, grouped, groups.with_status(statuses))
        for name in self._summed:
            column = groups.numbers(name)
            if column is not None:
                self._sum(name, parts, grouped, column)
        buckets = groups.buckets() if self._is_timed else None
        if buckets is not None:
            self._sort(parts, grouped, buckets)

    def _count(
        self, name: str, parts: Sequence[Slice], grouped: Grouped, chosen: bytes | None
    ) -> None:
        if chosen is not None and 0 not in chosen:
            chosen = None
        for bar, start, end in parts:
            some: Iterable[int] = grouped.numbers[start:end]
            if chosen is not None:
                some = compress(some, chosen[start:end])
            found = Counter(some)
            keys = map(grouped.keys.__getitem__, found)
            _add(self._sums[name][bar], list(keys), found.values())

    def _sum(
        self, name: str, parts: Sequence[Slice], grouped: Grouped, column: Sequence[int]
    ) -> None:
        for bar, start, end in parts:
            if len(grouped.keys) == 1:
                sums = [sum(column[start:end])]
            else:
                sums = [0] * len(grouped.keys)
                for group, number in zip(
                    grouped.numbers[start:end], column[start:end], strict=True
                ):
                    sums[group] += number
            keys = list(compress(grouped.keys, sums))
            _add(self._sums[name][bar], keys, filter(None, sums))

    def _sort(self, parts: Sequence[Slice], grouped: Grouped, buckets: array[int]) -> None:
        for bar, start, end in parts:
            mine = self._durations[bar]
            if len(grouped.keys) == 1:
                mine.setdefault(grouped.keys[0], array("H")).extend(buckets[start:end])
                continue
            some = grouped.numbers[start:end]
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
        if measure in (Measure.COUNT, Measure.FAILED, Measure.TOKENS):
            return dict.fromkeys(self.groups, 0) | self._sums[measure.value][0]
        return {key: self._totals(key, 0).value(measure) for key in self.groups}

    def cells(self) -> Mapping[Key, Sequence[RunTotals]]:
        """Return the totals of each group, by bar."""
        bars = range(len(self._durations))
        keys = dict.fromkeys(key for counts in self._sums[COUNT] for key in counts)
        return {key: [self._totals(key, bar) for bar in bars] for key in keys}

    def _totals(self, key: Key, bar: int) -> RunTotals:
        sums = {name: bars[bar].get(key, 0) for name, bars in self._sums.items()}
        if not self._is_timed:
            return RunTotals(**sums)
        durations = Counter(self._durations[bar].get(key, ()))
        durations.pop(NO_BUCKET, None)
        return RunTotals(**sums, durations=durations)


def _add(total: Sums, keys: Sequence[Key], numbers: Iterable[int]) -> None:
    """Add numbers to the totals of groups."""
    before = map(total.get, keys, repeat(0))
    total.update(zip(keys, map(add, before, numbers), strict=True))


def _reject(bucket: int) -> None:
    raise AssertionError("the group has no rows")
