"""The state of the queue in SQL: waiting runs with the runs ahead of them, and workers."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TypeAlias, TypeVar

from sqlalchemy import Connection, and_, func, or_, select

from runwhy.core.queue.wait_reasons import QueuedRun, WaitingGroup, WorkerState
from runwhy.core.runs.run import Run
from runwhy.stores import tables
from runwhy.stores.runs import limits
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Tx

T = TypeVar("T")
_Group: TypeAlias = tuple[str, str, bool, bool]  # pool, keys of limits, ready, delayed

COUNTED = 10_000  # waiting runs, which metrics count by reason each time they are read

_jobs, _runs, _workers = tables.jobs, tables.runs, tables.workers
_sizes = tables.queue_sizes
_ahead = _jobs.alias("ahead")
_in_front = and_(_ahead.c.lane == _jobs.c.lane, _ahead.c.seq < _jobs.c.seq)
_FREE = and_(_jobs.c.worker.is_(None), ~_jobs.c.cancelled)
_UNCLAIMED = and_(
    or_(_jobs.c.worker.is_(None), _jobs.c.dispatched_at.is_not(None)), ~_jobs.c.cancelled
)


def list_queued(
    conn: Connection, workspace: int, *, limit: int, run_id: str | None = None
) -> Sequence[QueuedRun]:
    """Return the runs that no worker has claimed, first in the queue first, or one of them."""
    count = select(func.count()).select_from(_ahead).where(_in_front).scalar_subquery()
    first = select(_ahead.c.run_id).where(_in_front).order_by(_ahead.c.seq).limit(1)
    query = (
        select(
            _runs,
            _jobs.c.lane,
            _jobs.c.created_at.label("queued_at"),
            _jobs.c.attempt.label("job_attempt"),
            _jobs.c.not_before,
            _jobs.c.dispatched_at,
            _jobs.c.pool,
            _jobs.c.limit_keys,
            count.label("ahead"),
            first.scalar_subquery().label("first_ahead"),
        )
        .join(_jobs, _jobs.c.run_id == _runs.c.id)
        .where(_jobs.c.workspace == workspace, _UNCLAIMED)
        .order_by(_jobs.c.seq)
        .limit(limit)
    )
    if run_id is not None:
        query = query.where(_jobs.c.run_id == run_id)
    return [
        QueuedRun(
            run=rows.run_of(rows.decode_tags(row)),
            lane=row["lane"],
            since=rows.from_ms(row["queued_at"]),
            attempt=row["job_attempt"],
            not_before=rows.maybe_time(row["not_before"]),
            is_dispatched=row["dispatched_at"] is not None,
            ahead=row["ahead"],
            first_ahead=row["first_ahead"],
            pool=row["pool"],
            keys=limits.keys_of(row["limit_keys"]),
        )
        for row in conn.execute(query).mappings()
    ]


def list_waiting_groups(conn: Connection) -> Sequence[WaitingGroup]:
    """Count the queued runs of all workspaces by their pool and limits.

    At most about `COUNTED` rows are read. In a longer queue, the groups of a workspace are
    estimated from the runs that are first in it.
    """
    waiting = func.sum(_sizes.c.waiting)
    sizes = select(_sizes.c.workspace, waiting).group_by(_sizes.c.workspace).having(waiting > 0)
    found = conn.execute(sizes).all()
    share = max(COUNTED // max(len(found), 1), 1)
    totals: Counter[_Group] = Counter()
    for workspace, total in found:
        first = _count_first(conn, workspace, share)
        totals.update(scale(first, int(total)) if total > share else first)
    return [
        WaitingGroup(
            pool=pool,
            keys=limits.keys_of(keys),
            is_ready=is_ready,
            is_delayed=is_delayed,
            count=count,
        )
        for (pool, keys, is_ready, is_delayed), count in totals.items()
    ]


def _count_first(conn: Connection, workspace: int, most: int) -> Counter[_Group]:
    """Count those runs of a workspace that are first in the queue, at most `most`."""
    is_delayed = _jobs.c.not_before.is_not(None).label("is_delayed")
    first = (
        select(_jobs.c.pool, _jobs.c.limit_keys, _jobs.c.ready, is_delayed)
        .where(_jobs.c.workspace == workspace, _FREE)
        .order_by(_jobs.c.seq)
        .limit(most)
        .subquery()
    )
    query = select(*first.c, func.count()).group_by(*first.c)
    return Counter(
        {(row[0], row[1], bool(row[2]), bool(row[3])): row[4] for row in conn.execute(query)}
    )


def scale(counts: Counter[T], total: int) -> Counter[T]:
    """Return the counts in the same proportion, with this total."""
    seen = counts.total()
    if not seen:
        return counts
    scaled = Counter({group: count * total // seen for group, count in counts.items()})
    (largest, _), *_ = counts.most_common(1)
    scaled[largest] += total - scaled.total()
    return scaled


def list_workers(tx: Tx, *, at: datetime) -> Sequence[WorkerState]:
    """Return all workers with the runs that they have claimed, of all workspaces.

    The age of a heartbeat is measured with the clock that wrote it.
    """
    conn = tx.conn
    silent = (tx.dialect.now_ms(at) - _workers.c.beat_at).label("silent")
    claimed = select(_runs, _jobs.c.worker).join(_jobs, _jobs.c.run_id == _runs.c.id)
    claimed = claimed.where(_jobs.c.worker.is_not(None)).order_by(_jobs.c.seq)
    runs: dict[str, list[Run]] = defaultdict(list)
    for row in conn.execute(claimed).mappings():
        runs[row["worker"]].append(rows.run_of(rows.decode_tags(row)))
    query = select(_workers, silent).order_by(_workers.c.started_at, _workers.c.id)
    return [
        WorkerState(
            id=row["id"],
            name=row["name"],
            started_at=rows.from_ms(row["started_at"]),
            seen_at=at - timedelta(milliseconds=row["silent"]),
            slots=row["slots"],
            runs=runs[row["id"]],
            pools=json.loads(row["pools"]),
        )
        for row in conn.execute(query).mappings()
    ]
