"""Counts of runs, and suggestions for queries without a match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from runwhy.core.queries import Query, Suggestion, all_of, keys_used, suggestions
from runwhy.core.runs.tags import Tags
from runwhy.ports import CountStore, tag_queries
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

    async def suggestions(
        self, workspace: int, query: Query, within: Tags, existing: Sequence[str] | None = None
    ) -> Sequence[Suggestion]:
        """Suggest corrections for a query without a match, from keys the caller may see.

        `existing` are the query's keys that runs have, if they are known already.
        """
        keys = keys_used(query)
        if existing is None:
            existing = await self.store.find_keys(workspace, keys, within)
        if len(existing) == len(keys):
            return suggestions(query, existing)
        known = await self.store.count_keys(workspace, all_of(tag_queries(within)), limit=_KNOWN)
        return suggestions(query, (key.value for key in known))
