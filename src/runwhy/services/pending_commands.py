"""Pending commands: terminal commands to attach to a session's next message."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from runwhy.core.json import storable
from runwhy.core.redaction import redact_text
from runwhy.core.runs.events import NewEvent
from runwhy.core.runs.tags import Tags
from runwhy.core.sessions.session import Session, SessionStatus
from runwhy.core.terminal.blocks import MAX_COMMANDS, Block, BlockStatus, Pending, Place, status_for
from runwhy.core.terminal.private_commands import is_private
from runwhy.errors import SessionEnded
from runwhy.ports import BlockStore, Clock, NewId
from runwhy.services.operations import finds, must_find
from runwhy.services.visible_runs import VisibleRuns
from runwhy.wire.terminals import BlockSummary

MAX_OUTPUT = 64 * 1024  # characters of output stored with a block
MAX_PENDING = 1000  # pending commands that are checked for a reader limited to tags
MAX_DELTA, MAX_LINES = 3000, 20  # how much of it is sent while a command runs
NOT_IN_EVENTS = frozenset({"sessionId", "startedAt", "endedAt", "place", "runId"})


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedCommand:
    """A finished command from a user's own shell."""

    cmd: str
    cwd: str = ""
    exit_code: int | None = None
    output: str = ""
    started_at: datetime | None = None
    ended_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingCommands:
    """Use cases for commands that wait for the next message."""

    store: BlockStore
    clock: Clock
    new_id: NewId
    rules: Sequence[str] = ()
    secrets: Sequence[str] = field(default=(), repr=False)

    find_session = finds(BlockStore.get_session, "session")

    async def session(self, workspace: int, id: str) -> Session:
        """Return a session that accepts commands. Raises: NotFound, SessionEnded."""
        session = await self.find_session(workspace, id)
        if session.status is SessionStatus.ENDED:
            raise SessionEnded(f"the session {id} has ended; start a new one")
        return session

    async def add(self, workspace: int, session_id: str, done: FinishedCommand) -> Block | None:
        """Store a finished command; None if it is private. Raises: NotFound, SessionEnded."""
        await self.session(workspace, session_id)
        if self.is_private(done.cmd):
            return None
        now = self.clock()
        block = Block(
            id=self.new_id("blk"),
            workspace=workspace,
            session_id=session_id,
            cmd=self.clean(done.cmd),
            cwd=self.clean(done.cwd),
            exit_code=done.exit_code,
            status=status_for(done.exit_code),
            started_at=done.started_at or now,
            ended_at=min(done.ended_at or now, now),
            output=last_lines(self.clean(done.output)),
            lines_total=len(done.output.splitlines()),
            bytes_total=len(done.output.encode("utf-8", "replace")),
            place=Place.PENDING,
        )
        return await self.store.save_block(block, block_event(block))

    async def list(self, workspace: int, session_id: str, within: Tags) -> Pending:
        """Return the commands for the next message that this reader may see. Raises: NotFound."""
        await self.find_session(workspace, session_id)
        limit = MAX_PENDING if within else MAX_COMMANDS
        pending = await self.store.pending_blocks(session_id, at=self.clock(), limit=limit)
        if not within:
            return pending
        shown = await VisibleRuns(store=self.store, workspace=workspace, within=within).choose(
            pending.blocks
        )
        return replace(pending, blocks=tuple(shown[-MAX_COMMANDS:]), total=len(shown))

    async def remove(self, workspace: int, session_id: str, block_id: str) -> None:
        """Exclude a command from the next message. Raises: NotFound if it is not pending."""
        await self.find_session(workspace, session_id)
        removed = await self.store.remove_pending(session_id, block_id)
        must_find(removed or None, f"pending command {block_id}")

    async def set_attach(self, workspace: int, session_id: str, attach: bool) -> None:
        """Set whether messages include commands. Raises: NotFound."""
        await self.find_session(workspace, session_id)
        await self.store.set_attach(session_id, attach)

    def is_private(self, cmd: str) -> bool:
        """Whether a command must not be recorded."""
        return is_private(cmd, self.rules)

    def clean(self, text: str) -> str:
        """Redact secrets in a text and make it storable."""
        return storable(redact_text(text, known=self.secrets))


def last_lines(text: str, limit: int = MAX_OUTPUT) -> str:
    """Return the last lines of a text that was redacted as a whole."""
    if len(text) <= limit:
        return text
    tail = text[-limit:]
    return tail[tail.find("\n") + 1 :]


def block_event(block: Block, *, delta: bool = False) -> NewEvent:
    """Return the event for followers of the session; for a running block, with new output."""
    shown = BlockSummary.of(block).as_json()
    data = {name: value for name, value in shown.items() if name not in NOT_IN_EVENTS}
    if block.status is not BlockStatus.RUNNING:
        return NewEvent(type="block_end", data=data)
    if not delta:
        return NewEvent(type="block_begin", data=data)
    lines = block.output[-MAX_DELTA:].splitlines()[-MAX_LINES:]
    return NewEvent(type="block_delta", data=data | {"lines": lines})
