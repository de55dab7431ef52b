"""Crashes in SQL: counts them per job, ends runs that crash repeatedly, and claims suspects."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import structlog
from sqlalchemy import ColumnElement, Row, and_, exists, literal_column, or_, select, update

from runwhy.core.runs.crashes import (
    FIRST_DELAY,
    MAX_DELAY,
    Crashes,
    Verdict,
    crashed_outcome,
    judge_crash,
)
from runwhy.core.runs.run import Status
from runwhy.ports import inbox_topics
from runwhy.stores import tables
from runwhy.stores.runs import runs
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.prepared_statements import PreparedStatement

_jobs, _runs, _workers = tables.jobs, tables.runs, tables.workers
_log = structlog.get_logger("runwhy.queue")


def record_crashes(tx: Tx, workers: Sequence[str], limit: int, at: datetime) -> None:
    """Count a crash for each run that these dead workers executed; end those at the limit.

    A run that waited for its client did not execute anything, so it is not counted.
    """
    held = (
        select(_jobs)
        .join(_runs, _runs.c.id == _jobs.c.run_id)
        .where(
            _jobs.c.worker.in_(workers),
            _jobs.c.relay_at.is_(None),  # claimed
            ~_jobs.c.cancelled,
            _runs.c.status == Status.RUNNING.value,
        )
        .order_by(_jobs.c.seq)
        .with_for_update(of=_jobs)
    )
    for job in tx.conn.execute(held).all():
        record_crash(tx, job, limit, at)


def record_crash(tx: Tx, job: Row[Any], limit: int, at: datetime) -> Verdict:
    """Count a crash of a run whose job is locked, and end the run at the limit."""
    crashes = Crashes(total=job.crashes + 1, since_part=job.crashes_since_part + 1)
    verdict = judge_crash(crashes, limit=limit)
    facts = {"run": job.run_id, "crashes": crashes.total, "since_part": crashes.since_part}
    if verdict.gives_up:
        _log.error("run.crashed_repeatedly", **facts)
        _give_up(tx, job, crashes, at)
        return verdict
    _log.warning("run.server_died", **facts, delay=verdict.delay)
    until = None if verdict.delay is None else _after(tx, at, verdict.delay)
    values = {"crashes": crashes.total, "crashes_since_part": crashes.since_part}
    mine = update(_jobs).where(_jobs.c.run_id == job.run_id)
    tx.conn.execute(mine.values(**values, not_before=until))
    tx.notify(*inbox_topics(job.workspace))
    return verdict


def _give_up(tx: Tx, job: Row[Any], crashes: Crashes, at: datetime) -> None:
    run = runs.get_run(tx.conn, job.workspace, job.run_id)
    if run is not None:
        outcome = runs.with_recorded_usage(tx, run, crashed_outcome(crashes))
        last, reserved = job.last_event + 1, job.reserved
        runs.end_with_job(tx, run, outcome, at=at, last_event=last, reserved=reserved)


def _after(tx: Tx, at: datetime, seconds: float) -> Any:
    return tx.dialect.now_ms(at) + round(seconds * 1000)


_ANY_SUSPECT = PreparedStatement(
    select(_jobs.c.run_id)
    .where(_jobs.c.not_before.is_not(None), _jobs.c.worker.is_(None))
    .limit(literal_column("1"))
)
_first, _busy = _jobs.alias("first"), _jobs.alias("busy")
_NONE_EXECUTES = ~exists().where(
    _busy.c.not_before.is_not(None),
    _busy.c.worker.is_not(None),
    _runs.c.id == _busy.c.run_id,
    or_(_runs.c.status == Status.RUNNING.value, _busy.c.dispatched_at.is_not(None)),
)


def find_suspect(tx: Tx, worker: str, at: datetime, pools: Sequence[str]) -> str | None:
    """Return the next run in quarantine that this worker may execute, locked.

    No other suspect may execute meanwhile, on any server. The worker must have been up for a
    while, so that a server that is killed again and again casts no blame on the run. All servers
    choose the same run, and only one of them gets its lock.
    """
    if _ANY_SUSPECT(tx.conn, {}).first() is None:
        return None
    first = (
        select(_first.c.run_id)
        .where(
            _first.c.worker.is_(None),
            ~_first.c.cancelled,
            _first.c.pool.in_(pools),
            _is_due(tx, at),
            _is_steady(tx, worker, at),
            _NONE_EXECUTES,
        )
        .order_by(_first.c.not_before, _first.c.seq)
        .limit(1)
        .scalar_subquery()
    )
    query = select(_jobs.c.run_id).where(_jobs.c.run_id == first, _jobs.c.worker.is_(None))
    locked = query.with_for_update(skip_locked=True, of=_jobs)
    found: str | None = tx.conn.execute(locked).scalar()
    return found


def _is_due(tx: Tx, at: datetime) -> ColumnElement[bool]:
    """Whether the delay has passed; one that is too long was set before the clock was set back."""
    return or_(
        _first.c.not_before <= tx.dialect.now_ms(at),
        _first.c.not_before > _after(tx, at, MAX_DELAY),
    )


def _is_steady(tx: Tx, worker: str, at: datetime) -> ColumnElement[bool]:
    since = _workers.c.started_at
    up = or_(since <= _after(tx, at, -FIRST_DELAY), since > tx.dialect.now_ms(at))
    return exists().where(and_(_workers.c.id == worker, up))
