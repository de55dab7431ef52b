"""Lists of runs that PostgreSQL finds with a few short statements.

They are the most viewed lists: the newest runs, and those with a common or a rare tag.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from runwhy.core.queries import All, HasTag, Query, Text, all_of, keys_used, terms
from runwhy.core.queries.agent_names import names_agents
from runwhy.core.runs.run import Run
from runwhy.ports import FoundRuns, RunFilter, tag_queries
from runwhy.stores.search.run_search import among_newest
from runwhy.stores.sql import rows
from runwhy.stores.sql.bounded_memory import BoundedMemory
from runwhy.stores.sql.clauses import TRUE, Clause, Found, select_where
from runwhy.stores.sql.conditions import RUNS, Conditions, SearchDialect
from runwhy.stores.sql.loop_connections import Execute
from runwhy.stores.sql.postgres_conditions import expected_rows, explain
from runwhy.stores.sql.tag_index import needed_tags

SOME = 100  # rows up to which all matches are read, in any order
FEW = 2000  # rows up to which the index is faster than a search in the newest runs
MANY = 20_000  # rows up to which the index is faster than a search in packs
WINDOW = 2000  # newest runs that are searched first
WIDE = 20_000  # runs that are searched next, at most; for more, packs take less CPU in total
EXPECTED = 1000  # queries whose expected number of rows is kept in memory
EXPECTED_FOR = 60.0  # seconds; an outdated number costs time, but the list is the same
# The number of rows is limited, because the planner may expect too few.
_NEWEST_OF = """
WITH found AS MATERIALIZED (SELECT seq FROM runs WHERE {where} LIMIT ?)
SELECT * FROM runs WHERE seq IN (SELECT seq FROM found ORDER BY seq DESC LIMIT ?)
    AND (SELECT count(*) FROM found) <= ?
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortList:
    """The newest matches. If it is not complete, older runs may match, too."""

    found: FoundRuns
    is_complete: bool = True


class Expected(NamedTuple):
    """How many rows the planner expects."""

    rows: int
    until: float  # when the planner estimates again
    size: int = 1


class ExpectedRows(BoundedMemory[tuple[int, Query], Expected]):
    """Expected rows by workspace and tags, so that a list that is read again takes less time."""

    def __init__(self, most: int = EXPECTED) -> None:
        super().__init__(most)


class ShortSearch:
    """Finds the newest runs of one workspace that match a filter, if the search is short."""

    def __init__(
        self,
        execute: Execute,
        search: SearchDialect,
        workspace: int,
        filter: RunFilter,
        expected: ExpectedRows,
    ) -> None:
        self._execute = execute
        self._expected_rows = expected
        self._search = search
        self._workspace = workspace
        self._filter = filter
        self._query = filter.effective_query
        self._mine = Clause("runs.workspace = ?", (workspace,))

    async def newest(self, *, limit: int, before: int | None) -> ShortList | None:
        """Return the newest matches, or None if a search here would be too long."""
        if names_agents(self._query) or any(isinstance(one, Text) for one in terms(self._query)):
            return None
        if isinstance(self._query, All):
            where = self._mine & _older(before)
            return _list(_runs(await self._execute(_newest(where, limit))))
        tags = needed_tags(self._query)
        if tags is None:
            return await self._common(limit, before)
        indexed = self._mine & self._search.having("runs", self._workspace, tags)
        expected = await self._expected(tags, indexed)
        few = indexed & _older(before) & self._condition()
        if expected <= SOME:
            read = await self._some(few)
            if read is not None:
                return await self._none(before) if not read else _list(read[:limit])
            self._expect(tags, SOME + 1)  # there are more than the planner expects
        if expected <= FEW:
            return await self._indexed(few, limit)
        found = await self._common(limit, before)
        if (found is None or not found.is_complete) and expected <= MANY:
            return await self._indexed(few, limit) or found
        return found

    def _condition(self) -> Clause:
        return Conditions(self._search, RUNS).of(self._query)

    async def _some(self, where: Clause) -> Sequence[Run] | None:
        read = await self._execute(select_where("* FROM runs", where, "LIMIT ?", SOME + 1))
        return _runs(read) if len(read.all()) <= SOME else None

    async def _indexed(self, where: Clause, limit: int) -> ShortList | None:
        text = _NEWEST_OF.format(where=where.text)
        read = await self._execute(Clause(text, (*where.values, MANY + 1, limit, MANY)))
        return _list(_runs(read)) if read.all() else None  # none, or too many

    async def _common(self, limit: int, before: int | None) -> ShortList | None:
        """Search the newest runs, and then as many as it takes if matches are that frequent."""
        found = await self._within(WINDOW, limit, before)
        missing = limit - len(found)
        if found and missing:
            needed = missing * WINDOW // len(found)
            if needed <= WIDE:
                size = min(2 * needed + WINDOW, WIDE)
                found += await self._within(size, missing, found[-1].seq)
        return _list(found, is_complete=len(found) == limit) if found else None

    async def _within(self, size: int, limit: int, before: int | None) -> list[Run]:
        """Return the newest matches among the newest `size` runs before `before`."""
        window, condition = _newest(self._mine & _older(before), size), self._condition()
        where = Clause(condition.text, window.values + condition.values)
        what, then = f"* FROM ({window.text}) AS runs", "ORDER BY seq DESC LIMIT ?"
        return _runs(await self._execute(select_where(what, where, then, limit)))

    async def _none(self, before: int | None) -> ShortList | None:
        """Return an empty result, with the data for suggestions."""
        if before is not None:
            return _list([])
        keys = keys_used(self._query)
        if not all([await self._is_in_use(key) for key in keys]):
            return None  # a search for the key is longer
        return ShortList(found=FoundRuns(runs=(), keys=keys))

    async def _expected(self, tags: Query, where: Clause) -> int:
        """Return how many runs with these tags the planner expects; fast for any number."""
        known = self._expected_rows.get((self._workspace, tags))
        if known is not None and time.monotonic() < known.until:
            return known.rows
        plan = await self._execute(explain(select_where("seq FROM runs", where)))
        found = expected_rows(plan)
        self._expect(tags, found)
        return found

    def _expect(self, tags: Query, found: int) -> None:
        expected = Expected(found, until=time.monotonic() + EXPECTED_FOR)
        key, forgotten = (self._workspace, tags), self._expected_rows.forgotten
        self._expected_rows.put(key, expected, forgotten=forgotten)

    async def _is_in_use(self, key: str) -> bool:
        query: Query = all_of([HasTag(key), *tag_queries(self._filter.within)])
        found = await self._execute(among_newest(self._search, self._workspace, query))
        return found.first() is not None


def _older(before: int | None) -> Clause:
    return TRUE if before is None else Clause("runs.seq < ?", (before,))


def _newest(where: Clause, limit: int) -> Clause:
    return select_where("* FROM runs", where, "ORDER BY seq DESC LIMIT ?", limit)


def _runs(read: Found) -> list[Run]:
    return sorted(rows.runs_of(read.mappings()), key=lambda run: run.seq, reverse=True)


def _list(runs: Sequence[Run], *, is_complete: bool = True) -> ShortList:
    return ShortList(found=FoundRuns(runs=runs), is_complete=is_complete)
