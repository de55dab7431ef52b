"""One open terminal: its viewers, and the blocks stored while commands run."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace

import structlog

from runwhy.core.terminal.blocks import Actor, Block, BlockStatus, Place, status_for
from runwhy.errors import Conflict, Unavailable
from runwhy.ports import BlockStore, Clock, CommandEnd, NewId, Terminal
from runwhy.services.pending_commands import PendingCommands, block_event, last_lines

MAX_BEHIND = 32 * 1024 * 1024  # bytes a viewer may lag before output is paused
CHUNK = 64 * 1024
FIRST_DELTA, LAST_DELTA = 1.0, 30.0  # seconds between updates on a running command
AGAIN_AFTER = (0.1, 0.3, 1.0, 3.0, *[5.0] * 12)  # seconds; enough for a database restart

_log = structlog.get_logger("runwhy.terminals")


class Viewer:
    """Receives a terminal's output; a viewer that lags too far pauses the program."""

    def __init__(self, session: TerminalSession, terminal: Terminal) -> None:
        self._session = session
        self._terminal = terminal
        self._place = terminal.recent()
        self._news = asyncio.Event()
        self._news.set()

    @property
    def is_behind(self) -> bool:
        """Whether the viewer lags too far."""
        return self._terminal.end - self._place > MAX_BEHIND

    def wake(self) -> None:
        """Check for new output, or for the end."""
        self._news.set()

    async def chunks(self) -> AsyncIterator[bytes]:
        """Yield the recent output, then new output until the terminal is closed."""
        while True:
            await self._news.wait()
            self._news.clear()
            while self._place < self._terminal.end:
                was_behind = self.is_behind
                self._place, data = self._terminal.read(self._place, CHUNK)
                yield data
                if was_behind and not self.is_behind:
                    self._session.flow()
            if self._session.is_closed:
                return


@dataclass(slots=True, kw_only=True, eq=False)
class TerminalSession:
    """One terminal of a session: listens to its shell and stores commands in order."""

    id: str
    workspace: int
    session_id: str
    blocks: BlockStore
    pending: PendingCommands
    clock: Clock
    new_id: NewId
    _terminal: Terminal | None = field(default=None, init=False)
    _viewers: set[Viewer] = field(default_factory=set, init=False)
    _current: Block | None = field(default=None, init=False)
    _next_actor: Actor = field(default="user", init=False)
    _agent_block_id: str | None = field(default=None, init=False)  # that the agent waits for
    _ends: asyncio.Queue[Block | None] = field(default_factory=asyncio.Queue, init=False)
    _over: asyncio.Event = field(default_factory=asyncio.Event, init=False)
    _used: float = field(init=False)
    _writing: asyncio.Queue[tuple[Block, CommandEnd | None] | None] = field(
        default_factory=asyncio.Queue, init=False
    )
    _writer: asyncio.Task[None] = field(init=False)
    _reporting: asyncio.Task[None] | None = field(default=None, init=False)
    _executing: asyncio.Lock = field(default_factory=asyncio.Lock, init=False)

    def __post_init__(self) -> None:
        self._touch()
        self._writer = asyncio.create_task(self._write_blocks())

    def begin(self, terminal: Terminal) -> None:
        """Set the shell, once it runs."""
        self._terminal = terminal

    @property
    def terminal(self) -> Terminal:
        """The shell. Raises: Conflict if it has ended."""
        if self._terminal is None or self.is_closed:
            raise Conflict(f"the terminal {self.id} has ended")
        return self._terminal

    @property
    def is_closed(self) -> bool:
        """Whether the shell has ended."""
        return self._over.is_set()

    def until_closed(self) -> asyncio.Future[bool]:
        """Return a future that is done when the shell has ended."""
        return asyncio.ensure_future(self._over.wait())

    def idle_for(self) -> float:
        """Return the seconds since the last use; 0 while there are viewers."""
        return 0.0 if self._viewers else asyncio.get_running_loop().time() - self._used

    def write(self, data: bytes) -> None:
        """Type bytes into the terminal."""
        self._touch()
        self.terminal.write(data)

    async def execute(self, cmd: str, *, timeout: float) -> Block | None:
        """Run a command for an agent and wait for its end; None on timeout.

        Raises: Conflict while another command runs.
        """
        async with self._executing:
            if self.terminal.busy:
                raise Conflict(
                    "a command is running in this terminal; wait for it, or use pty_send"
                )
            self._agent_block_id = None
            self._next_actor = "agent"
            self.write(cmd.encode() + b"\r")
            try:
                async with asyncio.timeout(timeout):
                    return await self._wait_for_agent_block()
            except TimeoutError:
                return None
            finally:
                self._next_actor = "user"

    async def _wait_for_agent_block(self) -> Block | None:
        """Return the agent's last command, skipping earlier ones that timed out."""
        while (block := await self._ends.get()) is not None:
            if block.id == self._agent_block_id:
                return block
        return None

    def running(self) -> Block | None:
        """Return the running block with its output so far."""
        if self._current is None or self.is_closed:
            return None
        return self._with_output(self._current, self.terminal.so_far())

    def attach(self) -> Viewer:
        """Add a viewer, which receives the recent output first."""
        viewer = Viewer(self, self.terminal)
        self._viewers.add(viewer)
        self.terminal.answers = False  # the viewer's own terminal answers queries
        return viewer

    def detach(self, viewer: Viewer) -> None:
        """Remove a viewer."""
        self._viewers.discard(viewer)
        self._touch()
        if not self.is_closed:
            self.terminal.answers = not self._viewers
            self.flow()

    def flow(self) -> None:
        """Resume the program's output, or pause it while a viewer lags too far."""
        if self.is_closed:
            return
        if any(viewer.is_behind for viewer in self._viewers):
            self.terminal.pause()
        else:
            self.terminal.resume()

    async def close(self) -> None:
        """Close the shell and wait until everything is stored."""
        if self._terminal is not None:
            await self._terminal.close()
        self._writing.put_nowait(None)
        await asyncio.shield(self._writer)

    # TerminalListener

    def printed(self, data: bytes) -> None:
        self._touch()
        for viewer in self._viewers:
            viewer.wake()
        if any(viewer.is_behind for viewer in self._viewers):
            self.flow()

    def started(self, cmd: str, cwd: str) -> None:
        actor, self._next_actor = self._next_actor, "user"
        if actor == "user" and self.pending.is_private(cmd):
            self._current = None
            return
        block = Block(
            id=self.new_id("blk"),
            workspace=self.workspace,
            session_id=self.session_id,
            terminal_id=self.id,
            actor=actor,
            cmd=self.pending.clean(cmd),
            cwd=self.pending.clean(cwd),
            started_at=self.clock(),
        )
        self._current = block
        if actor == "agent":
            self._agent_block_id = block.id
        self._writing.put_nowait((block, None))
        self._reporting = asyncio.create_task(self._report_output(block))

    def ended(self, end: CommandEnd) -> None:
        block, self._current = self._current, None
        if self._reporting is not None:
            self._reporting.cancel()
        if block is not None:
            self._writing.put_nowait((replace(block, ended_at=self.clock()), end))

    def closed(self, status: int | None) -> None:
        self._over.set()
        self._ends.put_nowait(None)
        for viewer in self._viewers:
            viewer.wake()

    def _touch(self) -> None:
        self._used = asyncio.get_running_loop().time()

    async def _report_output(self, block: Block) -> None:
        """Publish the output of a long command, at growing intervals."""
        pause, seen = FIRST_DELTA, 0
        while not self.is_closed:
            await asyncio.sleep(pause)
            if (so_far := self.terminal.so_far()).bytes_total > seen:
                seen = so_far.bytes_total
                self._writing.put_nowait((block, so_far))
            pause = min(pause * 1.5, LAST_DELTA)

    async def _write_blocks(self) -> None:
        while (item := await self._writing.get()) is not None:
            block, end = item
            try:
                await self._write_with_retries(block, end)
            except Exception as error:  # the terminal keeps working without the database
                _log.error("terminal.block_write_failed", block=block.id, error=repr(error))

    async def _write_with_retries(self, block: Block, end: CommandEnd | None) -> None:
        """Store a block, retrying while the database is unavailable."""
        for wait in AGAIN_AFTER:
            try:
                await self._write(block, end)
                return
            except Unavailable:
                if self.is_closed:  # the caller may not wait any longer
                    raise
                await asyncio.sleep(wait)
        await self._write(block, end)

    async def _write(self, block: Block, end: CommandEnd | None) -> None:
        if end is not None:
            finish = self._with_output if block.ended_at is None else self._finished
            block = await asyncio.to_thread(finish, block, end)
        saved = await self.blocks.save_block(block, block_event(block, delta=end is not None))
        if saved.ended_at is not None and block.actor == "agent":
            self._ends.put_nowait(saved)

    def _finished(self, block: Block, end: CommandEnd) -> Block:
        done = self._with_output(block, end)
        place = Place.PENDING if block.actor == "user" else Place.KEPT
        return replace(done, exit_code=end.exit_code, status=status_for(end.exit_code), place=place)

    def _with_output(self, block: Block, end: CommandEnd) -> Block:
        return replace(
            block,
            output=last_lines(self.pending.clean("\n".join(end.lines))),
            lines_total=end.lines_total,
            bytes_total=end.bytes_total,
            status=BlockStatus.RUNNING,
        )
