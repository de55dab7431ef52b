"""Terminals, blocks and pending commands: request bodies and answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, Self

from msgspec import field
from pydantic import AwareDatetime, Field

from runwhy.core.terminal.blocks import MAX_COMMANDS, Pending, command_context
from runwhy.wire.answer import Answer, Copied, Cursor, RunId, SessionId, Time
from runwhy.wire.fields import Body

Cols = Annotated[int, Field(ge=2, le=1000)]
Rows = Annotated[int, Field(ge=1, le=500)]
MAX_CMD = 256 * 1024
MAX_OUTPUT = 512 * 1024


class TerminalBody(Body):
    """Body of `POST /agent-sessions/{id}/terminals`."""

    shell: Annotated[str | None, Field(max_length=16)] = None
    cwd: Annotated[str | None, Field(min_length=1, max_length=4096)] = None
    cols: Cols = 80
    rows: Rows = 24


class BlockBody(Body):
    """Body of `POST /agent-sessions/{id}/blocks`: a finished command."""

    cmd: Annotated[str, Field(max_length=MAX_CMD)]
    cwd: Annotated[str, Field(max_length=4096)] = ""
    exit_code: Annotated[int | None, Field(ge=-(2**31), le=2**31 - 1)] = None
    output: Annotated[str, Field(max_length=MAX_OUTPUT)] = ""
    started_at: Annotated[AwareDatetime | None, Field(strict=False)] = None
    ended_at: Annotated[AwareDatetime | None, Field(strict=False)] = None


class AttachBody(Body):
    """Body of `PUT /agent-sessions/{id}/pending-context`."""

    attach: bool


class Size(Body):
    """The size of a terminal window."""

    cols: Cols
    rows: Rows


class ResizeMessage(Body):
    """A text message from the client on a terminal's socket."""

    resize: Size


class TerminalOpened(Answer):
    """The terminal was opened."""

    terminal_id: str


class OpenTerminal(Copied):
    """An open terminal."""

    terminal_id: str
    cwd: str
    busy: bool


class TerminalList(Answer):
    """The open terminals of a session."""

    terminals: Sequence[OpenTerminal]


class Screen(Answer):
    """The screen of a terminal."""

    terminal_id: str
    rows: Sequence[str]


class Scrollback(Answer):
    """Lines of a terminal. The next page is older."""

    terminal_id: str
    total: int
    lines: Sequence[str]
    next_cursor: Cursor


class BlockSummary(Copied):
    """A command run in a terminal."""

    id: str = field(name="blockId")
    session_id: SessionId
    terminal_id: str | None
    actor: Literal["user", "agent", "system"]
    cmd: str
    cwd: str
    exit_code: int | None
    status: Literal["running", "completed", "interrupted", "unknown"]
    started_at: Time
    ended_at: Time | None
    lines_total: int
    bytes_total: int
    place: Literal["pending", "leased", "consumed", "kept"]
    run_id: RunId | None


class Block(BlockSummary):
    """A command run in a terminal, with its output."""

    output: str


class BlockList(Answer):
    """The commands of a terminal, oldest first."""

    blocks: Sequence[Block]
    next_cursor: Cursor


class BlockTaken(Answer):
    """The command was stored, unless it is private."""

    block_id: str | None
    private: bool


class PendingContext(Answer):
    """The commands that will be attached to the next message."""

    session_id: SessionId
    attach: bool
    total: int
    dropped: int
    bytes: int
    blocks: Sequence[BlockSummary]

    @classmethod
    def of(cls, session_id: str, pending: Pending) -> Self:
        context = command_context(pending.blocks, session_id=session_id, total=pending.total)
        return cls(
            session_id=session_id,
            attach=pending.attach,
            total=pending.total,
            dropped=max(0, pending.total - MAX_COMMANDS),
            bytes=context.size() if pending.blocks else 0,
            blocks=[BlockSummary.of(block) for block in pending.blocks],
        )
