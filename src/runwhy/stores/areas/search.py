"""Counting what a query finds, and the packs it is counted from."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy.exc import IntegrityError

from runwhy.core.queries import Query
from runwhy.core.queries.counts import Count, CountKey, Facet, Histogram, Interval
from runwhy.stores.accounts import accounts
from runwhy.stores.search import counts, histograms, pack_merge, pack_writer, vocabularies
from runwhy.stores.sql.transactions import Transactions

BACKLOG = 100_000  # beyond, it is told that there are so many


class SqlFinding(Transactions):
    """Counting what a query finds, and the packs it is counted from."""

    async def count_values(
        self, workspace: int, query: Query, key: CountKey, *, limit: int
    ) -> Facet:
        return await self._find(counts.facet, workspace, query, key, limit)

    async def count_keys(
        self, workspace: int, query: Query, *, prefix: str = "", limit: int
    ) -> Sequence[Count]:
        return await self._find(counts.keys, workspace, query, prefix, limit)

    async def count_over_time(
        self,
        workspace: int,
        query: Query,
        *,
        interval: Interval | None,
        group_by: CountKey | None,
        limit: int,
        now: datetime,
    ) -> Histogram:
        return await self._find(
            histograms.histogram, workspace, query, interval, group_by, limit, now
        )

    async def pack_backlog(self) -> int:
        """How many runs are in no pack; of very many, that they are."""
        return await self._read(pack_writer.backlog, BACKLOG)

    async def pack_runs(self, *, size: int = pack_writer.PACK) -> int:
        """Put ended runs into packs while there are enough of them; how many packs were made."""
        made = 0
        for workspace in await self._read(accounts.list_workspaces):
            while await self._pack(workspace.id, size):
                made += 1
            while made and await self._repack(workspace.id, size):
                pass
            while await self._learn(workspace.id):
                pass
        return made

    async def _learn(self, workspace: int) -> bool:
        learned = await self._find(vocabularies.learn, workspace)
        if learned is None:
            return False
        try:
            return await self._write(vocabularies.add_learned, learned)
        except IntegrityError:  # another server was faster
            return False

    async def _repack(self, workspace: int, size: int) -> bool:
        pack = await self._find(pack_merge.plan_large, workspace, size)
        return pack is not None and await self._rewrite(pack)

    async def _rewrite(self, pack: pack_merge.Rewritten) -> bool:
        try:
            await self._write(pack_merge.rewrite, pack)
        except (pack_merge.Outrun, IntegrityError):  # another server was faster
            return False
        return True

    async def _write_a_pack_anew(self, workspace: int) -> bool:
        """Write a pack without the runs that are gone from it; False when there is none."""
        pack = await self._find(pack_merge.plan_anew, workspace)
        if pack is not None:
            await self._rewrite(pack)
        return pack is not None

    async def _pack(self, workspace: int, size: int) -> bool:
        if not await self._read(pack_writer.is_due, workspace, size):
            return False
        settled = await self._read(self.dialect.search.settled)
        pack = await self._find(pack_writer.plan_pack, workspace, settled, size)
        if pack is None:
            return False
        columns = await asyncio.to_thread(pack_writer.columns_of, pack)
        try:
            return await self._write(pack_writer.add_pack, pack, columns)
        except IntegrityError:  # another server was faster
            return False
