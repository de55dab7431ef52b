"""Claims in SQL: which runs a worker starts next.

A claim reads one entry of an index for each bucket of waiting runs, and then the runs it takes.
Its cost does not depend on how many runs wait.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    FromClause,
    Select,
    and_,
    bindparam,
    exists,
    func,
    literal_column,
    or_,
    select,
    true,
    update,
)

from runwhy.core.queue.dispatch import Dispatch
from runwhy.core.queue.limits import Room, next_start, room_under
from runwhy.core.queue.rotation import Bucket, Pick, bucket_of
from runwhy.core.runs.events import started_event
from runwhy.core.runs.run import Run, Status
from runwhy.ports import Claim, Clock, workspace_topic
from runwhy.stores import tables
from runwhy.stores.budgets import reservations
from runwhy.stores.runs import crashes, limits
from runwhy.stores.sql import log, rows
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.prepared_statements import PreparedStatement

_jobs, _runs, _workers = tables.jobs, tables.runs, tables.workers
_counters = tables.session_counters
MAX_SEQ = 2**63 - 1
CONTENDED_WAIT = 0.05  # seconds until the next claim, if another one has the lock of the limits


def _ready(jobs: FromClause, *columns: str) -> Select[Any]:
    """Return a query for jobs of a pool that may start, in the order of their index."""
    may_start = (jobs.c.ready, jobs.c.worker.is_(None), jobs.c.not_before.is_(None))
    query = select(*(jobs.c[name] for name in columns))
    query = query.where(*may_start, jobs.c.pool == bindparam("of_pool"))
    return query.order_by(jobs.c.bucket, jobs.c.seq)


def _buckets_statement() -> PreparedStatement:
    """Return a query for the first job of each bucket, which skips from one to the next."""
    first, following, job = _jobs.alias("first"), _jobs.alias("following"), _jobs.alias("job")
    start = _ready(first, "run_id").limit(literal_column("1")).scalar_subquery()
    found = select(job.c.bucket, job.c.seq).where(job.c.run_id == start)
    found_so_far = found.cte("found", recursive=True)
    behind = _ready(following, "run_id").where(following.c.bucket > found_so_far.c.bucket)
    behind = behind.limit(literal_column("1")).correlate(found_so_far)
    step = select(job.c.bucket, job.c.seq).select_from(found_so_far.join(job, true()))
    step = step.where(job.c.run_id == behind.scalar_subquery())
    return PreparedStatement(select(found_so_far.union_all(step)))


_BUCKETS = _buckets_statement()
_ahead = _jobs.alias("ahead")
_FIRST_OF_BUCKET = PreparedStatement(
    _ready(_jobs, "run_id")
    .where(
        _jobs.c.bucket == bindparam("of_bucket"),
        _jobs.c.seq < bindparam("below", type_=BigInteger),
        ~exists().where(and_(_ahead.c.lane == _jobs.c.lane, _ahead.c.seq < _jobs.c.seq)),
    )
    .limit(bindparam("most", type_=BigInteger))
    # A job behind which another transaction adds one can be claimed.
    .with_for_update(key_share=True, skip_locked=True, of=_jobs)
)
_counter = select(_counters.c.session_id).where(_counters.c.session_id == _jobs.c.lane)
# The session's counter is locked here, or the run is skipped: a claim of several runs must not wait
# for one session whose row another transaction holds.
_TAKE_JOB = PreparedStatement(
    update(_jobs)
    .where(
        _jobs.c.run_id == bindparam("of_run"),
        _jobs.c.worker.is_(None),
        or_(
            ~_counter.exists(),
            _counter.with_for_update(key_share=True, skip_locked=True).exists(),
        ),
    )
    .values(
        worker=bindparam("by_worker"),
        last_event=_jobs.c.last_event + 1,
        idle=literal_column(str(limits.AT_WORK)),
    )
    .returning(_jobs.c.attempt, _jobs.c.last_event)
)
_START_RUN = PreparedStatement(
    update(_runs)
    .where(_runs.c.id == bindparam("of_run"))
    .values(
        status=literal_column(f"'{Status.RUNNING}'"),
        started_at=func.coalesce(_runs.c.started_at, bindparam("at", type_=BigInteger)),
    )
    .returning(_runs)
)
_KNOWN = PreparedStatement(
    select(_workers.c.id)
    .where(_workers.c.id == bindparam("of_worker"))
    .with_for_update(read=True, key_share=True)  # prevents removal as dead until the commit
)
_KEYS = PreparedStatement(
    select(_jobs.c.limit_keys, _jobs.c.pool).where(_jobs.c.run_id == bindparam("of_run"))
)


def claim(
    tx: Tx, worker: str, *, limit: int, clock: Clock, dispatch: Dispatch | None = None
) -> Sequence[Claim]:
    """Claim runs that may start: the first of their lanes, in the order of the rotation.

    The clock is read after the query, so that no run starts before the one ahead has ended. A
    worker that was removed as dead gets nothing until it joins again.
    """
    dispatch = dispatch or Dispatch()
    dispatch.retry_in = None
    if not is_registered(tx, worker):
        return ()
    claims: list[Claim] = []
    for picked in pick(tx, worker, limit, clock, dispatch):
        made = take(tx, picked.run_id, worker, clock())
        if made is not None:
            limits.note_starts(tx, dispatch.limits, picked.keys, picked.at)
            claims.append(made)
    return claims


def is_registered(tx: Tx, worker: str) -> bool:
    """Return whether the worker was not removed as dead; it is not until the commit."""
    return _KNOWN(tx.conn, {"of_worker": worker}).first() is not None


class Picked(NamedTuple):
    """A run to claim, locked; the keys of its limits; and the time, if there are any."""

    run_id: str
    keys: tuple[str, ...]
    at: int


def pick(tx: Tx, worker: str, limit: int, clock: Clock, dispatch: Dispatch) -> Iterator[Picked]:
    """Yield the runs to claim. The caller claims each run before the next one."""
    tx.dialect.plan_for_any_size(tx.conn, begin=True)
    suspect = crashes.find_suspect(tx, worker, clock(), dispatch.pools)
    is_complete = False
    while limit > 0 and not is_complete:
        buckets = [bucket for pool in dispatch.pools for bucket in _buckets(tx, pool)]
        held = _keys_of(tx, suspect) if suspect is not None else ()
        room, now = _room(tx, dispatch, {*held, *(k for b in buckets for k in b.keys)}, clock)
        if suspect is not None and room.of(held) > 0:
            room.take(held, 1)
            limit -= 1
            yield Picked(suspect, held, now)
        suspect = None
        turn = dispatch.rotation.begin(buckets, room)
        while (pick := turn.next(limit)) is not None:
            ids = _first_of(tx, pick)
            turn.took(pick, len(ids))
            limit -= len(ids)
            for run_id in ids:
                yield Picked(run_id, pick.bucket.keys, now)
        is_complete = turn.is_complete
    tx.dialect.plan_for_any_size(tx.conn, begin=False)


def _room(tx: Tx, dispatch: Dispatch, keys: set[str], clock: Clock) -> tuple[Room, int]:
    """Return the room under limits, and the time. There is none during another claim."""
    if not keys or not dispatch.limits.by_name:
        return Room(), 0
    if not tx.dialect.lock_limits(tx.conn):
        dispatch.retry_in = CONTENDED_WAIT
        return Room(free=dict.fromkeys(keys, 0)), 0
    now = limits.now_of(tx, clock())
    held = limits.count_at_work(tx.conn)
    starts = limits.recent_starts(tx.conn, dispatch.limits, now)
    dispatch.retry_in = next_start(dispatch.limits, starts, now)
    return room_under(dispatch.limits, running=held, starts=starts, keys=keys, now=now), now


def _buckets(tx: Tx, pool: str) -> Iterator[Bucket]:
    for row in _BUCKETS(tx.conn, {"of_pool": pool}).all():
        yield bucket_of(row.bucket, pool=pool, seq=row.seq)


def _keys_of(tx: Tx, run_id: str) -> tuple[str, ...]:
    job = _KEYS(tx.conn, {"of_run": run_id}).first()
    return limits.keys_of(job.limit_keys) if job is not None else ()


def _first_of(tx: Tx, pick: Pick) -> Sequence[str]:
    bucket = pick.bucket
    values = {
        "of_pool": bucket.pool,
        "of_bucket": bucket.name,
        "below": MAX_SEQ if pick.below is None else pick.below,
        "most": pick.most,
    }
    ids: Sequence[str] = _FIRST_OF_BUCKET(tx.conn, values).scalars()
    return ids


def take(tx: Tx, run_id: str, worker: str, at: datetime) -> Claim | None:
    """Claim this run, unless another worker has it or its session is locked."""
    job = _TAKE_JOB(tx.conn, {"of_run": run_id, "by_worker": worker}).first()
    if job is None:
        return None
    run = start_run(tx, run_id, at)
    log.add_events(tx, log.event_position(run, job.last_event), [started_event(run)], at)
    return claim_of(tx, run, worker, job.attempt, at)


def claim_of(
    tx: Tx, run: Run, worker: str, attempt: int, at: datetime, *, since: datetime | None = None
) -> Claim:
    """Return the claim of a run that was taken, with its log and the use of its budgets."""
    used = reservations.request_usages(tx, run, at) if run.budgets else tuple
    parts = log.list_parts(tx.conn, run.id)
    begun = since or at
    return Claim(run=run, worker=worker, attempt=attempt, since=begun, parts=parts, budgets=used())


def start_run(tx: Tx, run_id: str, at: datetime) -> Run:
    """Set the status of a claimed run to running."""
    (row,) = _START_RUN(tx.conn, {"of_run": run_id, "at": rows.to_ms(at)}).mappings()
    run = rows.run_of(rows.decode_tags(row))
    tx.notify(workspace_topic(run.workspace))
    return run
