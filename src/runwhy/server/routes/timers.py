"""Routes for the timers of a session."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response

from runwhy.core.accounts.workspaces import Scope
from runwhy.core.sessions.session import Session
from runwhy.core.sessions.timers import TimerStatus
from runwhy.server.dependencies import (
    CursorQuery,
    IdempotencyDep,
    LimitQuery,
    Services,
    ServicesDep,
    answer,
    answers_with,
    base_path,
    caller_with,
    parse_body,
)
from runwhy.services.access import Caller
from runwhy.wire.autonomy import TimerBody, timer_json
from runwhy.wire.cursors import make_cursor, read_cursor

router = APIRouter(
    prefix=base_path("{slug}") + "/agent-sessions/{session_id}/timers", tags=["timers"]
)

Reader = Annotated[Caller, caller_with(Scope.SESSIONS_READ)]
Writer = Annotated[Caller, caller_with(Scope.SESSIONS_WRITE)]


async def _session(services: Services, caller: Caller, id: str) -> Session:
    return await services.sessions.get(caller.workspace.id, id)


@router.post("", **answers_with("Timer", 201))
async def add_timer(
    session_id: str,
    caller: Writer,
    body: Annotated[TimerBody, parse_body(TimerBody)],
    once: IdempotencyDep,
    services: ServicesDep,
) -> Response:
    """Create a timer. A pending timer with the same key is replaced."""
    timer = await services.autonomy.add(
        await _session(services, caller, session_id),
        type=body.type,
        delay=body.delay_seconds,
        fire_at=body.when(),
        reason=body.reason,
        key=body.key,
        once=once,
    )
    assert timer is not None
    return answer(timer_json(timer), 201)


@router.get("", **answers_with("TimerList"))
async def list_timers(
    session_id: str,
    caller: Reader,
    services: ServicesDep,
    status: Annotated[TimerStatus | None, Query()] = None,
    limit: LimitQuery = 50,
    cursor: CursorQuery = None,
) -> Response:
    """List timers, newest first."""
    session = await _session(services, caller, session_id)
    question = {"timers": session_id, "status": status}
    before = read_cursor(cursor, question, length=1)[0] if cursor else None
    page, next_cursor = await services.autonomy.list(
        session, caller.tags, status=status, limit=limit, before=before
    )
    return answer(
        {
            "timers": [timer_json(timer) for timer in page],
            "nextCursor": make_cursor(question, next_cursor) if next_cursor else None,
        }
    )


@router.get("/{timer_id}", **answers_with("Timer"))
async def get_timer(
    session_id: str, timer_id: str, caller: Reader, services: ServicesDep
) -> Response:
    """Get a timer."""
    session = await _session(services, caller, session_id)
    return answer(timer_json(await services.autonomy.get(session, timer_id, caller.tags)))


@router.delete("/{timer_id}", **answers_with("Timer"))
async def cancel_timer(
    session_id: str, timer_id: str, caller: Writer, services: ServicesDep
) -> Response:
    """Cancel a timer. A timer that has fired or was cancelled does not change."""
    session = await _session(services, caller, session_id)
    by = caller.actor.name or caller.actor.id or caller.actor.kind
    return answer(timer_json(await services.autonomy.cancel(session, timer_id, by=by)))
