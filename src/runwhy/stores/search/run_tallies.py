"""Totals of runs by group and bar, added up from packs and from unpacked rows."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress
from typing import Any

from runwhy.core.queries import Field
from runwhy.core.queries.aggregates import (
    PERCENTILES,
    Key,
    Measure,
    RunTotals,
    Value,
    duration_bucket,
)
from runwhy.core.runs.run import Status, is_terminal
from runwhy.stores.search.duration_buckets import NO_BUCKET
from runwhy.stores.search.pack_groups import OTHER, PackGroups, Slice, Wanted

COUNT, FAILED, ENDED = "count", "failed", "ended"  # names in `RunTotals`
_FIELDS: Mapping[Measure, tuple[Field, ...]] = {
    Measure.COST: (Field.COST, Field.UNPRICED_CALLS),
    Measure.TOKENS: (Field.TOKENS, Field.INPUT_TOKENS, Field.CACHED_TOKENS),
}
_ENDS = frozenset(status.value for status in Status if is_terminal(status))


def summed_fields(measures: Collection[Measure]) -> Sequence[Field]:
    """Return the fields whose sums the measures need."""
    return [name for measure, names in _FIELDS.items() if measure in measures for name in names]


@dataclass(frozen=True, slots=True, kw_only=True)
class RowTotals:
    """Totals of unpacked runs with the same values."""

    bar: int
    key: Key
    status: str
    duration: int | None
    count: int
    sums: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, row: Sequence[Any], keys: int, fields: Sequence[Field]) -> RowTotals:
        """Read a row: bar, keys, status, duration, count, sums."""
        bar, *key, status, duration, count = row[: keys + 4]
        sums = {
            name.value: int(sum or 0) for name, sum in zip(fields, row[keys + 4 :], strict=True)
        }
        return cls(
            bar=bar, key=tuple(key), status=status, duration=duration, count=count, sums=sums
        )


class Tally:
    """Totals by group and bar; only those that the measures need."""

    def __init__(self, measures: Collection[Measure], bars: int) -> None:
        needs_failed = bool({Measure.FAILED, Measure.RATE} & set(measures))
        self._is_timed = bool(PERCENTILES.keys() & set(measures))
        self._fields = [name.value for name in summed_fields(measures)]
        self.texts = [Field.STATUS.value] if needs_failed else []
        self.numbers = [*self._fields, *([Field.DURATION.value] if self._is_timed else [])]
        names = [COUNT, *([FAILED, ENDED] if needs_failed else []), *self._fields]
        self._sums = {name: [Counter[Key]() for _ in range(bars)] for name in names}
        self._durations: list[dict[Key, array[int]]] = [{} for _ in range(bars)]
        self.is_cut = False  # not all groups were counted

    @property
    def groups(self) -> Collection[Key]:
        """All groups, if there is only one bar."""
        return self._sums[COUNT][0]

    def add_row(self, row: RowTotals, wanted: Wanted | None, *, is_over_time: bool) -> None:
        """Add unpacked runs."""
        key = row.key if wanted is None else wanted.key_of(row.key)
        bar = row.bar if is_over_time else 0
        ended = row.count if row.status in _ENDS else 0
        failed = row.count if row.status == Status.FAILED.value else 0
        found = {COUNT: row.count, FAILED: failed, ENDED: ended, **row.sums}
        for name, bars in self._sums.items():
            bars[bar][key] += found[name]
        if self._is_timed and row.duration is not None:
            self._add_durations(bar, key, [duration_bucket(row.duration)] * row.count)

    def _add_durations(self, bar: int, key: Key, buckets: Iterable[int]) -> None:
        self._durations[bar].setdefault(key, array("H")).extend(buckets)

    def add_pack(self, groups: PackGroups, slices: Iterable[Slice] | None) -> None:
        """Add the selected runs of a pack, all of which have ended."""
        parts = [(0, 0, groups.size)] if slices is None else list(slices)
        keys = [OTHER] if groups.grouped is None else groups.grouped.keys
        numbers = None if groups.grouped is None else groups.grouped.numbers
        self._count(parts, keys, numbers, groups.failed if FAILED in self._sums else b"")
        for name in self._fields:
            column = groups.numbers(name)
            if column is not None:
                self._sum(name, parts, keys, numbers, column)
        buckets = groups.buckets() if self._is_timed else None
        if buckets is not None:
            self._sort(parts, keys, numbers, buckets)

    def _count(
        self,
        parts: Sequence[Slice],
        keys: Sequence[Key],
        numbers: bytes | array[int] | None,
        failed: bytes,
    ) -> None:
        for bar, start, end in parts:
            found = Counter(numbers[start:end]) if numbers else {0: end - start}
            _add(self._sums[COUNT][bar], keys, found)
            if failed:
                _add(self._sums[ENDED][bar], keys, found)
                some = failed[start:end]
                fails = (
                    Counter(compress(numbers[start:end], some)) if numbers else {0: some.count(255)}
                )
                _add(self._sums[FAILED][bar], keys, fails)

    def _sum(
        self,
        name: str,
        parts: Sequence[Slice],
        keys: Sequence[Key],
        numbers: bytes | array[int] | None,
        column: Sequence[int],
    ) -> None:
        for bar, start, end in parts:
            if numbers is None:
                found = {0: sum(column[start:end])}
            else:
                sums = [0] * len(keys)
                for group, number in zip(numbers[start:end], column[start:end], strict=True):
                    sums[group] += number
                found = {group: each for group, each in enumerate(sums) if each}
            _add(self._sums[name][bar], keys, found)

    def _sort(
        self,
        parts: Sequence[Slice],
        keys: Sequence[Key],
        numbers: bytes | array[int] | None,
        buckets: array[int],
    ) -> None:
        for bar, start, end in parts:
            if numbers is None:
                self._add_durations(bar, OTHER, buckets[start:end])
                continue
            some = numbers[start:end]
            mine = self._durations[bar]
            lists = {group: mine.setdefault(keys[group], array("H")) for group in set(some)}
            appends = [
                lists[group].append if group in lists else None for group in range(len(keys))
            ]
            for group, bucket in zip(some, buckets[start:end], strict=True):
                appends[group](bucket)  # type: ignore[misc]

    def keep(self, keys: Sequence[Key]) -> Tally:
        """Combine all groups except these into one."""
        for bars in self._sums.values():
            for found in bars:
                shown = Counter({key: found[key] for key in keys})
                shown[OTHER] = found.total() - shown.total()
                found.clear()
                found.update(shown)
        return self

    def values(self, measure: Measure) -> Mapping[Key, Value]:
        """Return the value of a measure for each group, if there is only one bar."""
        if measure.value in self._sums and measure is not Measure.COST:
            found = self._sums[measure.value][0]
            return {key: found[key] for key in self.groups}
        return {key: self._totals(key, 0).value(measure) for key in self.groups}

    def cells(self) -> Mapping[Key, Sequence[RunTotals]]:
        """Return the totals of each group, by bar."""
        bars = range(len(self._durations))
        keys = dict.fromkeys(key for counts in self._sums[COUNT] for key in counts)
        return {key: [self._totals(key, bar) for bar in bars] for key in keys}

    def _totals(self, key: Key, bar: int) -> RunTotals:
        durations = Counter(self._durations[bar].get(key, ()))
        durations.pop(NO_BUCKET, None)
        sums = {name: bars[bar][key] for name, bars in self._sums.items()}
        return RunTotals(**sums, durations=durations)


def _add(total: Counter[Key], keys: Sequence[Key], found: Mapping[int, int]) -> None:
    for group, number in found.items():
        total[keys[group]] += number


def _reject(bucket: int) -> None:
    raise AssertionError("the group has no rows")
