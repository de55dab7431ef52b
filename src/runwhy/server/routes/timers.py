"""Routes for the timers of a session."""

from __future__ import annotations

from typing import Annotated

from runwhy.core.accounts.workspaces import Scope
from runwhy.core.sessions.timers import TimerStatus
from runwhy.server.callers import caller_with
from runwhy.server.dependencies import IdempotencyDep, ServicesDep, base_path
from runwhy.server.query_params import PageDep, next_cursor
from runwhy.server.routing import Router, answers_with
from runwhy.services.access import Caller
from runwhy.wire.session_bodies import TimerBody
from runwhy.wire.sessions import Timer, TimerList

router = Router(base_path("{slug}") + "/agent-sessions/{session_id}/timers", tag="timers")

Reader = Annotated[Caller, caller_with(Scope.SESSIONS_READ)]
Writer = Annotated[Caller, caller_with(Scope.SESSIONS_WRITE)]


@router.post("", answers_with(Timer, 201))
async def add_timer(
    session_id: str,
    caller: Writer,
    body: TimerBody,
    once: IdempotencyDep,
    services: ServicesDep,
) -> object:
    """Create a timer. A pending timer with the same key is replaced."""
    timer = await services.autonomy.add(
        await services.sessions.get(caller.workspace.id, session_id),
        type=body.type,
        delay=body.delay_seconds,
        fire_at=body.when(),
        reason=body.reason,
        key=body.key,
        once=once,
    )
    assert timer is not None
    return Timer.of(timer)


@router.get("", answers_with(TimerList))
async def list_timers(
    session_id: str,
    caller: Reader,
    services: ServicesDep,
    *,
    status: TimerStatus | None = None,
    page: PageDep,
) -> object:
    """List timers, newest first."""
    session = await services.sessions.get(caller.workspace.id, session_id)
    question = {"timers": session_id, "status": status}
    found, more = await services.autonomy.list(
        session,
        caller.tags,
        status=status,
        limit=page.limit,
        before=page.start(question, None),
    )
    shown = [Timer.of(timer) for timer in found]
    return TimerList(timers=shown, next_cursor=next_cursor(question, more))


@router.get("/{timer_id}", answers_with(Timer))
async def get_timer(
    session_id: str, timer_id: str, caller: Reader, services: ServicesDep
) -> object:
    """Get a timer."""
    session = await services.sessions.get(caller.workspace.id, session_id)
    return Timer.of(await services.autonomy.get(session, timer_id, caller.tags))


@router.delete("/{timer_id}", answers_with(Timer))
async def cancel_timer(
    session_id: str, timer_id: str, caller: Writer, services: ServicesDep
) -> object:
    """Cancel a timer. A timer that has fired or was cancelled does not change."""
    session = await services.sessions.get(caller.workspace.id, session_id)
    by = caller.actor.label
    return Timer.of(await services.autonomy.cancel(session, timer_id, by=by))
