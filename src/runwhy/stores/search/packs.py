"""Packs: ended runs by the thousand, column by column; any query is answered a pack at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from sqlalchemy import Connection

from runwhy.core.queries import (
    COMPARABLE,
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
    terms,
)
from runwhy.core.queries.counts import created_range, whole_range
from runwhy.core.queries.renderer import TAG
from runwhy.stores.search.columns import Mask, Numbers, Words, count, everything
from runwhy.stores.sql.clauses import FALSE, Clause, among, ask, choose

SEQ = "seq"
GONE = "gone"  # the column of the mask of runs that are in a pack no more
NUMBERS = frozenset({SEQ, *COMPARABLE})
TOGETHER = 16  # packs whose columns are read at once

_GONE = (
    "(SELECT codes FROM pack_columns WHERE pack_columns.workspace = packs.workspace"  # noqa: S608
    f" AND pack_columns.pack = packs.number AND pack_columns.name = '{GONE}')"
)
_PACKS = (
    "number, size, first_seq, last_seq, first_created, last_created, packed_to,"
    f" {_GONE} AS gone FROM packs"
)
WORDS = "words."  # what the vocabularies of a pack are named with
_NAMED = "(name >= ? AND name < ?)"
_OF_TAGS = Clause(_NAMED, (TAG, TAG[:-1] + "/"))  # which comes after the dot
OF_WORDS = Clause(_NAMED, (WORDS, WORDS[:-1] + "/"))

Contains = Callable[["Pack", str], Mask]


def tag_column(key: str) -> str:
    """The name of the column that holds a tag."""
    return TAG + key


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """Some thousands of ended runs, sorted by when they began, and what was read of them so far."""

    number: int
    size: int
    first_seq: int
    last_seq: int
    first_created: int
    last_created: int
    packed_to: int  # of all runs up to here, those in no pack are known to be late
    gone: Mask = 0  # rows of runs that were erased, or have changed and are looked at one by one
    words: dict[str, Words | None] = field(default_factory=dict)
    numbers: dict[str, Numbers] = field(default_factory=dict)

    def meets(self, first: int | None, last: int | None) -> bool:
        """Whether any of its runs can have begun in this range."""
        return (first is None or first <= self.last_created) and (
            last is None or last >= self.first_created
        )


class PackReader:
    """Reads the packs of one workspace, and of them only the columns that are asked for."""

    def __init__(self, conn: Connection, workspace: int, contains: Contains) -> None:
        self._conn = conn
        self._mine = Clause("workspace = ?", (workspace,))
        self._contains = contains

    def list(self) -> Sequence[Pack]:
        """All packs, the newest first."""
        query = choose(_PACKS, self._mine, "ORDER BY last_seq DESC")
        return [
            Pack(**{**row, GONE: int.from_bytes(row[GONE] or b"", "little")})
            for row in ask(self._conn, query).mappings()
        ]

    def matching(self, query: Query, packs: Iterable[Pack]) -> Iterator[tuple[Pack, Mask]]:
        """The packs that have matches, in the given order, each with the mask of them.

        They are read a few at a time, and more at a time as it goes on: who is content with the
        first ones does not wait for the rest.
        """
        needed = _needed(query)
        first, last = created_range(query)
        left = (pack for pack in packs if pack.meets(first, last))
        together = 1
        while now := list(islice(left, together)):
            self.read(now, needed)
            for pack in now:
                mask = self.mask(query, pack) & ~pack.gone
                pack.words.clear()  # of many packs they are much
                if mask:
                    yield pack, mask
            together = min(2 * together, TOGETHER)

    def read(self, packs: Sequence[Pack], names: Mapping[str, bool]) -> None:
        """Read columns of several packs at once; the flag says whether their texts are needed."""
        if not names:
            return
        for pack in packs:
            pack.words.update(dict.fromkeys(names))
        looked_at = among("name", [name for name, looks in names.items() if looks])
        self._keep(packs, looked_at, among("name", list(names)))

    def read_tags(self, packs: Sequence[Pack]) -> None:
        """Read the columns of all tags, without their texts."""
        self._keep(packs, FALSE, _OF_TAGS)

    def _keep(self, packs: Sequence[Pack], looked_at: Clause, named: Clause) -> None:
        by_number = {pack.number: pack for pack in packs}
        which = self._mine & among("pack", list(by_number)) & named
        columns = f"pack, name, codes, CASE WHEN {looked_at.text} THEN texts END FROM pack_columns"
        query = choose(columns, Clause(which.text, looked_at.values + which.values))
        for number, name, codes, read in ask(self._conn, query):
            pack = by_number[number]
            if name in NUMBERS:
                pack.numbers[name] = Numbers.read(codes)
            else:
                pack.words[name] = Words(pack.size, codes, read or b"")

    def tag_counts(self) -> dict[str, int]:
        """How many runs of all packs have each tag."""
        query = choose("name, sum(filled) FROM pack_columns", self._mine & _OF_TAGS, "GROUP BY 1")
        found = Counter({name: int(filled) for name, filled in ask(self._conn, query)})
        for pack in self.list():
            if pack.gone:
                self.read_tags([pack])
                found.subtract(_known(pack))
        return {name.removeprefix(TAG): times for name, times in found.items() if times}

    def places(self, pack: Pack, sought: str) -> Iterator[tuple[int, int]]:
        """Where in a pack texts may contain this: numbers of first and last runs.

        The vocabularies say where not; of a pack that has none yet, nothing is known.
        """
        mine = self._mine & Clause("pack = ?", (pack.number,)) & OF_WORDS
        found = ask(self._conn, choose("codes, texts FROM pack_columns", mine)).all()
        words = [word.encode() for word in sought.split()]
        for ends, vocabulary in found:
            if all(word in vocabulary for word in words):
                first, last = ends.split()
                yield int(first), int(last)
        if not found:
            yield pack.first_seq, pack.last_seq

    def numbers(self, pack: Pack, name: str) -> Numbers:
        """One column of numbers."""
        if name not in pack.numbers:
            self.read([pack], {name: False})
        return pack.numbers[name]

    def mask(self, query: Query, pack: Pack) -> Mask:
        """The rows of a pack that match."""
        match query:
            case All():
                return everything(pack.size)
            case And(parts):
                return self._all(parts, pack)
            case Or(parts):
                mask = 0
                for part in parts:
                    mask |= self.mask(part, pack)
                return mask
            case Not(part):
                return everything(pack.size) & ~self.mask(part, pack)
            case Text(words):
                return self._contains(pack, words)
            case Compare():
                return self._compare(query, pack)
            case HasField(Field.CREATED):
                return everything(pack.size)
            case HasField(name) if name in COMPARABLE:
                return self.numbers(pack, name.value).within(None, None)
            case _:
                return _words_mask(query, pack)

    def _all(self, parts: Sequence[Query], pack: Pack) -> Mask:
        mask = everything(pack.size)
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
            return everything(pack.size)
        if not pack.meets(first, last):
            return 0
        return self.numbers(pack, Field.CREATED.value).within_sorted(first, last)


def no_texts(pack: Pack, words: str) -> Mask:
    """For readers that nobody asks for words."""
    raise AssertionError("nobody looks for words here")


def _known(pack: Pack) -> dict[str, int]:
    """How many of the runs that are gone had each tag whose column was read."""
    read = pack.words.items()
    return {name: count(column.known() & pack.gone) for name, column in read if column}


def _words_mask(query: Query, pack: Pack) -> Mask:
    column = pack.words[_column(query)]
    if column is None:  # nobody in this pack has it
        return 0
    match query:
        case TagIs(_, text) | FieldIs(_, text):
            return column.equal(text)
        case TagPrefix(_, text) | FieldPrefix(_, text):
            return column.beginning(text)
        case _:
            return column.known()


def _column(query: Query) -> str:
    match query:
        case TagIs(key) | TagPrefix(key) | HasTag(key):
            return tag_column(key)
        case FieldIs(name) | FieldPrefix(name) | HasField(name) | Compare(field=name):
            return name.value
        case _:
            raise ValueError(f"{query} is about no column")


def _needed(query: Query) -> dict[str, bool]:
    """The columns that a query looks into, and whether it looks at their texts."""
    needed: dict[str, bool] = {}
    for term in terms(query):
        if not isinstance(term, Text):
            name = _column(term)
            looks = not isinstance(term, HasTag | HasField | Compare)
            needed[name] = needed.get(name, False) or looks
    needed.pop(Field.CREATED.value, None)  # mostly known from the pack alone
    return needed


def _cost(query: Query) -> int:
    """What is looked at last: numbers after texts, and the words of whole prompts at the end."""
    return max((_COSTS.get(type(term), 0) for term in terms(query)), default=0)


_COSTS: dict[type, int] = {Compare: 1, Text: 2}
