"""Answers about terminals and what was run in them."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from runwhy.wire.answers.shared import Answer, Cursor, RunId, SessionId


class TerminalOpened(Answer):
    """A shell runs."""

    terminal_id: str


class OpenTerminal(Answer):
    """A terminal that is open."""

    terminal_id: str
    cwd: str
    busy: bool


class TerminalList(Answer):
    """The open terminals of a session."""

    terminals: list[OpenTerminal]


class Screen(Answer):
    """What is on the screen of a terminal."""

    terminal_id: str
    rows: list[str]


class Scrollback(Answer):
    """Lines of a terminal; the next page is older."""

    terminal_id: str
    total: int
    lines: list[str]
    next_cursor: Cursor


class BlockSummary(Answer):
    """A command that was run in a terminal."""

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
    """A command that was run in a terminal, with what was seen of its output."""

    output: str


class BlockList(Answer):
    """Commands of a terminal, oldest first."""

    blocks: list[Block]
    next_cursor: Cursor


class BlockTaken(Answer):
    """A command was taken, unless it is private."""

    block_id: str | None
    private: bool


class PendingContext(Answer):
    """The commands that the next message takes along."""

    session_id: SessionId
    attach: bool
    total: int
    dropped: int
    bytes: int
    blocks: list[BlockSummary]
