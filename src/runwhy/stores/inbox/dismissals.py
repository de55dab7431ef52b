"""Dismissals of inbox items in SQL."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, delete, insert

from runwhy.core.inbox.items import Dismissal
from runwhy.ports import inbox_topics
from runwhy.stores import tables
from runwhy.stores.accounts import audit
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.records import Codec, Records

_dismissals = tables.inbox_dismissals
_records = Records(
    _dismissals,
    Dismissal,
    by=Codec(str, str, "dismissed_by"),
    at=Codec(rows.to_ms, rows.from_ms, "dismissed_at"),
)


def list_dismissals(conn: Connection, workspace: int) -> Sequence[Dismissal]:
    """Return the dismissals of a workspace."""
    return _records.all(conn, _records.select(_dismissals.c.workspace == workspace))


def dismiss_item(tx: Tx, workspace: int, dismissal: Dismissal) -> None:
    """Dismiss an item, instead of any earlier dismissal."""
    mine = _dismissals.c.item_id == dismissal.item_id
    tx.conn.execute(delete(_dismissals).where(_dismissals.c.workspace == workspace, mine))
    row = {"workspace": workspace, **_records.row(dismissal)}
    tx.conn.execute(insert(_dismissals), row)
    tx.notify(*inbox_topics(workspace))
    audit.record(tx, "inbox.dismissed", workspace, dismissal.item_id, after={"by": dismissal.by})
