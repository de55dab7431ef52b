"""Sessions over HTTP."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Annotated, Literal

from fastapi import APIRouter, Header, Query, Request, Response
from fastapi.responses import StreamingResponse

from whence.core.events import Event
from whence.core.jsons import JsonObject
from whence.core.sessions import SessionPatch, SessionStatus
from whence.core.views import Shown
from whence.core.workspaces import Scope
from whence.errors import InvalidInput, Problem
from whence.ports import SessionFilter
from whence.server.api.runs import run_request
from whence.server.asking import (
    MAX_SEQ,
    CursorQuery,
    LimitQuery,
    OnceDep,
    SeqQuery,
    ServicesDep,
    TagsDep,
    answer,
    base_path,
    body_of,
    caller_with,
)
from whence.server.sse import is_stopping, last_seen, stream
from whence.services.access import Caller
from whence.stores.rows import to_ms
from whence.wire.cursors import make_cursor, read_cursor
from whence.wire.requests import MessageBody, SessionBody, SessionPatchBody
from whence.wire.responses import (
    history_json,
    operator_json,
    replay_json,
    run_accepted_json,
    session_event_json,
    session_json,
    session_summary_json,
)

router = APIRouter(prefix=base_path("{slug}") + "/agent-sessions", tags=["sessions"])

Reader = Annotated[Caller, caller_with(Scope.SESSIONS_READ)]
Writer = Annotated[Caller, caller_with(Scope.SESSIONS_WRITE)]


@router.post("", status_code=201)
async def create_session(
    caller: Writer,
    body: Annotated[SessionBody, body_of(SessionBody)],
    once: OnceDep,
    services: ServicesDep,
) -> Response:
    """Start a conversation."""
    autonomy = body.autonomy.model_dump(by_alias=True, exclude_none=True) if body.autonomy else None
    session = await services.sessions.create(
        caller.workspace.id, body.spec(), body.metadata or {}, autonomy=autonomy, once=once
    )
    return answer({"sessionId": session.id, "metadata": session.tags}, 201)


@router.get("")
async def list_sessions(
    caller: Reader,
    services: ServicesDep,
    tags: TagsDep,
    status: Annotated[SessionStatus | None, Query()] = None,
    limit: LimitQuery = 50,
    offset: Annotated[int, Query(ge=0, le=MAX_SEQ)] = 0,
    cursor: CursorQuery = None,
) -> Response:
    """Sessions, most recently used first."""
    question = {"tags": tags, "status": status}
    place = read_cursor(cursor, question, length=2) if cursor else None
    before = (place[0], place[1]) if place else None
    asked = SessionFilter(tags=tags, status=status)
    page = await services.sessions.list(
        caller.workspace.id, asked, limit=limit, offset=offset, before=before
    )
    following = None
    if len(page.sessions) == limit:
        last = page.sessions[-1]
        following = make_cursor(question, to_ms(last.last_used_at), last.seq)
    return answer(
        {
            "total": page.total,
            "limit": limit,
            "offset": offset,
            "sessions": [session_summary_json(session) for session in page.sessions],
            "nextCursor": following,
        }
    )


@router.get("/{session_id}")
async def get_session(session_id: str, caller: Reader, services: ServicesDep) -> Response:
    """One session, with what a person may see of it."""
    session = await services.sessions.get(caller.workspace.id, session_id)
    return answer(session_json(session, await services.sessions.history(session)))


@router.patch("/{session_id}")
async def patch_session(
    session_id: str,
    caller: Writer,
    body: Annotated[SessionPatchBody, body_of(SessionPatchBody)],
    services: ServicesDep,
    if_match: Annotated[str | None, Header(max_length=64)] = None,
) -> Response:
    """Merge tags, rename, set autonomy. Runs that exist keep what they have."""
    autonomy = body.autonomy.model_dump(by_alias=True, exclude_none=True) if body.autonomy else None
    patch = SessionPatch(
        tags=body.metadata or {},
        name=body.name,
        autonomy=autonomy,
        if_version=_version(if_match),
    )
    session = await services.sessions.patch(caller.workspace.id, session_id, patch)
    return answer(session_json(session, await services.sessions.history(session)))


def _version(if_match: str | None) -> int | None:
    if if_match is None or if_match.strip() == "*":
        return None
    text = if_match.strip().removeprefix("W/").strip('"')
    if not (text.isascii() and text.isdigit()):
        raise InvalidInput([Problem("If-Match", "must be the version of the session, a number")])
    return int(text)


@router.post("/{session_id}/messages", status_code=202)
async def send_message(
    slug: str,
    session_id: str,
    caller: Writer,
    body: Annotated[MessageBody, body_of(MessageBody)],
    once: OnceDep,
    services: ServicesDep,
    request: Request,
) -> Response:
    """Say something in a session: a run that inherits its tags."""
    asked = run_request(body, caller, request.app.state.clock, session_id=session_id)
    run = await services.runs.start(asked, once=once)
    return answer(run_accepted_json(run, base_path(slug)), 202)


@router.get("/{session_id}/events")
async def session_events(
    session_id: str,
    caller: Reader,
    services: ServicesDep,
    full: Annotated[str | None, Query(max_length=8)] = None,
    lastMessages: Annotated[int | None, Query(ge=1, le=1000)] = None,  # noqa: N803
    beforeSeq: SeqQuery = None,  # noqa: N803
) -> Response:
    """The conversation as frames of the realtime stream, to restore a chat from."""
    session = await services.sessions.get(caller.workspace.id, session_id)
    shown = await services.sessions.history(session)
    frames = [replay_json(item, seq=seq) for seq, item in enumerate(shown, start=1)]
    older = frames if beforeSeq is None else frames[: max(0, beforeSeq - 1)]
    page = older if full or lastMessages is None else older[-lastMessages:]
    more = len(older) > len(page)
    return answer(
        {
            "sessionId": session.id,
            "total": len(frames),
            "events": page,
            "nextBeforeSeq": page[0]["seq"] if more and page else None,
            "truncated": more,
        }
    )


@router.get("/{session_id}/history")
async def session_history(
    session_id: str,
    caller: Reader,
    services: ServicesDep,
    view: Annotated[Literal["user", "operator"], Query()] = "user",
    limit: LimitQuery = 50,
    cursor: CursorQuery = None,
) -> Response:
    """What was said, oldest first: what people may see, or everything with its marks."""
    session = await services.sessions.get(caller.workspace.id, session_id)
    question = {"history": session_id, "view": view}
    after = read_cursor(cursor, question, length=1)[0] if cursor else 0
    shown = await services.sessions.history(session, view)
    page = shown[after : after + limit]
    render = history_json if view == "user" else operator_json
    end = after + len(page)
    return answer(
        {
            "sessionId": session.id,
            "view": view,
            "total": len(shown),
            "messages": _numbered(page, after, render),
            "nextCursor": make_cursor(question, end) if end < len(shown) else None,
        }
    )


def _numbered(page: Sequence[Shown], after: int, render: object) -> list[JsonObject]:
    assert callable(render)
    return [render(item, seq=seq) for seq, item in enumerate(page, start=after + 1)]


@router.get("/{session_id}/stream")
async def stream_session(
    session_id: str,
    caller: Reader,
    services: ServicesDep,
    request: Request,
    lastSeq: SeqQuery = None,  # noqa: N803
) -> StreamingResponse:
    """Everything that happens in a session, as server-sent events, for chat UIs."""
    session = await services.sessions.get(caller.workspace.id, session_id)
    events = services.sessions.follow(
        session, after=last_seen(request, lastSeq), stopping=is_stopping(request)
    )
    return stream(_frames(events))


async def _frames(
    events: AsyncIterator[tuple[int, Event] | None],
) -> AsyncIterator[JsonObject | None]:
    async for item in events:
        yield None if item is None else session_event_json(*item)


@router.delete("/{session_id}")
async def end_session(session_id: str, caller: Writer, services: ServicesDep) -> Response:
    """End a session and cancel what runs in it; it stays readable."""
    session = await services.sessions.end(caller.workspace.id, session_id)
    return answer({"ok": True, "sessionId": session.id, "status": session.status})
