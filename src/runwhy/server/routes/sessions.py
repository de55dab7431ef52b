"""Routes for sessions."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from starlette.responses import Response

from runwhy.core.accounts.workspaces import Scope
from runwhy.core.sessions import session as core
from runwhy.core.sessions.session import SessionPatch
from runwhy.errors import InvalidInput, Problem
from runwhy.server.arguments import Header
from runwhy.server.callers import caller_with
from runwhy.server.dependencies import ClockDep, IdempotencyDep, Services, ServicesDep, base_path
from runwhy.server.query_params import (
    MAX_SEQ,
    PageDep,
    SeqQuery,
    SessionFilterDep,
    cursor_key,
    next_cursor,
)
from runwhy.server.routes.runs import run_request, suggestions
from runwhy.server.routing import Router, answer, answers_with
from runwhy.server.sse import STREAM, EventStream, ListeningDep, stream
from runwhy.services.access import Caller
from runwhy.wire.cursors import make_cursor, read_cursor
from runwhy.wire.history import (
    History,
    HistoryItem,
    OperatorItem,
    SessionEvent,
    SessionEvents,
    session_event_json,
)
from runwhy.wire.run_bodies import MessageBody
from runwhy.wire.runs import RunAccepted
from runwhy.wire.session_bodies import ReadBody, SessionBody, SessionPatchBody
from runwhy.wire.sessions import (
    Session,
    SessionCreated,
    SessionEnded,
    SessionList,
    SessionRead,
    SessionSummary,
)

router = Router(base_path("{slug}") + "/agent-sessions", tag="sessions")

Reader = Annotated[Caller, caller_with(Scope.SESSIONS_READ, tag_aware=True)]
Writer = Annotated[Caller, caller_with(Scope.SESSIONS_WRITE)]


@router.post("", answers_with(SessionCreated, 201))
async def create_session(
    caller: Writer,
    body: SessionBody,
    once: IdempotencyDep,
    services: ServicesDep,
) -> object:
    """Create a session."""
    tags = body.metadata or {}
    session = await services.sessions.create(
        caller.workspace.id, body.spec(), tags, autonomy=body.policy(), once=once
    )
    return SessionCreated(session_id=session.id, metadata=tags)


@router.get("", answers_with(SessionList))
async def list_sessions(
    caller: Reader,
    services: ServicesDep,
    filter: SessionFilterDep,
    page: PageDep,
    offset: Annotated[int, Field(ge=0, le=MAX_SEQ)] = 0,
) -> object:
    """List sessions, most recently used first."""
    question = cursor_key(filter)
    place = read_cursor(page.cursor, question, length=3) if page.cursor else None
    found = await services.sessions.list(
        caller.workspace.id,
        filter,
        limit=page.limit + 1,  # one more, to know whether there is a next page
        offset=offset,
        before=(place[1], place[2]) if place else None,
        as_of=place[0] if place else None,
    )
    shown = found.sessions[: page.limit]
    last = found.places[page.limit - 1] if len(found.sessions) > page.limit else None
    unread = await services.sessions.unread(caller.workspace.id, shown, caller.tags)
    usage = await services.sessions.usage(caller.workspace.id, shown, caller.tags)
    is_empty = not shown and page.cursor is None
    return SessionList(
        total=found.total,
        limit=page.limit,
        offset=offset,
        sessions=[SessionSummary.listed(each, unread(each), usage(each)) for each in shown],
        next_cursor=make_cursor(question, found.as_of, *last) if last else None,
        suggestions=await suggestions(services, caller, filter) if is_empty else None,
    )


@router.get("/{session_id}", answers_with(Session))
async def get_session(session_id: str, caller: Reader, services: ServicesDep) -> object:
    """Get a session with its user-visible messages."""
    session = await services.sessions.get(caller.workspace.id, session_id)
    return await _session_answer(services, caller, session)


async def _session_answer(services: Services, caller: Caller, session: core.Session) -> Response:
    history = await services.sessions.history(session, caller.tags)
    unread = await services.sessions.unread(caller.workspace.id, [session], caller.tags)
    usage = await services.sessions.usage(caller.workspace.id, [session], caller.tags)
    shown = Session.shown(session, history, unread(session), usage(session))
    return answer(shown, headers={"ETag": f'"{session.version}"'})


@router.patch("/{session_id}", answers_with(Session))
async def patch_session(
    session_id: str,
    caller: Writer,
    body: SessionPatchBody,
    services: ServicesDep,
    if_match: Annotated[str | None, Header(), Field(max_length=64)] = None,
) -> object:
    """Update a session: merge tags, rename it, or set autonomy. Existing runs do not change."""
    patch = SessionPatch(
        tags=body.metadata or {},
        name=body.name,
        autonomy=body.policy(),
        if_version=_version(if_match),
    )
    patched = await services.sessions.patch(caller.workspace.id, session_id, patch)
    return await _session_answer(services, caller, patched)


def _version(if_match: str | None) -> int | None:
    if if_match is None or if_match.strip() == "*":
        return None
    text = if_match.strip().removeprefix("W/").strip('"')
    if not (text.isascii() and text.isdigit()):
        raise InvalidInput([Problem("If-Match", "must be the session's version, a number")])
    return int(text)


@router.post("/{session_id}/messages", answers_with(RunAccepted, 202))
async def send_message(
    slug: str,
    session_id: str,
    caller: Writer,
    body: MessageBody,
    once: IdempotencyDep,
    services: ServicesDep,
    clock: ClockDep,
) -> object:
    """Send a message to a session. This starts a run that inherits the session's tags."""
    request = run_request(body, caller, clock, session_id=session_id)
    run = await services.runs.start(request, once=once)
    return RunAccepted.at(base_path(slug), run)


@router.post("/{session_id}/read", answers_with(SessionRead))
async def read_session(
    session_id: str,
    caller: Writer,
    body: ReadBody,
    services: ServicesDep,
) -> object:
    """Mark a session as read, completely or up to a run."""
    left = await services.sessions.read(caller.workspace.id, session_id, body.run_id)
    return SessionRead(session_id=session_id, unread=left)


@router.get("/{session_id}/events", answers_with(SessionEvents))
async def session_events(
    session_id: str,
    caller: Reader,
    services: ServicesDep,
    full: Annotated[str | None, Field(max_length=8)] = None,
    last_messages: Annotated[int | None, Field(ge=1, le=1000)] = None,
    before_seq: SeqQuery = None,
) -> object:
    """List the conversation as stream frames, to restore a chat."""
    session = await services.sessions.get(caller.workspace.id, session_id)
    shown = await services.sessions.history(session, caller.tags)
    frames = [SessionEvent.of(item, seq=seq) for seq, item in enumerate(shown, start=1)]
    older = frames if before_seq is None else frames[: max(0, before_seq - 1)]
    page = older if full or last_messages is None else older[-last_messages:]
    more = len(older) > len(page)
    return SessionEvents(
        session_id=session.id,
        total=len(frames),
        events=page,
        next_before_seq=page[0].seq if more and page else None,
        truncated=more,
    )


@router.get("/{session_id}/history", answers_with(History))
async def session_history(
    session_id: str,
    caller: Reader,
    services: ServicesDep,
    *,
    view: Literal["user", "operator"] = "user",
    page: PageDep,
) -> object:
    """List the history of a session, oldest first: the user's view, or all parts for operators."""
    session = await services.sessions.get(caller.workspace.id, session_id)
    question = {"history": session_id, "view": view}
    after = page.start(question, 0)
    # Read first, so that no event is missed.
    last_seq = await services.sessions.last_event(session.id)
    shown = await services.sessions.history(session, caller.tags, view)
    part = shown[after : after + page.limit]
    end = after + len(part)
    item = HistoryItem if view == "user" else OperatorItem
    return History(
        session_id=session.id,
        view=view,
        total=len(shown),
        messages=[item.of(one, seq=seq) for seq, one in enumerate(part, start=after + 1)],
        next_cursor=next_cursor(question, end if end < len(shown) else None),
        last_seq=last_seq,
    )


@router.get("/{session_id}/stream", STREAM)
async def stream_session(
    session_id: str, caller: Reader, services: ServicesDep, listening: ListeningDep
) -> EventStream:
    """Stream a session's events as server-sent events, for chat UIs."""
    session = await services.sessions.get(caller.workspace.id, session_id)
    events = services.sessions.follow(session, caller.tags, **listening)
    return stream(events, session_event_json, lambda: services.access.is_still_valid(caller))


@router.delete("/{session_id}", answers_with(SessionEnded))
async def end_session(session_id: str, caller: Writer, services: ServicesDep) -> object:
    """End a session and cancel its runs. Its history stays readable."""
    session = await services.sessions.end(caller.workspace.id, session_id)
    return SessionEnded(ok=True, session_id=session.id, status=session.status)
