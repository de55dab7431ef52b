"""An erasure's next step: a batch of runs or sessions, then the packs and indexes."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from datetime import datetime

from runwhy.core.erasure import Erasure, Phase
from runwhy.stores.accounts import erasure_receipts
from runwhy.stores.erasure import run_erasure, session_erasure
from runwhy.stores.search.pack_maintenance import PackMaintenance
from runwhy.stores.sql.operations import finds, writes


class ErasureSteps(PackMaintenance):
    """Carries out erasures in batches, each one transaction."""

    _find_runs = finds(run_erasure.find_runs)
    _erase_runs = writes(run_erasure.erase_batch)
    _find_sessions = finds(session_erasure.find)
    _erase_sessions = writes(session_erasure.erase_batch)
    _save_erasure = writes(erasure_receipts.save)

    async def advance_erasure(self, erasure: Erasure, *, limit: int, at: datetime) -> Erasure:
        """Erase the next batch, and return the updated receipt."""
        scope, page = (erasure.workspace, erasure.parsed_query), (limit, erasure.place)
        match erasure.phase:
            case Phase.RUNS:
                runs = await self._find_runs(*scope, erasure.mode, *page)
                return await self._erase_runs(erasure, runs, at)
            case Phase.SESSIONS:
                found = await self._find_sessions(*scope, *page)
                return await self._erase_sessions(erasure, found, at)
            case _:
                return await self._finish_erasure(erasure, at)

    async def _finish_erasure(self, erasure: Erasure, at: datetime) -> Erasure:
        if await self._rewrite_erased_pack(erasure.workspace):
            return erasure
        if await self.write(lambda tx: tx.dialect.merge_indexes(tx.conn)):
            return erasure
        await self._truncate_wal()
        done = replace(erasure, phase=Phase.DONE, finished_at=at)
        await self._save_erasure(done)
        await self._truncate_wal()  # the receipt may have lost its query
        return done

    @abstractmethod
    async def _truncate_wal(self) -> None:
        """Remove erased data from the write-ahead log, if the store manages one."""
