"""Store methods for erasures and retention rules."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from runwhy.core.erasure import EraseMode, Erasure, Phase, RetentionRule
from runwhy.core.queries import Query
from runwhy.ports import IdempotencyKey
from runwhy.stores.accounts import erasure_receipts
from runwhy.stores.erasure import retention, run_erasure, session_erasure
from runwhy.stores.sql.transactions import Transactions


class SqlErasures(Transactions):
    """Erasures and retention rules."""

    async def count_runs(self, workspace: int, query: Query) -> int:
        return await self._find(run_erasure.count_runs, workspace, query)

    async def preview_erasure(
        self, workspace: int, query: Query, mode: EraseMode, *, before: int | None, limit: int
    ) -> tuple[Mapping[str, int], int | None]:
        return await self._find(run_erasure.preview, workspace, query, mode, before, limit)

    async def add_erasure(self, erasure: Erasure, *, once: IdempotencyKey | None = None) -> Erasure:
        return await self._write(erasure_receipts.add, erasure, once)

    async def get_erasure(self, workspace: int, id: str) -> Erasure | None:
        return await self._read(erasure_receipts.get, workspace, id)

    async def list_erasures(
        self, workspace: int, *, limit: int, before: int | None = None
    ) -> Sequence[Erasure]:
        return await self._read(erasure_receipts.list_erasures, workspace, limit, before)

    async def unfinished_erasures(self) -> Sequence[Erasure]:
        return await self._read(erasure_receipts.unfinished)

    async def advance_erasure(self, erasure: Erasure, *, limit: int, at: datetime) -> Erasure:
        """Erase the next batch, and return the updated receipt."""
        scope, page = (erasure.workspace, erasure.parsed_query), (limit, erasure.place)
        match erasure.phase:
            case Phase.RUNS:
                runs = await self._find(run_erasure.find_runs, *scope, erasure.mode, *page)
                return await self._write(run_erasure.erase_batch, erasure, runs, at)
            case Phase.SESSIONS:
                found = await self._find(session_erasure.find, *scope, *page)
                return await self._write(session_erasure.erase_batch, erasure, found, at)
            case _:
                if await self._rewrite_erased_pack(erasure.workspace):
                    return erasure
                if await self._write(lambda tx: tx.dialect.merge_indexes(tx.conn)):
                    return erasure
                await self._truncate_wal()
                done = replace(erasure, phase=Phase.DONE, finished_at=at)
                await self._write(erasure_receipts.save, done)
                await self._truncate_wal()  # the receipt may have lost its query
                return done

    @abstractmethod
    async def _rewrite_erased_pack(self, workspace: int) -> bool:
        """Remove erased runs from one pack; return False when no pack has any."""

    @abstractmethod
    async def _truncate_wal(self) -> None:
        """Remove erased data from the write-ahead log, if the store manages one."""

    async def add_retention_rule(
        self, rule: RetentionRule, *, once: IdempotencyKey | None = None
    ) -> RetentionRule:
        return await self._write(retention.add, rule, once)

    async def get_retention_rule(self, workspace: int, id: str) -> RetentionRule | None:
        return await self._read(retention.get, workspace, id)

    async def change_retention_rule(
        self, workspace: int, id: str, decide: Callable[[RetentionRule], RetentionRule]
    ) -> RetentionRule | None:
        return await self._write(retention.change, workspace, id, decide)

    async def list_retention_rules(self, workspace: int | None) -> Sequence[RetentionRule]:
        return await self._read(retention.list_rules, workspace)

    async def remove_retention_rule(self, workspace: int, id: str) -> bool:
        return await self._write(retention.remove, workspace, id)

    async def note_applied(self, rule: RetentionRule, *, at: datetime) -> None:
        return await self._write(retention.note_applied, rule, at)
