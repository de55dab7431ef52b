"""Routes for terminals, their WebSocket, and the commands pending for the next message."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from pydantic import ValidationError
from starlette.requests import Request
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from runwhy.core.accounts.workspaces import Scope
from runwhy.errors import Denied, InvalidInput, RunwhyError, Unauthorized
from runwhy.server.callers import caller_with, identify_caller
from runwhy.server.dependencies import Services, ServicesDep, base_path
from runwhy.server.middleware.guards import netloc
from runwhy.server.query_params import CursorQuery, LimitQuery, PageDep, next_cursor, start_of_page
from runwhy.server.routing import Router, answers_with
from runwhy.services.access import Caller
from runwhy.services.pending_commands import FinishedCommand
from runwhy.services.terminal_session import TerminalSession, Viewer
from runwhy.wire.answer import Ok
from runwhy.wire.terminals import (
    AttachBody,
    Block,
    BlockBody,
    BlockList,
    BlockTaken,
    OpenTerminal,
    PendingContext,
    ResizeMessage,
    Screen,
    Scrollback,
    TerminalBody,
    TerminalList,
    TerminalOpened,
)

router = Router(base_path("{slug}"), tag="terminals")

Typist = Annotated[Caller, caller_with(Scope.TERMINAL)]
Reader = Annotated[Caller, caller_with(Scope.SESSIONS_READ)]
Writer = Annotated[Caller, caller_with(Scope.SESSIONS_WRITE)]

POLICY_VIOLATION, NORMAL_CLOSURE = 1008, 1000


@router.post("/agent-sessions/{session_id}/terminals", answers_with(TerminalOpened, 201))
async def open_terminal(
    session_id: str,
    caller: Typist,
    body: TerminalBody,
    services: ServicesDep,
) -> object:
    """Open a terminal in a session."""
    room = await services.terminals.open(
        caller.workspace.id,
        session_id,
        shell=body.shell,
        cwd=body.cwd,
        cols=body.cols,
        rows=body.rows,
    )
    return TerminalOpened(terminal_id=room.id)


@router.get("/agent-sessions/{session_id}/terminals", answers_with(TerminalList))
async def list_terminals(session_id: str, caller: Typist, services: ServicesDep) -> object:
    """List the open terminals of a session."""
    await services.sessions.get(caller.workspace.id, session_id)
    rooms = services.terminals.of_session(caller.workspace.id, session_id)
    found = [OpenTerminal.of(room.terminal, terminal_id=room.id) for room in rooms]
    return TerminalList(terminals=found)


@router.get("/terminals/{terminal_id}/screen", answers_with(Screen))
async def read_screen(terminal_id: str, caller: Typist, services: ServicesDep) -> object:
    """Get the current screen of a terminal."""
    terminal = services.terminals.get(caller.workspace.id, terminal_id).terminal
    return Screen(terminal_id=terminal_id, rows=list(terminal.rows()))


@router.get("/terminals/{terminal_id}/scrollback", answers_with(Scrollback))
async def read_scrollback(
    terminal_id: str,
    caller: Typist,
    services: ServicesDep,
    limit: LimitQuery = 100,
    cursor: CursorQuery = None,
) -> object:
    """List the screen and scrollback of a terminal in pages, newest page first."""
    terminal = services.terminals.get(caller.workspace.id, terminal_id).terminal
    question = {"scrollback": terminal_id}
    skipped = start_of_page(cursor, question, 0)
    lines = list(terminal.lines())
    end = max(0, len(lines) - skipped)
    part = lines[max(0, end - limit) : end]
    more = skipped + len(part) if end > limit else None
    return Scrollback(
        terminal_id=terminal_id,
        total=len(lines),
        lines=part,
        next_cursor=next_cursor(question, more),
    )


@router.get("/terminals/{terminal_id}/blocks", answers_with(BlockList))
async def list_blocks(
    terminal_id: str,
    caller: Typist,
    services: ServicesDep,
    page: PageDep,
) -> object:
    """List the commands run in a terminal, oldest first."""
    room = services.terminals.get(caller.workspace.id, terminal_id)
    question = {"blocks": terminal_id}
    after = page.start(question, 0)
    found = await services.terminals.blocks(
        room.session_id, terminal_id=terminal_id, after=after, limit=page.limit + 1
    )
    shown = found[: page.limit]
    more = shown[-1].seq if len(found) > page.limit else None
    blocks = [Block.of(block) for block in shown]
    return BlockList(blocks=blocks, next_cursor=next_cursor(question, more))


@router.delete("/terminals/{terminal_id}", answers_with(Ok))
async def close_terminal(terminal_id: str, caller: Typist, services: ServicesDep) -> object:
    """Close a terminal and stop its processes."""
    await services.terminals.close(caller.workspace.id, terminal_id)
    return Ok(ok=True)


@router.post("/agent-sessions/{session_id}/blocks", answers_with(BlockTaken, 201))
async def add_block(
    session_id: str,
    caller: Writer,
    body: BlockBody,
    services: ServicesDep,
) -> object:
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
    return BlockTaken(block_id=block.id if block else None, private=block is None)


@router.get("/agent-sessions/{session_id}/pending-context", answers_with(PendingContext))
async def pending_context(session_id: str, caller: Reader, services: ServicesDep) -> object:
    """List the commands that will be attached to the next message."""
    pending = await services.pending.list(caller.workspace.id, session_id, caller.tags)
    return PendingContext.of(session_id, pending)


@router.put("/agent-sessions/{session_id}/pending-context", answers_with(PendingContext))
async def set_attach(
    session_id: str,
    caller: Writer,
    body: AttachBody,
    services: ServicesDep,
) -> object:
    """Turn attaching commands to messages on or off."""
    await services.pending.set_attach(caller.workspace.id, session_id, body.attach)
    pending = await services.pending.list(caller.workspace.id, session_id, caller.tags)
    return PendingContext.of(session_id, pending)


@router.delete("/agent-sessions/{session_id}/pending-context/{block_id}", answers_with(Ok))
async def keep_back(
    session_id: str, block_id: str, caller: Writer, services: ServicesDep
) -> object:
    """Exclude a command from the next message."""
    await services.pending.remove(caller.workspace.id, session_id, block_id)
    return Ok(ok=True)


async def terminal_socket(socket: WebSocket) -> None:
    """Exchange terminal bytes; a text message `{"resize":{"cols","rows"}}` resizes the terminal."""
    services: Services = socket.app.state.services
    handshake = Request({**socket.scope, "type": "http", "method": "GET"})
    slug, terminal_id = socket.path_params["slug"], socket.path_params["terminal_id"]
    try:
        check_origin(socket)
        caller = await identify_caller(handshake, slug, services)
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


socket_route = WebSocketRoute(base_path("{slug}") + "/terminals/{terminal_id}/ws", terminal_socket)


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
