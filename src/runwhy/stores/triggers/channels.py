"""Channels in SQL: read positions, sessions of conversations, and leases of readers."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, delete, insert, or_, select, update

from runwhy.stores import tables
from runwhy.stores.sql.dialect import Tx

_triggers, _sessions, _leases = tables.triggers, tables.channel_sessions, tables.leases


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


def hold_lease(tx: Tx, name: str, holder: str, *, seconds: float, at: datetime) -> bool:
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
