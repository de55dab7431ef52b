"""Received webhook deliveries in SQL, limited to the newest of each trigger."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, delete, select

from runwhy.core.triggers.trigger import HookDelivery
from runwhy.stores import tables
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.records import Records

_deliveries = tables.hook_deliveries
_records = Records(_deliveries, HookDelivery)


def add(tx: Tx, delivery: HookDelivery, *, keep: int) -> None:
    """Add a delivery, and delete the oldest beyond `keep`."""
    _records.insert(tx, delivery)
    mine = (_deliveries.c.trigger_id == delivery.trigger_id) & (
        _deliveries.c.verified == delivery.verified  # forged requests cannot displace real ones
    )
    newest = select(_deliveries.c.seq).where(mine).order_by(_deliveries.c.seq.desc())
    oldest = tx.conn.execute(newest.offset(keep).limit(1)).scalar()
    if oldest is not None:
        tx.conn.execute(delete(_deliveries).where(mine, _deliveries.c.seq <= oldest))


def get(conn: Connection, trigger_id: str, id: str) -> HookDelivery | None:
    """Return the delivery with this id."""
    mine = (_deliveries.c.trigger_id == trigger_id) & (_deliveries.c.id == id)
    return _records.first(conn, _records.select(mine))


def list_deliveries(conn: Connection, trigger_id: str) -> Sequence[HookDelivery]:
    """Return the stored deliveries of a trigger, newest first."""
    mine = _records.select(_deliveries.c.trigger_id == trigger_id)
    return _records.all(conn, mine.order_by(_deliveries.c.seq.desc()))
