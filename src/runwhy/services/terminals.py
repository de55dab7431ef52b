"""Terminals: open and close the shells of sessions."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from runwhy.core.runs.tags import Tags
from runwhy.core.sessions.session import Session, SessionStatus
from runwhy.core.terminal.blocks import Block
from runwhy.errors import Denied, NotFound, RateLimited, Unavailable
from runwhy.ports import (
    AuditStore,
    BlockStore,
    Clock,
    ConversationStore,
    Feed,
    NewId,
    OpenTerminal,
    TerminalSpec,
    session_topic,
)
from runwhy.services.operations import passes_on
from runwhy.services.pending_commands import PendingCommands
from runwhy.services.terminal_session import TerminalSession
from runwhy.services.visible_runs import VisibleRuns
from runwhy.write_tasks import cancel_all

LOOK_EVERY = 60.0  # seconds between checks for idle terminals
CLOSE_WITHIN = 10.0  # seconds to wait for shells when the server stops


@dataclass(frozen=True, slots=True, kw_only=True)
class Terminals:
    """Use cases for terminals, which live in this process and end with it."""

    store: BlockStore
    conversations: ConversationStore
    audit: AuditStore
    pending: PendingCommands
    feed: Feed
    clock: Clock
    new_id: NewId
    open_terminal: OpenTerminal
    enabled: bool = True
    limit: int = 16
    idle: float = 4 * 3600.0
    _terminals: dict[str, TerminalSession] = field(default_factory=dict, init=False)
    _watching: set[asyncio.Task[None]] = field(default_factory=set, init=False)

    blocks = passes_on(BlockStore.list_blocks)

    async def open(
        self,
        workspace: int,
        session_id: str,
        *,
        shell: str | None = None,
        cwd: str | None = None,
        cols: int = 80,
        rows: int = 24,
    ) -> TerminalSession:
        """Open a terminal in a session.

        Raises: Denied if terminals are disabled, NotFound, SessionEnded, InvalidInput, RateLimited
        if too many are open.
        """
        await self._check_allowed(workspace, session_id)
        terminal = self._new_terminal(workspace, session_id)
        spec = TerminalSpec(
            nonce=secrets.token_hex(16),
            cwd=cwd or str(Path.home()),
            shell=shell,
            cols=cols,
            rows=rows,
            env={"RUNWHY_TERMINAL": terminal.id, "RUNWHY_SESSION": session_id},
        )
        try:
            terminal.begin(self.open_terminal(spec, terminal))
        except BaseException:
            await terminal.close()
            raise
        self._keep(terminal)
        try:
            # Without the path, which erasure would not find.
            details = {"sessionId": session_id, "shell": shell}
            await self.audit.note_change(workspace, "terminal.opened", terminal.id, details)
        except BaseException:  # the caller does not know the terminal, and could not close it
            await self._close(terminal)
            raise
        return terminal

    async def _check_allowed(self, workspace: int, session_id: str) -> None:
        if not self.enabled:
            raise Denied(
                "terminals are disabled on this server; set RUNWHY_TERMINALS=on to enable them"
            )
        await self.pending.session(workspace, session_id)
        if len(self._terminals) >= self.limit:
            raise RateLimited(f"{self.limit} terminals are open; close one first", retry_after=30)

    def _new_terminal(self, workspace: int, session_id: str) -> TerminalSession:
        return TerminalSession(
            id=self.new_id("trm"),
            workspace=workspace,
            session_id=session_id,
            blocks=self.store,
            pending=self.pending,
            clock=self.clock,
            new_id=self.new_id,
        )

    def _keep(self, terminal: TerminalSession) -> None:
        self._terminals[terminal.id] = terminal
        task = asyncio.create_task(self._watch(terminal))
        self._watching.add(task)
        task.add_done_callback(self._watching.discard)

    def get(self, workspace: int, id: str) -> TerminalSession:
        """Return an open terminal. Raises: NotFound."""
        terminal = self._terminals.get(id)
        if terminal is None or terminal.workspace != workspace:
            raise NotFound(f"no terminal {id}")
        return terminal

    def of_session(self, workspace: int, session_id: str) -> Sequence[TerminalSession]:
        """Return the open terminals of a session, oldest first."""
        terminals = self._terminals.values()
        return [t for t in terminals if (t.workspace, t.session_id) == (workspace, session_id)]

    async def block(self, session: Session, id: str, within: Tags) -> Block:
        """Return one block of a session, if this reader may see it. Raises: NotFound."""
        block = await self.store.get_block(session.workspace, id)
        if block is None or block.session_id != session.id:
            raise NotFound(f"no block {id}")
        if not await self.choose_visible([block], within):
            raise NotFound(f"no block {id}")
        return block

    async def choose_visible(self, blocks: Sequence[Block], within: Tags) -> Sequence[Block]:
        """Return the blocks of a workspace that a reader limited to tags may see."""
        if not blocks:
            return blocks
        return await VisibleRuns(
            store=self.conversations, workspace=blocks[0].workspace, within=within
        ).choose(blocks)

    async def close(self, workspace: int, id: str) -> None:
        """Close a terminal and end its programs. Raises: NotFound."""
        terminal = self.get(workspace, id)
        details = {"sessionId": terminal.session_id}
        await self.audit.note_change(workspace, "terminal.closed", id, details)
        await self._close(terminal)

    async def close_all(self) -> None:
        """Close all terminals when the server stops."""
        closing = [
            asyncio.create_task(self._close(terminal)) for terminal in self._terminals.values()
        ]
        if closing:
            await asyncio.wait(closing, timeout=CLOSE_WITHIN)
        await cancel_all(list(self._watching))

    async def _close(self, terminal: TerminalSession) -> None:
        self._terminals.pop(terminal.id, None)
        await terminal.close()

    async def _watch(self, terminal: TerminalSession) -> None:
        """Close the terminal when its session ends, when it is idle for long, or when it exits."""
        try:
            async with self.feed.subscribe(session_topic(terminal.session_id)) as news:
                while not await self._is_over(terminal):
                    waits = [asyncio.ensure_future(news.wait(LOOK_EVERY)), terminal.until_closed()]
                    _, others = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
                    for other in others:
                        other.cancel()
                    with suppress(asyncio.CancelledError):
                        await asyncio.gather(*others)
        finally:
            await self._close(terminal)

    async def _is_over(self, terminal: TerminalSession) -> bool:
        if terminal.is_closed or terminal.idle_for() > self.idle:
            return True
        try:
            session = await self.conversations.get_session(terminal.workspace, terminal.session_id)
        except Unavailable:  # a shell survives a restart of the database
            return False
        return session is None or session.status is SessionStatus.ENDED
