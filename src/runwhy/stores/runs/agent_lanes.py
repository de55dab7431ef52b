"""Lanes of runs that resume an agent's session: one run at a time uses the session."""

from __future__ import annotations

from sqlalchemy import or_, select

from runwhy.core.runs.run import Run
from runwhy.errors import Conflict
from runwhy.stores import tables
from runwhy.stores.sql.dialect import Tx

_jobs, _sessions = tables.jobs, tables.agent_sessions


def lane_of(tx: Tx, run: Run, lane: str) -> str:
    """Return the lane of a new run; one that resumes an agent's session shares that of the session.

    Raises: Conflict if another run is using the agent's session, unless the options contain
    `after`.
    """
    options = run.spec.executor_options or {}
    resumed = options.get("resume")
    if not isinstance(resumed, str) or options.get("fork"):
        return lane
    shared = f"{run.workspace}:{run.executor}:{resumed}"
    busy = _first_at_work(tx, run, resumed, shared)
    if busy is None:
        return lane if run.session_id else shared
    at_work, its_lane = busy
    if its_lane == lane or (options.get("after") is True and not run.session_id):
        return its_lane
    raise Conflict(
        f"{at_work} still uses the {run.executor} session {resumed}; wait until it ends, "
        "set `after` in executorOptions to queue behind it, or fork the session"
    )


def _first_at_work(tx: Tx, run: Run, resumed: str, shared: str) -> tuple[str, str] | None:
    """Return the first unfinished run in the agent's session, and its lane."""
    known = select(_sessions.c.run_id).where(
        _sessions.c.workspace == run.workspace,
        _sessions.c.agent == run.executor,
        _sessions.c.agent_session == resumed,
    )
    mine = or_(_jobs.c.lane == shared, _jobs.c.run_id.in_(known))
    found = tx.conn.execute(
        select(_jobs.c.run_id, _jobs.c.lane).where(mine).order_by(_jobs.c.seq).limit(1)
    ).first()
    return (found.run_id, found.lane) if found else None
