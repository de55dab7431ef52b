"""Store methods for commands that were run in terminals."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from runwhy.core.runs.events import NewEvent
from runwhy.core.terminal.blocks import Block, Pending
from runwhy.stores.sessions import blocks
from runwhy.stores.sql.transactions import Transactions


class SqlBlocks(Transactions):
    """Commands that were run in terminals."""

    async def save_block(self, block: Block, event: NewEvent | None = None) -> Block:
        return await self._write_in(block.session_id, blocks.save, block, event)

    async def get_block(self, workspace: int, id: str) -> Block | None:
        return await self._find(blocks.get, workspace, id)

    async def list_blocks(
        self, session_id: str, *, terminal_id: str | None = None, after: int = 0, limit: int = 50
    ) -> Sequence[Block]:
        return await self._find(blocks.list_blocks, session_id, terminal_id, after, limit)

    async def pending_blocks(self, session_id: str, *, at: datetime, limit: int) -> Pending:
        return await self._find(blocks.pending, session_id, at, limit)

    async def remove_pending(self, session_id: str, id: str) -> bool:
        return await self._write_in(session_id, blocks.remove_pending, session_id, id)

    async def set_attach(self, session_id: str, attach: bool) -> None:
        return await self._write_in(session_id, blocks.set_attach, session_id, attach)

    async def end_running_blocks(self, *, at: datetime) -> int:
        return await self._write(blocks.end_running, at)
