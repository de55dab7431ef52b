"""Answers about terminals and the commands run in them."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from runwhy.wire.answers.shared import Answer, Cursor, RunId, SessionId


class TerminalOpened(Answer):
    """The terminal was opened."""

    terminal_id: str


class OpenTerminal(Answer):
    """An open terminal."""

    terminal_id: str
    cwd: str
    busy: bool


class TerminalList(Answer):
    """The open terminals of a session."""

    terminals: list[OpenTerminal]


class Screen(Answer):
    """The screen of a terminal."""

    terminal_id: str
    rows: list[str]


class Scrollback(Answer):
    """Lines of a terminal. The next page is older."""

    terminal_id: str
    total: int
    lines: list[str]
    next_cursor: Cursor


class BlockSummary(Answer):
    """A command run in a terminal."""

    block_id: str
    session_id: SessionId
    terminal_id: str | None
    actor: Literal["user", "agent", "system"]
    cmd: str
    cwd: str
    exit_code: int | None
    status: Literal["running", "completed", "interrupted", "unknown"]
    started_at: datetime
    ended_at: datetime | None
    lines_total: int
    bytes_total: int
    place: Literal["pending", "leased", "consumed", "kept"]
    run_id: RunId | None


class Block(BlockSummary):
    """A command run in a terminal, with its output."""

    output: str


class BlockList(Answer):
    """The commands of a terminal, oldest first."""

    blocks: list[Block]
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
    blocks: list[BlockSummary]
