"""Received webhook deliveries in SQL, limited to the newest of each trigger."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, delete, insert, select

from runwhy.core.triggers.trigger import HookDelivery
from runwhy.stores import tables
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Tx

_deliveries = tables.hook_deliveries


def add(tx: Tx, delivery: HookDelivery, *, keep: int) -> None:
    """Add a delivery, and delete the oldest beyond `keep`."""
    tx.conn.execute(insert(_deliveries), _row(delivery))
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
    row = conn.execute(select(_deliveries).where(mine)).mappings().first()
    return _delivery_of(row) if row else None


def list_deliveries(conn: Connection, trigger_id: str) -> Sequence[HookDelivery]:
    """Return the stored deliveries of a trigger, newest first."""
    query = select(_deliveries).where(_deliveries.c.trigger_id == trigger_id)
    found = conn.execute(query.order_by(_deliveries.c.seq.desc()))
    return [_delivery_of(row) for row in found.mappings()]


def _row(delivery: HookDelivery) -> dict[str, object]:
    return {
        "id": delivery.id,
        "trigger_id": delivery.trigger_id,
        "key": delivery.key,
        "headers": rows.to_json(delivery.headers),
        "body": delivery.body,
        "verified": delivery.verified,
        "outcome": delivery.outcome,
        "problem": delivery.problem,
        "run_id": delivery.run_id,
        "replay_of": delivery.replay_of,
        "at": rows.to_ms(delivery.at),
    }


def _delivery_of(row: rows.Row) -> HookDelivery:
    return HookDelivery(
        id=row["id"],
        trigger_id=row["trigger_id"],
        key=row["key"],
        headers=rows.from_json(row["headers"]),
        body=row["body"],
        verified=bool(row["verified"]),
        outcome=row["outcome"],
        problem=row["problem"],
        run_id=row["run_id"],
        replay_of=row["replay_of"],
        at=rows.from_ms(row["at"]),
    )
