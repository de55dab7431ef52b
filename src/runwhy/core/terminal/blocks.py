"""Blocks: commands run in a terminal, and the context made from them for the model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Literal

from runwhy.core.json import compact_json

MAX_COMMANDS = 10
MAX_LINES = 20
MAX_PREVIEW = 3000  # bytes of one command's preview
MAX_BYTES = 4096  # of the whole context
INTERRUPTED = 130  # exit status after Ctrl-C
PENDING_FOR = timedelta(hours=24)  # later, pending commands are no longer attached
TOOLS = ("pty_read_screen", "pty_read_scrollback", "blocks_read")

Actor = Literal["user", "agent", "system"]


class BlockStatus(StrEnum):
    """The state of a command."""

    RUNNING = "running"
    COMPLETED = "completed"
    INTERRUPTED = "interrupted"
    UNKNOWN = "unknown"  # ended unobserved


class Place(StrEnum):
    """Where a block is on its way to the model."""

    PENDING = "pending"  # attached to the next message
    LEASED = "leased"  # attached to a run; pending again unless the model replies
    CONSUMED = "consumed"  # part of a request that the model replied to
    KEPT = "kept"  # still running, removed by a person, or run by an agent: never attached


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One command run in a terminal, with its visible output, secrets redacted."""

    id: str
    workspace: int
    session_id: str
    cmd: str
    cwd: str
    started_at: datetime
    terminal_id: str | None = None
    actor: Actor = "user"
    exit_code: int | None = None
    status: BlockStatus = BlockStatus.RUNNING
    ended_at: datetime | None = None
    output: str = ""
    lines_total: int = 0
    bytes_total: int = 0
    place: Place = Place.KEPT
    run_id: str | None = None
    seq: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Pending:
    """Blocks for the next message: the newest ones, the total, and whether attaching is enabled."""

    blocks: tuple[Block, ...] = ()
    total: int = 0
    attach: bool = True


def status_for(exit_code: int | None) -> BlockStatus:
    """Return the status of a command that ended with this exit code."""
    if exit_code is None:
        return BlockStatus.UNKNOWN
    return BlockStatus.INTERRUPTED if exit_code == INTERRUPTED else BlockStatus.COMPLETED


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A block as the model sees it."""

    block: Block
    cmd: str
    cwd: str
    lines: tuple[str, ...] = ()

    def as_json(self) -> dict[str, object]:
        block = self.block
        lines = block.output.splitlines()
        whole = list(self.lines) == lines and block.lines_total <= len(lines)
        is_cut = self.cmd != block.cmd
        length = {"cmd_bytes_total": len(block.cmd.encode("utf-8", "replace"))} if is_cut else {}
        return {
            "cmd": self.cmd,
            "cmd_truncated": is_cut,
            **length,
            "exit_code": block.exit_code,
            "cwd": self.cwd,
            "block_id": block.id,
            "ts": round((block.ended_at or block.started_at).timestamp() * 1000),
            "preview": {"lines": list(self.lines), "truncated": not whole},
            "lines_total": block.lines_total,
            "bytes_total": block.bytes_total,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandContext:
    """The newest commands since the last message, within a size limit."""

    session_id: str
    total: int
    commands: tuple[Command, ...]  # oldest first

    @property
    def block_ids(self) -> tuple[str, ...]:
        """The ids of the included blocks."""
        return tuple(command.block.id for command in self.commands)

    def render(self) -> str:
        """Return one line of JSON, the same for the same commands."""
        commands = self.commands
        return compact_json(
            {
                "v": 1,
                "type": "user_cmd_context",
                "conversation_id": self.session_id,
                "shell_id": commands[-1].block.terminal_id if commands else None,
                "total_commands_run": self.total,
                "kept": len(commands),
                "dropped": self.total - len(commands),
                "commands": [command.as_json() for command in commands],
                "mcp": list(TOOLS),
            }
        )

    def size(self) -> int:
        """Return the size in bytes, as sent."""
        return len(self.render().encode())


def command_context(
    blocks: Sequence[Block], *, session_id: str, total: int, limit: int = MAX_BYTES
) -> CommandContext:
    """Fit the newest commands into `limit` bytes.

    Every included command keeps its exit status; command lines and directories are cut before a
    command is dropped. The remaining space goes to output, newest command first.
    """
    kept = sorted(blocks, key=_end_and_arrival)[-MAX_COMMANDS:]
    context = _names_only(kept, session_id, total, limit)
    for at in reversed(range(len(context.commands))):
        context = _with_preview(context, at, limit)
    return context


def _end_and_arrival(block: Block) -> tuple[datetime, int]:
    """Return the key that orders commands: reports may arrive in another order."""
    return block.ended_at or block.started_at, block.seq


_NAME_SIZES = ((1000, 400), (300, 150), (120, 80), (60, 48), (24, 24), (8, 8))


def _names_only(blocks: Sequence[Block], session_id: str, total: int, limit: int) -> CommandContext:
    while True:
        for cmd, cwd in _NAME_SIZES:
            commands = tuple(
                Command(block=block, cmd=cut(block.cmd, cmd), cwd=cut(block.cwd, cwd))
                for block in blocks
            )
            context = CommandContext(session_id=session_id, total=total, commands=commands)
            if context.size() <= limit or not blocks:
                return context
        blocks = blocks[1:]  # cannot happen with Runwhy's ids, but never exceed the limit


def _with_preview(context: CommandContext, at: int, limit: int) -> CommandContext:
    command = context.commands[at]
    shown: tuple[str, ...] = ()
    room = min(MAX_PREVIEW, limit - context.size() - 1)  # `false` is longer than `true`
    for line in reversed(command.block.output.splitlines()[-MAX_LINES:]):
        room -= 3 if shown else 2  # quotes and a comma
        fitted = cut(line, room)
        if room < 0 or (line and not fitted):
            break
        shown = (fitted, *shown)
        room -= _cost(fitted)
        if fitted != line:
            break
    changed = replace(command, lines=shown)
    return replace(context, commands=(*context.commands[:at], changed, *context.commands[at + 1 :]))


def cut(text: str, limit: int) -> str:
    """Cut a text to `limit` bytes of JSON, keeping its beginning and end in whole characters."""
    if _cost(text[: limit + 1]) <= limit and len(text) <= limit:
        return text
    fits = _most(min(len(text), max(limit, 0)), lambda n: _cost(_middle_out(text, n)) <= limit)
    return _middle_out(text, fits) if fits > 0 else ""


def _middle_out(text: str, count: int) -> str:
    tail = count // 2
    return f"{text[: count - tail]}…{text[len(text) - tail :]}"


def _most(highest: int, fits: Callable[[int], bool]) -> int:
    """Return the greatest number up to `highest` that fits."""
    low, high = 0, highest
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(middle) else (low, middle - 1)
    return low


def _cost(text: str) -> int:
    return len(compact_json(text).encode("utf-8", "replace")) - 2
