"""Counts of runs, and suggestions for queries without a match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from runwhy.core.queries import HasTag, Query, Suggestion, all_of, keys_used, suggestions
from runwhy.core.runs.tags import Tags
from runwhy.ports import CountStore, RunFilter, tag_queries
from runwhy.services.operations import passes_on

_KNOWN = 1000  # keys to compare a misspelled one with


@dataclass(frozen=True, slots=True, kw_only=True)
class RunCounts:
    """Counts matching runs, and suggests corrections if there are none."""

    store: CountStore

    facet = passes_on(CountStore.count_values)
    keys = passes_on(CountStore.count_keys)
    histogram = passes_on(CountStore.count_over_time)
    aggregate = passes_on(CountStore.aggregate_runs)
    backlog = passes_on(CountStore.pack_backlog)

    async def suggestions(self, workspace: int, query: Query, within: Tags) -> Sequence[Suggestion]:
        """Suggest corrections for a query without a match, from keys the caller may see."""
        used = [key for key in keys_used(query) if await self._has(workspace, key, within)]
        if len(used) == len(keys_used(query)):
            return suggestions(query, used)
        known = await self.store.count_keys(workspace, all_of(tag_queries(within)), limit=_KNOWN)
        return suggestions(query, (key.value for key in known))

    async def _has(self, workspace: int, key: str, within: Tags) -> bool:
        filter = RunFilter(query=HasTag(key), within=within)
        return bool(await self.store.list_runs(workspace, filter, limit=1))
