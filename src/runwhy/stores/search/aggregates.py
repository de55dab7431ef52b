"""Aggregates of matching runs, from packs and from unpacked rows.

Groups are found in two passes: the first finds out which groups to show, the second computes their
measures over time. One pass suffices if there are few groups, or if sums without a time are sought.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from functools import cached_property
from math import prod

from sqlalchemy import Connection

from runwhy.core.queries import Query
from runwhy.core.queries.aggregates import (
    PERCENTILES,
    Aggregate,
    AggregateRequest,
    Measure,
    check_cells,
    make_aggregate,
    rank,
)
from runwhy.core.queries.counts import Interval, choose_interval, make_bars
from runwhy.stores.search.counts import column_name
from runwhy.stores.search.histograms import LONGEST, slices, time_span
from runwhy.stores.search.pack_groups import PackGroups, Wanted
from runwhy.stores.search.run_search import Finder, Matches
from runwhy.stores.search.run_tallies import RowTotals, Tally, summed_fields
from runwhy.stores.sql import rows
from runwhy.stores.sql.clauses import execute, select_where
from runwhy.stores.sql.conditions import RUNS
from runwhy.stores.sql.dialect import Tx

MAX_GROUPS = 100_000  # groups that are compared exactly
_FEW_GROUPS = 200  # up to this many groups, one pass suffices
_CANDIDATES = 10  # with more than `MAX_GROUPS`, this many times the limit are computed exactly


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
        self._names = [column_name(key) for key in request.by]

    def tally(self) -> Tally:
        """Return the totals of the groups to show, and the sum of all others."""
        request, needed = self._request, self._request.needed
        few = self._few_groups(request.limit if self._bars else _FEW_GROUPS)
        check_cells(request.limit if few is None else few, len(self._bars))
        if few is not None:
            return self._count(needed, self._bars)
        sums_only = not self._bars and not needed & PERCENTILES.keys()
        ranking = self._count(needed if sums_only else {request.order}, range(0), most=MAX_GROUPS)
        values = ranking.values(request.order)
        if sums_only and not ranking.is_cut:
            return ranking.keep(rank(values, request.limit))
        candidates = min(_CANDIDATES * request.limit, _FEW_GROUPS)
        first = rank(values, candidates if ranking.is_cut else request.limit)
        return self._count(needed, self._bars, wanted=Wanted(first))

    def _few_groups(self, most: int) -> int | None:
        """Return how many groups there can be; None if there can be more than `most`."""
        values: list[set[str | None]] = [set() for _ in self._request.by]
        for row in self._rows:
            for texts, text in zip(values, row.key, strict=True):
                texts.add(text)
        for pack, _ in self._matches.packs:
            self._finder.reader.read([pack], dict.fromkeys(self._names, True))
            for texts, name in zip(values, self._names, strict=True):
                column = pack.words.pop(name)
                texts.update([None] if column is None else [None, *column.read()])
            if prod(map(len, values)) > most:
                return None
        found = prod(map(len, values))
        return found if found <= most else None

    def _count(
        self,
        measures: Collection[Measure],
        bars: range,
        *,
        wanted: Wanted | None = None,
        most: int | None = None,
    ) -> Tally:
        """Count all groups up to `most`, or only the wanted ones and the sum of all others."""
        tally = Tally(measures, len(bars) or 1)
        for row in self._rows:
            tally.add_row(row, wanted, is_over_time=bool(bars))
        for groups in self._packs(tally, wanted):
            if most is not None and len(tally.groups) > most:
                tally.is_cut = True
                break
            tally.add_pack(groups, groups.slices(slices(groups.pack, bars)) if bars else None)
        return tally

    def _packs(self, tally: Tally, wanted: Wanted | None) -> Iterator[PackGroups]:
        reader = self._finder.reader
        texts = dict.fromkeys([*self._names, *tally.texts], True)
        numbers = dict.fromkeys(tally.numbers, False)
        for pack, mask in self._matches.packs:
            created = dict(pack.numbers)
            reader.read([pack], texts | numbers)
            yield PackGroups(pack, mask, self._names, wanted)
            pack.words.clear()  # limits memory use over many packs
            pack.numbers.clear()
            pack.numbers.update(created)

    @cached_property
    def _rows(self) -> Sequence[RowTotals]:
        """Return the totals of unpacked runs with the same values."""
        needed, start, step = self._request.needed, self._bars.start, self._bars.step
        columns = [
            f"(created_at - {start}) / {step}" if self._bars else "0",
            *map(self._finder.conditions.key, self._request.by),
        ]
        is_timed = bool(needed & PERCENTILES.keys())
        columns += ["status", "(finished_at - started_at)" if is_timed else "NULL"]
        fields = summed_fields(needed)
        sums = ["count(*)", *(f"sum({RUNS.fields[field]})" for field in fields)]
        groups = ", ".join(str(place) for place in range(1, len(columns) + 1))
        found = []
        for where in self._matches.rows:
            what = f"{', '.join([*columns, *sums])} FROM runs"
            query = select_where(what, where, f"GROUP BY {groups}")
            found += [
                RowTotals.of(row, len(self._request.by), fields)
                for row in execute(self._conn, query)
            ]
        return [row for row in found if row.bar >= 0]
