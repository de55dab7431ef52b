"""Transcript entries in SQL: each in its newest form, with streamed text in its own column."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import (
    Boolean,
    Connection,
    and_,
    bindparam,
    delete,
    false,
    insert,
    not_,
    select,
    update,
)

from runwhy.core.agents.coding_agents import AgentSession, EntryBatch
from runwhy.core.agents.transcripts import with_streamed
from runwhy.core.json import JsonObject
from runwhy.core.runs.events import NewEvent
from runwhy.core.runs.run import Run
from runwhy.core.runs.usage import Usage
from runwhy.ports import inbox_topics
from runwhy.stores import tables
from runwhy.stores.runs import approvals
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.prepared_statements import PreparedStatement
from runwhy.stores.sql.records import Codec, Records

_entries, _sessions = tables.entries, tables.agent_sessions
_read_usage = msgspec.json.Decoder(Usage).decode
_agent_sessions = Records(_sessions, AgentSession, used=Codec(rows.to_json, _read_usage))

CHUNK = 500  # ids per query

_MINE = (_entries.c.run_id == bindparam("of_run")) & (_entries.c.id == bindparam("of_entry"))
_ADD = PreparedStatement(insert(_entries))
_FILL = PreparedStatement(
    update(_entries)
    .where(_MINE)
    .values(
        data=bindparam("new_data"),
        grown=bindparam("new_grown"),
        ended=bindparam("is_over"),
        open=bindparam("is_open"),
    )
)
_KEEP_GROWN = PreparedStatement(
    update(_entries).where(_MINE).values(data=bindparam("new_data"), open=bindparam("is_open"))
)
_is_over = bindparam("is_over", type_=Boolean)
_GROW = PreparedStatement(
    update(_entries)
    .where(_MINE)
    .values(
        grown=_entries.c.grown + bindparam("more"),
        ended=_is_over,
        open=and_(_entries.c.open, not_(_is_over)),
    )
)
_OPEN = PreparedStatement(
    select(_entries)
    .where(_entries.c.run_id == bindparam("of_run"), _entries.c.open)
    .order_by(_entries.c.idx)
)
_CLOSE = PreparedStatement(
    update(_entries).where(_MINE).values(data=bindparam("new_data"), ended=_is_over, open=false())
)
_REMOVE = PreparedStatement(delete(_entries).where(_MINE))


def write(tx: Tx, run: Run, batch: EntryBatch) -> None:
    """Apply a batch of changes to a run's transcript."""
    for change in batch.changes:
        _apply(tx, run.id, change)
    if batch.session is not None:
        set_session(tx, run, batch.session)
    for approval in batch.approvals:
        approvals.add(tx, run.id, approval)
        tx.notify(*inbox_topics(run.workspace))


def _apply(tx: Tx, run_id: str, change: JsonObject) -> None:
    key = {"of_run": run_id, "of_entry": change["id"]}
    match change["type"]:
        case "delta":
            _GROW(tx.conn, {**key, "more": change["text"], "is_over": bool(change.get("last"))})
        case "retraction":
            _REMOVE(tx.conn, key)
        case _:
            _put(tx, key, change)


def _put(tx: Tx, key: dict[str, object], entry: JsonObject) -> None:
    """Write a whole entry. It replaces streamed text, except for a tool use without a result."""
    filled = {**key, "new_data": rows.to_json(entry), "is_open": _is_open(entry)}
    keeps = entry["type"] == "tool_use" and entry.get("result") is None
    if keeps:
        found = _KEEP_GROWN(tx.conn, filled)
    else:
        found = _FILL(tx.conn, {**filled, "new_grown": "", "is_over": False})
    if found.rowcount == 0:
        _ADD(tx.conn, _row(key["of_run"], entry))


def _row(run_id: object, entry: JsonObject) -> dict[str, object]:
    return {
        "run_id": run_id,
        "id": entry["id"],
        "idx": entry["index"],
        "data": rows.to_json(entry),
        "grown": "",
        "ended": False,
        "open": _is_open(entry),
    }


def add_missing(tx: Tx, run: Run, whole: Sequence[JsonObject]) -> set[object]:
    """Insert the entries that are not stored yet, in one statement, and return their ids."""
    ids = [entry["id"] for entry in whole]
    mine = select(_entries.c.id).where(_entries.c.run_id == run.id)
    known: set[object] = set()
    for at in range(0, len(ids), CHUNK):
        known.update(tx.conn.scalars(mine.where(_entries.c.id.in_(ids[at : at + CHUNK]))))
    missing = {entry["id"]: _row(run.id, entry) for entry in whole if entry["id"] not in known}
    if missing:
        _ADD(tx.conn, list(missing.values()))
    return set(missing)


def _is_open(entry: JsonObject) -> bool:
    return entry.get("status") == "running" or bool(entry.get("partial"))


def close_open(tx: Tx, run_id: str) -> list[NewEvent]:
    """Close the open entries of a run that ends, and return the events for its followers.

    As at the end of an agent's output, tools become interrupted, and text is kept.
    """
    events = []
    for row in _OPEN(tx.conn, {"of_run": run_id}).mappings():
        entry: dict[str, Any] = rows.from_json(row["data"])
        is_text = bool(entry.get("partial"))
        if entry.get("status") == "running":
            entry["status"] = "interrupted"
        key = {"of_run": run_id, "of_entry": row["id"]}
        _CLOSE(tx.conn, {**key, "new_data": rows.to_json(entry), "is_over": is_text})
        last = {"type": "delta", "id": row["id"], "text": "", "last": True}
        events.append(NewEvent(type="entry", data=last if is_text else entry))
    return events


def list_entries(
    conn: Connection, run_id: str, *, after: int = -1, limit: int = 200
) -> Sequence[dict[str, Any]]:
    """Return entries of a run in order, after an index."""
    query = select(_entries).where(_entries.c.run_id == run_id, _entries.c.idx > after)
    found = conn.execute(query.order_by(_entries.c.idx).limit(limit)).mappings()
    return [_entry_of(row) for row in found]


def entry_sizes(tx: Tx, run_id: str, *, after: int = -1, limit: int = 200) -> Sequence[int]:
    """Return the bytes of the entries that `list_entries` returns, as they are stored."""
    size = tx.dialect.size(_entries.c.data) + tx.dialect.size(_entries.c.grown)
    query = select(size).where(_entries.c.run_id == run_id, _entries.c.idx > after)
    return tx.conn.execute(query.order_by(_entries.c.idx).limit(limit)).scalars().all()


def _entry_of(row: rows.Row) -> dict[str, Any]:
    entry: dict[str, Any] = rows.from_json(row["data"])
    if row["grown"] or row["ended"]:
        return with_streamed(entry, row["grown"], ended=row["ended"])
    return entry


def set_session(tx: Tx, run: Run, session: AgentSession, *, fingerprint: str | None = None) -> None:
    """Insert or update the agent's own session behind a run."""
    values = {**_agent_sessions.row(session), "fingerprint": fingerprint}
    mine = update(_sessions).where(_sessions.c.run_id == run.id)
    if tx.conn.execute(mine.values(values)).rowcount == 0:
        whole = {"run_id": run.id, "workspace": run.workspace, **values}
        tx.conn.execute(insert(_sessions), whole)


def get_session(conn: Connection, run_id: str) -> AgentSession | None:
    """Return the agent's own session behind a run, if there is one."""
    return _agent_sessions.first(conn, _agent_sessions.select(_sessions.c.run_id == run_id))
