"""Store methods for counting runs, and for the packs they are counted from."""

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

MAX_BACKLOG = 100_000  # unpacked runs are counted up to this number


class SqlSearch(Transactions):
    """Counts of runs, and the packs they are counted from."""

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
        """Return how many runs are in no pack, counted up to `MAX_BACKLOG`."""
        return await self._read(pack_writer.backlog, MAX_BACKLOG)

    async def pack_runs(self, *, size: int = pack_writer.PACK) -> int:
        """Put ended runs into packs while there are enough; return the number of new packs."""
        made = 0
        for workspace in await self._read(accounts.list_workspaces):
            while await self._pack(workspace.id, size):
                made += 1
            while made and await self._merge_packs(workspace.id, size):
                pass
            while await self._add_vocabularies(workspace.id):
                pass
        return made

    async def _add_vocabularies(self, workspace: int) -> bool:
        built = await self._find(vocabularies.build_vocabularies, workspace)
        if built is None:
            return False
        try:
            return await self._write(vocabularies.add_vocabularies, built)
        except IntegrityError:  # another server was faster
            return False

    async def _merge_packs(self, workspace: int, size: int) -> bool:
        pack = await self._find(pack_merge.plan_merge, workspace, size)
        return pack is not None and await self._rewrite(pack)

    async def _rewrite(self, pack: pack_merge.PackRewrite) -> bool:
        try:
            await self._write(pack_merge.rewrite, pack)
        except (pack_merge.PackChanged, IntegrityError):  # another server was faster
            return False
        return True

    async def _rewrite_erased_pack(self, workspace: int) -> bool:
        """Rewrite one pack without its erased runs; return False when no pack has any."""
        pack = await self._find(pack_merge.plan_without_erased, workspace)
        if pack is not None:
            await self._rewrite(pack)
        return pack is not None

    async def _pack(self, workspace: int, size: int) -> bool:
        if not await self._read(pack_writer.is_due, workspace, size):
            return False
        last_run = await self._write(lambda tx: tx.dialect.search.last_committed_run(tx.conn))
        pack = await self._find(pack_writer.plan_pack, workspace, last_run, size)
        if pack is None:
            return False
        columns = await asyncio.to_thread(pack_writer.columns_of, pack)
        try:
            return await self._write(pack_writer.add_pack, pack, columns)
        except IntegrityError:  # another server was faster
            return False
