"""Aggregates of matching runs, from packs and from unpacked rows.

Groups are found in two passes: the first finds out which groups to show, the second computes their
measures over time. One pass suffices if there are few groups, or if sums without a time are sought.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from math import prod

from sqlalchemy import Connection

from runwhy.core.queries import Field, Query
from runwhy.core.queries.aggregates import (
    PERCENTILES,
    Aggregate,
    AggregateRequest,
    Measure,
    check_cells,
    make_aggregate,
    rank,
)
from runwhy.core.queries.counts import CountKey, Interval, choose_interval, make_bars
from runwhy.stores.search.columns import Mask, all_rows
from runwhy.stores.search.counts import column_name
from runwhy.stores.search.histograms import LONGEST, slices, time_span
from runwhy.stores.search.pack_groups import PackGroups, Wanted
from runwhy.stores.search.packs import Pack, pack_of
from runwhy.stores.search.run_search import Finder, Matches
from runwhy.stores.search.run_tallies import Tally, order_tally
from runwhy.stores.sql import rows
from runwhy.stores.sql.clauses import execute, select_where
from runwhy.stores.sql.dialect import Tx

MAX_GROUPS = 10_000  # groups that are compared exactly
_FEW_GROUPS = 200  # up to this many groups, one pass suffices
_FEW_BARS = 500  # with more bars, only if all groups are shown
_CANDIDATES = 10  # with more than `MAX_GROUPS`, this many times the limit are computed exactly
_ROWS = 60_000  # unpacked runs that are handled like one pack


def aggregate(
    tx: Tx, workspace: int, query: Query, request: AggregateRequest, *, now: datetime
) -> Aggregate:
    """Compute measures of the matching runs. Raises: InvalidInput if the answer is too large."""
    finder = Finder(tx, workspace, query)
    matches = finder.matches()
    interval, bars = _bars(tx.conn, finder, matches, request, rows.to_ms(now))
    tally = _Aggregation(tx.conn, finder, matches, request, bars).tally()
    return make_aggregate(tally.cells(), request, interval, bars)


def _bars(
    conn: Connection, finder: Finder, matches: Matches, request: AggregateRequest, now: int
) -> tuple[Interval | None, range]:
    interval = request.interval
    if interval is None:
        return None, range(0)
    span = time_span(conn, finder, matches, now)
    if span is None:
        return Interval.HOUR if interval == "auto" else interval, range(0)
    if interval == "auto":
        span = max(span[0], span[1] - LONGEST), span[1]
        interval = choose_interval(*span, longest=Interval.WEEK)
    return interval, make_bars(*span, interval)


class _Aggregation:
    """One request on the matching runs."""

    def __init__(
        self,
        conn: Connection,
        finder: Finder,
        matches: Matches,
        request: AggregateRequest,
        bars: range,
    ) -> None:
        self._conn = conn
        self._finder = finder
        self._matches = matches
        self._request = request
        self._bars = bars
        self._keys = {column_name(key): key for key in request.by}

    def tally(self) -> Tally:
        """Return the totals of the groups to show, and the sum of all others."""
        request, needed = self._request, self._request.needed
        few = self._few_groups(request.limit if len(self._bars) > _FEW_BARS else _FEW_GROUPS)
        check_cells(min(few or request.limit, request.limit), len(self._bars))
        if few is not None:
            return self._count(needed, self._bars)
        sums_only = not self._bars and not needed & PERCENTILES.keys()
        ranking = self._rank(needed if sums_only else None)
        values = ranking.values(request.order)
        if sums_only and not ranking.is_cut:
            return ranking.keep(rank(values, request.limit))
        candidates = min(_CANDIDATES * request.limit, _FEW_GROUPS)
        first = rank(values, candidates if ranking.is_cut else request.limit)
        return self._count(needed, self._bars, wanted=Wanted(first))

    def _few_groups(self, most: int) -> int | None:
        """Return how many groups there can be; None if there can be more than `most`."""
        values: dict[str, set[str | None]] = {name: set() for name in self._keys}
        for pack, _ in self._read(dict.fromkeys(self._keys, True)):
            for name, texts in values.items():
                column = pack.words[name]
                texts.update([None] if column is None else [None, *column.read()])
            if prod(map(len, values.values())) > most:
                return None
        return prod(map(len, values.values()))

    def _rank(self, measures: Collection[Measure] | None) -> Tally:
        """Count groups for these measures, or only for the order, until there are too many."""
        tally = order_tally(self._request.order) if measures is None else Tally(measures)
        for pack, mask in self._read(dict.fromkeys(self._keys, True) | tally.columns):
            if len(tally.groups) > MAX_GROUPS:
                tally.is_cut = True
                break
            tally.add(PackGroups(pack, mask, list(self._keys)), [(0, 0, pack.size)])
        return tally

    def _count(
        self, measures: Collection[Measure], bars: range, *, wanted: Wanted | None = None
    ) -> Tally:
        """Count all groups, or only the wanted ones and the sum of all others."""
        whole = Tally(measures, len(bars) or 1) if wanted else None
        tally = Tally(measures, len(bars) or 1, whole)
        for pack, mask in self._read(dict.fromkeys(self._keys, True) | tally.columns):
            parts = list(slices(pack, bars)) if bars else [(0, 0, pack.size)]
            if whole is not None and wanted is not None:
                whole.add(PackGroups(pack, mask), parts)
                mask &= wanted.mask([pack.words[name] for name in self._keys], pack.size)
            if mask:
                tally.add(PackGroups(pack, mask, list(self._keys), wanted), parts)
        return tally

    def _read(self, names: Mapping[str, bool]) -> Iterator[tuple[Pack, Mask]]:
        """Yield unpacked runs as packs, and then all packs, with the columns of these names."""
        for pack in self._unpacked:
            yield pack, all_rows(pack.size)
        created = Field.CREATED.value
        for pack, mask in self._matches.packs:
            self._finder.reader.read([pack], names)
            yield pack, mask
            pack.words.clear()  # limits memory use over many packs
            kept = {name: column for name, column in pack.numbers.items() if name == created}
            pack.numbers.clear()
            pack.numbers.update(kept)

    @cached_property
    def _unpacked(self) -> Sequence[Pack]:
        """Unpacked runs in the form of packs."""
        keys = {**self._keys, **Tally(self._request.needed).keys}
        if self._bars:
            keys[Field.CREATED.value] = CountKey(Field.CREATED)
        columns = ", ".join(map(self._finder.conditions.key, keys.values())) or "0"
        packs: list[Pack] = []
        for where in self._matches.rows:
            found = execute(self._conn, select_where(f"{columns} FROM runs", where))
            while some := found.fetchmany(_ROWS):
                packs.append(pack_of(list(keys), some))
        return packs
