"""Approvals in SQL: requested under a run's claim, decided once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import Connection, update

from runwhy.core.agents.coding_agents import Approval
from runwhy.core.runs.events import NewEvent
from runwhy.core.runs.run import Run
from runwhy.errors import Conflict, NotFound, RunTerminal
from runwhy.ports import inbox_topics
from runwhy.stores import tables
from runwhy.stores.accounts import audit
from runwhy.stores.runs import wakeups
from runwhy.stores.sql import log, rows
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.records import Records

_approvals, _jobs = tables.approvals, tables.jobs
_records = Records(_approvals, Approval)


read = _records.read


def add(tx: Tx, run_id: str, approval: Approval) -> None:
    """Add an approval request, unless it exists."""
    row = {"run_id": run_id, **_records.row(approval)}
    tx.conn.execute(tx.dialect.insert_or_ignore(_approvals).values(row))


def list_approvals(conn: Connection, run_id: str) -> Sequence[Approval]:
    """Return all approvals of a run, oldest first."""
    mine = _records.select(_approvals.c.run_id == run_id)
    return _records.all(conn, mine.order_by(_approvals.c.asked_at, _approvals.c.id))


def get(conn: Connection, run_id: str, id: str) -> Approval | None:
    """Return an approval of a run."""
    return _records.first(
        conn, _records.select(_approvals.c.run_id == run_id, _approvals.c.id == id)
    )


def decide(tx: Tx, run: Run, decided: Approval, event: NewEvent) -> Approval:
    """Decide an approval once, while the run is open. Raises: NotFound, Conflict, RunTerminal."""
    position = tx.conn.execute(
        update(_jobs)
        .where(_jobs.c.run_id == run.id, ~_jobs.c.cancelled)
        .values(last_event=_jobs.c.last_event + 1)
        .returning(_jobs.c.last_event, _jobs.c.awakeable)
    ).first()
    if position is None:
        raise RunTerminal(f"the run {run.id} has ended; its approvals can no longer be decided")
    known = get(tx.conn, run.id, decided.id)
    if known is None:
        raise NotFound(f"no approval {decided.id} in run {run.id}")
    if known.decision is not None:
        by = known.decided_by or "someone"
        raise Conflict(f"{by} has already decided this approval: {known.decision}")
    at = decided.decided_at or decided.asked_at
    values = {
        "decision": decided.decision,
        "reason": decided.reason,
        "decided_by": decided.decided_by,
        "decided_at": rows.to_ms(at),
    }
    mine = (_approvals.c.run_id == run.id) & (_approvals.c.id == decided.id)
    tx.conn.execute(update(_approvals).where(mine).values(values))
    log.add_events(tx, log.event_position(run, position.last_event), [event], at)
    now = replace(decided, asked=known.asked, asked_at=known.asked_at)
    tx.notify(*inbox_topics(run.workspace))
    if position.awakeable is not None:
        wakeups.wake(tx, run.id)
    audit.record(tx, "approval.decided", run.workspace, run.id, before=known, after=now)
    return now
