"""Terminals, blocks and pending commands: request bodies and JSON."""

from __future__ import annotations

from typing import Annotated

from pydantic import AwareDatetime, Field

from runwhy.core.json import JsonObject
from runwhy.core.terminal.blocks import MAX_COMMANDS, Block, Pending, command_context
from runwhy.wire.fields import Body
from runwhy.wire.responses import time_text

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


def block_json(block: Block, *, output: bool = True) -> JsonObject:
    """Return a block as JSON, optionally without its output."""
    shown: dict[str, object] = {
        "blockId": block.id,
        "sessionId": block.session_id,
        "terminalId": block.terminal_id,
        "actor": block.actor,
        "cmd": block.cmd,
        "cwd": block.cwd,
        "exitCode": block.exit_code,
        "status": block.status.value,
        "startedAt": time_text(block.started_at),
        "endedAt": time_text(block.ended_at) if block.ended_at else None,
        "linesTotal": block.lines_total,
        "bytesTotal": block.bytes_total,
        "place": block.place.value,
        "runId": block.run_id,
    }
    return shown | ({"output": block.output} if output else {})


def pending_json(session_id: str, pending: Pending) -> JsonObject:
    """Return the commands for the next message as JSON, with their size in bytes."""
    context = command_context(pending.blocks, session_id=session_id, total=pending.total)
    return {
        "sessionId": session_id,
        "attach": pending.attach,
        "total": pending.total,
        "dropped": max(0, pending.total - MAX_COMMANDS),
        "bytes": context.size() if pending.blocks else 0,
        "blocks": [block_json(block, output=False) for block in pending.blocks],
    }
