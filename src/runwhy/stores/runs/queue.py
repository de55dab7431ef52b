"""Durable queue in SQL: workers, their leases, and their writes under a claim."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Row,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    literal_column,
    null,
    select,
    update,
)

from runwhy.core.budgets.reservation import CallNeed, Decision, recorded_usage
from runwhy.core.queue.rules import DEFAULT_POOL
from runwhy.core.runs.crashes import CRASH_LIMIT
from runwhy.core.runs.log import Part
from runwhy.core.runs.run import Outcome, Status, statuses_before
from runwhy.ports import (
    JOBS_TOPIC,
    Claim,
    Hold,
    Progress,
    Superseded,
    inbox_topics,
    workspace_topic,
)
from runwhy.stores import tables
from runwhy.stores.budgets import reservations, settlements
from runwhy.stores.budgets.settlements import HOLDS_JOB, claim_values
from runwhy.stores.memory import memories
from runwhy.stores.runs import crashes, entries, lanes, limits, runs
from runwhy.stores.sessions import blocks
from runwhy.stores.sql import log, rows
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.prepared_statements import PreparedStatement

_jobs, _runs, _workers = tables.jobs, tables.runs, tables.workers
_NOTHING = Progress()
_IS_CLAIMED = _jobs.c.relay_at.is_(None)  # by its worker; otherwise, an engine has the job


def register_worker(
    tx: Tx,
    worker: str,
    name: str,
    *,
    at: datetime,
    pools: Sequence[str] = (DEFAULT_POOL,),
    slots: int | None = None,
) -> None:
    """Register a worker; a registered one is only refreshed."""
    if not heartbeat(tx, worker, at=at):
        now = tx.dialect.now_ms(at)
        value = {"id": worker, "name": name, "started_at": now, "beat_at": now}
        value |= {"pools": rows.to_json(pools), "slots": slots}
        tx.conn.execute(insert(_workers).values(value))


def heartbeat(tx: Tx, worker: str, *, at: datetime) -> bool:
    """Refresh a worker's heartbeat; return False if the worker was removed as dead."""
    query = update(_workers).where(_workers.c.id == worker)
    return tx.conn.execute(query.values(beat_at=tx.dialect.now_ms(at))).rowcount > 0


def deregister_worker(tx: Tx, worker: str) -> None:
    """Remove a worker, and release its runs."""
    _delete_workers(tx, [worker])
    release_jobs(tx, and_(_jobs.c.worker == worker, _IS_CLAIMED))


def reap(
    tx: Tx,
    *,
    older_than: float,
    at: datetime,
    by: str | None = None,
    crash_limit: int = CRASH_LIMIT,
) -> int:
    """Remove workers without a recent heartbeat; return how many runs were released.

    The calling worker `by` counts as alive, even if its own heartbeat was written late. Runs whose
    workers have died too often end.
    """
    limit = tx.dialect.now_ms(at) - round(older_than * 1000)
    silent = select(_workers.c.id).where(_workers.c.beat_at < limit, _workers.c.id != (by or ""))
    known = exists().where(_workers.c.id == _jobs.c.worker)
    lost = select(_jobs.c.worker).where(_jobs.c.worker.is_not(None), _IS_CLAIMED, ~known)
    dead = sorted(tx.conn.execute(silent).scalars())
    gone = [*dead, *tx.conn.execute(lost).scalars()]
    if not gone:
        return 0
    _delete_workers(tx, gone)
    crashes.record_crashes(tx, dead, crash_limit, at)
    return release_jobs(tx, and_(_jobs.c.worker.in_(gone), _IS_CLAIMED))


def _delete_workers(tx: Tx, workers: Sequence[str]) -> None:
    """Delete workers. This waits for claims in progress, so that their jobs are released, too."""
    tx.conn.execute(delete(_workers).where(_workers.c.id.in_(workers)))


def release_jobs(tx: Tx, which: ColumnElement[bool]) -> int:
    """Release open jobs, then delete cancelled ones; the order covers concurrent cancellations."""
    freed = update(_jobs).where(which, ~_jobs.c.cancelled)
    freed = freed.values(worker=None, attempt=_jobs.c.attempt + 1)
    freed = freed.returning(_jobs.c.run_id, _jobs.c.attempt, _jobs.c.reserved)
    jobs = tx.conn.execute(freed).all()
    for job in jobs:
        _requeue(tx, job)
    gone = delete(_jobs).where(which, _jobs.c.cancelled)
    columns = (_jobs.c.run_id, _jobs.c.lane, _jobs.c.reserved)
    dropped = tx.conn.execute(gone.returning(*columns)).all()
    for lane in sorted(job.lane for job in dropped):
        lanes.make_next_ready(tx, lane)
    settlements.settle_lost(tx, jobs, deleted=dropped)
    tx.notify(JOBS_TOPIC)
    return len(jobs)


def _requeue(tx: Tx, job: Row[Any]) -> None:
    before = [status.value for status in statuses_before(Status.QUEUED)]
    tx.conn.execute(
        update(_runs)
        .where(_runs.c.id == job.run_id, _runs.c.status.in_(before))
        .values(status=Status.QUEUED.value, attempt=job.attempt)
    )


def held(conn: Connection, worker: str) -> Sequence[Hold]:
    """Return the runs that a worker has claimed."""
    query = select(_jobs.c.run_id, _jobs.c.attempt, _jobs.c.cancelled)
    found = conn.execute(query.where(_jobs.c.worker == worker, _IS_CLAIMED))
    return [
        Hold(run_id=row.run_id, worker=worker, attempt=row.attempt, cancelled=row.cancelled)
        for row in found
    ]


def release(tx: Tx, hold: Hold) -> None:
    """Release a run, so that another worker resumes it from its log; delete a cancelled job."""
    release_jobs(tx, limits.is_mine(hold))


_progressed = bindparam("parts", type_=BigInteger) > literal_column("0")


def _advance_statement(**more: Any) -> PreparedStatement:
    changed = update(_jobs).where(HOLDS_JOB, ~_jobs.c.cancelled)
    changed = changed.values(
        last_event=_jobs.c.last_event + bindparam("events", type_=BigInteger),
        last_part=_jobs.c.last_part + bindparam("parts", type_=BigInteger),
        crashes_since_part=case(
            (_progressed, literal_column("0")), else_=_jobs.c.crashes_since_part
        ),
        not_before=case((_progressed, null()), else_=_jobs.c.not_before),
        **more,
    )
    return PreparedStatement(
        changed.returning(_jobs.c.last_event, _jobs.c.last_part, _jobs.c.reserved)
    )


_ADVANCE = _advance_statement()
_ADVANCE_AND_RESERVE = _advance_statement(reserved=_jobs.c.reserved + bindparam("more"))


def _advance(tx: Tx, claim: Claim, *, events: int, parts: int) -> Any:
    """Reserve numbers for parts and events, and lock the job; return the result."""
    return _ADVANCE(tx.conn, {**claim_values(claim), "events": events, "parts": parts})


def _position_of(advanced: Any, claim: Claim) -> Any:
    """Return the reserved numbers. Raises: Superseded."""
    position = advanced.first()
    if position is None:
        raise Superseded(claim.run.id)
    return position


def _set(column: str) -> PreparedStatement:
    mine = update(_runs).where(_runs.c.id == bindparam("of_run"))
    return PreparedStatement(mine.values({column: bindparam("to")}))


_SET_STATUS, _SET_ENVELOPE, _SET_MEMORY = _set("status"), _set("envelope"), _set("memory")


def record(tx: Tx, claim: Claim, progress: Progress, *, at: datetime) -> Sequence[Part]:
    """Write a run's progress under its claim; return the new parts. Raises: Superseded."""
    advanced = _advance(tx, claim, events=len(progress.events), parts=len(progress.parts))
    written = _write_progress(tx, claim, progress, at, _position_of(advanced, claim))
    return [rows.part_of(row) for row in written]


def reserve(
    tx: Tx, claim: Claim, need: CallNeed, progress: Progress = _NOTHING, *, at: datetime
) -> Decision:
    """Write a run's progress, and decide about its next model call. Raises: Superseded."""
    if progress is _NOTHING:
        return reservations.reserve(tx, claim, need, at=at)
    assert recorded_usage(progress.parts) is None  # it would be settled with the new reservation
    reservation = reservations.Reservation(tx, claim, need, at)
    numbers = {"events": len(progress.events), "parts": len(progress.parts)}
    values = {**claim_values(claim), **numbers, "more": reservation.entries}
    advanced = _ADVANCE_AND_RESERVE(tx.conn, values)
    reservation.send()
    position = _position_of(advanced, claim)
    _write_progress(tx, claim, progress, at, position)
    return reservation.decide(position.reserved)


def finish(
    tx: Tx, claim: Claim, outcome: Outcome, progress: Progress = _NOTHING, *, at: datetime
) -> None:
    """End a run under its claim: write the last progress, and delete its job."""
    advanced = _advance(tx, claim, events=len(progress.events) + 1, parts=len(progress.parts))
    position = _position_of(advanced, claim)
    _write_progress(tx, claim, progress, at, position, ends=True)
    last, reserved = position.last_event, position.reserved
    runs.end_with_job(tx, claim.run, outcome, at=at, last_event=last, reserved=reserved)


def _write_progress(
    tx: Tx, claim: Claim, progress: Progress, at: datetime, position: Any, *, ends: bool = False
) -> Sequence[rows.Row]:
    """Write a run's progress at a position of its log; return the rows of new parts.

    If the run ends, the last number is that of its last event, which the caller adds.
    """
    run, parts, events = claim.run, progress.parts, progress.events
    written = log.add_parts(tx, parts, position.last_part)
    if run.budgets and (used := recorded_usage(parts)) is not None:
        settlements.queue_settlement(tx, run, used, position.reserved, at=at)
    blocks.consume(tx, run, parts)
    log.add_events(tx, log.event_position(run, position.last_event - ends), events, at)
    if progress.status is not None:
        tx.notify(workspace_topic(run.workspace), *inbox_topics(run.workspace))
        _SET_STATUS(tx.conn, {"of_run": run.id, "to": progress.status.value})
    if progress.envelope is not None:
        _SET_ENVELOPE(tx.conn, {"of_run": run.id, "to": rows.to_json(progress.envelope)})
    if progress.batch is not None:
        entries.write(tx, run, progress.batch)
    if progress.memory is not None:
        _SET_MEMORY(tx.conn, {"of_run": run.id, "to": rows.to_json(progress.memory)})
        memories.note_recalls(tx, run.id, progress.memory)
    return written


_sizes = tables.queue_sizes
_oldest = (
    select(_jobs.c.created_at)
    .where(_jobs.c.workspace == _sizes.c.workspace, _jobs.c.worker.is_(None))
    .order_by(_jobs.c.seq)
    .limit(1)
)


def queue_depth(conn: Connection) -> tuple[int, int]:
    """Return how many runs wait, and since when the oldest does, in milliseconds."""
    waiting = func.sum(_sizes.c.waiting)
    query = select(waiting, _oldest.correlate(_sizes).scalar_subquery())
    found = conn.execute(query.group_by(_sizes.c.workspace).having(waiting > 0)).all()
    return sum(int(row[0]) for row in found), min((row[1] for row in found if row[1]), default=0)


def count_waiting(conn: Connection, workspace: int) -> int:
    """Return how many runs of a workspace wait."""
    query = select(func.sum(_sizes.c.waiting)).where(_sizes.c.workspace == workspace)
    return int(conn.execute(query).scalar() or 0)
