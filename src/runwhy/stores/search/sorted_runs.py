"""Lists of runs sorted by a value, with stable pages while runs arrive and end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from heapq import nlargest, nsmallest
from typing import Any, TypeVar

from runwhy.core.queries.run_order import RunOrder, RunPosition
from runwhy.ports import RunFilter, SortedRuns
from runwhy.stores.search.columns import Mask, NumberColumn, count
from runwhy.stores.search.packs import SEQ, Pack
from runwhy.stores.search.run_ends import LaterEnds, find_later_ends
from runwhy.stores.search.run_search import Finder
from runwhy.stores.sql import rows
from runwhy.stores.sql.clauses import Clause, execute, is_one_of, select_where
from runwhy.stores.sql.conditions import RUNS
from runwhy.stores.sql.dialect import Tx

Place = tuple[int | None, int]  # the value of a run and its number
T = TypeVar("T", bound=Any)  # comparable

_MANY = 1000  # more rows are selected before they are sorted


def list_sorted_runs(
    tx: Tx,
    workspace: int,
    filter: RunFilter,
    order: RunOrder,
    *,
    limit: int,
    after: RunPosition | None = None,
) -> SortedRuns:
    """Return a page of the matching runs in an order, and the position of the next page.

    Raises: InvalidInput if too many runs have ended since the first page.
    """
    finder = Finder(tx, workspace, filter.effective_query)
    if after is None:
        last = Clause("SELECT max(seq) FROM runs WHERE workspace = ?", (workspace,))
        newest = execute(tx.conn, last).scalar() or 0
        ends = tx.dialect.search.ends_seen(tx.conn)
    else:
        newest, ends = after.newest, after.ends
    later = find_later_ends(tx, ends)
    found = _SortedSearch(tx, finder, order, later, newest).page(limit + 1, after)
    page = found[:limit]
    read = execute(
        tx.conn, select_where("* FROM runs", is_one_of("seq", [seq for _, seq in page]))
    ).mappings()
    runs = {run.seq: run for run in rows.runs_of(read)}
    more = None
    if len(found) > limit:
        value, seq = page[-1]
        more = RunPosition(ends=ends, newest=newest, value=value, seq=seq)
    return SortedRuns(runs=[runs[seq] for _, seq in page], more=more)


class _SortedSearch:
    """Search for the first matching runs after a position."""

    def __init__(
        self, tx: Tx, finder: Finder, order: RunOrder, later: LaterEnds, newest: int
    ) -> None:
        self._conn = tx.conn
        self._finder = finder
        self._field = order.sort.field
        self._descending = order.descending
        self._later = later
        self._newest = newest
        self._matches = finder.matches()

    def page(self, limit: int, after: RunPosition | None) -> Sequence[Place]:
        """Return the next runs: those with a value, then those without one."""
        found: list[Place] = []
        if self._field is not None and (after is None or after.value is not None):
            found += self._with_value(limit, after)
            after = None
        if len(found) < limit:
            seqs = self._without_value(limit - len(found), after.seq if after else None)
            found += [(None, seq) for seq in seqs]
        return found

    def _with_value(self, limit: int, after: RunPosition | None) -> list[tuple[int, int]]:
        place = None if after is None or after.value is None else (after.value, after.seq)
        found = self._first(limit, self._valued_rows(limit, place))
        for pack, mask in self._packs():
            values, numbers = self._column(pack), pack.numbers[SEQ]
            if len(found) == limit:  # only those before the last one found so far
                mask &= self._up_to(values, found[-1][0])
            if len(found) == limit and count(mask) > _MANY:  # many have the same value
                mask &= self._beyond(values, numbers, found[-1], descending=not self._descending)
            if mask and place is not None:
                mask &= self._beyond(values, numbers, place, descending=self._descending)
            if mask:
                mask &= self._known(pack)
            if mask:
                found = self._first(limit, [*found, *_selected(values, numbers, mask)])
        return found

    def _without_value(self, limit: int, after: int | None) -> list[int]:
        found = self._first(limit, self._unvalued_rows(limit, after))
        for pack, mask in self._packs():
            numbers = pack.numbers[SEQ]
            mask &= ~self._known(pack)
            if after is not None:
                mask &= _past(numbers, after, descending=self._descending)
            if len(found) == limit:
                mask &= _past(numbers, found[-1], descending=not self._descending)
            if mask:
                found = self._first(limit, [*found, *numbers.selected(mask)])
        return found

    def _packs(self) -> Iterator[tuple[Pack, Mask]]:
        """Yield the packs with matches, those first whose runs come first among equal values."""
        reader, packs = self._finder.reader, self._matches.packs
        names = [SEQ, *([self._field.value] if self._field else [])]
        for pack, mask in packs if self._descending else packs[::-1]:
            reader.read([pack], dict.fromkeys(names, False))
            if pack.last_seq > self._newest:
                mask &= pack.numbers[SEQ].within(None, self._newest)
            if mask:
                yield pack, mask
            pack.numbers.clear()  # limits memory use over many packs

    def _column(self, pack: Pack) -> NumberColumn:
        if self._field is None:
            return NumberColumn.of([None] * pack.size)
        return self._finder.reader.numbers(pack, self._field.value)

    def _known(self, pack: Pack) -> Mask:
        """Return the rows of runs that had a value at the time of the first page."""
        if self._field is None:
            return 0
        known = self._column(pack).known()
        if self._later.seqs:
            known &= ~pack.numbers[SEQ].among(self._later.seqs)
        return known

    def _up_to(self, values: NumberColumn, value: int) -> Mask:
        """Return the rows whose value is not after this one."""
        return values.within(value, None) if self._descending else values.within(None, value)

    def _beyond(
        self,
        values: NumberColumn,
        numbers: NumberColumn,
        place: tuple[int, int],
        *,
        descending: bool,
    ) -> Mask:
        """Return the rows after a place in the order, or before it in the opposite order."""
        value, seq = place
        same = values.within(value, value)
        if same:
            same &= _past(numbers, seq, descending=descending)
        return same | _past(values, value, descending=descending)

    def _first(self, limit: int, found: Iterable[T]) -> list[T]:
        return nlargest(limit, found) if self._descending else nsmallest(limit, found)

    @cached_property
    def _value(self) -> str:
        """The SQL expression of the value at the time of the first page."""
        if self._field is None:
            return "NULL"
        ended = f"runs.finished_at IS NOT NULL{self._later.excluded}"
        return f"CASE WHEN {ended} THEN {RUNS.fields[self._field]} END"

    def _valued_rows(self, limit: int, place: tuple[int, int] | None) -> list[tuple[int, int]]:
        sign, way, where = *self._words, Clause(f"{self._value} IS NOT NULL")
        if place is not None:
            later = f"({self._value} {sign} ? OR ({self._value} = ? AND seq {sign} ?))"
            where &= Clause(later, (place[0], *place))
        order = f"ORDER BY 1 {way}, 2 {way} LIMIT ?"
        return [
            (value, seq) for value, seq in self._rows(f"{self._value}, seq", where, order, limit)
        ]

    def _unvalued_rows(self, limit: int, after: int | None) -> list[int]:
        sign, way, where = *self._words, Clause(f"{self._value} IS NULL")
        if after is not None:
            where &= Clause(f"seq {sign} ?", (after,))
        return [seq for (seq,) in self._rows("seq", where, f"ORDER BY 1 {way} LIMIT ?", limit)]

    @property
    def _words(self) -> tuple[str, str]:
        return ("<", "DESC") if self._descending else (">", "ASC")

    def _rows(self, what: str, where: Clause, order: str, limit: int) -> Iterator[Sequence[int]]:
        present = Clause("seq <= ?", (self._newest,))
        for part in self._matches.rows:
            query = select_where(f"{what} FROM runs", part & present & where, order, limit)
            yield from execute(self._conn, query)


def _past(numbers: NumberColumn, number: int, *, descending: bool) -> Mask:
    return numbers.within(None, number - 1) if descending else numbers.within(number + 1, None)


def _selected(values: NumberColumn, numbers: NumberColumn, mask: Mask) -> Iterator[tuple[int, int]]:
    return zip(values.selected(mask), numbers.selected(mask), strict=True)
