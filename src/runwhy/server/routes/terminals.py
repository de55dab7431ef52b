"""Terminals over HTTP and WebSocket, and the commands that wait for the next message."""

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
    base_path,
    body_of,
    caller_of,
    caller_with,
    gives,
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

REFUSED, GONE = 1008, 1000


@router.post("/agent-sessions/{session_id}/terminals", **gives("TerminalOpened", 201))
async def open_terminal(
    session_id: str,
    caller: Typist,
    body: Annotated[TerminalBody, body_of(TerminalBody)],
    services: ServicesDep,
) -> Response:
    """Open a shell in a session."""
    room = await services.terminals.open(
        caller.workspace.id,
        session_id,
        shell=body.shell,
        cwd=body.cwd,
        cols=body.cols,
        rows=body.rows,
    )
    return answer({"terminalId": room.id}, 201)


@router.get("/agent-sessions/{session_id}/terminals", **gives("TerminalList"))
async def list_terminals(session_id: str, caller: Typist, services: ServicesDep) -> Response:
    """The open terminals of a session."""
    await services.sessions.get(caller.workspace.id, session_id)
    rooms = services.terminals.of_session(caller.workspace.id, session_id)
    found = [{"terminalId": r.id, "cwd": r.terminal.cwd, "busy": r.terminal.busy} for r in rooms]
    return answer({"terminals": found})


@router.get("/terminals/{terminal_id}/screen", **gives("Screen"))
async def read_screen(terminal_id: str, caller: Typist, services: ServicesDep) -> Response:
    """What is on the screen now."""
    terminal = services.terminals.get(caller.workspace.id, terminal_id).terminal
    return answer({"terminalId": terminal_id, "rows": list(terminal.rows())})


@router.get("/terminals/{terminal_id}/scrollback", **gives("Scrollback"))
async def read_scrollback(
    terminal_id: str,
    caller: Typist,
    services: ServicesDep,
    limit: LimitQuery = 100,
    cursor: CursorQuery = None,
) -> Response:
    """The screen and what was scrolled away, the newest lines first page by page."""
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


@router.get("/terminals/{terminal_id}/blocks", **gives("BlockList"))
async def list_blocks(
    terminal_id: str,
    caller: Typist,
    services: ServicesDep,
    limit: LimitQuery = 50,
    cursor: CursorQuery = None,
) -> Response:
    """What was run in a terminal, oldest first."""
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


@router.delete("/terminals/{terminal_id}", **gives("Ok"))
async def close_terminal(terminal_id: str, caller: Typist, services: ServicesDep) -> Response:
    """Close a terminal and what runs in it."""
    await services.terminals.close(caller.workspace.id, terminal_id)
    return answer({"ok": True})


@router.post("/agent-sessions/{session_id}/blocks", **gives("BlockTaken", 201))
async def add_block(
    session_id: str,
    caller: Writer,
    body: Annotated[BlockBody, body_of(BlockBody)],
    services: ServicesDep,
) -> Response:
    """Take a finished command from somebody's own shell; a private one is not kept."""
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


@router.get("/agent-sessions/{session_id}/pending-context", **gives("PendingContext"))
async def pending_context(session_id: str, caller: Reader, services: ServicesDep) -> Response:
    """The commands that the next message takes along."""
    pending = await services.pending.list(caller.workspace.id, session_id)
    return answer(pending_json(session_id, pending))


@router.put("/agent-sessions/{session_id}/pending-context", **gives("PendingContext"))
async def set_attach(
    session_id: str,
    caller: Writer,
    body: Annotated[AttachBody, body_of(AttachBody)],
    services: ServicesDep,
) -> Response:
    """Say whether messages of the session take commands along."""
    await services.pending.set_attach(caller.workspace.id, session_id, body.attach)
    pending = await services.pending.list(caller.workspace.id, session_id)
    return answer(pending_json(session_id, pending))


@router.delete("/agent-sessions/{session_id}/pending-context/{block_id}", **gives("Ok"))
async def keep_back(
    session_id: str, block_id: str, caller: Writer, services: ServicesDep
) -> Response:
    """Keep one command back from the next message."""
    await services.pending.remove(caller.workspace.id, session_id, block_id)
    return answer({"ok": True})


@router.websocket("/terminals/{terminal_id}/ws")
async def terminal_socket(
    socket: WebSocket,
    slug: str,
    terminal_id: str,
) -> None:
    """Bytes both ways; `{"resize":{"cols","rows"}}` as text."""
    services: Services = socket.app.state.services
    try:
        check_origin(socket)
        caller = await caller_of(cast(Request, _AsGet(socket.scope)), slug, services)
        caller.require(Scope.TERMINAL)
        room = services.terminals.get(caller.workspace.id, terminal_id)
        viewer = room.attach()
    except RunwhyError as error:
        await socket.close(REFUSED, error.code)
        return
    await socket.accept()
    stands = asyncio.create_task(_while_it_stands(socket, services, caller))
    try:
        await _both_ways(socket, room, viewer, stands)
    finally:
        room.detach(viewer)


class _AsGet(Request):
    """The opening of a socket is a GET, and is read as one."""

    def __init__(self, scope: object) -> None:
        assert isinstance(scope, dict)
        super().__init__({**scope, "type": "http", "method": "GET"})


def check_origin(socket: WebSocket) -> None:
    """A page elsewhere could open a socket in the name of whoever looks at it. Raises: Denied."""
    origin = socket.headers.get("origin")
    if origin is None:
        return
    if netloc(origin) != socket.headers.get("host", "").lower():
        raise Denied(f"the origin {origin!r} may not use a terminal")


async def _while_it_stands(socket: WebSocket, services: Services, caller: Caller) -> None:
    """A key that was revoked opens no terminal, and keeps none open."""
    while await services.access.is_still_valid(caller):  # noqa: ASYNC110 (nobody tells us)
        await asyncio.sleep(socket.app.state.ping_every)
    await socket.close(REFUSED, Unauthorized.code)


async def _both_ways(
    socket: WebSocket, room: TerminalSession, viewer: Viewer, stands: asyncio.Task[None]
) -> None:
    out, typed = asyncio.create_task(_out(socket, viewer)), asyncio.create_task(_in(socket, room))
    ways = [out, typed, stands]
    try:
        done, _ = await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for way in done:
            way.result()
    except (WebSocketDisconnect, RuntimeError, RunwhyError):
        return
    finally:
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)


async def _out(socket: WebSocket, viewer: Viewer) -> None:
    async for data in viewer.chunks():
        await socket.send_bytes(data)
    await socket.close(GONE, "the shell has ended")


async def _in(socket: WebSocket, room: TerminalSession) -> None:
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        if (data := message.get("bytes")) is not None:
            room.write(data)
        else:
            _obey(room, message.get("text") or "")


def _obey(room: TerminalSession, text: str) -> None:
    """What is no command of ours is not typed either."""
    try:
        size = ResizeMessage.read(msgspec.json.decode(text)).resize
    except (msgspec.DecodeError, RecursionError, ValidationError, InvalidInput):
        return
    room.terminal.resize(size.cols, size.rows)
