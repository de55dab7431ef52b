"""Aggregates of matching runs, from packs and from unpacked rows.

With a key and over time there are two passes: the first finds out which groups to show, the second
computes their measures in each bar.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import cached_property

import numpy as np
from sqlalchemy import Connection

from runwhy.core.queries import Field, Query
from runwhy.core.queries.aggregates import (
    Aggregate,
    AggregateRequest,
    Group,
    Key,
    check_cells,
    rank,
)
from runwhy.core.queries.counts import CountKey, Interval, choose_interval, make_bars
from runwhy.stores.search.columns import Mask, all_rows, between
from runwhy.stores.search.counts import column_name
from runwhy.stores.search.histograms import LONGEST, time_span
from runwhy.stores.search.pack_rows import PackRows
from runwhy.stores.search.packs import Pack, pack_of
from runwhy.stores.search.row_groups import FoundGroups, OneGroup, RowGroups, WantedGroups
from runwhy.stores.search.run_search import Finder, Matches
from runwhy.stores.search.run_tallies import Tally, order_tally
from runwhy.stores.sql import rows
from runwhy.stores.sql.clauses import execute, select_where
from runwhy.stores.sql.dialect import Tx

MAX_GROUPS = 10_000  # groups that are compared exactly
_CANDIDATES = 10  # with more than `MAX_GROUPS`, this many times the limit are computed exactly
_ROWS = 60_000  # unpacked runs that are handled like one pack

_CREATED = Field.CREATED.value


def aggregate(
    tx: Tx, workspace: int, query: Query, request: AggregateRequest, *, now: datetime
) -> Aggregate:
    """Compute measures of the matching runs. Raises: InvalidInput if the answer is too large."""
    finder = Finder(tx, workspace, query)
    matches = finder.matches()
    interval, bars = _bars(tx.conn, finder, matches, request, rows.to_ms(now))
    keys, tally = _Aggregation(tx.conn, finder, matches, request, bars).tally()
    return _answer(keys, tally, interval, bars)


def _bars(
    conn: Connection, finder: Finder, matches: Matches, request: AggregateRequest, now: int
) -> tuple[Interval | None, Sequence[int]]:
    interval = request.interval
    if interval is None:
        return None, ()
    span = time_span(conn, finder, matches, now)
    if span is None:
        return Interval.HOUR if interval == "auto" else interval, ()
    if interval == "auto":
        span = max(span[0], span[1] - LONGEST), span[1]
        interval = choose_interval(*span, longest=Interval.WEEK)
    return interval, make_bars(*span, interval, request.zone)


def _answer(
    keys: Sequence[Key], tally: Tally, interval: Interval | None, bars: Sequence[int]
) -> Aggregate:
    """Return the answer from the totals of the groups to show and of all others, by bar."""
    width = len(bars) or 1
    cells = np.arange((len(keys) + 1) * width)
    series = tally.totals() if bars else ()
    groups = [
        Group(key=key, totals=totals, series=series[place * width : (place + 1) * width])
        for place, (key, totals) in enumerate(
            zip([*keys, ()], tally.regroup(cells // width, len(keys) + 1).totals(), strict=True)
        )
    ]
    total = Group(
        key=(),
        totals=tally.regroup(cells * 0, 1).totals()[0],
        series=tally.regroup(cells % width, width).totals() if bars else (),
    )
    other = groups.pop()
    return Aggregate(
        interval=interval,
        bars=bars,
        total=total,
        groups=groups,
        other=other if groups and other.totals.count else None,
    )


class _Aggregation:
    """One request on the matching runs."""

    def __init__(
        self,
        conn: Connection,
        finder: Finder,
        matches: Matches,
        request: AggregateRequest,
        bars: Sequence[int],
    ) -> None:
        self._conn = conn
        self._finder = finder
        self._matches = matches
        self._request = request
        self._bars = bars
        self._keys = {column_name(key): key for key in request.by}

    def tally(self) -> tuple[Sequence[Key], Tally]:
        """Return the groups to show, and their totals and those of all other runs, by bar."""
        request, names = self._request, list(self._keys)
        if not names:
            return (), self._count(OneGroup(), Tally(request.needed), self._bars)
        found = FoundGroups(names, MAX_GROUPS)
        tally = self._count(found, self._new_tally())
        keys = found.keys()
        if found.is_full:
            keys = self._rank(keys, tally, _CANDIDATES * request.limit)
            tally = self._count(WantedGroups(names, keys), self._new_tally())
        first = self._rank(keys, tally, request.limit)
        if self._bars:
            check_cells(len(first), len(self._bars))
            groups = WantedGroups(names, first)
            return first, self._count(groups, Tally(request.needed), self._bars)
        numbers = {key: number for number, key in enumerate(first)}
        places = np.full(tally.cells, len(first))  # the group of all others
        places[: len(keys)] = [numbers.get(key, len(first)) for key in keys]
        return first, tally.regroup(places, len(first) + 1)

    def _new_tally(self) -> Tally:
        """Return a tally of only the sort key of groups, or of everything if there are no bars."""
        return order_tally(self._request.order) if self._bars else Tally(self._request.needed)

    def _rank(self, keys: Sequence[Key], tally: Tally, limit: int) -> Sequence[Key]:
        values = tally.values(self._request.order)
        return rank(dict(zip(keys, values, strict=False)), limit)

    def _count(self, groups: RowGroups, tally: Tally, bars: Sequence[int] = ()) -> Tally:
        """Add all matching runs to the cells of their groups, one for each bar."""
        width = len(bars) or 1
        for pack, mask in self._read(dict.fromkeys(self._keys, True) | tally.columns):
            if groups.is_full:
                break
            run_rows = PackRows(pack, mask)
            cells = groups.number(run_rows) * width
            if bars:
                cells += run_rows.bars(bars)
            tally.add(run_rows, cells, len(groups) * width)
        tally.grow(len(groups) * width)
        return tally

    def _read(self, names: Mapping[str, bool]) -> Iterator[tuple[Pack, Mask]]:
        """Yield unpacked runs as packs, and then all packs, with the columns of these names."""
        for pack in self._unpacked:
            yield from self._shown(pack, all_rows(pack.size))
        for pack, mask in self._matches.packs:
            self._finder.reader.read([pack], names)
            yield from self._shown(pack, mask)
            pack.words.clear()  # limits memory use over many packs
            kept = {name: column for name, column in pack.numbers.items() if name == _CREATED}
            pack.numbers.clear()
            pack.numbers.update(kept)

    def _shown(self, pack: Pack, mask: Mask) -> Iterator[tuple[Pack, Mask]]:
        """Yield the pack without runs before the first bar, if any are left."""
        if self._bars and pack.first_created < self._bars[0]:
            mask &= between(pack.numbers[_CREATED].place(self._bars[0]), pack.size)
        if mask:
            yield pack, mask

    @cached_property
    def _unpacked(self) -> Sequence[Pack]:
        """Unpacked runs in the form of packs."""
        keys = {**self._keys, **Tally(self._request.needed).keys}
        if self._bars:
            keys[_CREATED] = CountKey(Field.CREATED)
        columns = ", ".join(map(self._finder.conditions.key, keys.values())) or "0"
        packs: list[Pack] = []
        for where in self._matches.rows:
            found = execute(self._conn, select_where(f"{columns} FROM runs", where)).all()
            starts = range(0, len(found), _ROWS)
            packs += [pack_of(list(keys), found[start : start + _ROWS]) for start in starts]
        return packs
