"""Unread replies of sessions: those after the newest one that a user has seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, func, select, update

from runwhy.errors import NotFound
from runwhy.stores import tables
from runwhy.stores.sql.dialect import Tx

_runs, _sessions = tables.runs, tables.sessions


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
