"""Channels in SQL: read positions, sessions of conversations, and leases of readers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, delete, insert, or_, select, update

from runwhy.core.triggers.trigger import Occurrence
from runwhy.stores import tables
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.triggers.occurrences import occurrence_of

_occurrences, _triggers = tables.occurrences, tables.triggers
_sessions, _leases = tables.channel_sessions, tables.leases


def list_unanswered(conn: Connection, trigger_id: str) -> Sequence[Occurrence]:
    """Return messages whose reply was not sent completely, oldest first."""
    waiting = (_occurrences.c.trigger_id == trigger_id) & ~_occurrences.c.answered
    query = select(_occurrences).where(waiting).order_by(_occurrences.c.seq)
    return [occurrence_of(row) for row in conn.execute(query).mappings()]


def note_reply(tx: Tx, occurrence: Occurrence) -> None:
    """Store how much of a reply was sent."""
    mine = (_occurrences.c.trigger_id == occurrence.trigger_id) & (
        _occurrences.c.key == occurrence.key
    )
    sent = {
        "answered": occurrence.answered,
        "reply_id": occurrence.reply_id,
        "reply_parts": occurrence.reply_parts,
    }
    tx.conn.execute(update(_occurrences).where(mine).values(**sent))


def move_cursor(tx: Tx, trigger_id: str, cursor: int) -> None:
    """Store how far a channel was read."""
    mine = _triggers.c.id == trigger_id
    tx.conn.execute(update(_triggers).where(mine).values(cursor=cursor))


def get_session(conn: Connection, trigger_id: str, key: str) -> str | None:
    """Return the session of a conversation."""
    mine = (_sessions.c.trigger_id == trigger_id) & (_sessions.c.key == key)
    found: str | None = conn.execute(select(_sessions.c.session_id).where(mine)).scalar()
    return found


def set_session(tx: Tx, trigger_id: str, key: str, session_id: str) -> None:
    """Assign a session to a conversation."""
    mine = (_sessions.c.trigger_id == trigger_id) & (_sessions.c.key == key)
    tx.conn.execute(delete(_sessions).where(mine))
    row = {"trigger_id": trigger_id, "key": key, "session_id": session_id}
    tx.conn.execute(insert(_sessions), row)


def hold_lease(tx: Tx, name: str, holder: str, seconds: float, at: datetime) -> bool:
    """Acquire or renew a lease; return whether this holder has it."""
    now = tx.dialect.now_ms(at)
    until = now + round(seconds * 1000)
    row = {"name": name, "holder": holder, "until": 0}
    tx.conn.execute(tx.dialect.insert_or_ignore(_leases), row)
    free = or_(_leases.c.holder == holder, _leases.c.until < now)
    taken = update(_leases).where(_leases.c.name == name, free)
    return tx.conn.execute(taken.values(holder=holder, until=until)).rowcount == 1


def drop_lease(tx: Tx, name: str, holder: str) -> None:
    """Release a lease, so that another server can take it immediately."""
    tx.conn.execute(delete(_leases).where(_leases.c.name == name, _leases.c.holder == holder))
