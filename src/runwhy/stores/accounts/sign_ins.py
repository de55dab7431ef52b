"""Sign-ins in SQL, shared by all servers on one database."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, delete, insert, or_, select, update

from runwhy.core.accounts.sign_ins import SignIn
from runwhy.core.accounts.workspaces import Key
from runwhy.stores import tables
from runwhy.stores.accounts import audit
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Tx

_sign_ins, _keys = tables.sign_ins, tables.keys


def add(tx: Tx, sign_in: SignIn, key: Key) -> None:
    """Add a sign-in with this key."""
    row = {
        "hash": sign_in.hash,
        "key_id": sign_in.key_id,
        "created_at": rows.to_ms(sign_in.created_at),
        "used_at": rows.to_ms(sign_in.used_at),
        "ends_at": rows.to_ms(sign_in.ends_at),
    }
    tx.conn.execute(insert(_sign_ins), row)
    audit.record(tx, "signin.opened", key.workspace, key.id)


def find(conn: Connection, hash: str) -> tuple[SignIn, Key] | None:
    """Return the sign-in with this hash and its key, unless the key is revoked."""
    query = select(_sign_ins).where(_sign_ins.c.hash == hash)
    row = conn.execute(query).mappings().first()
    if row is None:
        return None
    mine = (_keys.c.id == row["key_id"]) & _keys.c.revoked_at.is_(None)
    key = conn.execute(select(_keys).where(mine)).mappings().first()
    return None if key is None else (_sign_in_of(row), rows.key_of(key))


def record_use(tx: Tx, hash: str, *, at: datetime) -> None:
    """Store when a sign-in was last used."""
    query = update(_sign_ins).where(_sign_ins.c.hash == hash)
    tx.conn.execute(query.values(used_at=rows.to_ms(at)))


def remove(tx: Tx, hash: str, key: Key) -> None:
    """End a sign-in."""
    if tx.conn.execute(delete(_sign_ins).where(_sign_ins.c.hash == hash)).rowcount:
        audit.record(tx, "signin.closed", key.workspace, key.id)


def limit(tx: Tx, key_id: str, until: datetime) -> None:
    """Make all sign-ins with a key end at this time at the latest."""
    last = rows.to_ms(until)
    mine = (_sign_ins.c.key_id == key_id) & (_sign_ins.c.ends_at > last)
    tx.conn.execute(update(_sign_ins).where(mine).values(ends_at=last))


def forget(tx: Tx, *, unused_since: datetime, at: datetime) -> int:
    """Delete the sign-ins that have ended; return how many."""
    unused = _sign_ins.c.used_at < rows.to_ms(unused_since)
    ended = or_(unused, _sign_ins.c.ends_at <= rows.to_ms(at))
    return tx.conn.execute(delete(_sign_ins).where(ended)).rowcount


def _sign_in_of(row: rows.Row) -> SignIn:
    return SignIn(
        hash=row["hash"],
        key_id=row["key_id"],
        created_at=rows.from_ms(row["created_at"]),
        used_at=rows.from_ms(row["used_at"]),
        ends_at=rows.from_ms(row["ends_at"]),
    )
