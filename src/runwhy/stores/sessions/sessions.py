"""Sessions in SQL, and the replies in them that are unread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection, func, insert, select, update

from runwhy.core.queries.field_values import searched, session_subject
from runwhy.core.requests.plan import SessionUse
from runwhy.core.runs.run import Run
from runwhy.core.runs.usage import Usage
from runwhy.core.sessions.session import Session, SessionPatch, SessionStatus, apply_patch
from runwhy.errors import NotFound
from runwhy.ports import IdempotencyKey, resources_topic, session_topic
from runwhy.stores import tables
from runwhy.stores.accounts import audit
from runwhy.stores.accounts.idempotency import find_earlier_result
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.records import Records

_sessions, _runs, _counters = tables.sessions, tables.runs, tables.session_counters
records = Records(_sessions, Session)
NULLABLE = ("cost", "first_token")  # totals that may be unknown


def add_session(tx: Tx, session: Session, *, once: IdempotencyKey | None = None) -> Session:
    """Add a session, or return the one that an earlier attempt of this request added."""
    first = find_earlier_result(tx, session.workspace, once, session.id, session.created_at)
    if first is not None:
        return _must_get(tx, session.workspace, first)
    row = _row(session, tx.vault.seal)
    seq = tx.conn.execute(insert(_sessions).returning(_sessions.c.seq), row).scalar_one()
    tx.dialect.add_tags(tx.conn, _sessions, seq, row)
    counts = {column.name: 0 for column in _counters.columns if column.name not in NULLABLE}
    tx.conn.execute(insert(_counters), {**counts, "session_id": session.id})
    tx.notify(resources_topic(session.workspace))
    return replace(session, seq=seq)


def _row(session: Session, seal: rows.Seal) -> dict[str, object]:
    seen = session_subject(session)
    found_by = {"agent_id": seen.agent, "model_id": seen.model, "executor": seen.executor}
    return {**records.row(session, seal), **found_by, "search": seen.text}


def get(tx: Tx, workspace: int, id: str, *, lock: bool = False) -> Session | None:
    """Return the session with this id; `lock` locks it until the transaction ends."""
    query = records.select(_sessions.c.id == id, _sessions.c.workspace == workspace)
    return records.first(tx.conn, tx.dialect.locked(query) if lock else query)


def _must_get(tx: Tx, workspace: int, id: str, *, lock: bool = False) -> Session:
    session = get(tx, workspace, id, lock=lock)
    if session is None:
        raise NotFound(f"no session {id}")
    return session


def touch(tx: Tx, session: Session, run: Run, use: SessionUse) -> None:
    """Store that a run used a session."""
    values: dict[str, object] = {"last_used_at": rows.to_ms(use.at)}
    if use.reads_all:
        values["read_to"] = run.seq - 1
    if use.summary:
        search = searched(session.name, use.summary)
        values |= {"summary": use.summary, "search": search, "labelled_by": run.id}
    tx.conn.execute(update(_sessions).where(_sessions.c.id == session.id).values(values))


def patch_session(tx: Tx, workspace: int, id: str, patch: SessionPatch) -> Session:
    """Apply a patch, with the row locked. Raises: NotFound, Conflict, InvalidInput."""
    old = _must_get(tx, workspace, id, lock=True)
    return _set(tx, old, apply_patch(old, patch))


def _set(tx: Tx, old: Session, new: Session) -> Session:
    row = _row(new, tx.vault.seal)
    tx.conn.execute(update(_sessions).where(_sessions.c.seq == old.seq).values(row))
    if old.tags != new.tags:
        tx.dialect.set_tags(tx.conn, _sessions, old.seq, records.row(old), row)
    ended = new.status is not old.status
    action = "session.ended" if ended else "session.changed"
    audit.record(tx, action, old.workspace, old.id, before=old, after=new)
    tx.notify(session_topic(old.id))
    return new


def close(tx: Tx, workspace: int, id: str, *, at: datetime) -> tuple[Session, bool]:
    """End a session; return whether it was still active."""
    old = _must_get(tx, workspace, id, lock=True)
    if old.status is SessionStatus.ENDED:
        return old, False
    ended = replace(old, status=SessionStatus.ENDED, ended_at=at, version=old.version + 1)
    return _set(tx, old, ended), True


def unread(conn: Connection, workspace: int, ids: Sequence[str]) -> Mapping[str, int]:
    """Return the number of unread replies of each session that has any.

    Generated prompts do not count as messages, but the replies to them do.
    """
    unseen = (_runs.c.session_id == _sessions.c.id) & (_runs.c.seq > _sessions.c.read_to)
    query = (
        select(_sessions.c.id, func.count())
        .join(_runs, unseen)
        .where(_sessions.c.workspace == workspace, _sessions.c.id.in_(ids))
        .where(_runs.c.final_text != "", _runs.c.rolled_back.is_(False))
        .group_by(_sessions.c.id)
    )
    return {row[0]: row[1] for row in conn.execute(query)}


def usage(conn: Connection, workspace: int, ids: Sequence[str]) -> Mapping[str, Usage]:
    """Return the usage of the ended runs of each session."""
    mine = _sessions.c.id == _counters.c.session_id
    query = (
        select(_counters)
        .join(_sessions, mine)
        .where(_sessions.c.workspace == workspace, _counters.c.session_id.in_(ids))
    )
    found = conn.execute(query).mappings()
    return {
        row["session_id"]: Usage(
            tokens=rows.tokens_of(row),
            cost=rows.cost_of(row),
            first_token_ms=row["first_token"],
        )
        for row in found
    }


def mark_read(tx: Tx, workspace: int, id: str, run_id: str | None) -> int:
    """Mark a session as read up to a run, or completely; return the number of unread replies.

    Raises: NotFound.
    """
    mine = (_runs.c.session_id == id) & (_runs.c.workspace == workspace)
    ended = select(func.max(_runs.c.seq)).where(mine, _runs.c.finished_at.is_not(None))
    if run_id is not None:
        ended = select(_runs.c.seq).where(mine, _runs.c.id == run_id)
    seq = tx.conn.execute(ended).scalar()
    if seq is None and run_id is not None:
        raise NotFound(f"no run {run_id} in session {id}")
    set_read(tx, id, seq or 0)
    return unread(tx.conn, workspace, [id]).get(id, 0)


def set_read(tx: Tx, session_id: str, seq: int) -> None:
    """Mark all runs up to a number as read, unless more is read already."""
    earlier = (_sessions.c.id == session_id) & (_sessions.c.read_to < seq)
    tx.conn.execute(update(_sessions).where(earlier).values(read_to=seq))
