"""Jobs of an engine in SQL: handed over, claimed by name, suspended and woken.

A job that the engine has, but no worker, has a time at which a server sends it again (`relay_at`).
Sending a job twice is harmless, because the engine and `claim_run` ignore the second time.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Row,
    and_,
    bindparam,
    exists,
    func,
    literal_column,
    null,
    or_,
    select,
    update,
)

from runwhy.core.queue.dispatch import Dispatch
from runwhy.core.queue.limits import Limits
from runwhy.core.runs.crashes import CRASH_LIMIT
from runwhy.core.runs.events import started_event
from runwhy.core.runs.run import Status
from runwhy.errors import Unavailable
from runwhy.ports import JOBS_TOPIC, Claim, Clock, DispatchedJob, EngineCall, Hold, Need
from runwhy.stores import tables
from runwhy.stores.runs import claims, crashes, limits, queue
from runwhy.stores.runs.limits import AT_WORK, IDLE, RESUMING
from runwhy.stores.sql import log, rows
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.prepared_statements import PreparedStatement

RESEND_AFTER = 2000  # milliseconds until an unclaimed job is sent again; they grow with its age
MAX_RESEND_AFTER = 10_000
RETRY_PLACES_AFTER = 300  # milliseconds until a woken run requests its places again

_jobs, _runs, _workers = tables.jobs, tables.runs, tables.workers
_approvals = tables.approvals
_of_run = _jobs.c.run_id == bindparam("of_run")

_UNCLAIMED = PreparedStatement(
    select(func.count()).where(
        _jobs.c.worker == bindparam("of_worker"), _jobs.c.dispatched_at.is_not(None)
    )
)
_HAND_OVER = PreparedStatement(
    update(_jobs)
    .where(_of_run, _jobs.c.worker.is_(None))
    .values(
        worker=bindparam("by_worker"),
        dispatches=_jobs.c.dispatches + 1,
        dispatched_at=bindparam("now", type_=BigInteger),
        relay_at=bindparam("again", type_=BigInteger),
        idle=literal_column(str(AT_WORK)),
    )
    .returning(_jobs.c.lane, _jobs.c.pool, _jobs.c.dispatches, _jobs.c.invocation)
)


def dispatch(
    tx: Tx, worker: str, *, limit: int, clock: Clock, dispatch: Dispatch | None = None
) -> Sequence[DispatchedJob]:
    """Choose runs as `claim` does, and hand them to the engine.

    From now on they have their places under limits. Unclaimed runs that this worker has handed over
    count towards `limit`, so that the order is decided here, not by the engine.
    """
    dispatch = dispatch or Dispatch()
    dispatch.retry_in = None
    if not claims.is_registered(tx, worker):
        return ()
    limit -= int(_UNCLAIMED(tx.conn, {"of_worker": worker}).scalars()[0])
    jobs: list[DispatchedJob] = []
    now: int | None = None
    for picked in claims.pick(tx, worker, limit, clock, dispatch):
        now = limits.now_of(tx, clock()) if now is None else now
        values = {"of_run": picked.run_id, "by_worker": worker, "now": now}
        job = _HAND_OVER(tx.conn, {**values, "again": now + RESEND_AFTER}).first()
        if job is not None:
            limits.note_starts(tx, dispatch.limits, picked.keys, now)
            jobs.append(_dispatched(picked.run_id, job, replaces=job.invocation))
    return jobs


def _dispatched(run_id: str, job: Any, **more: Any) -> DispatchedJob:
    return DispatchedJob(
        run_id=run_id,
        lane=job.lane,
        pool=job.pool,
        number=job.dispatches,
        **more,
    )


def take_due(
    tx: Tx, worker: str, *, at: datetime, limits: Limits, limit: int
) -> Sequence[DispatchedJob]:
    """Return jobs that this worker has to send now; for a while, no other worker gets them."""
    now = _now(tx, at)
    due = select(_jobs).where(_jobs.c.relay_at <= now).order_by(_jobs.c.relay_at).limit(limit)
    taken: list[DispatchedJob] = []
    for job in tx.conn.execute(tx.dialect.locked(due, skip=True)).all():
        if not (job.cancelled or job.awakeable is None or _has_places(tx, job, limits)):
            _change(tx, job.run_id, idle=RESUMING, relay_at=now + RETRY_PLACES_AFTER)
            continue
        age = now - (job.dispatched_at or now)
        columns: dict[str, Any] = {"relay_at": now + min(max(RESEND_AFTER, age), MAX_RESEND_AFTER)}
        if job.awakeable is not None:
            columns |= {"idle": AT_WORK, "dispatched_at": now - age}
        else:
            columns["worker"] = worker
        _change(tx, job.run_id, **columns)
        more = {"awakeable": job.awakeable, "invocation": job.invocation, "age": age / 1000}
        taken.append(_dispatched(job.run_id, job, cancelled=job.cancelled, **more))
    return taken


def _now(tx: Tx, at: datetime) -> int:
    return limits.now_of(tx, at)


def _has_places(tx: Tx, job: Row[Any], rules: Limits) -> bool:
    """Whether a suspended run has its places under limits, or can have them now."""
    if job.idle == AT_WORK:  # it was woken before
        return True
    keys = limits.keys_of(job.limit_keys)
    if not keys or not rules.by_name:
        return True
    return tx.dialect.lock_limits(tx.conn) and limits.has_room(tx.conn, rules, keys)


def _change(tx: Tx, run_id: str, **values: Any) -> int:
    return tx.conn.execute(update(_jobs).where(_jobs.c.run_id == run_id).values(values)).rowcount


_LOCK = PreparedStatement(select(_jobs).where(_of_run).with_for_update())
_TAKE = PreparedStatement(
    update(_jobs)
    .where(_of_run)
    .values(
        worker=bindparam("by_worker"),
        invocation=bindparam("of_invocation"),
        dispatched_at=null(),
        relay_at=null(),
        awakeable=null(),
        idle=literal_column(str(AT_WORK)),
        last_event=_jobs.c.last_event + bindparam("events", type_=BigInteger),
    )
    .returning(_jobs.c.attempt, _jobs.c.last_event)
)


def claim_run(
    tx: Tx, call: EngineCall, worker: str, *, at: datetime, crash_limit: int = CRASH_LIMIT
) -> Claim | None:
    """Claim the run that the engine calls a worker for.

    Returns None if there is nothing to do: the run has ended, or was handed over again later, or
    has to wait in the queue. If another worker has it, that worker has died or lost its connection
    to the engine; the attempt is counted up, so it cannot write any more. Raises: Unavailable.
    """
    if not claims.is_registered(tx, worker):
        raise Unavailable("this worker was declared dead; it registers again")
    job = _LOCK(tx.conn, {"of_run": call.run_id}).first()
    if job is None or job.dispatches != call.number or job.worker is None:
        return None
    mine = _jobs.c.run_id == call.run_id
    if job.cancelled:
        queue.release_jobs(tx, mine)
        return None
    if job.relay_at is None:  # a worker has claimed it before
        if not _may_take_over(tx, job, worker, crash_limit, at):
            return None
        queue.release_jobs(tx, mine)
    resumes = job.awakeable is not None
    values = {"of_run": call.run_id, "by_worker": worker, "of_invocation": call.invocation}
    taken = _TAKE(tx.conn, {**values, "events": 0 if resumes else 1}).first()
    run = claims.start_run(tx, call.run_id, at)
    if resumes:
        since = log.last_start(tx.conn, run.id)
        return claims.claim_of(tx, run, worker, taken.attempt, at, since=since)
    log.add_events(tx, log.event_position(run, taken.last_event), [started_event(run)], at)
    return claims.claim_of(tx, run, worker, taken.attempt, at)


def _may_take_over(tx: Tx, job: Any, worker: str, crash_limit: int, at: datetime) -> bool:
    """Count a crash of the worker that had the run; return whether the run continues now."""
    status = tx.conn.execute(select(_runs.c.status).where(_runs.c.id == job.run_id)).scalar()
    if job.worker == worker or status != Status.RUNNING:
        return True
    verdict = crashes.record_crash(tx, job, crash_limit, at)
    if verdict.gives_up:
        return False
    if verdict.delay is not None:
        queue.release_jobs(tx, _jobs.c.run_id == job.run_id)
        return False
    return True


def suspend(tx: Tx, hold: Hold, awakeable: str, need: Need) -> bool:
    """Give up a run until it is woken.

    Returns False if the run can continue, because its need is met or it was woken.
    """
    decided = exists().where(
        _approvals.c.run_id == hold.run_id,
        _approvals.c.id == need.approval,
        _approvals.c.decision.is_not(None),
    )
    unchanged = (
        limits.is_mine(hold),
        ~_jobs.c.cancelled,
        _jobs.c.last_part == need.last_part,
        or_(_jobs.c.awakeable.is_(None), _jobs.c.idle == IDLE),
        ~decided,
    )
    until = rows.to_ms(need.until)
    values = {"awakeable": awakeable, "relay_at": until, "dispatched_at": None, "idle": IDLE}
    if not tx.conn.execute(update(_jobs).where(*unchanged).values(values)).rowcount:
        return False
    tx.notify(JOBS_TOPIC)
    return True


def hand_back(tx: Tx, hold: Hold, *, at: datetime) -> None:
    """Stop working on a run; the engine calls another worker. A cancelled job is deleted."""
    mine = and_(limits.is_mine(hold), _jobs.c.relay_at.is_(None))
    held = select(_jobs.c.cancelled).where(mine)
    job = tx.conn.execute(tx.dialect.locked(held)).first()
    if job is None:
        return
    queue.release_jobs(tx, mine)
    if not job.cancelled:
        now = _now(tx, at)
        given = {"worker": hold.worker, "dispatched_at": now, "relay_at": now + RESEND_AFTER}
        _change(tx, hold.run_id, **given)


def drop_cancelled(tx: Tx, job: DispatchedJob) -> None:
    """Delete the job of a cancelled run, after the engine has cancelled it."""
    which = and_(_jobs.c.run_id == job.run_id, _jobs.c.cancelled, _jobs.c.dispatches == job.number)
    queue.release_jobs(tx, which)


def take_back(tx: Tx, job: DispatchedJob) -> None:
    """Requeue a run whose execution the engine has lost."""
    which = (_jobs.c.run_id == job.run_id, _jobs.c.dispatches == job.number)
    _take_back(tx, *which)


def _take_back(tx: Tx, *which: ColumnElement[bool]) -> int:
    theirs = update(_jobs).where(*which, _jobs.c.relay_at.is_not(None), ~_jobs.c.cancelled)
    back = {"dispatched_at": None, "relay_at": None, "awakeable": None, "worker": None, "idle": 0}
    count = tx.conn.execute(theirs.values(**back, dispatches=_jobs.c.dispatches + 1)).rowcount
    if count:
        tx.notify(JOBS_TOPIC)
    return count


def recall(tx: Tx) -> int:
    """Take all jobs back that an engine has and no worker has claimed; return how many.

    The engine's executions of them end without a claim.
    """
    queue.release_jobs(tx, and_(_jobs.c.relay_at.is_not(None), _jobs.c.cancelled))
    return _take_back(tx)


def lost_invocations(tx: Tx, *, older_than: float, at: datetime) -> Sequence[str]:
    """Return the engine's executions of cancelled runs on workers without a recent heartbeat."""
    limit = tx.dialect.now_ms(at) - round(older_than * 1000)
    dead = select(_workers.c.id).where(_workers.c.beat_at < limit)
    query = select(_jobs.c.invocation).where(
        _jobs.c.cancelled, _jobs.c.worker.in_(dead), _jobs.c.invocation.is_not(None)
    )
    return list(tx.conn.execute(query).scalars())


def outbox_state(tx: Tx, *, at: datetime) -> tuple[int, float]:
    """Return how many runs the engine has that no worker has claimed, and for how long, in s."""
    since = func.min(_jobs.c.dispatched_at)
    query = select(func.count(), tx.dialect.now_ms(at) - since)
    count, age = tx.conn.execute(query.where(_jobs.c.dispatched_at.is_not(None))).one()
    return int(count), max(0, age or 0) / 1000
