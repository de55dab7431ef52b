"""Port for counting runs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from runwhy.core.queries import Query
from runwhy.core.queries.counts import Count, CountKey, Facet, Histogram, Interval
from runwhy.ports.runs import RunStore


class CountStore(RunStore, Protocol):
    """The part of a store that counts the runs matching a query."""

    async def count_values(
        self, workspace: int, query: Query, key: CountKey, *, limit: int
    ) -> Facet: ...
    async def count_keys(
        self, workspace: int, query: Query, *, prefix: str = "", limit: int
    ) -> Sequence[Count]: ...
    async def count_over_time(
        self,
        workspace: int,
        query: Query,
        *,
        interval: Interval | None,
        group_by: CountKey | None,
        limit: int,
        now: datetime,
    ) -> Histogram: ...
    async def pack_runs(self) -> int: ...
    async def pack_backlog(self) -> int: ...
