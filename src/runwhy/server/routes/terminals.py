"""Routes for terminals, their WebSocket, and the commands pending for the next message."""

from __future__ import annotations

import asyncio
from typing import Annotated, cast

import msgspec
from fastapi import APIRouter, Request, Response, WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from runwhy.core.accounts.workspaces import Scope
from runwhy.errors import Denied, InvalidInput, RunwhyError, Unauthorized
from runwhy.server.dependencies import (
    CursorQuery,
    LimitQuery,
    Services,
    ServicesDep,
    answer,
    answers_with,
    base_path,
    caller_with,
    identify_caller,
    parse_body,
)
from runwhy.server.middleware.guards import netloc
from runwhy.services.access import Caller
from runwhy.services.pending_commands import FinishedCommand
from runwhy.services.terminal_session import TerminalSession, Viewer
from runwhy.wire.cursors import make_cursor, read_cursor
from runwhy.wire.terminals import (
    AttachBody,
    BlockBody,
    ResizeMessage,
    TerminalBody,
    block_json,
    pending_json,
)

router = APIRouter(prefix=base_path("{slug}"), tags=["terminals"])

Typist = Annotated[Caller, caller_with(Scope.TERMINAL)]
Reader = Annotated[Caller, caller_with(Scope.SESSIONS_READ)]
Writer = Annotated[Caller, caller_with(Scope.SESSIONS_WRITE)]

POLICY_VIOLATION, NORMAL_CLOSURE = 1008, 1000


@router.post("/agent-sessions/{session_id}/terminals", **answers_with("TerminalOpened", 201))
async def open_terminal(
    session_id: str,
    caller: Typist,
    body: Annotated[TerminalBody, parse_body(TerminalBody)],
    services: ServicesDep,
) -> Response:
    """Open a terminal in a session."""
    room = await services.terminals.open(
        caller.workspace.id,
        session_id,
        shell=body.shell,
        cwd=body.cwd,
        cols=body.cols,
        rows=body.rows,
    )
    return answer({"terminalId": room.id}, 201)


@router.get("/agent-sessions/{session_id}/terminals", **answers_with("TerminalList"))
async def list_terminals(session_id: str, caller: Typist, services: ServicesDep) -> Response:
    """List the open terminals of a session."""
    await services.sessions.get(caller.workspace.id, session_id)
    rooms = services.terminals.of_session(caller.workspace.id, session_id)
    found = [{"terminalId": r.id, "cwd": r.terminal.cwd, "busy": r.terminal.busy} for r in rooms]
    return answer({"terminals": found})


@router.get("/terminals/{terminal_id}/screen", **answers_with("Screen"))
async def read_screen(terminal_id: str, caller: Typist, services: ServicesDep) -> Response:
    """Get the current screen of a terminal."""
    terminal = services.terminals.get(caller.workspace.id, terminal_id).terminal
    return answer({"terminalId": terminal_id, "rows": list(terminal.rows())})


@router.get("/terminals/{terminal_id}/scrollback", **answers_with("Scrollback"))
async def read_scrollback(
    terminal_id: str,
    caller: Typist,
    services: ServicesDep,
    limit: LimitQuery = 100,
    cursor: CursorQuery = None,
) -> Response:
    """List the screen and scrollback of a terminal in pages, newest page first."""
    terminal = services.terminals.get(caller.workspace.id, terminal_id).terminal
    question = {"scrollback": terminal_id}
    skipped = read_cursor(cursor, question, length=1)[0] if cursor else 0
    lines = list(terminal.lines())
    end = max(0, len(lines) - skipped)
    page = lines[max(0, end - limit) : end]
    more = end > limit
    return answer(
        {
            "terminalId": terminal_id,
            "total": len(lines),
            "lines": page,
            "nextCursor": make_cursor(question, skipped + len(page)) if more else None,
        }
    )


@router.get("/terminals/{terminal_id}/blocks", **answers_with("BlockList"))
async def list_blocks(
    terminal_id: str,
    caller: Typist,
    services: ServicesDep,
    limit: LimitQuery = 50,
    cursor: CursorQuery = None,
) -> Response:
    """List the commands run in a terminal, oldest first."""
    room = services.terminals.get(caller.workspace.id, terminal_id)
    question = {"blocks": terminal_id}
    after = read_cursor(cursor, question, length=1)[0] if cursor else 0
    found = await services.terminals.blocks(
        room.session_id, terminal_id=terminal_id, after=after, limit=limit + 1
    )
    page = found[:limit]
    more = len(found) > limit
    return answer(
        {
            "blocks": [block_json(block) for block in page],
            "nextCursor": make_cursor(question, page[-1].seq) if more else None,
        }
    )


@router.delete("/terminals/{terminal_id}", **answers_with("Ok"))
async def close_terminal(terminal_id: str, caller: Typist, services: ServicesDep) -> Response:
    """Close a terminal and stop what runs in it."""
    await services.terminals.close(caller.workspace.id, terminal_id)
    return answer({"ok": True})


@router.post("/agent-sessions/{session_id}/blocks", **answers_with("BlockTaken", 201))
async def add_block(
    session_id: str,
    caller: Writer,
    body: Annotated[BlockBody, parse_body(BlockBody)],
    services: ServicesDep,
) -> Response:
    """Add a finished command from an external shell. Private commands are not stored."""
    done = FinishedCommand(
        cmd=body.cmd,
        cwd=body.cwd,
        exit_code=body.exit_code,
        output=body.output,
        started_at=body.started_at,
        ended_at=body.ended_at,
    )
    block = await services.pending.add(caller.workspace.id, session_id, done)
    return answer({"blockId": block.id if block else None, "private": block is None}, 201)


@router.get("/agent-sessions/{session_id}/pending-context", **answers_with("PendingContext"))
async def pending_context(session_id: str, caller: Reader, services: ServicesDep) -> Response:
    """List the commands that will be attached to the next message."""
    pending = await services.pending.list(caller.workspace.id, session_id, caller.tags)
    return answer(pending_json(session_id, pending))


@router.put("/agent-sessions/{session_id}/pending-context", **answers_with("PendingContext"))
async def set_attach(
    session_id: str,
    caller: Writer,
    body: Annotated[AttachBody, parse_body(AttachBody)],
    services: ServicesDep,
) -> Response:
    """Turn attaching commands to messages on or off."""
    await services.pending.set_attach(caller.workspace.id, session_id, body.attach)
    pending = await services.pending.list(caller.workspace.id, session_id, caller.tags)
    return answer(pending_json(session_id, pending))


@router.delete("/agent-sessions/{session_id}/pending-context/{block_id}", **answers_with("Ok"))
async def keep_back(
    session_id: str, block_id: str, caller: Writer, services: ServicesDep
) -> Response:
    """Exclude a command from the next message."""
    await services.pending.remove(caller.workspace.id, session_id, block_id)
    return answer({"ok": True})


@router.websocket("/terminals/{terminal_id}/ws")
async def terminal_socket(
    socket: WebSocket,
    slug: str,
    terminal_id: str,
) -> None:
    """Exchange terminal bytes; a text message `{"resize":{"cols","rows"}}` resizes the terminal."""
    services: Services = socket.app.state.services
    try:
        check_origin(socket)
        caller = await identify_caller(cast(Request, _AsGet(socket.scope)), slug, services)
        caller.require(Scope.TERMINAL)
        room = services.terminals.get(caller.workspace.id, terminal_id)
        viewer = room.attach()
    except RunwhyError as error:
        await socket.close(POLICY_VIOLATION, error.code)
        return
    await socket.accept()
    revoked = asyncio.create_task(_close_when_revoked(socket, services, caller))
    try:
        await _relay(socket, room, viewer, revoked)
    finally:
        room.detach(viewer)


class _AsGet(Request):
    """A WebSocket handshake, read as a GET request."""

    def __init__(self, scope: object) -> None:
        assert isinstance(scope, dict)
        super().__init__({**scope, "type": "http", "method": "GET"})


def check_origin(socket: WebSocket) -> None:
    """Reject sockets from other sites' pages, which would carry our cookie. Raises: Denied."""
    origin = socket.headers.get("origin")
    if origin is None:
        return
    if netloc(origin) != socket.headers.get("host", "").lower():
        raise Denied(f"the origin {origin!r} is not allowed to use a terminal")


async def _close_when_revoked(socket: WebSocket, services: Services, caller: Caller) -> None:
    """Close the socket once the caller's key is revoked."""
    while await services.access.is_still_valid(caller):  # noqa: ASYNC110 (revoking sends no event)
        await asyncio.sleep(socket.app.state.ping_every)
    await socket.close(POLICY_VIOLATION, Unauthorized.code)


async def _relay(
    socket: WebSocket, room: TerminalSession, viewer: Viewer, revoked: asyncio.Task[None]
) -> None:
    output = asyncio.create_task(_send_output(socket, viewer))
    input = asyncio.create_task(_receive_input(socket, room))
    tasks = [output, input, revoked]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    except (WebSocketDisconnect, RuntimeError, RunwhyError):
        return
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _send_output(socket: WebSocket, viewer: Viewer) -> None:
    async for data in viewer.chunks():
        await socket.send_bytes(data)
    await socket.close(NORMAL_CLOSURE, "the shell has ended")


async def _receive_input(socket: WebSocket, room: TerminalSession) -> None:
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        if (data := message.get("bytes")) is not None:
            room.write(data)
        else:
            _resize(room, message.get("text") or "")


def _resize(room: TerminalSession, text: str) -> None:
    """Resize the terminal; ignore any other text."""
    try:
        size = ResizeMessage.read(msgspec.json.decode(text)).resize
    except (msgspec.DecodeError, RecursionError, ValidationError, InvalidInput):
        return
    room.terminal.resize(size.cols, size.rows)
