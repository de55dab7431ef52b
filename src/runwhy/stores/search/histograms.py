"""Counts of matching runs over time, optionally divided by the values of a key."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, tzinfo

from sqlalchemy import Connection

from runwhy.core.queries import Field, Query
from runwhy.core.queries.counts import (
    MAX_BARS,
    CountKey,
    Histogram,
    Interval,
    choose_interval,
    created_range,
    make_bars,
    top,
)
from runwhy.stores.search.columns import Mask, ends, tally
from runwhy.stores.search.counts import column_name, read_packs
from runwhy.stores.search.packs import Pack, PackReader
from runwhy.stores.search.run_search import Finder, Matches
from runwhy.stores.sql import rows
from runwhy.stores.sql.clauses import execute, select_where
from runwhy.stores.sql.dialect import Tx

_CREATED = Field.CREATED.value
LONGEST = (MAX_BARS - 1) * Interval.DAY.ms  # default time span, if the query has no range


def histogram(
    tx: Tx,
    workspace: int,
    query: Query,
    *,
    interval: Interval | None,
    group_by: CountKey | None,
    limit: int,
    now: datetime,
    zone: tzinfo = UTC,
) -> Histogram:
    """Count matching runs by creation time, in bars without gaps.

    Without an interval, one is chosen that fits. Days and weeks are those of a time zone.
    Raises: InvalidInput if there would be too many bars.
    """
    finder = Finder(tx, workspace, query)
    matches = finder.matches()
    span = time_span(tx.conn, finder, matches, rows.to_ms(now))
    if span is None:
        return Histogram(interval=interval or Interval.HOUR, bars=())
    if interval is None:
        span = max(span[0], span[1] - LONGEST), span[1]
        interval = choose_interval(*span)
    bars = _Bars(make_bars(*span, interval, zone), group_by)
    bars.add_rows(tx.conn, finder, matches)
    bars.add_packs(finder.reader, matches.packs)
    return bars.to_histogram(interval, limit)


def time_span(
    conn: Connection, finder: Finder, matches: Matches, now: int
) -> tuple[int, int] | None:
    """Return the time span to show: the range in the query, up to now; None if it is empty."""
    extent = _extent(conn, finder.reader, matches)
    first, last = created_range(finder.query)
    latest = max([now, *extent])
    if first is not None:
        last = latest if last is None else min(last, latest)
        return (first, last) if first <= last else None
    if not extent:
        return None
    return extent[0], extent[1] if last is None else min(last, latest)


def _extent(conn: Connection, reader: PackReader, matches: Matches) -> Sequence[int]:
    """Return when the first and the last run were created; empty if there is none."""
    found: list[int] = []
    for where in matches.rows:
        query = select_where("min(created_at), max(created_at) FROM runs", where)
        least, most = execute(conn, query).one()
        found += [] if least is None else [least, most]
    for pack, mask in read_packs(reader, matches.packs, {_CREATED: False}):
        created = pack.numbers[_CREATED]
        found += [created.base + created.distances[row] for row in ends(mask)]
    return [min(found), max(found)] if found else []


class _Bars:
    """Bars of a histogram, filled from rows and from packs."""

    def __init__(self, starts: Sequence[int], key: CountKey | None) -> None:
        self._starts = starts
        self._key = key
        self._totals = [0] * len(starts)
        self._values: list[Counter[str]] = [Counter() for _ in starts] if key else []

    def add_rows(self, conn: Connection, finder: Finder, matches: Matches) -> None:
        """Count unpacked runs."""
        minute = f"created_at / {Interval.MINUTE.ms}"  # no bar starts within one
        value = "NULL" if self._key is None else finder.conditions.key(self._key)
        for where in matches.rows:
            query = select_where(f"{minute}, {value}, count(*) FROM runs", where, "GROUP BY 1, 2")
            for at, text, times in execute(conn, query).all():
                place = bisect_right(self._starts, at * Interval.MINUTE.ms) - 1
                if place < 0:
                    continue
                self._totals[place] += times
                if text is not None:
                    self._values[place][text] += times

    def add_packs(self, reader: PackReader, packs: Sequence[tuple[Pack, Mask]]) -> None:
        """Count runs in packs, which are sorted by time, so that each bar is a slice."""
        name = None if self._key is None else column_name(self._key)
        for pack, mask in read_packs(reader, packs, {name: True} if name else {}):
            selected = mask.to_bytes(pack.size, "little")
            column = pack.words[name] if name else None
            codes = column.numbered(mask) if column else None
            texts = column.read() if column else ()
            for bar, start, end in slices(pack, self._starts):
                self._totals[bar] += selected.count(255, start, end)
                if codes is not None:
                    tally(codes[start:end], texts, self._values[bar])

    def to_histogram(self, interval: Interval, limit: int) -> Histogram:
        """Return the bars, divided by the most frequent values and one group for all others."""
        total: Counter[str] = Counter()
        for values in self._values:
            total.update(values)
        named = [each.value for each in top(total, limit)]
        groups = {value: [values[value] for values in self._values] for value in named}
        shown = [sum(bar) for bar in zip(*groups.values(), strict=True)]
        other = [v.total() - n for v, n in zip(self._values, shown, strict=True)] if groups else []
        return Histogram(
            interval=interval, bars=self._starts, totals=self._totals, groups=groups, other=other
        )


def slices(pack: Pack, starts: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Yield for each bar the range of a pack's rows that belong to it."""
    created = pack.numbers[_CREATED]
    first = max(0, bisect_right(starts, pack.first_created) - 1)
    last = bisect_right(starts, pack.last_created) - 1
    start = created.place(starts[first])
    for bar in range(first, last + 1):
        end = created.place(starts[bar + 1]) if bar + 1 < len(starts) else pack.size
        if end > start:
            yield bar, start, end
        start = end
