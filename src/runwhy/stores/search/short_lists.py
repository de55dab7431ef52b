"""Lists of runs that PostgreSQL finds with at most three short statements.

They are the lists that people look at: the newest runs, and those with a common or a rare tag.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import nlargest

from runwhy.core.queries import All, HasTag, Query, Text, all_of, keys_used, terms
from runwhy.core.queries.agent_names import names_agents
from runwhy.core.runs.run import Run
from runwhy.ports import FoundRuns, RunFilter, tag_queries
from runwhy.stores.search.run_search import FEW, among_newest
from runwhy.stores.sql import rows
from runwhy.stores.sql.clauses import TRUE, Clause, Found, is_one_of, select_where
from runwhy.stores.sql.conditions import RUNS, Conditions, SearchDialect
from runwhy.stores.sql.loop_connections import Execute
from runwhy.stores.sql.postgres_conditions import expected_rows, explain
from runwhy.stores.sql.tag_index import needed_tags

SOME = 100  # rows up to which all matches are read, in any order
WINDOW = 2000  # newest runs that are searched for what is common


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortList:
    """The newest matches. If it is not complete, older runs may match, too."""

    found: FoundRuns
    is_complete: bool = True


class ShortSearch:
    """Finds the newest runs of one workspace that match a filter, as far as that is short."""

    def __init__(
        self, execute: Execute, search: SearchDialect, workspace: int, filter: RunFilter
    ) -> None:
        self._execute = execute
        self._search = search
        self._workspace = workspace
        self._filter = filter
        self._query = filter.effective_query
        self._mine = Clause("runs.workspace = ?", (workspace,))

    async def newest(self, *, limit: int, before: int | None) -> ShortList | None:
        """Return the newest matches, or None if a search here would be too long."""
        if names_agents(self._query) or any(isinstance(one, Text) for one in terms(self._query)):
            return None
        older = TRUE if before is None else Clause("runs.seq < ?", (before,))
        mine = self._mine & older
        if isinstance(self._query, All):
            return _list(_runs(await self._execute(_newest(mine, limit))))
        tags = needed_tags(self._query)
        if tags is None:
            return await self._in_window(mine, limit, await self._expected(self._condition()))
        indexed = self._mine & self._search.having("runs", self._workspace, tags)
        expected = await self._expected(indexed)
        if expected > FEW:
            return await self._in_window(mine, limit, expected)
        few = indexed & older & self._condition()
        read = await (self._some(few) if expected <= SOME else self._few(few, limit))
        if read is None:
            return None
        if read or before is not None:
            return _list(read[:limit])
        keys = keys_used(self._query)
        if not all([await self._is_in_use(key) for key in keys]):
            return None  # a search for the key is longer
        return ShortList(found=FoundRuns(runs=(), keys=keys))

    def _condition(self) -> Clause:
        return Conditions(self._search, RUNS).of(self._query)

    async def _some(self, where: Clause) -> Sequence[Run] | None:
        read = await self._execute(select_where("* FROM runs", where, "LIMIT ?", SOME + 1))
        return _runs(read) if len(read.all()) <= SOME else None

    async def _few(self, where: Clause, limit: int) -> Sequence[Run] | None:
        found = await self._execute(select_where("seq FROM runs", where, "LIMIT ?", FEW + 1))
        if len(found.all()) > FEW:
            return None
        newest = nlargest(limit, found.column())
        read = await self._execute(select_where("* FROM runs", is_one_of("seq", newest)))
        return _runs(read) if len(read.all()) == len(newest) else None  # one was deleted

    async def _in_window(self, mine: Clause, limit: int, expected: int) -> ShortList | None:
        """Search the newest runs, if many are expected to match."""
        if expected * WINDOW < 2 * limit * await self._expected(self._mine):
            return None
        window, condition = _newest(mine, WINDOW), self._condition()
        where = Clause(condition.text, window.values + condition.values)
        what, then = f"* FROM ({window.text}) AS runs", "ORDER BY seq DESC LIMIT ?"
        found = _runs(await self._execute(select_where(what, where, then, limit)))
        return _list(found, is_complete=len(found) == limit) if found else None

    async def _expected(self, where: Clause) -> int:
        """Return how many runs the planner expects; fast for any number."""
        return expected_rows(await self._execute(explain(select_where("seq FROM runs", where))))

    async def _is_in_use(self, key: str) -> bool:
        query: Query = all_of([HasTag(key), *tag_queries(self._filter.within)])
        found = await self._execute(among_newest(self._search, self._workspace, query))
        return found.first() is not None


def _newest(where: Clause, limit: int) -> Clause:
    return select_where("* FROM runs", where, "ORDER BY seq DESC LIMIT ?", limit)


def _runs(read: Found) -> Sequence[Run]:
    return sorted(rows.runs_of(read.mappings()), key=lambda run: run.seq, reverse=True)


def _list(runs: Sequence[Run], *, is_complete: bool = True) -> ShortList:
    return ShortList(found=FoundRuns(runs=runs), is_complete=is_complete)
