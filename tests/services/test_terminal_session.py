"""Terminal sessions store commands, even across a short database outage."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from tests.support.clock import FrozenClock
from tests.support.ids import CountingIds

from runwhy.core.terminal.blocks import Block, BlockStatus
from runwhy.errors import Unavailable
from runwhy.ports import BlockStore, CommandEnd
from runwhy.services.pending_commands import PendingCommands
from runwhy.services.terminal_session import TerminalSession

DONE = CommandEnd(exit_code=0, lines=["built"], lines_total=1, bytes_total=6)


class Blocks:
    """A block store whose disk is full for the first few writes."""

    def __init__(self, failures: int) -> None:
        self._failures = failures
        self.kept: list[Block] = []

    async def save_block(self, block: Block, event: Any) -> Block:
        if self._failures:
            self._failures -= 1
            raise Unavailable("the database cannot be used now")
        self.kept.append(block)
        return block


def a_room(blocks: Blocks) -> TerminalSession:
    clock, new_id, store = FrozenClock(), CountingIds(), cast(BlockStore, blocks)
    return TerminalSession(
        id="trm_1",
        workspace=1,
        session_id="ses_1",
        blocks=store,
        pending=PendingCommands(store=store, clock=clock, new_id=new_id),
        clock=clock,
        new_id=new_id,
    )


async def run_make(blocks: Blocks, *, hang_up: bool) -> None:
    room = a_room(blocks)
    room.started("make", "/src")
    room.ended(DONE)
    if hang_up:
        room.closed(0)
    await asyncio.wait_for(room.close(), 20)


def test_a_command_that_ended_during_an_outage_is_stored_afterwards() -> None:
    blocks = Blocks(failures=2)

    asyncio.run(run_make(blocks, hang_up=False))

    begun, ended = blocks.kept
    assert begun.id == ended.id
    assert (ended.cmd, ended.exit_code, ended.output) == ("make", 0, "built")
    assert ended.status is BlockStatus.COMPLETED


def test_closing_a_terminal_does_not_wait_for_an_unavailable_database() -> None:
    blocks = Blocks(failures=100)

    asyncio.run(run_make(blocks, hang_up=True))

    assert blocks.kept == []
