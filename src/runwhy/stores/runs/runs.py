"""Runs in SQL: creation with tags, log, first event and job; lookup and cancellation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy import (
    BigInteger,
    Connection,
    bindparam,
    case,
    insert,
    literal_column,
    select,
    update,
)

from runwhy.core.accounts.workspaces import Agent
from runwhy.core.agent_spec import NO_SPEC
from runwhy.core.agents.coding_agents import with_reported_usage
from runwhy.core.queries.field_values import prompt_of, searched
from runwhy.core.requests.history_import import IMPORT
from runwhy.core.requests.plan import SUBTASK, Multitask, Plan, PlanInputs, RunRequest
from runwhy.core.requests.rerun import check_repeatable
from runwhy.core.runs.events import NewEvent, queued_event
from runwhy.core.runs.log import Part, unanswered_calls
from runwhy.core.runs.run import Outcome, Run, Status, is_terminal
from runwhy.core.runs.usage import LOGGING_EXECUTORS, stopped
from runwhy.core.sessions.autonomy import FollowUps
from runwhy.core.sessions.session import Session
from runwhy.core.triggers.trigger import Occurrence
from runwhy.errors import InvalidInput, NotFound, Problem, RunTerminal, UnknownToolUse
from runwhy.ports import (
    CANCEL_TOPIC,
    JOBS_TOPIC,
    RELAY_TOPIC,
    IdempotencyKey,
    workspace_topic,
)
from runwhy.stores import tables
from runwhy.stores.accounts import accounts, audit, idempotency
from runwhy.stores.budgets import budgets, settlements, usage
from runwhy.stores.budgets.changes import RunCount, queue_changes
from runwhy.stores.runs import entries, lanes, wakeups
from runwhy.stores.runs.agent_lanes import lane_of
from runwhy.stores.runs.outcomes import end_run
from runwhy.stores.sessions import blocks, sessions, timers
from runwhy.stores.sql import log, rows
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.prepared_statements import PreparedStatement
from runwhy.stores.triggers import channels, occurrences

_runs, _jobs, _texts = tables.runs, tables.jobs, tables.run_texts

_ADD_RUN = PreparedStatement(insert(_runs).returning(_runs.c.seq), *rows.RUN_COLUMNS)

_ADD_TEXT = PreparedStatement(insert(_texts))


def add_run(
    tx: Tx,
    request: RunRequest,
    decide: Callable[[PlanInputs], Plan],
    *,
    once: IdempotencyKey | None = None,
    occurrence: Occurrence | None = None,
) -> Run:
    """Add a run with its tags, first parts, first event, job and occurrence, in one transaction.

    Raises: AlreadyFired, Conflict.
    """
    first = idempotency.lock_idempotency_key(tx, request.workspace, once)
    if first is not None:
        return _must_get(tx.conn, request.workspace, first)
    inputs = _plan_inputs(tx, request, occurrence)
    plan = decide(inputs)
    run = plan.run
    if counting := usage.check_refusals(tx, inputs.budgets, run):
        version, now = inputs.budgets.version, run.created_at
        counts = [RunCount(slot=slot, run_id=run.id, at=now, version=version) for slot in counting]
        queue_changes(tx, lambda _: counts)
    if occurrence is not None:
        occurrences.record(tx, replace(occurrence, run_id=run.id))
    if request.timer_id is not None:
        timers.fire(tx, request.timer_id, run)
    idempotency.record_answer(tx, run.workspace, once, run.id, run.created_at)
    for other in plan.cancels:
        cancel(tx, other.run, reason=other.reason, at=run.created_at, roll_back=other.roll_back)
    if plan.by_a_person and run.session_id is not None:
        _cancel_follow_ups(tx, plan, run.session_id)
    made = _write(tx, channels.attach_reply(tx, blocks.attach(tx, plan)))
    if inputs.session is not None and plan.session_use is not None:
        sessions.touch(tx, inputs.session, made, plan.session_use)
    tx.notify(JOBS_TOPIC, workspace_topic(made.workspace))
    tx.accepted.append(made)
    return made


def _write(tx: Tx, plan: Plan) -> Run:
    """Insert a planned run with its tags, parts, job and first event."""
    run, lane = plan.run, lane_of(tx, plan.run, plan.lane)
    row = rows.run_row(run, tx.vault.seal)
    seq = _ADD_RUN(tx.conn, {**row, "tags": rows.to_json(row["tags"])}).scalar()
    tx.dialect.add_tags(tx.conn, _runs, seq, row)
    _ADD_TEXT(tx.conn, {"seq": seq, "text": searched(prompt_of(plan.parts))})
    log.add_parts(tx, plan.parts, len(plan.parts) - 1)
    lanes.add_job(tx, run, plan.entry, seq=seq, lane=lane, parts=len(plan.parts))
    log.add_events(tx, log.event_position(run, 1), [queued_event(run)], run.created_at)
    return replace(run, seq=seq)


def _cancel_follow_ups(tx: Tx, plan: Plan, session_id: str) -> None:
    """Cancel follow-ups that have not started, because a person sent a message."""
    for follow_up in plan.overtaken:
        cancel(tx, follow_up, reason=plan.overtaking, at=plan.run.created_at)
    timers.cancel_overtaken(tx, session_id, plan)


def _agent_name(tx: Tx, request: RunRequest, agent: Agent | None) -> str | None:
    """Return the name of a run's agent; a rerun has the agent in its complete spec."""
    id = request.spec.agent_id if request.spec_is_complete else None
    found = accounts.agents.get(tx.conn, request.workspace, id) if id and agent is None else agent
    return found.name if found is not None else None


def _plan_inputs(tx: Tx, request: RunRequest, occurrence: Occurrence | None) -> PlanInputs:
    session = None
    if request.session_id is not None:
        session = sessions.get(tx, request.workspace, request.session_id, lock=True)
        if session is None:
            raise NotFound(f"no session {request.session_id}")
    agent_id = request.agent_id or (session.spec.agent_id if session else None)
    agent = accounts.agents.get(tx.conn, request.workspace, agent_id) if agent_id else None
    if agent_id and agent is None:
        raise InvalidInput([Problem("/agentId", f"no agent {agent_id}")])
    parent = None
    if request.parent_run_id is not None:
        parent = get_run(tx.conn, request.workspace, request.parent_run_id)
        if parent is None:
            raise InvalidInput([Problem("/parentRunId", f"no run {request.parent_run_id}")])
    if request.origin.rerun_of is not None:  # it may have been erased in the meantime
        check_repeatable(_lock_run(tx, request.workspace, request.origin.rerun_of))
    return PlanInputs(
        session=session,
        agent_spec=agent.spec if agent else NO_SPEC,
        agent_id=agent.id if agent else None,
        agent_name=_agent_name(tx, request, agent),
        agent_version=agent.version if agent else None,
        parent=parent,
        scheduled_by=get_run(tx.conn, request.workspace, request.scheduled_by_run)
        if request.scheduled_by_run is not None
        else None,
        unfinished=_unfinished(tx.conn, session.id, _open_run_limit(request)) if session else (),
        follow_ups=timers.count_follow_ups(tx.conn, session.id)
        if session is not None and request.timer_id is not None
        else FollowUps(),
        lane=occurrence.lane if occurrence is not None else None,
        budgets=budgets.rules_of(tx, request.workspace),
    )


def _lock_run(tx: Tx, workspace: int, id: str) -> Run:
    """Return a run that stays unchanged until the commit. Raises: NotFound."""
    query = select(_runs).where(_runs.c.id == id, _runs.c.workspace == workspace)
    row = tx.conn.execute(tx.dialect.locked(query)).mappings().first()
    if row is None:
        raise NotFound(f"no run {id}")
    return rows.run_of(row)


def _open_run_limit(request: RunRequest) -> int | None:
    """Return how many open runs of the session a request needs: all if it ends them, else two.

    A follow-up is queued only if nothing is open, so a waiting follow-up is the first open run;
    the second one shows whether the session is busy with something else.
    """
    return None if request.multitask in (Multitask.INTERRUPT, Multitask.ROLLBACK) else 2


def _unfinished(conn: Connection, session_id: str, most: int | None = None) -> Sequence[Run]:
    mine = select(_jobs.c.run_id).where(_jobs.c.lane == session_id, ~_jobs.c.cancelled)
    first = mine.order_by(_jobs.c.seq).limit(most).subquery()
    query = select(_runs).join(first, first.c.run_id == _runs.c.id).order_by(_runs.c.seq)
    return [rows.run_of(row) for row in conn.execute(query).mappings()]


def get_run(conn: Connection, workspace: int, id: str) -> Run | None:
    """Return the run with this id."""
    found = _GET_RUN(conn, {"of_run": id, "mine": workspace}).mappings()
    return rows.run_of(rows.decode_tags(found[0])) if found else None


_GET_RUN = PreparedStatement(
    select(_runs).where(
        _runs.c.id == bindparam("of_run"),
        _runs.c.workspace == bindparam("mine", type_=BigInteger),
    )
)


def _must_get(conn: Connection, workspace: int, id: str) -> Run:
    run = get_run(conn, workspace, id)
    if run is None:
        raise NotFound(f"no run {id}")
    return run


def cancel_run(tx: Tx, workspace: int, id: str, *, reason: str, at: datetime) -> Run:
    """End a run now, even if a worker has it; a run that has ended stays unchanged."""
    run = _must_get(tx.conn, workspace, id)
    if is_terminal(run.status):
        return run
    if run.origin.trigger == IMPORT:  # an unfinished import, which has no job
        end_run(tx, run, Outcome(status=Status.CANCELLED, reason=reason), at=at, last_event=3)
    else:
        cancel(tx, run, reason=reason, at=at)
    ended = _must_get(tx.conn, workspace, id)
    if ended.status is Status.CANCELLED:
        was, now = {"status": run.status}, {"status": ended.status, "reason": reason}
        audit.record(tx, "run.cancelled", workspace, id, before=was, after=now)
    return ended


_CANCEL_JOB = PreparedStatement(
    update(_jobs)
    .where(_jobs.c.run_id == bindparam("of_run"), ~_jobs.c.cancelled)
    .values(
        cancelled=True,
        last_event=_jobs.c.last_event + 1,
        # A server then cancels the run in the engine that has it.
        relay_at=case((_jobs.c.relay_at.is_not(None), literal_column(str(wakeups.NOW)))),
    )
    .returning(_jobs.c.last_event, _jobs.c.worker, _jobs.c.relay_at, _jobs.c.reserved)
)
_HAS_CHILD = PreparedStatement(
    select(_runs.c.seq).where(_runs.c.parent_run_id == bindparam("of_run")).limit(1)
)


def cancel(tx: Tx, run: Run, *, reason: str, at: datetime, roll_back: bool = False) -> None:
    """Cancel a run. A claimed job stays until its worker stops, so that its lane waits."""
    job = _CANCEL_JOB(tx.conn, {"of_run": run.id}).first()
    if job is None:
        return
    is_held = job.worker is not None and job.relay_at is None
    if job.worker is None:
        lanes.drop_job(tx, run.id)
    elif not is_held:
        settlements.clear(tx, run.id, job.reserved)  # the end of the run settles it
    outcome = with_recorded_usage(tx, run, Outcome(status=Status.CANCELLED, reason=reason))
    outcome = _with_reported_usage(tx, run, outcome)
    end_run(
        tx,
        run,
        outcome,
        at=at,
        last_event=job.last_event,
        roll_back=roll_back,
        is_held=is_held,
        reserved=job.reserved,
    )
    tx.ended.append((run, outcome, at))
    tx.notify(CANCEL_TOPIC, JOBS_TOPIC)
    if job.relay_at is not None:
        tx.notify(RELAY_TOPIC)
    cancel_subtasks(tx, run, reason=f"{run.id} was cancelled", at=at, roll_back=roll_back)


def with_recorded_usage(tx: Tx, run: Run, outcome: Outcome) -> Outcome:
    """Return the outcome of a run that is stopped, with the usage of the calls in its log."""
    if run.started_at is None:
        return outcome
    return stopped(run, outcome, log.list_parts(tx.conn, run.id))


def _with_reported_usage(tx: Tx, run: Run, outcome: Outcome) -> Outcome:
    """Return the outcome with the usage that a coding agent reported before it was stopped."""
    if run.executor in LOGGING_EXECUTORS:
        return outcome
    session = entries.get_session(tx.conn, run.id)
    return outcome if session is None else with_reported_usage(outcome, session)


def cancel_subtasks(
    tx: Tx, run: Run, *, reason: str, at: datetime, roll_back: bool = False
) -> None:
    """Cancel the open runs that this run has started."""
    for child in _open_subtasks(tx.conn, run):
        cancel(tx, child, reason=reason, at=at, roll_back=roll_back)


def _open_subtasks(conn: Connection, run: Run) -> Sequence[Run]:
    """Return the open runs that this run has started."""
    if _HAS_CHILD(conn, {"of_run": run.id}).first() is None:
        return ()
    theirs = (_runs.c.parent_run_id == run.id) & (_runs.c.trigger == SUBTASK)
    open_ones = select(_jobs.c.run_id).where(~_jobs.c.cancelled)
    query = select(_runs).where(theirs, _runs.c.id.in_(open_ones)).order_by(_runs.c.seq)
    return [rows.run_of(row) for row in conn.execute(query).mappings()]


def end_session(tx: Tx, workspace: int, id: str, *, at: datetime) -> Session:
    """End a session and its open runs. Ending it again changes nothing."""
    session, was_active = sessions.close(tx, workspace, id, at=at)
    if was_active:
        for run in _unfinished(tx.conn, id):
            cancel(tx, run, reason="the session was ended", at=at)
        ended = {"code": "session_ended", "note": "the session was ended"}
        timers.cancel_pending(tx, id, at=at, **ended)
    return session


def end_with_job(
    tx: Tx, run: Run, outcome: Outcome, *, at: datetime, last_event: int, reserved: str
) -> None:
    """End a run that was executed, and delete its job. A failed run ends its subtasks."""
    outcome = _with_reported_usage(tx, run, outcome)
    end_run(tx, run, outcome, at=at, last_event=last_event, reserved=reserved)
    tx.ended.append((run, outcome, at))
    lanes.drop_job(tx, run.id)
    if outcome.status is Status.FAILED:
        cancel_subtasks(tx, run, reason=f"{run.id} failed", at=at)
    tx.notify(JOBS_TOPIC)


def answer_tool(tx: Tx, workspace: int, run_id: str, part: Part, event: NewEvent) -> None:
    """Add a client's tool result, once. It is ignored if the run was cancelled.

    Raises: NotFound, UnknownToolUse, RunTerminal (the run has ended otherwise).
    """
    run = _must_get(tx.conn, workspace, run_id)
    position = tx.conn.execute(
        update(_jobs)
        .where(_jobs.c.run_id == run_id, ~_jobs.c.cancelled)
        .values(
            last_event=_jobs.c.last_event + 1,
            last_part=_jobs.c.last_part + 1,
            crashes_since_part=0,
            not_before=None,
        )
        .returning(_jobs.c.last_event, _jobs.c.last_part, _jobs.c.awakeable)
    ).first()
    if position is None:
        if _must_get(tx.conn, workspace, run_id).status is Status.CANCELLED:
            return
        raise RunTerminal(f"the run {run_id} has ended and cannot receive tool results")
    calls = unanswered_calls(log.list_parts(tx.conn, run_id))
    call = next((call for call in calls if call.id == part.tool_use_id), None)
    if call is None:
        raise UnknownToolUse(f"no open tool call {part.tool_use_id} in run {run_id}")
    log.add_parts(tx, [replace(part, tool_name=call.name)], position.last_part)
    log.add_events(tx, log.event_position(run, position.last_event), [event], part.at)
    if position.awakeable is not None and len(calls) == 1:
        wakeups.wake(tx, run_id)
