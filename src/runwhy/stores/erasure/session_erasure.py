"""Erasure of sessions in SQL: those whose runs are all erased, and those without runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, RowMapping, delete, func, select, update

from runwhy.core.erasure import (
    ERASED,
    EraseMode,
    Erasure,
    Phase,
    add_counts,
    add_digest,
    is_about_sessions,
    kept_spec,
)
from runwhy.core.queries import MAX_NUMBER, Query
from runwhy.core.queries.field_values import searched
from runwhy.core.runs.log import PartKind
from runwhy.core.runs.run import Status, is_terminal
from runwhy.ports import session_topic
from runwhy.stores import tables
from runwhy.stores.accounts import erasure_receipts
from runwhy.stores.erasure import run_data
from runwhy.stores.sql import rows
from runwhy.stores.sql.agent_names import resolve_agents
from runwhy.stores.sql.clauses import Clause, execute, is_one_of, select_where
from runwhy.stores.sql.conditions import RUNS, SESSIONS, Conditions
from runwhy.stores.sql.dialect import Tx
from runwhy.wire.specs import spec_of

_sessions, _runs, _events = tables.sessions, tables.runs, tables.events
_ENDED = is_one_of("status", [status.value for status in Status if is_terminal(status)])
_EMPTY = Clause(
    "sessions.erased_at IS NULL AND NOT EXISTS"
    " (SELECT 1 FROM runs WHERE runs.session_id = sessions.id)"
)


def find(tx: Tx, workspace: int, query: Query, limit: int, before: int | None) -> Mapping[int, str]:
    """Return the newest matching sessions without runs, as numbers and ids."""
    if not is_about_sessions(query):
        return {}
    below = MAX_NUMBER if before is None else before
    mine = Clause("sessions.workspace = ? AND sessions.seq < ?", (workspace, below))
    named = resolve_agents(tx.conn, workspace, query)
    condition = Conditions(tx.dialect.search, SESSIONS).of(named)
    wanted = mine & _EMPTY & Clause(f"({condition.text})", condition.values)
    found = execute(
        tx.conn, select_where("seq, id FROM sessions", wanted, "ORDER BY seq DESC LIMIT ?", limit)
    )
    return {row[0]: row[1] for row in found}


def find_emptied(
    tx: Tx, query: Query, mode: EraseMode, chosen: Sequence[RowMapping]
) -> Sequence[str]:
    """Return the sessions that lose all their runs, if their oldest run is one of `chosen`."""
    ids = sorted({row["session_id"] for row in chosen if row["session_id"] is not None})
    if not ids:
        return ()
    first = select(_runs.c.session_id, func.min(_runs.c.seq)).where(_runs.c.session_id.in_(ids))
    seqs = {row["seq"] for row in chosen}
    oldest = tx.conn.execute(first.group_by(_runs.c.session_id)).all()
    here = [id for id, seq in oldest if seq in seqs]
    condition = Conditions(tx.dialect.search, RUNS).of(query)
    stays = Clause(f"coalesce(NOT ({condition.text}), TRUE)", condition.values)
    if mode is EraseMode.CONTENT:
        stays = stays & Clause("runs.erased_at IS NULL")
    kept = Clause(f"({stays.text} OR NOT {_ENDED.text})", stays.values + _ENDED.values)
    wanted = select_where(
        "DISTINCT session_id FROM runs", is_one_of("runs.session_id", here) & kept
    )
    staying = {row[0] for row in execute(tx.conn, wanted)}
    return [id for id in here if id not in staying]


def lock_of_runs(tx: Tx, seqs: Sequence[int]) -> None:
    """Lock the sessions of these runs, so that no run starts in them until the commit."""
    theirs = select(_runs.c.session_id).where(_runs.c.seq.in_(seqs))
    query = select(_sessions.c.id).where(_sessions.c.id.in_(theirs)).order_by(_sessions.c.id)
    tx.conn.execute(tx.dialect.locked(query)).all()


def erase_after_runs(
    tx: Tx, erasure: Erasure, chosen: Sequence[RowMapping], at: datetime
) -> tuple[Counter[str], Sequence[str]]:
    """Erase the sessions that have no runs left, and remove derived content from the others."""
    firsts: dict[str, int] = {}
    for row in chosen:
        if row["session_id"] is not None:
            firsts[row["session_id"]] = min(row["seq"], firsts.get(row["session_id"], row["seq"]))
    if not firsts:
        return Counter(), ()
    left = select(_runs.c.session_id, func.min(_runs.c.seq)).where(_runs.c.session_id.in_(firsts))
    if erasure.mode is EraseMode.CONTENT:
        left = left.where(_runs.c.erased_at.is_(None))
    found = tx.conn.execute(left.group_by(_runs.c.session_id)).all()
    remaining = {row[0]: row[1] for row in found}
    for id, oldest in remaining.items():
        _delete_derived(tx, id, since=firsts[id])
        if firsts[id] < oldest:
            _delete_label(tx, id)
    gone = sorted(firsts.keys() - remaining.keys())
    return _erase(tx, erasure, gone, at), gone


def _delete_derived(tx: Tx, session_id: str, *, since: int) -> None:
    """Delete summaries and recalled memories of later runs, which may repeat erased content."""
    later = (_runs.c.session_id == session_id) & (_runs.c.seq > since)
    parts = tables.parts
    theirs = select(_runs.c.id).where(later)
    summaries = (parts.c.kind == PartKind.SUMMARY.value) & parts.c.run_id.in_(theirs)
    tx.conn.execute(delete(parts).where(summaries))
    follow_ups = later & (_runs.c.trigger == "timer") & _runs.c.memory.is_not(None)
    ids = tx.conn.execute(select(_runs.c.id).where(follow_ups)).scalars().all()
    if ids:
        recalled = _events.c.run_id.in_(ids) & (_events.c.type == "memory")
        tx.conn.execute(delete(_events).where(recalled))
        tx.conn.execute(update(_runs).where(_runs.c.id.in_(ids)).values(memory=None))


def _delete_label(tx: Tx, session_id: str) -> None:
    """Delete a session's label, which is the first message of an erased run."""
    mine = _sessions.c.id == session_id
    name = tx.conn.execute(select(_sessions.c.name).where(mine)).scalar()
    if name is not None:
        values = {"summary": "", "search": searched(name)}
        tx.conn.execute(update(_sessions).where(mine).values(values))


def erase_batch(tx: Tx, erasure: Erasure, found: Mapping[int, str], at: datetime) -> Erasure:
    """Erase these sessions and save the receipt; without sessions, advance to the indexes."""
    if not erasure_receipts.lock(tx, erasure):
        return erasure_receipts.get(tx.conn, erasure.workspace, erasure.id) or erasure
    if not found:
        return erasure_receipts.save(tx, replace(erasure, phase=Phase.INDEXES, place=None))
    query = select(_sessions.c.id).where(_sessions.c.seq.in_(found)).order_by(_sessions.c.id)
    ids = tx.conn.execute(tx.dialect.locked(query)).scalars().all()
    used = set(
        tx.conn.execute(select(_runs.c.session_id).where(_runs.c.session_id.in_(ids))).scalars()
    )
    free = [id for id in ids if id not in used]  # a run may have started since the search
    done = replace(
        erasure,
        place=min(found),
        counts=add_counts(erasure.counts, _erase(tx, erasure, free, at)),
        digest=add_digest(erasure.digest, free),
    )
    return erasure_receipts.save(tx, done)


def _erase(tx: Tx, erasure: Erasure, ids: Sequence[str], at: datetime) -> Counter[str]:
    if not ids:
        return Counter()
    conn, counts = tx.conn, run_data.count_session_data(tx, ids)
    timers, settings = tables.timers, tables.command_settings
    delete_commands(tx, tables.blocks.c.session_id.in_(ids))
    mine = delete(timers).where(timers.c.session_id.in_(ids)).returning(timers.c.id)
    gone = conn.execute(mine).scalars().all()
    conn.execute(delete(settings).where(settings.c.session_id.in_(ids)))
    delete_traces(tx, erasure, [*ids, *gone])
    named = select(tables.triggers.c.session_id).where(tables.triggers.c.session_id.in_(ids))
    kept = set(conn.execute(named).scalars()) if erasure.mode is EraseMode.ALL else set(ids)
    _empty(tx, sorted(kept), at)
    _remove(tx, [id for id in ids if id not in kept])
    tx.notify(*(session_topic(id) for id in ids))
    return counts


def _empty(tx: Tx, ids: Sequence[str], at: datetime) -> None:
    """Delete the content of sessions that stay, for example because a trigger uses them."""
    query = select(_sessions.c.id, _sessions.c.spec).where(_sessions.c.id.in_(ids))
    for id, spec in tx.conn.execute(query).all():
        values = {"name": "", "summary": "", "search": "", "erased_at": rows.to_ms(at)}
        values["spec"] = rows.spec_text(kept_spec(spec_of(rows.from_json(spec))))
        tx.conn.execute(update(_sessions).where(_sessions.c.id == id).values(values))


def _remove(tx: Tx, ids: Sequence[str]) -> None:
    conn, counters, channels = tx.conn, tables.session_counters, tables.channel_sessions
    for row in conn.execute(select(_sessions).where(_sessions.c.id.in_(ids))).mappings().all():
        nothing = {"workspace": row["workspace"], "tags": {}}
        tx.dialect.set_tags(conn, _sessions, row["seq"], row, nothing)
    for table in (counters, channels):
        conn.execute(delete(table).where(table.c.session_id.in_(ids)))
    conn.execute(delete(_events).where(_events.c.session_id.in_(ids)))
    conn.execute(delete(_sessions).where(_sessions.c.id.in_(ids)))


def delete_commands(tx: Tx, which: ColumnElement[bool]) -> None:
    """Delete commands with their output, and their events, which have the command's id."""
    blocks = tables.blocks
    ids = tx.conn.execute(select(blocks.c.id).where(which)).scalars().all()
    if ids:
        tx.conn.execute(delete(_events).where(_events.c.run_id.in_(ids)))
        tx.conn.execute(delete(blocks).where(blocks.c.id.in_(ids)))


def delete_traces(tx: Tx, erasure: Erasure, ids: Sequence[str]) -> None:
    """Delete stored answers about erased things, and the details in their audit entries."""
    answers, audit = tables.answers, tables.audit
    tx.conn.execute(delete(answers).where(answers.c.result_id.in_(ids)))
    mine = (audit.c.workspace == erasure.workspace) & audit.c.subject.in_(ids)
    erased = rows.to_json({ERASED: erasure.id})
    for column in (audit.c.before, audit.c.after):
        values: dict[Any, Any] = {column: erased}
        tx.conn.execute(update(audit).where(mine, column.is_not(None)).values(values))
