"""Search for runs: through the tag index if that suffices, otherwise in packs and in rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import nlargest
from itertools import takewhile

from sqlalchemy import Connection

from runwhy.core.queries import (
    MAX_NUMBER,
    All,
    And,
    Field,
    FieldIs,
    HasTag,
    Query,
    TagIs,
    all_of,
    fold,
    keys_used,
    terms,
)
from runwhy.core.queries.ast import Term
from runwhy.core.runs.run import Run
from runwhy.core.runs.tags import Tags
from runwhy.ports import FoundRuns, RunFilter, tag_queries
from runwhy.stores.search.columns import Mask, count
from runwhy.stores.search.packs import SEQ, Pack, PackReader
from runwhy.stores.sql import rows
from runwhy.stores.sql.agent_names import resolve_agents
from runwhy.stores.sql.clauses import TRUE, Clause, Found, execute, is_one_of, select_where
from runwhy.stores.sql.conditions import RUNS, Conditions, SearchDialect
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.tag_index import is_about_tags, needed_tags

FEW = 1000  # up to this many candidates are checked one by one
RARE = 100  # at most one of this many runs has a rare value
LONG = 2_000_000  # packed runs from which on an index may find far more than it is expected to
SHORT = 5  # rows up to which a list is read in the event loop
NEWEST = 20  # runs that are searched for a key before all others; most runs have the same keys


@dataclass(frozen=True, slots=True, kw_only=True)
class Matches:
    """All matching runs: conditions on rows, which do not overlap, and masks on packs."""

    rows: Sequence[Clause]
    packs: Sequence[tuple[Pack, Mask]] = ()


class Finder:
    """Search for the runs of one workspace that match a query, in one transaction."""

    def __init__(self, tx: Tx, workspace: int, query: Query, *, in_snapshot: bool = False) -> None:
        search = self._search = tx.dialect.search
        version, known = search.row_version, tx.known_columns
        self.reader = PackReader(tx.conn, workspace, self._contains, version=version, known=known)
        if not in_snapshot:
            self._search.use_snapshot(tx.conn)
        self._conn = tx.conn
        self._workspace = workspace
        self.query = resolve_agents(tx.conn, workspace, query)
        self._mine = Clause("runs.workspace = ?", (workspace,))
        self.conditions = Conditions(self._search, RUNS)

    @cached_property
    def _condition(self) -> Clause:
        return self.conditions.of(self.query)

    @cached_property
    def _packs(self) -> Sequence[Pack]:
        return self.reader.list()

    def matches(self) -> Matches:
        """Return all matching runs."""
        few = self._few()
        if few is not None:
            return Matches(rows=[self._mine & is_one_of("runs.seq", few) & self._condition])
        return Matches(
            rows=[part & self._condition for part in self.unpacked()],
            packs=list(self.reader.matching(self.query, self._packs)),
        )

    def newest(self, limit: int, before: int | None) -> Sequence[int]:
        """Return the numbers of the newest matching runs before `before`."""
        behind = TRUE if before is None else Clause("runs.seq < ?", (before,))
        if isinstance(self.query, All):
            return self._numbers(self._mine & behind, limit)
        by_index = self.newest_by_index(limit, before)
        if by_index is not None:
            return by_index.column()
        few = self._few()
        if few is not None and needed_tags(self.query) == self.query:
            return nlargest(limit, (one for one in few if before is None or one < before))
        if few is not None:
            chosen = self._mine & is_one_of("runs.seq", few) & behind
            return self._numbers(chosen & self._condition, limit)
        found: list[int] = []
        for part in self.unpacked():
            found += self._numbers(part & behind & self._condition, limit)
        found = nlargest(limit, found)
        beyond = [pack for pack in self._packs if before is None or pack.first_seq < before]
        packs = takewhile(lambda pack: len(found) < limit or found[-1] < pack.last_seq, beyond)
        for pack, mask in self.reader.matching(self.query, packs, also=[SEQ]):
            below = before if before is not None and before <= pack.last_seq else None
            newest = self.reader.numbers(pack, SEQ).largest(mask, limit, below)
            pack.numbers.clear()
            found = nlargest(limit, [*found, *newest])
        return found

    def newest_by_index(self, limit: int, before: int | None, columns: str = "seq") -> Found | None:
        """Return the newest matching rows from the tag index, if the query has only tags."""
        if not self._search.has_order or not is_about_tags(self.query):
            return None
        if not all(isinstance(term, TagIs) or self._is_rare(term) for term in terms(self.query)):
            return None
        below = MAX_NUMBER if before is None else before
        return self._search.newest(
            self._conn,
            "runs",
            self._workspace,
            self.query,
            limit=limit,
            before=below,
            columns=columns,
        )

    def _is_rare(self, term: Term) -> bool:
        """Return whether few runs match; the index reads all that have a key or a prefix."""
        newest = self._packs[:1]
        found = sum(count(mask) for _, mask in self.reader.matching(term, newest))
        return all(found * RARE <= pack.size for pack in newest)

    def _is_common(self, tags: Query) -> bool:
        """Return whether many runs of a long history match, by the newest pack.

        The planner of PostgreSQL expects few runs for tags that one run in a hundred has, and its
        index would read all of them.
        """
        if sum(pack.size for pack in self._packs) < LONG:
            return False
        newest = self.reader.matching(tags, self._packs[:1])
        return any(count(mask) * RARE > pack.size for pack, mask in newest)

    def _few(self) -> Sequence[int] | None:
        """Return all runs that can match, if an index finds only a few."""
        tags = needed_tags(self.query)
        if tags is not None:
            if self._is_common(tags):
                return None
            return self._search.rare(self._conn, "runs", self._workspace, tags, most=FEW)
        for part in self.query.parts if isinstance(self.query, And) else (self.query,):
            match part:
                case FieldIs(Field.SESSION | Field.PARENT as name, value):
                    return self._related(Clause(f"{RUNS.fields[name]} = ?", (value,)))
        return None

    def _related(self, condition: Clause) -> Sequence[int] | None:
        found = self._numbers(condition, FEW + 1)
        return found if len(found) <= FEW else None

    def unpacked(self) -> Sequence[Clause]:
        """Return conditions for the runs in no pack: those after the last pack, and late ones."""
        mark = max((pack.packed_to for pack in self._packs), default=0)
        behind = self._mine & Clause("runs.seq > ?", (mark,))
        late = late_runs(self._conn, self._workspace)
        return [behind, self._mine & is_one_of("runs.seq", late)] if late else [behind]

    def _numbers(self, where: Clause, limit: int) -> Sequence[int]:
        query = select_where("seq FROM runs", where, "ORDER BY seq DESC LIMIT ?", limit)
        return execute(self._conn, query).column()

    def _contains(self, pack: Pack, words: str) -> Mask:
        """Return the rows of a pack whose text, which is stored elsewhere, contains the words."""
        sought = fold(words)
        found: set[int] = set()
        for bounds in self.reader.find_ranges(pack, sought):
            near = Clause("seq BETWEEN ? AND ?", bounds)
            which = near & self._search.contains("text", sought)
            found.update(
                row[0] for row in execute(self._conn, select_where("seq FROM run_texts", which))
            )
        return self.reader.numbers(pack, SEQ).among(found) if found else 0


def late_runs(conn: Connection, workspace: int) -> Sequence[int]:
    """Return the runs that are in no pack, though newer ones are."""
    query = Clause("SELECT seq FROM unpacked WHERE workspace = ? ORDER BY seq", (workspace,))
    return execute(conn, query).column()


def list_runs(
    tx: Tx, workspace: int, filter: RunFilter, *, limit: int, before: int | None = None
) -> Sequence[Run]:
    """Return the newest runs that match the filter, before `before`."""
    finder = Finder(tx, workspace, filter.effective_query)
    read = finder.newest_by_index(limit, before, "*")
    if read is None:
        return _runs_of(tx, finder.newest(limit, before))
    return rows.runs_of(read.mappings())


def _runs_of(tx: Tx, numbers: Sequence[int]) -> Sequence[Run]:
    where = is_one_of("seq", numbers)
    read = execute(tx.conn, select_where("* FROM runs", where, "ORDER BY seq DESC"))
    return rows.runs_of(read.mappings())


def find_runs(
    tx: Tx, workspace: int, filter: RunFilter, *, limit: int, before: int | None = None
) -> FoundRuns:
    """Return the newest runs that match; if there are none, also the data for suggestions."""
    found = list_runs(tx, workspace, filter, limit=limit, before=before)
    if found or before is not None:
        return FoundRuns(runs=found)
    keys = keys_used(filter.effective_query)
    return FoundRuns(runs=(), keys=_keys_in_use(tx, workspace, keys, filter.within))


def find_few_runs(
    tx: Tx, workspace: int, filter: RunFilter, *, limit: int, before: int | None = None
) -> FoundRuns | None:
    """Return the result of `find_runs` if the search is short: few runs have the query's only tag.

    A search for one value reads a few pages of the index, however many runs there are.
    """
    query = filter.effective_query
    if not isinstance(query, TagIs):
        return None
    below = MAX_NUMBER if before is None else before
    at_most = min(limit, SHORT + 1)
    by_index = tx.dialect.search.newest(
        tx.conn, "runs", workspace, query, limit=at_most, before=below
    )
    found = by_index.column()
    if len(found) > SHORT:
        return None
    if found or before is not None:
        return FoundRuns(runs=_runs_of(tx, found))
    if not _is_among_newest(tx, workspace, HasTag(query.key)):
        return None  # a search for the key is longer
    return FoundRuns(runs=(), keys=[query.key])


def find_keys(tx: Tx, workspace: int, keys: Sequence[str], within: Tags) -> Sequence[str]:
    """Return those of the keys that a run has, among the runs with the tags `within`."""
    tx.dialect.search.use_snapshot(tx.conn)
    return _keys_in_use(tx, workspace, keys, within)


def _keys_in_use(tx: Tx, workspace: int, keys: Sequence[str], within: Tags) -> Sequence[str]:
    others = tag_queries(within)
    queries = {key: all_of([HasTag(key), *others]) for key in keys}
    return [
        key
        for key, query in queries.items()
        if _is_among_newest(tx, workspace, query)
        or Finder(tx, workspace, query, in_snapshot=True).newest(1, None)
    ]


def _is_among_newest(tx: Tx, workspace: int, query: Query) -> bool:
    """Return whether one of the newest runs matches; this takes a fifth of a search."""
    return execute(tx.conn, among_newest(tx.dialect.search, workspace, query)).first() is not None


def among_newest(search: SearchDialect, workspace: int, query: Query) -> Clause:
    """Return the statement that finds a match among the newest runs."""
    newest = "SELECT tags FROM runs WHERE workspace = ? ORDER BY seq DESC LIMIT ?"
    matches = Conditions(search, RUNS).of(query)
    where = Clause(matches.text, (workspace, NEWEST, *matches.values))
    return select_where(f"1 FROM ({newest}) AS runs", where, "LIMIT 1")
