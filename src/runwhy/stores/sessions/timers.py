"""Timers in SQL: each fires once, and a person's message comes before all that wait."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    bindparam,
    func,
    insert,
    literal_column,
    select,
    update,
)

from runwhy.core.runs.events import NewEvent
from runwhy.core.runs.provenance import PERSONAL_TRIGGERS
from runwhy.core.runs.run import Run
from runwhy.core.sessions.autonomy import TIMER, FollowUps
from runwhy.core.sessions.session import SessionStatus
from runwhy.core.sessions.timers import MAX_PENDING, Timer, TimerStatus
from runwhy.errors import Conflict, NotFound, SessionEnded
from runwhy.ports import TIMERS_TOPIC, AlreadyFired, Once
from runwhy.stores import tables
from runwhy.stores.accounts import accounts, audit
from runwhy.stores.sessions import sessions
from runwhy.stores.sql import log, rows
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.prepared_statements import Prepared

_timers, _runs = tables.timers, tables.runs
_PENDING = _timers.c.status == literal_column(f"'{TimerStatus.PENDING}'")  # as the indexes say


def add(tx: Tx, timer: Timer, once: Once | None, newest_run: int | None) -> Timer | None:
    """Keep a timer in place of the one with its key, or give the one that this request made.

    With `newest_run`, None when something was said in the session after that one.
    Raises: NotFound, SessionEnded, Conflict (too many wait).
    """
    first = accounts.seen_before(tx, timer.workspace, once, timer.id, timer.created_at)
    if first is not None:
        return get(tx.conn, timer.workspace, timer.session_id, first)
    session = sessions.get(tx, timer.workspace, timer.session_id, lock=True)
    if session is None:
        raise NotFound(f"no session {timer.session_id}")
    if session.status is SessionStatus.ENDED:
        raise SessionEnded(f"the session {session.id} has ended; it has no more timers")
    if newest_run is not None and newest_run < _newest_run(tx.conn, session.id):
        return None
    if timer.key is not None:
        same = _pending_of(timer.session_id) & (_timers.c.key == timer.key)
        note = {"code": "replaced", "note": f"replaced by {timer.id}"}
        _settle(tx, same, TimerStatus.CANCELLED, timer.created_at, **note)
    _check_room(tx.conn, timer.session_id)
    seq = tx.conn.execute(insert(_timers).returning(_timers.c.seq), _row(timer)).scalar_one()
    kept = replace(timer, seq=seq)
    _tell(tx, kept, timer.created_at)
    audit.note(tx, "timer.added", timer.workspace, timer.id, after=kept)
    return kept


def _newest_run(conn: Connection, session_id: str) -> int:
    mine = select(func.max(_runs.c.seq)).where(_runs.c.session_id == session_id)
    return int(conn.execute(mine).scalar() or 0)


def _check_room(conn: Connection, session_id: str) -> None:
    query = select(func.count()).select_from(_timers).where(_pending_of(session_id))
    if conn.execute(query).scalar_one() >= MAX_PENDING:
        raise Conflict(f"a session has at most {MAX_PENDING} pending timers")


def get(conn: Connection, workspace: int, session_id: str, id: str) -> Timer | None:
    """The timer of a session with this id."""
    query = select(_timers).where(
        _timers.c.workspace == workspace, _timers.c.session_id == session_id, _timers.c.id == id
    )
    row = conn.execute(query).mappings().first()
    return _timer_of(row) if row else None


def list_timers(
    conn: Connection, session_id: str, status: TimerStatus | None, limit: int, before: int | None
) -> Sequence[Timer]:
    """Timers of a session, newest first, behind a place in the list."""
    query = select(_timers).where(_timers.c.session_id == session_id)
    if status is not None:
        query = query.where(_timers.c.status == status.value)
    if before is not None:
        query = query.where(_timers.c.seq < before)
    found = conn.execute(query.order_by(_timers.c.seq.desc()).limit(limit))
    return [_timer_of(row) for row in found.mappings()]


def list_due(conn: Connection, at: datetime, limit: int) -> Sequence[Timer]:
    """What is due, in the order of planned times."""
    due = _PENDING & (_timers.c.fire_at <= rows.to_ms(at))
    query = select(_timers).where(due).order_by(_timers.c.fire_at, _timers.c.seq).limit(limit)
    return [_timer_of(row) for row in conn.execute(query).mappings()]


def next_due(conn: Connection) -> datetime | None:
    """When a timer is due next."""
    query = select(func.min(_timers.c.fire_at)).where(_PENDING)
    return rows.maybe_time(conn.execute(query).scalar())


def past(conn: Connection, session_id: str) -> FollowUps:
    """What a session has done by itself since a person spoke last."""
    mine = _runs.c.session_id == session_id
    personal = mine & _runs.c.trigger.in_(PERSONAL_TRIGGERS)
    spoken = conn.execute(select(func.max(_runs.c.seq)).where(personal)).scalar() or 0
    by_itself = mine & (_runs.c.trigger == TIMER)
    count = select(func.count()).select_from(_runs).where(by_itself, _runs.c.seq > spoken)
    last = conn.execute(select(func.max(_runs.c.created_at)).where(by_itself)).scalar()
    return FollowUps(
        consecutive=conn.execute(count).scalar_one(),
        last_at=rows.maybe_time(last),
    )


def take(tx: Tx, id: str, run: Run) -> None:
    """A timer becomes a run, in the transaction that makes it. Raises: AlreadyFired."""
    fired = _settle(tx, _is_pending(id), TimerStatus.FIRED, run.created_at, run_id=run.id)
    if not fired:
        raise AlreadyFired(None)


def settle(
    tx: Tx, timer: Timer, status: TimerStatus, code: str, note: str, at: datetime
) -> Timer | None:
    """It came to nothing, if it is still pending; what has become of it."""
    _settle(tx, _is_pending(timer.id), status, at, code=code, note=note)
    settled = get(tx.conn, timer.workspace, timer.session_id, timer.id)
    if settled is not None:
        audit.note(tx, f"timer.{status}", timer.workspace, timer.id, before=timer, after=settled)
    return settled


def cancel_waiting(tx: Tx, session_id: str, *, code: str, note: str, at: datetime) -> None:
    """Nothing that waits in a session fires any more."""
    if _HAS_PENDING(tx.conn, {"of_session": session_id}).first() is not None:
        told = {"code": code, "note": note}
        _settle(tx, _pending_of(session_id), TimerStatus.CANCELLED, at, **told)


def overtake(tx: Tx, session_id: str, by: Run, runs: Sequence[Run]) -> None:
    """A person spoke: whatever waits, and what fired but did not start, is cancelled by that."""
    told = {"code": "answered", "note": f"a person spoke first: {by.id}", "cancelled_by": by.id}
    if _HAS_PENDING(tx.conn, {"of_session": session_id}).first() is not None:
        _settle(tx, _pending_of(session_id), TimerStatus.CANCELLED, by.created_at, **told)
    if runs:
        fired = _timers.c.run_id.in_([run.id for run in runs])
        _settle(tx, fired, TimerStatus.CANCELLED, by.created_at, **told)


_HAS_PENDING = Prepared(
    select(_timers.c.seq).where(_timers.c.session_id == bindparam("of_session"), _PENDING).limit(1)
)


def _settle(
    tx: Tx, which: ColumnElement[bool], status: TimerStatus, at: datetime, **more: str | None
) -> int:
    values = {"status": status.value, "settled_at": rows.to_ms(at), **more}
    changed = update(_timers).where(which).values(values).returning(_timers)
    found = [_timer_of(row) for row in tx.conn.execute(changed).mappings()]
    for timer in sorted(found, key=lambda one: one.seq):
        _tell(tx, timer, at)
    return len(found)


def _tell(tx: Tx, timer: Timer, at: datetime) -> None:
    """Who follows the session hears of its timers; tickers hear that there is one."""
    data = {"timerId": timer.id, "status": timer.status.value, "type": timer.type}
    overtaken = timer.status is TimerStatus.CANCELLED and timer.run_id is not None
    number = 1 if timer.status is TimerStatus.PENDING else 2 + overtaken
    place = log.Place(run_id=timer.id, session_id=timer.session_id, last_event=number)
    log.add_events(tx, place, [NewEvent(type="timer", data=data)], at)
    tx.tell(TIMERS_TOPIC)


def _is_pending(id: str) -> ColumnElement[bool]:
    return (_timers.c.id == id) & _PENDING


def _pending_of(session_id: str) -> ColumnElement[bool]:
    return (_timers.c.session_id == session_id) & _PENDING


def _row(timer: Timer) -> dict[str, Any]:
    return {
        "id": timer.id,
        "workspace": timer.workspace,
        "session_id": timer.session_id,
        "type": timer.type,
        "asked_type": timer.asked_type,
        "reason": timer.reason,
        "key": timer.key,
        "fire_at": rows.to_ms(timer.fire_at),
        "created_by": timer.created_by,
        "created_at": rows.to_ms(timer.created_at),
        "status": timer.status.value,
    }


def _timer_of(row: rows.Row) -> Timer:
    given = {name: value for name, value in row.items() if name not in _READ}
    return Timer(
        **given,
        fire_at=rows.from_ms(row["fire_at"]),
        created_at=rows.from_ms(row["created_at"]),
        status=TimerStatus(row["status"]),
        settled_at=rows.maybe_time(row["settled_at"]),
    )


_READ = ("fire_at", "created_at", "status", "settled_at")
