"""Findings for the inbox in SQL. Each query is bounded by open runs, triggers or failures."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    case,
    exists,
    func,
    literal_column,
    or_,
    select,
)

from runwhy.core.agents.coding_agents import Approval
from runwhy.core.inbox.findings import (
    DecidedApproval,
    FailedDeliveries,
    FailedReply,
    IdleQueue,
    SuspectRun,
    WaitingRun,
)
from runwhy.core.runs.log import Part, PartKind, unanswered_calls
from runwhy.core.runs.run import ErrorClass, Run, Status
from runwhy.stores import tables
from runwhy.stores.runs import approvals
from runwhy.stores.sql import log, rows
from runwhy.stores.sql.dialect import Tx

_runs, _jobs, _workers = tables.runs, tables.jobs, tables.workers
_approvals, _parts = tables.approvals, tables.parts
_subscriptions, _outgoing = tables.subscriptions, tables.outgoing
_replies, _triggers = tables.replies, tables.triggers
_dismissals = tables.inbox_dismissals


def _read_runs(conn: Connection, query: Select[Any]) -> list[Run]:
    return [rows.run_of(row) for row in conn.execute(query).mappings()]


def list_waiting(conn: Connection, workspace: int, *, limit: int) -> Sequence[WaitingRun]:
    """Return the runs that wait for a person or a client, oldest first.

    They are found by their jobs, of which there are as many as open runs. A run waits only while
    a worker has it.
    """
    query = (
        select(_runs)
        .join(_jobs, _jobs.c.run_id == _runs.c.id)
        .where(
            _jobs.c.worker.is_not(None),
            _jobs.c.workspace == workspace,
            ~_jobs.c.cancelled,
            _runs.c.status == Status.WAITING.value,
        )
        .order_by(_jobs.c.seq)  # that of its run, but without reading all runs in order
        .limit(limit)
    )
    found = _read_runs(conn, query)
    asked = _open_approvals(conn, [run.id for run in found])
    called = _last_rounds(conn, [run.id for run in found if run.id not in asked])
    return [_waiting(run, asked.get(run.id, ()), called.get(run.id, ())) for run in found]


def _waiting(run: Run, asked: Sequence[Approval], parts: Sequence[Part]) -> WaitingRun:
    if asked:
        return WaitingRun(run=run, approvals=asked)
    called_at = parts[0].at if parts else None
    return WaitingRun(run=run, calls=unanswered_calls(parts), called_at=called_at)


def _open_approvals(conn: Connection, ids: Sequence[str]) -> Mapping[str, Sequence[Approval]]:
    """Return the undecided approvals of runs, oldest first."""
    found: defaultdict[str, list[Approval]] = defaultdict(list)
    if not ids:
        return found
    query = select(_approvals).where(_approvals.c.run_id.in_(ids), _approvals.c.decision.is_(None))
    query = query.order_by(_approvals.c.asked_at, _approvals.c.id)
    for row in conn.execute(query).mappings():
        found[row["run_id"]].append(approvals.read(row))
    return found


def _last_rounds(conn: Connection, ids: Sequence[str]) -> Mapping[str, Sequence[Part]]:
    """Return the last reply of each run, and the tool results after it."""
    found: defaultdict[str, list[Part]] = defaultdict(list)
    if not ids:
        return found
    replies = _parts.alias("replies")
    last = (
        select(func.max(replies.c.idx))
        .where(replies.c.run_id == _parts.c.run_id, replies.c.kind == PartKind.REPLY.value)
        .scalar_subquery()
    )
    kinds = [PartKind.REPLY.value, PartKind.TOOL_RESULT.value]
    mine = and_(_parts.c.run_id.in_(ids), _parts.c.kind.in_(kinds), _parts.c.idx >= last)
    query = select(_parts).where(mine).order_by(_parts.c.run_id, _parts.c.idx)
    for row in conn.execute(query).mappings():
        found[row["run_id"]].append(log.read_part(row))
    return found


def list_decided(
    conn: Connection, workspace: int, *, since: datetime, limit: int
) -> Sequence[DecidedApproval]:
    """Return the newest decisions about approvals."""
    decided = (
        select(_approvals)
        .join(_runs, _runs.c.id == _approvals.c.run_id)
        # The sum keeps the database from reading all runs of the workspace.
        .where(_approvals.c.decided_at > rows.to_ms(since), _runs.c.workspace + 0 == workspace)
        .order_by(_approvals.c.decided_at.desc())
        .limit(limit)
    )
    found = [(row["run_id"], approvals.read(row)) for row in conn.execute(decided).mappings()]
    mine = select(_runs).where(_runs.c.id.in_({id for id, _ in found}))
    by_id = {run.id: run for run in _read_runs(conn, mine)} if found else {}
    return [DecidedApproval(run=by_id[id], approval=approval) for id, approval in found]


def list_suspects(conn: Connection, workspace: int, *, limit: int) -> Sequence[SuspectRun]:
    """Return the runs in quarantine, whose servers died repeatedly."""
    query = (
        select(_runs, _jobs.c.crashes, _jobs.c.not_before)
        .join(_jobs, _jobs.c.run_id == _runs.c.id)
        .where(_jobs.c.not_before.is_not(None), _jobs.c.workspace == workspace, ~_jobs.c.cancelled)
        .order_by(_jobs.c.seq)
        .limit(limit)
    )
    return [
        SuspectRun(
            run=rows.run_of(row), crashes=row["crashes"], next_at=rows.from_ms(row["not_before"])
        )
        for row in conn.execute(query).mappings()
    ]


def list_crashed(conn: Connection, workspace: int, *, since: datetime, limit: int) -> Sequence[Run]:
    """Return the newest runs that ended because their servers died, unless they were repeated."""
    again = _runs.alias("again")
    query = (
        select(_runs)
        .where(
            _runs.c.workspace == workspace,
            # The literal lets both databases use the partial index.
            _runs.c.error == literal_column(f"'{ErrorClass.CRASHED_REPEATEDLY}'"),
            _runs.c.finished_at > rows.to_ms(since),
            ~exists().where(again.c.rerun_of == _runs.c.id),
        )
        .order_by(_runs.c.seq.desc())
        .limit(limit)
    )
    return _read_runs(conn, query)


def list_failed_deliveries(
    conn: Connection, workspace: int, *, since: datetime, limit: int
) -> Sequence[FailedDeliveries]:
    """Return the failed deliveries of each outgoing webhook: those after its last dismissal.

    If there are none after it, all of them, so that the dismissed item is known.
    """
    failed, to, gone = _outgoing, _subscriptions, _dismissals
    mine = and_(
        gone.c.workspace == to.c.workspace,
        gone.c.item_id == delivery_item_prefix() + to.c.id,
    )
    is_new = failed.c.failed_at > func.coalesce(gone.c.dismissed_at, 0)
    at = failed.c.failed_at
    query = (
        select(
            *(to.c.id, to.c.name, to.c.url),
            func.count().label("count"),
            func.sum(case((is_new, 1), else_=0)).label("new"),
            func.min(at).label("first_at"),
            func.min(case((is_new, at))).label("first_new"),
            func.max(at).label("last_at"),
            func.max(failed.c.seq).label("last"),
        )
        .select_from(to.join(failed, failed.c.subscription_id == to.c.id).outerjoin(gone, mine))
        .where(to.c.workspace == workspace, at > rows.to_ms(since))
        .group_by(to.c.id, to.c.name, to.c.url)
        .order_by(func.max(at).desc())
        .limit(limit)
    )
    found = conn.execute(query).mappings().all()
    last = _outgoing_by_seq(conn, [row["last"] for row in found])
    return [_failed(row, last[row["last"]]) for row in found]


def delivery_item_prefix() -> ColumnElement[str]:
    """Return the beginning of the ids of these items, as in `core.inbox.derive`."""
    return literal_column("'failed_delivery:'")


def _outgoing_by_seq(conn: Connection, seqs: Sequence[int]) -> Mapping[int, Any]:
    if not seqs:
        return {}
    columns = (_outgoing.c.seq, _outgoing.c.last_error, _outgoing.c.last_status)
    found = conn.execute(select(*columns).where(_outgoing.c.seq.in_(seqs)))
    return {row.seq: row for row in found}


def _failed(row: Any, last: Any) -> FailedDeliveries:
    new = int(row["new"] or 0)
    return FailedDeliveries(
        subscription_id=row["id"],
        name=row["name"],
        url=row["url"],
        count=new or row["count"],
        first_at=rows.from_ms(row["first_new"] if new else row["first_at"]),
        last_at=rows.from_ms(row["last_at"]),
        last_error=last.last_error,
        last_status=last.last_status,
    )


def list_failed_replies(
    conn: Connection, workspace: int, *, since: datetime, limit: int
) -> Sequence[FailedReply]:
    """Return the newest replies that did not reach their chats."""
    query = (
        select(_runs, _replies.c.trigger_id.label("bot"), _replies.c.failed_at)
        .join(_replies, _replies.c.run_id == _runs.c.id)
        .join(_triggers, _triggers.c.id == _replies.c.trigger_id)
        .where(_triggers.c.workspace == workspace, _replies.c.failed_at > rows.to_ms(since))
        .order_by(_replies.c.failed_at.desc())
        .limit(limit)
    )
    return [
        FailedReply(run=rows.run_of(row), trigger_id=row["bot"], at=rows.from_ms(row["failed_at"]))
        for row in conn.execute(query).mappings()
    ]


def find_idle_queue(
    tx: Tx, workspace: int, *, silent_for: float, at: datetime, limit: int
) -> IdleQueue | None:
    """Return the runs that wait although no worker of their pool has sent a heartbeat lately."""
    ms = round(silent_for * 1000)
    alive = _workers.c.beat_at >= tx.dialect.now_ms(at) - ms
    living = tx.conn.execute(select(_workers.c.pools).where(alive)).scalars().all()
    mine = and_(_jobs.c.workspace == workspace, ~_jobs.c.cancelled)
    old = or_(_jobs.c.created_at < rows.to_ms(at) - ms, _jobs.c.worker.is_not(None))
    if living:
        served = {pool for pools in living for pool in json.loads(pools)}
        mine = and_(mine, _jobs.c.pool.not_in(served), _jobs.c.worker.is_(None))
    counted = select(_jobs.c.pool, func.count()).where(mine).group_by(_jobs.c.pool)
    found = tx.conn.execute(counted.order_by(_jobs.c.pool))
    counts: dict[str, int] = {row[0]: row[1] for row in found}
    query = select(_runs).join(_jobs, _jobs.c.run_id == _runs.c.id).where(mine, old)
    runs = _read_runs(tx.conn, query.order_by(_jobs.c.seq).limit(limit)) if counts else ()
    if not runs:
        return None
    return IdleQueue(runs=runs, total=sum(counts.values()), pools=tuple(counts) if living else ())
