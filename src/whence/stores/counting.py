"""Counts runs that match: by value, by key and over time, in packs and in the rows left over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from whence.core.counting import Count, CountKey, Facet, top
from whence.core.queries import All, Query
from whence.core.queries.renderer import TAG
from whence.stores.clauses import Clause, ask, choose
from whence.stores.columns import Mask, count, tally
from whence.stores.dialect import Tx
from whence.stores.finding import Finder, Matches
from whence.stores.packs import TOGETHER, Pack, PackReader, tag_column

MANY = 200_000  # so many different values are kept in mind at once


def facet(tx: Tx, workspace: int, query: Query, key: CountKey, limit: int) -> Facet:
    """The values of a key among the runs that match: as many as clicking on each would show."""
    finder = Finder(tx, workspace, query)
    matches = finder.matches()
    counter = _Values(tx, finder, key)
    values = top(counter.count(matches), limit)
    if counter.forgot:  # those that are shown are counted again, by themselves
        values = top(counter.count(matches, only=[each.value for each in values]), limit)
    return Facet(values=values, other=counter.all - sum(each.count for each in values))


class _Values:
    """Counts the values of one key. With very many of them, rare ones are forgotten on the way."""

    def __init__(self, tx: Tx, finder: Finder, key: CountKey) -> None:
        self._conn = tx.conn
        self._reader = finder.reader
        self._column = finder.conditions.key(key)
        self._name = column_name(key)
        self.all = 0
        self.forgot = False

    def count(self, matches: Matches, only: Sequence[str] | None = None) -> Mapping[str, int]:
        """How many runs have each value, or each of some values."""
        total: Counter[str] = Counter()
        self.all = 0
        for where in matches.rows:
            known = where & Clause(f"{self._column} IS NOT NULL")
            found = choose(f"{self._column}, count(*) FROM runs", known, "GROUP BY 1")
            for value, times in ask(self._conn, found).all():
                total[value] += times
        self.all = sum(total.values())
        for pack, mask in read_along(self._reader, matches.packs, {self._name: True}):
            column = pack.words[self._name]
            if column is None:
                continue
            self.all += count(column.known() & mask)
            if only is not None:
                total.update({text: count(column.equal(text) & mask) for text in only})
                continue
            tally(column.numbered(mask), column.read(), total)
            pack.words.clear()  # read once, and large
            if len(total) > MANY:
                total = Counter(dict(total.most_common(MANY // 2)))
                self.forgot = True
        if only is None:
            return total
        return {text: total[text] for text in only}


def column_name(key: CountKey) -> str:
    """The name of a key's column in packs."""
    return tag_column(key.tag) if key.field is None else key.field.value


def read_along(
    reader: PackReader, packs: Sequence[tuple[Pack, Mask]], names: Mapping[str, bool]
) -> Iterator[tuple[Pack, Mask]]:
    """The same packs, each when more columns of it have been read."""
    for start in range(0, len(packs), TOGETHER):
        some = packs[start : start + TOGETHER]
        reader.read([pack for pack, _ in some], names)
        yield from some


def keys(tx: Tx, workspace: int, query: Query, prefix: str, limit: int) -> Sequence[Count]:
    """The keys of tags among the runs that match, and how many runs have each."""
    finder = Finder(tx, workspace, query)
    total: Counter[str] = Counter()
    if isinstance(query, All):
        matches = Matches(rows=finder.left_over())
        total.update(finder.reader.tag_counts())
    else:
        matches = finder.matches()
        total.update(_keys_in_packs(finder.reader, matches.packs))
    each = tx.dialect.search.tag_keys("runs")
    for where in matches.rows:
        found = choose(f"each_tag.key, count(*) FROM runs, {each}", where, "GROUP BY 1")
        for key, times in ask(tx.conn, found):
            total[key] += times
    return top({k: n for k, n in total.items() if n and k.startswith(prefix)}, limit)


def _keys_in_packs(reader: PackReader, packs: Sequence[tuple[Pack, Mask]]) -> Counter[str]:
    total: Counter[str] = Counter()
    for start in range(0, len(packs), TOGETHER):
        some = packs[start : start + TOGETHER]
        reader.read_tags([pack for pack, _ in some])
        for pack, mask in some:
            for name, column in pack.words.items():
                if column is not None and name.startswith(TAG):
                    total[name.removeprefix(TAG)] += count(column.known() & mask)
            pack.words.clear()
    return total
