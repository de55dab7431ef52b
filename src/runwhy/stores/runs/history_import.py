"""Imported histories in SQL: the run, its entries and the import position in one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from sqlalchemy import Connection, select, update
from sqlalchemy.exc import IntegrityError

from runwhy.core.agents.coding_agents import EntryBatch
from runwhy.core.json import JsonObject
from runwhy.core.requests.history_import import HistoryWrite, KnownHistory, Period
from runwhy.core.requests.plan import RunRequest, plan_run
from runwhy.core.runs.events import started_event
from runwhy.core.runs.run import Run, Status, is_terminal
from runwhy.errors import Conflict
from runwhy.stores import tables
from runwhy.stores.runs import entries, lanes, outcomes, runs
from runwhy.stores.search.pack_writer import unpack
from runwhy.stores.sessions import sessions
from runwhy.stores.sql import log, rows
from runwhy.stores.sql.dialect import Tx

_sessions, _runs = tables.agent_sessions, tables.runs


def find(
    conn: Connection, workspace: int, agents: Sequence[str], agent_session: str
) -> KnownHistory | None:
    """Return the run of an agent's session: the imported one, or else one of this server."""
    columns = (_sessions.c.run_id, _sessions.c.fingerprint, _runs.c.started_at, _runs.c.finished_at)
    query = select(*columns).where(
        _sessions.c.workspace == workspace,
        _sessions.c.agent.in_(agents),
        _sessions.c.agent_session == agent_session,
        _runs.c.id == _sessions.c.run_id,
    )
    found = sorted(conn.execute(query), key=lambda row: row.fingerprint is None)
    if not found:
        return None
    run_id, fingerprint = found[0].run_id, found[0].fingerprint
    if fingerprint is None:
        return KnownHistory(run_id=run_id, taken=None)
    own = [_period(row) for row in found if row.fingerprint is None and row.started_at is not None]
    taken = rows.taken_of(fingerprint)
    return KnownHistory(run_id=run_id, taken=taken, mark=fingerprint, own=own)


def _period(row: Any) -> Period:
    return Period(start=rows.from_ms(row.started_at), end=rows.maybe_time(row.finished_at))


def write(tx: Tx, batch: HistoryWrite) -> str:
    """Write a batch. Raises: Conflict if the same history is being imported elsewhere."""
    run = _begin(tx, batch, batch.request) if batch.request is not None else _continue(tx, batch)
    _write_entries(tx, run, batch.changes)
    entries.set_session(tx, run, batch.session, fingerprint=rows.to_json(batch.after))
    if batch.outcome is not None and is_terminal(run.status):
        outcomes.end_import_again(tx, run, batch.outcome, at=batch.ended)
        unpack(tx, run.workspace, run.seq)
    elif batch.outcome is not None:
        outcomes.end_run(tx, run, batch.outcome, at=batch.ended, last_event=3, notify=False)
    return run.id


def _begin(tx: Tx, batch: HistoryWrite, request: RunRequest) -> Run:
    """Add a run without a job, so that no worker claims it."""
    try:
        plan = partial(plan_run, request, id=batch.run_id, at=batch.began)
        run = runs.add_run(tx, request, plan)
    except IntegrityError:
        raise Conflict("this history is already being imported") from None
    lanes.drop_job(tx, run.id)
    running = {"status": Status.RUNNING.value, "started_at": rows.to_ms(batch.began)}
    tx.conn.execute(update(tables.runs).where(tables.runs.c.id == run.id).values(running))
    log.add_events(tx, log.event_position(run, 2), [started_event(run)], batch.began)
    if run.session_id is not None:
        sessions.set_read(tx, run.session_id, run.seq)  # the user read it in the agent's own client
    return run


def _write_entries(tx: Tx, run: Run, changes: Sequence[JsonObject]) -> None:
    """Insert new entries together; apply other changes, and entries in pieces, in order."""
    pieces = {change["id"] for change in changes if change["type"] in ("delta", "retraction")}
    added = entries.add_missing(tx, run, [c for c in changes if c["id"] not in pieces])
    rest = [change for change in changes if change["id"] not in added]
    entries.write(tx, run, EntryBatch(changes=rest))


def _continue(tx: Tx, batch: HistoryWrite) -> Run:
    run = runs.get_run(tx.conn, batch.workspace, batch.run_id)
    mine = (_sessions.c.run_id == batch.run_id) & (_sessions.c.fingerprint == batch.before)
    locked = update(_sessions).where(mine).values(fingerprint=rows.to_json(batch.after))
    if run is None or tx.conn.execute(locked).rowcount == 0:
        raise Conflict("this history is already being imported")
    return run
