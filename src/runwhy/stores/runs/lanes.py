"""Lanes in SQL: a job is ready if it may be the first of its lane.

Claims look only at ready jobs, so that their cost does not depend on how many jobs wait behind
others. A job may be ready too early, because claims also check that no job is ahead of it. It must
not stay unready without a job ahead, so whoever deletes a job makes the next one ready.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    ColumnElement,
    bindparam,
    delete,
    exists,
    false,
    insert,
    select,
    true,
    update,
)

from runwhy.core.queue.rotation import bucket_name
from runwhy.core.queue.rules import QueueEntry, QueueRules
from runwhy.core.runs.run import Run
from runwhy.ports import JOBS_TOPIC
from runwhy.stores import tables
from runwhy.stores.runs import limits
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.prepared_statements import PreparedStatement

_jobs, _runs = tables.jobs, tables.runs
_first, _ahead = _jobs.alias("first"), _jobs.alias("ahead")


def _add_statement(ready: ColumnElement[bool]) -> PreparedStatement:
    names = (
        *("run_id", "seq", "workspace", "lane", "attempt", "cancelled", "last_event", "last_part"),
        *("created_at", "crashes", "crashes_since_part"),
        *("pool", "bucket", "limit_keys", "rules", "idle"),
    )
    values = {name: bindparam(name, type_=_jobs.c[name].type) for name in names}
    return PreparedStatement(insert(_jobs).values({**values, "ready": ready}))


# The last job of the lane cannot be deleted until the new one is visible. A job that is being
# deleted is skipped.
_last = (
    select(_ahead.c.run_id)
    .where(_ahead.c.lane == bindparam("lane"))
    .order_by(_ahead.c.seq.desc())
    .limit(1)
    .with_for_update(read=True, key_share=True, skip_locked=True, of=_ahead)
)
_ADD_ALONE = _add_statement(true())
_ADD_TO_LANE = _add_statement(~_last.exists())


def add_job(tx: Tx, run: Run, entry: QueueEntry, *, seq: int, lane: str, parts: int) -> None:
    """Add the job of a new run to the end of its lane."""
    job = {
        "run_id": run.id,
        "seq": seq,
        "workspace": run.workspace,
        "lane": lane,
        "attempt": 1,
        "cancelled": False,
        "last_event": 1,
        "last_part": parts - 1,
        "created_at": rows.to_ms(run.created_at),
        "crashes": 0,
        "crashes_since_part": 0,
        "idle": 0,
        **entry_columns(run.workspace, entry),
    }
    (_ADD_ALONE if lane == run.id else _ADD_TO_LANE)(tx.conn, job)


def entry_columns(workspace: int, entry: QueueEntry) -> dict[str, Any]:
    """Return the columns of a job for its queue entry."""
    return {
        "pool": entry.pool,
        "limit_keys": limits.column_of(entry.keys),
        "bucket": bucket_name(workspace, entry.tenant, entry.priority, entry.keys),
        "rules": entry.rules,
    }


_DROP_JOB = PreparedStatement(
    delete(_jobs).where(_jobs.c.run_id == bindparam("of_run")).returning(_jobs.c.lane)
)
_NEXT = PreparedStatement(
    select(_first.c.run_id, _first.c.ready)
    .where(_first.c.lane == bindparam("of_lane"))
    .order_by(_first.c.seq)
    .limit(1)
)
_MAKE_READY = PreparedStatement(
    update(_jobs).where(_jobs.c.run_id == bindparam("of_run")).values(ready=true())
)


def drop_job(tx: Tx, run_id: str) -> None:
    """Delete the job of a run; the next one of its lane becomes ready."""
    for lane in _DROP_JOB(tx.conn, {"of_run": run_id}).scalars():
        make_next_ready(tx, lane)  # also in the lane of a single run, which others may wait for


def make_next_ready(tx: Tx, lane: str) -> None:
    """Make the first job of a lane ready. A job that another transaction deletes is skipped."""
    while (job := _NEXT(tx.conn, {"of_lane": lane}).first()) is not None:
        if job.ready or _MAKE_READY(tx.conn, {"of_run": job.run_id}).rowcount:
            return


def make_all_ready(tx: Tx, workspace: int) -> None:
    """Make the first job of each lane of a workspace ready, after an import."""
    ahead = exists().where(_ahead.c.lane == _jobs.c.lane, _ahead.c.seq < _jobs.c.seq)
    mine = (_jobs.c.workspace == workspace, _jobs.c.ready == false(), ~ahead)
    tx.conn.execute(update(_jobs).where(*mine).values(ready=true()))


REGROUPED = 500  # jobs in one transaction


def regroup(tx: Tx, rules: QueueRules) -> bool:
    """Apply changed rules to some of the jobs; return False if all jobs follow them.

    Claimed jobs count under the new limits, too. If they are too many, no run starts until enough
    of them have ended.
    """
    outdated = select(_jobs.c.run_id).where(_jobs.c.rules != rules.version).limit(REGROUPED)
    ids = tx.conn.execute(outdated).scalars().all()
    for row in tx.conn.execute(select(_runs).where(_runs.c.id.in_(ids))).mappings():
        run = rows.run_of(row)
        columns = entry_columns(run.workspace, rules.entry_of(run))
        tx.conn.execute(update(_jobs).where(_jobs.c.run_id == run.id).values(columns))
    if ids:
        tx.notify(JOBS_TOPIC)
    return bool(ids)
