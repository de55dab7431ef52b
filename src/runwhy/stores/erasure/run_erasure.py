"""Erasure of runs in SQL: their related rows, and either the runs or only their content."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, RowMapping, bindparam, delete, or_, select, update

from runwhy.core.erasure import (
    KEPT_EVENTS,
    EraseMode,
    Erasure,
    Phase,
    add_counts,
    add_digest,
    kept_data,
    kept_run,
)
from runwhy.core.queries import Query
from runwhy.core.requests.plan import SUBTASK
from runwhy.core.runs.run import Run, Status, is_terminal
from runwhy.stores import tables
from runwhy.stores.accounts import erasure_receipts
from runwhy.stores.erasure import run_data, session_erasure
from runwhy.stores.memory import memories
from runwhy.stores.search.columns import count
from runwhy.stores.search.pack_writer import remove_from_packs
from runwhy.stores.search.run_search import Finder
from runwhy.stores.search.vocabularies import delete_vocabularies
from runwhy.stores.sessions import turns
from runwhy.stores.sql import rows
from runwhy.stores.sql.agent_names import resolve_agents
from runwhy.stores.sql.clauses import Clause, execute, is_one_of, select_where
from runwhy.stores.sql.conditions import RUNS, Conditions
from runwhy.stores.sql.dialect import Tx

SKIPPED = "skipped"
MAX_STEP = 10_000  # runs read in one step

_runs, _jobs, _events, _parts = tables.runs, tables.jobs, tables.events, tables.parts


class RunSelection(NamedTuple):
    """Numbers of the runs to erase: those that match, newest first, and their subtasks."""

    matching: Sequence[int]
    subtasks: Sequence[int] = ()


def find_runs(
    tx: Tx, workspace: int, query: Query, mode: EraseMode, limit: int, before: int | None
) -> RunSelection:
    """Return the newest runs that match and still have something to erase."""
    finder = Finder(tx, workspace, query)
    if mode is EraseMode.ALL:
        found = finder.newest(limit, before)
    else:
        found = _with_content(tx, finder, limit, before)
    return RunSelection(found, _find_subtasks(tx, finder.query, found))


def _with_content(tx: Tx, finder: Finder, limit: int, before: int | None) -> Sequence[int]:
    """Return the newest runs that still have content.

    A rule that keeps tags matches all runs that it has emptied before, every hour; growing steps
    skip them quickly.
    """
    found: list[int] = []
    step, place = limit, before
    while True:
        some = finder.newest(step, place)
        full = select(_runs.c.seq).where(_runs.c.seq.in_(some), _runs.c.erased_at.is_(None))
        left = tx.conn.execute(full.order_by(_runs.c.seq.desc())).scalars().all()
        found += left[: limit - len(found)]
        if len(found) == limit or len(some) < step:
            return found
        step, place = min(2 * step, MAX_STEP), some[-1]


def _find_subtasks(tx: Tx, query: Query, seqs: Sequence[int]) -> Sequence[int]:
    """Return the subtasks of runs, recursively, because their prompts come from those runs.

    Subtasks that match the query are found by the query itself.
    """
    condition = Conditions(tx.dialect.search, RUNS).of(query)
    other = Clause(f"coalesce(NOT ({condition.text}), TRUE)", condition.values)
    found: list[int] = []
    parents = seqs
    while parents:
        theirs = select(_runs.c.id).where(_runs.c.seq.in_(parents))
        started = (_runs.c.trigger == SUBTASK) & _runs.c.parent_run_id.in_(theirs)
        parents = tx.conn.execute(select(_runs.c.seq).where(started)).scalars().all()
        which = is_one_of("runs.seq", parents) & other
        found += [row[0] for row in execute(tx.conn, select_where("seq FROM runs", which))]
    return found


def count_runs(tx: Tx, workspace: int, query: Query) -> int:
    """Return how many runs match."""
    found = Finder(tx, workspace, query).matches()
    total = sum(count(mask) for _, mask in found.packs)
    for clause in found.rows:
        total += execute(tx.conn, select_where("count(*) FROM runs", clause)).scalar()
    return total


def preview(
    tx: Tx, workspace: int, query: Query, mode: EraseMode, *, before: int | None, limit: int
) -> tuple[Counter[str], int | None]:
    """Count the rows that erasing the next runs would delete, and return where to continue."""
    runs = find_runs(tx, workspace, query, mode, limit, before)
    query = resolve_agents(tx.conn, workspace, query)
    chosen, skipped = _find_erasable(tx, mode, [*runs.matching, *runs.subtasks])
    found = run_data.count_run_data(tx, mode, [row["id"] for row in chosen])
    found[SKIPPED] = skipped
    ending = session_erasure.find_emptied(tx, query, mode, chosen)
    found += run_data.count_session_data(tx, ending)
    if len(runs.matching) == limit:
        return found, min(runs.matching)
    place = None
    while ids := session_erasure.find(tx, workspace, query, limit, place):
        found += run_data.count_session_data(tx, list(ids.values()))
        place = min(ids)
    return found, None


def erase_batch(tx: Tx, erasure: Erasure, found: RunSelection, at: datetime) -> Erasure:
    """Erase these runs and save the receipt; without runs, advance to the sessions."""
    if not erasure_receipts.lock(tx, erasure):  # another server was faster
        return erasure_receipts.get(tx.conn, erasure.workspace, erasure.id) or erasure
    if not found.matching:
        return erasure_receipts.save(tx, replace(erasure, phase=Phase.SESSIONS, place=None))
    counts, ids = _erase(tx, erasure, [*found.matching, *found.subtasks], at)
    done = replace(
        erasure,
        place=min(found.matching),
        counts=add_counts(erasure.counts, counts),
        digest=add_digest(erasure.digest, ids),
    )
    return erasure_receipts.save(tx, done)


def erase_content(tx: Tx, run: Run, *, at: datetime) -> bool:
    """Erase the content of one ended run. False if a run of its session is still open.

    Its follow-up work stays recorded: subscribers are notified, without its content.
    """
    session_erasure.lock_of_runs(tx, [run.seq])
    chosen, skipped = _find_erasable(tx, EraseMode.CONTENT, [run.seq], lock=True)
    if not chosen:
        return not skipped
    one = Erasure(
        id=run.id,
        workspace=run.workspace,
        query="",
        mode=EraseMode.CONTENT,
        actor=run.origin.actor,
        created_at=at,
    )
    _delete_related(tx, one, [run.id], notes=False)
    _empty(tx, run.workspace, chosen, at)
    return True


def _erase(
    tx: Tx, erasure: Erasure, seqs: Sequence[int], at: datetime
) -> tuple[Counter[str], Sequence[str]]:
    session_erasure.lock_of_runs(tx, seqs)
    chosen, skipped = _find_erasable(tx, erasure.mode, seqs, lock=True)
    ids = [row["id"] for row in chosen]
    counts = run_data.count_run_data(tx, erasure.mode, ids)
    counts[SKIPPED] = skipped
    if not chosen:
        return counts, ids
    _delete_related(tx, erasure, ids)
    if erasure.mode is EraseMode.ALL:
        _remove(tx, erasure.workspace, chosen)
    else:
        _empty(tx, erasure.workspace, chosen, at)
    more, sessions = session_erasure.erase_after_runs(tx, erasure, chosen, at)
    return counts + more, [*ids, *sessions]


def _find_erasable(
    tx: Tx, mode: EraseMode, seqs: Sequence[int], *, lock: bool = False
) -> tuple[Sequence[RowMapping], int]:
    """Return the runs that can be erased, and how many cannot.

    A run cannot be erased while it, or another run of its session, which uses its content, is
    still open.
    """
    query = select(_runs).where(_runs.c.seq.in_(seqs)).order_by(_runs.c.seq.desc())
    found = tx.conn.execute(tx.dialect.locked(query) if lock else query).mappings().all()
    lanes = {row["session_id"] or row["id"] for row in found} | {row["id"] for row in found}
    busy = or_(_jobs.c.lane.in_(lanes), _jobs.c.run_id.in_(lanes))
    jobs = tx.conn.execute(select(_jobs.c.lane, _jobs.c.run_id).where(busy)).all()
    taken = {name for job in jobs for name in job}
    ended = [row for row in found if is_terminal(Status(row["status"]))]
    free = [row for row in ended if taken.isdisjoint({row["id"], row["session_id"]})]
    skipped = len(found) - len(free)
    if mode is EraseMode.CONTENT:
        free = [row for row in free if row["erased_at"] is None]
    return free, skipped


def _delete_related(tx: Tx, erasure: Erasure, ids: Sequence[str], *, notes: bool = True) -> None:
    conn = tx.conn
    memory_ids = memories.delete_for_runs(tx, ids)
    blocks, timers = tables.blocks, tables.timers
    session_erasure.delete_commands(tx, blocks.c.run_id.in_(ids))
    theirs = or_(timers.c.run_id.in_(ids), timers.c.created_by_run.in_(ids))
    deleted_timers = delete(timers).where(theirs).returning(timers.c.id)
    timer_ids = conn.execute(deleted_timers).scalars().all()
    erased_events: ColumnElement[bool] = _events.c.run_id.in_(ids)
    if erasure.mode is EraseMode.CONTENT:
        erased_events &= _events.c.type.not_in(KEPT_EVENTS)
    conn.execute(delete(_events).where(erased_events))
    own = (_parts, tables.entries, tables.approvals, tables.hook_deliveries, tables.memory_recalls)
    for table in own:
        conn.execute(delete(table).where(table.c.run_id.in_(ids)))
    turns.forget_turns(tx, ids)
    # A delivery is created from a row of `ended_runs`, so that table is cleared first.
    ended = (tables.ended_runs,) if notes else ()
    told = (tables.outgoing, tables.replies, tables.inbox_notices, tables.inbox_seen)
    for table in (*ended, *told):
        conn.execute(delete(table).where(table.c.run_id.in_(ids)))
    session_erasure.delete_traces(tx, erasure, [*ids, *memory_ids, *timer_ids])


def _remove(tx: Tx, workspace: int, chosen: Sequence[RowMapping]) -> None:
    """Delete the runs, and every reference to them."""
    conn, ids = tx.conn, [row["id"] for row in chosen]
    seqs = [row["seq"] for row in chosen]
    for row in chosen:
        nothing = {"workspace": workspace, "tags": {}}
        tx.dialect.set_tags(conn, _runs, row["seq"], row, nothing)
    conn.execute(delete(tables.run_texts).where(tables.run_texts.c.seq.in_(seqs)))
    conn.execute(delete(tables.agent_sessions).where(tables.agent_sessions.c.run_id.in_(ids)))
    fired = tables.occurrences  # kept without the run, so that the trigger does not fire again
    unlinked = {"run_id": None, "reason": None}
    conn.execute(update(fired).where(fired.c.run_id.in_(ids)).values(unlinked))
    notices, counted = tables.budget_notices, tables.budget_usage
    conn.execute(update(notices).where(notices.c.run_id.in_(ids)).values(run_id=None))
    conn.execute(delete(counted).where(counted.c.scope.in_(ids)))
    conn.execute(delete(_runs).where(_runs.c.seq.in_(seqs)))
    late = tables.unpacked
    conn.execute(delete(late).where(late.c.workspace == workspace, late.c.seq.in_(seqs)))
    remove_from_packs(tx, workspace, seqs)


def _empty(tx: Tx, workspace: int, chosen: Sequence[RowMapping], at: datetime) -> None:
    """Delete the content of the runs; origin, tags and figures stay."""
    conn, ids = tx.conn, [row["id"] for row in chosen]
    conn.execute(_EMPTY_RUN, [{**_kept_columns(row), "at": rows.to_ms(at)} for row in chosen])
    texts, sessions = tables.run_texts, tables.agent_sessions
    seqs = [row["seq"] for row in chosen]
    conn.execute(update(texts).where(texts.c.seq.in_(seqs)).values(text=""))
    delete_vocabularies(tx, workspace, seqs)
    place = {"cwd": None, "branch": None, "fingerprint": None}
    conn.execute(update(sessions).where(sessions.c.run_id.in_(ids)).values(place))
    last = _events.c.run_id.in_(ids) & _events.c.type.not_in(("queued", "started"))
    found = conn.execute(select(_events).where(last)).mappings().all()
    if found:
        conn.execute(_EMPTY_EVENT, [_kept_event(event) for event in found])


def _kept_columns(row: RowMapping) -> dict[str, Any]:
    run = kept_run(rows.run_of(row))
    return {
        "of": row["seq"],
        "as_spec": rows.spec_text(run.spec),
        "as_origin": rows.to_json(run.origin),
        "as_failure": rows.to_json(run.failure) if run.failure else None,
        "as_delivery": rows.to_json(run.delivery) if run.delivery else None,
        "as_envelope": rows.to_json(run.envelope) if run.envelope else None,
    }


def _kept_event(event: RowMapping) -> dict[str, Any]:
    data = rows.to_json(kept_data(rows.from_json(event["data"])))
    return {"of_run": event["run_id"], "of": event["seq"], "as_data": data}


_EMPTY_RUN = (
    update(_runs)
    .where(_runs.c.seq == bindparam("of"))
    .values(
        spec=bindparam("as_spec"),
        origin=bindparam("as_origin"),
        failure=bindparam("as_failure"),
        envelope=bindparam("as_envelope"),
        delivery=bindparam("as_delivery"),
        task="",
        erased_at=bindparam("at"),
        failure_reason=None,
        final_text=None,
        memory=None,
    )
)
_EMPTY_EVENT = (
    update(_events)
    .where(_events.c.run_id == bindparam("of_run"), _events.c.seq == bindparam("of"))
    .values(data=bindparam("as_data"))
)
