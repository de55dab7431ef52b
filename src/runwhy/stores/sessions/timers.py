"""Timers in SQL: each fires at most once, and a person's message cancels pending ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy import (
    ColumnElement,
    Connection,
    bindparam,
    exists,
    func,
    insert,
    literal_column,
    null,
    or_,
    select,
    update,
)

from runwhy.core.requests.plan import Plan
from runwhy.core.runs.events import NewEvent
from runwhy.core.runs.provenance import PERSONAL_TRIGGERS
from runwhy.core.runs.run import Run
from runwhy.core.sessions.autonomy import TIMER, FollowUps
from runwhy.core.sessions.session import SessionStatus
from runwhy.core.sessions.timers import MAX_PENDING, Timer, TimerStatus
from runwhy.errors import Conflict, NotFound, SessionEnded
from runwhy.ports import TIMERS_TOPIC, AlreadyFired, IdempotencyKey
from runwhy.stores import tables
from runwhy.stores.accounts import audit
from runwhy.stores.accounts.idempotency import find_earlier_result
from runwhy.stores.sessions import sessions
from runwhy.stores.sql import log, rows
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.prepared_statements import PreparedStatement
from runwhy.stores.sql.records import Records

_timers, _runs, _jobs = tables.timers, tables.runs, tables.jobs
_records = Records(_timers, Timer)
# A literal instead of a parameter, to match the condition of the partial indexes.
_PENDING = _timers.c.status == literal_column(f"'{TimerStatus.PENDING}'")


def add(
    tx: Tx, timer: Timer, *, once: IdempotencyKey | None = None, newest_run: int | None = None
) -> Timer | None:
    """Add a timer, replacing the one with its key; return the earlier one for a repeated request.

    With `newest_run`, return None if the session has a newer run.
    Raises: NotFound, SessionEnded, Conflict (too many pending timers).
    """
    first = find_earlier_result(tx, timer.workspace, once, timer.id, timer.created_at)
    if first is not None:
        return get(tx.conn, timer.workspace, timer.session_id, first)
    session = sessions.get(tx, timer.workspace, timer.session_id, lock=True)
    if session is None:
        raise NotFound(f"no session {timer.session_id}")
    if session.status is SessionStatus.ENDED:
        raise SessionEnded(f"the session {session.id} has ended; timers can no longer be added")
    if newest_run is not None and newest_run < _newest_run(tx.conn, session.id):
        return None
    if timer.key is not None:
        same = _pending_of(timer.session_id) & (_timers.c.key == timer.key)
        note = {"code": "replaced", "note": f"replaced by {timer.id}"}
        _settle(tx, same, TimerStatus.CANCELLED, timer.created_at, **note)
    _check_limit(tx.conn, timer.session_id)
    new = insert(_timers).returning(_timers.c.seq)
    kept = replace(timer, seq=tx.conn.execute(new, _records.row(timer)).scalar_one())
    _announce(tx, kept, timer.created_at)
    audit.record(tx, "timer.added", timer.workspace, timer.id, after=kept)
    return kept


def _newest_run(conn: Connection, session_id: str) -> int:
    mine = select(func.max(_runs.c.seq)).where(_runs.c.session_id == session_id)
    return int(conn.execute(mine).scalar() or 0)


def _check_limit(conn: Connection, session_id: str) -> None:
    query = select(func.count()).select_from(_timers).where(_pending_of(session_id))
    if conn.execute(query).scalar_one() >= MAX_PENDING:
        raise Conflict(f"the session already has {MAX_PENDING} pending timers, which is the limit")


def get(conn: Connection, workspace: int, session_id: str, id: str) -> Timer | None:
    """Return the timer of a session with this id."""
    theirs = (_timers.c.workspace == workspace) & (_timers.c.session_id == session_id)
    return _records.first(conn, _records.select(theirs, _timers.c.id == id))


def list_timers(
    conn: Connection,
    session_id: str,
    *,
    status: TimerStatus | None = None,
    limit: int,
    before: int | None = None,
) -> Sequence[Timer]:
    """Return timers of a session, newest first."""
    query = _records.select(_timers.c.session_id == session_id)
    if status is not None:
        query = query.where(_timers.c.status == status.value)
    return _records.page(conn, query, limit=limit, before=before)


def list_due(conn: Connection, *, at: datetime, limit: int) -> Sequence[Timer]:
    """Return the timers that are due, in the order of their planned times."""
    now = rows.to_ms(at)
    free = or_(_timers.c.deferred_to.is_(None), _timers.c.deferred_to <= now)
    due = _PENDING & (_timers.c.fire_at <= now) & free
    first = _records.select(due).order_by(_timers.c.fire_at, _timers.c.seq)
    return _records.all(conn, first.limit(limit))


def next_due(conn: Connection) -> datetime | None:
    """Return when the next timer is due."""
    deferred = _timers.c.deferred_to  # two queries, because each can use an index
    first = conn.execute(select(func.min(_timers.c.fire_at)).where(_PENDING, deferred.is_(None)))
    later = conn.execute(select(func.min(deferred)).where(_PENDING, deferred.is_not(None)))
    found = [ms for ms in (first.scalar(), later.scalar()) if ms is not None]
    return rows.maybe_time(min(found, default=None))


def count_follow_ups(conn: Connection, session_id: str) -> FollowUps:
    """Count a session's runs by timers since the last run that a person requested."""
    mine = _runs.c.session_id == session_id
    personal = mine & _runs.c.trigger.in_(PERSONAL_TRIGGERS)
    spoken = conn.execute(select(func.max(_runs.c.seq)).where(personal)).scalar() or 0
    by_timer = mine & (_runs.c.trigger == TIMER)
    count = select(func.count()).select_from(_runs).where(by_timer, _runs.c.seq > spoken)
    last = conn.execute(select(func.max(_runs.c.created_at)).where(by_timer)).scalar()
    return FollowUps(
        consecutive=conn.execute(count).scalar_one(),
        last_at=rows.maybe_time(last),
    )


def fire(tx: Tx, id: str, run: Run) -> None:
    """Mark a timer as fired, in the transaction that creates its run. Raises: AlreadyFired."""
    values = {"run_id": run.id, "code": None, "note": None}
    fired = _settle(tx, _is_pending(id), TimerStatus.FIRED, run.created_at, **values)
    if not fired:
        raise AlreadyFired(None)


def settle(
    tx: Tx, timer: Timer, status: TimerStatus, *, code: str, note: str, at: datetime
) -> Timer | None:
    """Change the status of a timer that is still pending, and return the stored timer."""
    _settle(tx, _is_pending(timer.id), status, at, code=code, note=note)
    settled = get(tx.conn, timer.workspace, timer.session_id, timer.id)
    if settled is not None:
        audit.record(tx, f"timer.{status}", timer.workspace, timer.id, before=timer, after=settled)
    return settled


def defer(tx: Tx, timer: Timer, to: datetime, *, code: str, note: str) -> None:
    """Keep a due timer pending while its session is busy, with the reason.

    The end of the session's run makes it due again, and otherwise the time `to`. If the session is
    free by now, the timer stays due.
    """
    busy = exists().where(_jobs.c.lane == timer.session_id, ~_jobs.c.cancelled)
    values = {"deferred_to": rows.to_ms(to), "code": code, "note": note}
    tx.conn.execute(update(_timers).where(_is_pending(timer.id), busy).values(values))


_WAKE = PreparedStatement(
    update(_timers)
    .where(
        _timers.c.session_id == bindparam("of_session"),
        _PENDING,
        _timers.c.deferred_to.is_not(None),
    )
    .values(deferred_to=null())
)


def wake_deferred(tx: Tx, run: Run) -> None:
    """Make the deferred timers of a session due, in the transaction that ends its run."""
    if run.session_id is not None and _WAKE(tx.conn, {"of_session": run.session_id}).rowcount:
        tx.notify(TIMERS_TOPIC)


def cancel_pending(tx: Tx, session_id: str, *, code: str, note: str, at: datetime) -> None:
    """Cancel all pending timers of a session."""
    if _HAS_PENDING(tx.conn, {"of_session": session_id}).first() is not None:
        reason = {"code": code, "note": note}
        _settle(tx, _pending_of(session_id), TimerStatus.CANCELLED, at, **reason)


def cancel_overtaken(tx: Tx, session_id: str, plan: Plan) -> None:
    """Cancel pending timers, and fired ones whose run has not started, for a person's message."""
    by, runs = plan.run, plan.overtaken
    reason = {"code": "answered", "note": plan.overtaking, "cancelled_by": by.id}
    if _HAS_PENDING(tx.conn, {"of_session": session_id}).first() is not None:
        _settle(tx, _pending_of(session_id), TimerStatus.CANCELLED, by.created_at, **reason)
    if runs:
        fired = _timers.c.run_id.in_([run.id for run in runs])
        _settle(tx, fired, TimerStatus.CANCELLED, by.created_at, **reason)


_HAS_PENDING = PreparedStatement(
    select(_timers.c.seq).where(_timers.c.session_id == bindparam("of_session"), _PENDING).limit(1)
)


def _settle(
    tx: Tx, which: ColumnElement[bool], status: TimerStatus, at: datetime, **more: str | None
) -> int:
    values = {"status": status.value, "settled_at": rows.to_ms(at), "deferred_to": None, **more}
    changed = update(_timers).where(which).values(values).returning(_timers)
    found = _records.all(tx.conn, changed)
    for timer in sorted(found, key=lambda one: one.seq):
        _announce(tx, timer, at)
    return len(found)


def _announce(tx: Tx, timer: Timer, at: datetime) -> None:
    """Add an event to the session, and wake up the tickers."""
    data = {"timerId": timer.id, "status": timer.status.value, "type": timer.type}
    overtaken = timer.status is TimerStatus.CANCELLED and timer.run_id is not None
    number = 1 if timer.status is TimerStatus.PENDING else 2 + overtaken
    position = log.EventPosition(timer.id, timer.session_id, number)
    log.add_events(tx, position, [NewEvent(type="timer", data=data)], at)
    tx.notify(TIMERS_TOPIC)


def _is_pending(id: str) -> ColumnElement[bool]:
    return (_timers.c.id == id) & _PENDING


def _pending_of(session_id: str) -> ColumnElement[bool]:
    return (_timers.c.session_id == session_id) & _PENDING
