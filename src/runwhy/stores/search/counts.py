"""Counts of matching runs by value and by tag key, from packs and from unpacked rows."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from runwhy.core.queries import All, Query
from runwhy.core.queries.counts import Count, CountKey, Facet, top
from runwhy.core.queries.renderer import TAG
from runwhy.stores.search.columns import Mask, TextColumn, TextTally, count_codes, selected_rows
from runwhy.stores.search.packs import READ_BATCH, Pack, PackReader, tag_column
from runwhy.stores.search.run_search import Finder, Matches
from runwhy.stores.sql.clauses import Clause, execute, select_where
from runwhy.stores.sql.dialect import Tx

MAX_VALUES = 100_000  # distinct values that are counted exactly
_CANDIDATES = 10  # with more values, this many times the limit are counted a second time


def facet(tx: Tx, workspace: int, query: Query, key: CountKey, *, limit: int) -> Facet:
    """Count the values of a key among the matching runs, most frequent first."""
    finder = Finder(tx, workspace, query)
    values = _Values(tx, finder, key)
    matches = finder.matches()
    shown = top(values.count(matches), limit)
    if values.too_many:  # count the most frequent of the newest values exactly
        candidates = top(values.counted, _CANDIDATES * limit)
        shown = top(values.recount(matches, [each.value for each in candidates]), limit)
    return Facet(values=shown, other=values.all - sum(each.count for each in shown))


class _Values:
    """Counter for the values of one key."""

    def __init__(self, tx: Tx, finder: Finder, key: CountKey) -> None:
        self._conn = tx.conn
        self._reader = finder.reader
        self._column = finder.conditions.key(key)
        self._name = column_name(key)
        self.counted: Mapping[str, int] = {}
        self.all = 0
        self.too_many = False

    def count(self, matches: Matches) -> Mapping[str, int]:
        """Count the runs with each value; beyond `MAX_VALUES` values, skip older packs."""
        rows = self._in_rows(matches)
        self.all, tally = rows.total(), TextTally(rows)
        for column, mask in self._in_packs(matches):
            if len(tally) > MAX_VALUES:
                self.too_many = True
                self.all += column.count_known(selected_rows(mask, column.rows))
            else:
                self.all += tally.add(column.numbered(mask), column.read())
        self.counted = tally.counts()
        return self.counted

    def recount(self, matches: Matches, values: Sequence[str]) -> Mapping[str, int]:
        """Count the runs with each of these values."""
        rows = self._in_rows(matches)
        total = {value: rows[value] for value in values}
        for column, mask in self._in_packs(matches):
            texts = column.read()
            found = count_codes(column.numbered(mask), len(texts))
            for value in values:
                place = bisect_left(texts, value)
                if place < len(texts) and texts[place] == value:
                    total[value] += int(found[place])
        return total

    def _in_rows(self, matches: Matches) -> Counter[str]:
        total: Counter[str] = Counter()
        for where in matches.rows:
            known = where & Clause(f"{self._column} IS NOT NULL")
            found = select_where(f"{self._column}, count(*) FROM runs", known, "GROUP BY 1")
            for value, times in execute(self._conn, found).all():
                total[value] += times
        return total

    def _in_packs(self, matches: Matches) -> Iterator[tuple[TextColumn, Mask]]:
        for pack, mask in read_packs(self._reader, matches.packs, {self._name: True}):
            column = pack.words.pop(self._name)  # may be large, and is used only once
            if column is not None:
                yield column, mask


def column_name(key: CountKey) -> str:
    """Return the name of a key's column in packs."""
    return tag_column(key.tag) if key.field is None else key.field.value


def read_packs(
    reader: PackReader, packs: Sequence[tuple[Pack, Mask]], names: Mapping[str, bool]
) -> Iterator[tuple[Pack, Mask]]:
    """Yield the packs after reading the given columns, a batch at a time."""
    for start in range(0, len(packs), READ_BATCH):
        some = packs[start : start + READ_BATCH]
        reader.read([pack for pack, _ in some], names)
        yield from some


def keys(tx: Tx, workspace: int, query: Query, *, prefix: str = "", limit: int) -> Sequence[Count]:
    """Count the matching runs by tag key."""
    finder = Finder(tx, workspace, query)
    total: Counter[str] = Counter()
    if isinstance(query, All):
        matches = Matches(rows=finder.unpacked())
        total.update(finder.reader.tag_counts())
    else:
        matches = finder.matches()
        total.update(_keys_in_packs(finder.reader, matches.packs))
    each = tx.dialect.search.tag_keys("runs")
    for where in matches.rows:
        found = select_where(f"each_tag.key, count(*) FROM runs, {each}", where, "GROUP BY 1")
        for key, times in execute(tx.conn, found):
            total[key] += times
    return top({k: n for k, n in total.items() if n and k.startswith(prefix)}, limit)


def _keys_in_packs(reader: PackReader, packs: Sequence[tuple[Pack, Mask]]) -> Counter[str]:
    total: Counter[str] = Counter()
    for start in range(0, len(packs), READ_BATCH):
        some = packs[start : start + READ_BATCH]
        reader.read_tags([pack for pack, _ in some])
        for pack, mask in some:
            selected = selected_rows(mask, pack.size)
            for name, column in pack.words.items():
                if column is not None and name.startswith(TAG):
                    total[name.removeprefix(TAG)] += column.count_known(selected)
            pack.words.clear()
    return total
