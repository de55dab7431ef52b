"""Ports for terminals and for the commands run in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from runwhy.core.runs.events import NewEvent
from runwhy.core.terminal.blocks import Block, Pending
from runwhy.ports.runs import ConversationStore


@dataclass(frozen=True, slots=True, kw_only=True)
class TerminalSpec:
    """A terminal to open. `nonce` authenticates the marks of its shell."""

    nonce: str
    cwd: str
    shell: str | None = None
    cols: int = 80
    rows: int = 24
    env: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandEnd:
    """A command's exit status and output; only the last lines of long output."""

    exit_code: int | None
    lines: Sequence[str]
    lines_total: int
    bytes_total: int


class TerminalListener(Protocol):
    """Receives what happens in a terminal, in order and in the event loop."""

    def printed(self, data: bytes) -> None: ...
    def started(self, cmd: str, cwd: str) -> None: ...
    def ended(self, end: CommandEnd) -> None: ...
    def closed(self, status: int | None) -> None: ...


class Terminal(Protocol):
    """A shell that people and agents type into."""

    answers: bool

    @property
    def cwd(self) -> str: ...
    @property
    def busy(self) -> bool: ...
    def write(self, data: bytes) -> None: ...
    def resize(self, cols: int, rows: int) -> None: ...
    def pause(self) -> None: ...
    def resume(self) -> None: ...
    def rows(self) -> Sequence[str]: ...
    def lines(self) -> Sequence[str]: ...
    @property
    def end(self) -> int: ...
    def recent(self) -> int: ...
    def read(self, place: int, most: int) -> tuple[int, bytes]: ...
    def so_far(self) -> CommandEnd: ...
    async def close(self) -> None: ...


OpenTerminal = Callable[[TerminalSpec, TerminalListener], Terminal]


class BlockStore(ConversationStore, Protocol):
    """The part of a store that holds the commands run in terminals, with their sessions."""

    async def save_block(self, block: Block, event: NewEvent | None = None) -> Block: ...
    async def get_block(self, workspace: int, id: str) -> Block | None: ...
    async def list_blocks(
        self, session_id: str, *, terminal_id: str | None = None, after: int = 0, limit: int = 50
    ) -> Sequence[Block]: ...
    async def pending_blocks(self, session_id: str, *, at: datetime, limit: int) -> Pending: ...
    async def remove_pending(self, session_id: str, id: str) -> bool: ...
    async def set_attach(self, session_id: str, attach: bool) -> None: ...
    async def end_running_blocks(self, *, at: datetime) -> int: ...
