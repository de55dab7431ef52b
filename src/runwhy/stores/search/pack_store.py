"""The part of the SQL store that keeps packs, which runs are counted from."""

from __future__ import annotations

import asyncio

from sqlalchemy.exc import IntegrityError

from runwhy.stores.accounts import accounts
from runwhy.stores.search import pack_merge, pack_writer, vocabularies
from runwhy.stores.sql.operations import finds, reads, writes
from runwhy.stores.sql.transactions import Transactions


class PackStore(Transactions):
    """Writes, merges and rewrites packs. Servers that do so at the same time do not wait."""

    pack_backlog = reads(pack_writer.backlog)
    _workspaces = reads(accounts.list_workspaces)
    _is_due = reads(pack_writer.is_due)
    _plan_pack = finds(pack_writer.plan_pack)
    _add_pack = writes(pack_writer.add_pack)
    _plan_merge = finds(pack_merge.plan_merge)
    _plan_without_erased = finds(pack_merge.plan_without_erased)
    _replace_packs = writes(pack_merge.rewrite)
    _build_vocabularies = finds(vocabularies.build_vocabularies)
    _write_vocabularies = writes(vocabularies.add_vocabularies)

    async def pack_runs(self, *, size: int = pack_writer.PACK) -> int:
        """Put ended runs into packs while there are enough; return the number of new packs."""
        made = 0
        for workspace in await self._workspaces():
            while await self._pack(workspace.id, size):
                made += 1
            while made and await self._merge_packs(workspace.id, size):
                pass
            while await self._add_vocabularies(workspace.id):
                pass
        return made

    async def _add_vocabularies(self, workspace: int) -> bool:
        built = await self._build_vocabularies(workspace)
        if built is None:
            return False
        try:
            return await self._write_vocabularies(built)
        except IntegrityError:  # another server was faster
            return False

    async def _merge_packs(self, workspace: int, size: int) -> bool:
        pack = await self._plan_merge(workspace, size)
        return pack is not None and await self._rewrite(pack)

    async def _rewrite(self, pack: pack_merge.PackRewrite) -> bool:
        try:
            await self._replace_packs(pack)
        except (pack_merge.PackChanged, IntegrityError):  # another server was faster
            return False
        return True

    async def rewrite_erased_pack(self, workspace: int) -> bool:
        """Rewrite one pack without its erased runs; return False when no pack has any."""
        pack = await self._plan_without_erased(workspace)
        if pack is not None:
            await self._rewrite(pack)
        return pack is not None

    async def _pack(self, workspace: int, size: int) -> bool:
        if not await self._is_due(workspace, size):
            return False
        last_run = await self.write(lambda tx: tx.dialect.search.last_committed_run(tx.conn))
        pack = await self._plan_pack(workspace, last_run, size)
        if pack is None:
            return False
        columns = await asyncio.to_thread(pack_writer.columns_of, pack)
        try:
            return await self._add_pack(pack, columns)
        except IntegrityError:  # another server was faster
            return False
