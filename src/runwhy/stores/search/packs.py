"""Packs: thousands of ended runs stored by column, so that any query can be answered in bulk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from operator import itemgetter
from typing import Any

from sqlalchemy import Connection

from runwhy.core.queries import (
    COMPARABLE,
    LISTS,
    All,
    And,
    Compare,
    Field,
    FieldIs,
    FieldPrefix,
    HasField,
    HasTag,
    Not,
    Or,
    Query,
    TagIs,
    TagPrefix,
    Text,
    item_start,
    item_text,
    matched_fields,
    terms,
)
from runwhy.core.queries.counts import created_range, whole_range
from runwhy.core.queries.renderer import TAG
from runwhy.stores.search.columns import Mask, NumberColumn, TextColumn, all_rows, count
from runwhy.stores.sql.clauses import FALSE, Clause, execute, is_one_of, select_where
from runwhy.stores.sql.known_columns import COLUMN_BYTES, ColumnKey, KnownColumn, KnownColumns

SEQ = "seq"
GONE = "gone"  # name of the column with the mask of removed runs
NUMBERS = frozenset({SEQ, *COMPARABLE})
READ_BATCH = 16  # packs whose columns are read in one query

_GONE = (
    "(SELECT codes FROM pack_columns WHERE pack_columns.workspace = packs.workspace"  # noqa: S608
    f" AND pack_columns.pack = packs.number AND pack_columns.name = '{GONE}')"
)
_PACKS = (
    "number, size, first_seq, last_seq, first_created, last_created, packed_to,"
    f" {_GONE} AS gone FROM packs"
)
VOCABULARY = "words."  # prefix of the names of vocabulary columns
_NAMED = "(name >= ? AND name < ?)"
_OF_TAGS = Clause(_NAMED, (TAG, TAG[:-1] + "/"))  # "/" follows "." in ASCII
IS_VOCABULARY = Clause(_NAMED, (VOCABULARY, VOCABULARY[:-1] + "/"))

Contains = Callable[["Pack", str], Mask]


def tag_column(key: str) -> str:
    """Return the name of the column of a tag."""
    return TAG + key


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """Thousands of ended runs, sorted by creation time, with the columns read so far."""

    number: int
    size: int
    first_seq: int
    last_seq: int
    first_created: int
    last_created: int
    packed_to: int  # up to here, every run that is in no pack is listed as late
    version: int = 0  # of its row, which is written and deleted with its columns; 0: unknown
    gone: Mask = 0  # rows of runs that were erased, or have changed since
    words: dict[str, TextColumn | None] = field(default_factory=dict)
    numbers: dict[str, NumberColumn] = field(default_factory=dict)

    def keep(self, name: str, column: NumberColumn | TextColumn | None) -> None:
        """Keep a column that was read; packs do not store columns without values."""
        if isinstance(column, NumberColumn):
            self.numbers[name] = column
        else:
            self.words[name] = column

    def meets(self, first: int | None, last: int | None) -> bool:
        """Return whether any run may have been created in this range."""
        return (first is None or first <= self.last_created) and (
            last is None or last >= self.first_created
        )


def pack_of(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> Pack:
    """Return rows, with the values of these columns, in the form of a pack."""
    created = Field.CREATED.value
    if created in names:
        rows = sorted(rows, key=itemgetter(names.index(created)))
    columns = dict(zip(names, zip(*rows, strict=True), strict=False))
    times = columns.get(created, (0,))
    words = {name: TextColumn.of(columns[name]) for name in names if name not in NUMBERS}
    return Pack(
        number=0,
        size=len(rows),
        first_seq=0,
        last_seq=0,
        first_created=times[0],
        last_created=times[-1],
        packed_to=0,
        words=dict(words),
        numbers={name: NumberColumn.of(columns[name]) for name in names if name in NUMBERS},
    )


class PackReader:
    """Reader for the packs of one workspace; reads only the columns that are needed.

    With `version`, the expression for the version of a row, it keeps columns in `known`.
    """

    def __init__(
        self,
        conn: Connection,
        workspace: int,
        contains: Contains,
        *,
        version: str | None = None,
        known: KnownColumns | None = None,
    ) -> None:
        self._conn = conn
        self._workspace = workspace
        self._mine = Clause("workspace = ?", (workspace,))
        self._contains = contains
        self._version = version
        self._known = KnownColumns() if known is None else known
        self._forgotten = self._known.forgotten

    def list(self) -> Sequence[Pack]:
        """Return all packs, newest first."""
        packs = f"{self._version or 0} AS version, {_PACKS}"
        query = select_where(packs, self._mine, "ORDER BY last_seq DESC")
        return [
            Pack(**{**row, GONE: int.from_bytes(row[GONE] or b"", "little")})
            for row in execute(self._conn, query).mappings()
        ]

    def matching(
        self, query: Query, packs: Iterable[Pack], *, also: Sequence[str] = ()
    ) -> Iterator[tuple[Pack, Mask]]:
        """Yield the packs that have matches, in the given order, with their masks.

        Packs are read in batches of growing size, so that callers that need only the first matches
        do not wait for the rest. While there are matches, the columns `also` are read with them.
        """
        needed, more = _needed(query), dict.fromkeys(also, False)
        first, last = created_range(query)
        left = (pack for pack in packs if pack.meets(first, last))
        batch_size = 1
        while now := list(islice(left, batch_size)):
            self.read(now, needed | more)
            more = {}
            for pack in now:
                mask = self.mask(query, pack) & ~pack.gone
                pack.words.clear()  # limits memory use over many packs
                if mask:
                    more = dict.fromkeys(also, False)
                    yield pack, mask
                else:
                    pack.numbers.clear()
            batch_size = min(2 * batch_size, READ_BATCH)

    def read(self, packs: Sequence[Pack], names: Mapping[str, bool]) -> None:
        """Read columns of several packs, with their texts where the flag is set."""
        if not names:
            return
        unknown = [pack for pack in packs if not self._recall(pack, names)]
        if not unknown:
            return
        for pack in unknown:
            pack.words.update(dict.fromkeys(names))
        with_texts = is_one_of("name", [name for name, needs_texts in names.items() if needs_texts])
        self._read_columns(unknown, with_texts, is_one_of("name", list(names)))
        for pack in unknown:
            self._remember(pack, names)

    def _recall(self, pack: Pack, names: Mapping[str, bool]) -> bool:
        """Take the columns of a pack from memory; return whether all are known."""
        if not pack.version:
            return False
        known = {name: self._known.get(self._key(pack, name, names[name])) for name in names}
        for name, found in known.items():
            if found is None:
                return False
            pack.keep(name, found.column)
        return True

    def _remember(self, pack: Pack, names: Mapping[str, bool]) -> None:
        if not pack.version:
            return
        for name, with_texts in names.items():
            column = pack.numbers.get(name) if name in NUMBERS else pack.words[name]
            size = COLUMN_BYTES + (column.size if column else 0)
            key, known = self._key(pack, name, with_texts), KnownColumn(column, size)
            self._known.put(key, known, forgotten=self._forgotten)

    def _key(self, pack: Pack, name: str, with_texts: bool) -> ColumnKey:
        return self._workspace, pack.number, pack.version, name, with_texts

    def read_tags(self, packs: Sequence[Pack]) -> None:
        """Read the columns of all tags, without their texts."""
        self._read_columns(packs, FALSE, _OF_TAGS)

    def _read_columns(self, packs: Sequence[Pack], with_texts: Clause, named: Clause) -> None:
        by_number = {pack.number: pack for pack in packs}
        which = self._mine & is_one_of("pack", list(by_number)) & named
        columns = f"pack, name, codes, CASE WHEN {with_texts.text} THEN texts END FROM pack_columns"
        query = select_where(columns, Clause(which.text, with_texts.values + which.values))
        for number, name, codes, read in execute(self._conn, query):
            pack = by_number[number]
            column = NumberColumn.from_bytes(codes) if name in NUMBERS else None
            pack.keep(name, column or TextColumn(pack.size, codes, read or b""))

    def tag_counts(self) -> dict[str, int]:
        """Return how many runs of all packs have each tag."""
        query = select_where(
            "name, sum(filled) FROM pack_columns", self._mine & _OF_TAGS, "GROUP BY 1"
        )
        found = Counter({name: int(filled) for name, filled in execute(self._conn, query)})
        for pack in self.list():
            if pack.gone:
                self.read_tags([pack])
                found.subtract(_removed_tags(pack))
        return {name.removeprefix(TAG): times for name, times in found.items() if times}

    def find_ranges(self, pack: Pack, sought: str) -> Iterator[tuple[int, int]]:
        """Yield ranges of run numbers in a pack whose texts may contain `sought`.

        Vocabularies exclude ranges; without a vocabulary, the whole pack is one range.
        """
        mine = self._mine & Clause("pack = ?", (pack.number,)) & IS_VOCABULARY
        found = execute(self._conn, select_where("codes, texts FROM pack_columns", mine)).all()
        words = [word.encode() for word in sought.split()]
        for ends, vocabulary in found:
            if all(word in vocabulary for word in words):
                first, last = ends.split()
                yield int(first), int(last)
        if not found:
            yield pack.first_seq, pack.last_seq

    def numbers(self, pack: Pack, name: str) -> NumberColumn:
        """Return a column of numbers; packs do not store columns without any."""
        if name not in pack.numbers:
            self.read([pack], {name: False})
        if name not in pack.numbers:
            pack.numbers[name] = NumberColumn.of([None] * pack.size)
        return pack.numbers[name]

    def mask(self, query: Query, pack: Pack) -> Mask:
        """Return the rows of a pack that match."""
        match query:
            case All():
                return all_rows(pack.size)
            case And(parts):
                return self._all(parts, pack)
            case Or(parts):
                mask = 0
                for part in parts:
                    mask |= self.mask(part, pack)
                return mask
            case Not(part):
                return all_rows(pack.size) & ~self.mask(part, pack)
            case Text(words):
                return self._contains(pack, words)
            case Compare():
                return self._compare(query, pack)
            case HasField(Field.CREATED):
                return all_rows(pack.size)
            case HasField(name) if name in COMPARABLE:
                return self.numbers(pack, name.value).known()
            case _:
                mask = 0
                for column in _columns(query):
                    mask |= _words_mask(query, pack.words[column])
                return mask

    def _all(self, parts: Sequence[Query], pack: Pack) -> Mask:
        mask = all_rows(pack.size)
        for part in sorted(parts, key=_cost):
            mask &= self.mask(part, pack)
            if not mask:
                break
        return mask

    def _compare(self, query: Compare, pack: Pack) -> Mask:
        first, last = whole_range(query)
        if query.field is not Field.CREATED:
            return self.numbers(pack, query.field.value).within(first, last)
        if (first or 0) <= pack.first_created and (last is None or pack.last_created <= last):
            return all_rows(pack.size)
        if not pack.meets(first, last):
            return 0
        return self.numbers(pack, Field.CREATED.value).within_sorted(first, last)


def reject_text(pack: Pack, words: str) -> Mask:
    """Raise an error; for readers that never get text queries."""
    raise AssertionError("this reader cannot search text")


def _removed_tags(pack: Pack) -> dict[str, int]:
    """Return how many of the removed runs had each tag whose column was read."""
    read = pack.words.items()
    return {name: count(column.known() & pack.gone) for name, column in read if column}


def _words_mask(query: Query, column: TextColumn | None) -> Mask:
    if column is None:  # no run in this pack has a value
        return 0
    match query:
        case FieldIs(name, text) if name in LISTS:
            return column.containing(item_text(text))
        case FieldPrefix(name, text) if name in LISTS:
            return column.containing(item_start(text))
        case TagIs(_, text) | FieldIs(_, text):
            return column.equal(text)
        case TagPrefix(_, text) | FieldPrefix(_, text):
            return column.beginning(text)
        case _:
            return column.known()


def _columns(query: Query) -> Sequence[str]:
    match query:
        case TagIs(key) | TagPrefix(key) | HasTag(key):
            return (tag_column(key),)
        case FieldIs(name) | FieldPrefix(name):
            return [each.value for each in matched_fields(name)]
        case HasField(name) | Compare(field=name):
            return (name.value,)
        case _:
            raise ValueError(f"{query} does not refer to a column")


def _needed(query: Query) -> dict[str, bool]:
    """Return the columns that a query needs, and whether it needs their texts."""
    needed: dict[str, bool] = {}
    for term in terms(query):
        if not isinstance(term, Text):
            needs_texts = not isinstance(term, HasTag | HasField | Compare)
            for name in _columns(term):
                needed[name] = needed.get(name, False) or needs_texts
    needed.pop(Field.CREATED.value, None)  # the pack's own range usually suffices
    return needed


def _cost(query: Query) -> int:
    """Rank a condition by its cost: tags and fields, then numbers, then text search."""
    return max((_COSTS.get(type(term), 0) for term in terms(query)), default=0)


_COSTS: dict[type, int] = {Compare: 1, Text: 2}
