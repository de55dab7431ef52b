"""Saved views in SQL."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, delete, insert, select

from runwhy.core.queries.saved_views import SavedView
from runwhy.ports import IdempotencyKey
from runwhy.stores import tables
from runwhy.stores.accounts import accounts, audit
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Tx

_views = tables.saved_views


def add(tx: Tx, view: SavedView, *, once: IdempotencyKey | None = None) -> SavedView:
    """Add a view, or return the one that an earlier attempt of this request added."""
    first = accounts.find_earlier_result(tx, view.workspace, once, view.id, view.created_at)
    if first is not None:
        found = tx.conn.execute(select(_views).where(_views.c.id == first)).mappings().first()
        return _view_of(found) if found else view
    tx.conn.execute(insert(_views), _row(view))
    audit.record(tx, "view.added", view.workspace, view.id, after=view)
    return view


def list_views(conn: Connection, workspace: int) -> Sequence[SavedView]:
    """Return the views of a workspace, by name."""
    query = (
        select(_views).where(_views.c.workspace == workspace).order_by(_views.c.name, _views.c.id)
    )
    return [_view_of(row) for row in conn.execute(query).mappings()]


def remove(tx: Tx, workspace: int, id: str) -> bool:
    """Remove a view; return whether it existed."""
    query = delete(_views).where(_views.c.workspace == workspace, _views.c.id == id)
    row = tx.conn.execute(query.returning(_views)).mappings().first()
    if row is not None:
        audit.record(tx, "view.removed", workspace, id, before=_view_of(row))
    return row is not None


def _row(view: SavedView) -> dict[str, object]:
    return {
        "id": view.id,
        "workspace": view.workspace,
        "name": view.name,
        "page": view.page,
        "params": view.params,
        "created_by": view.created_by,
        "created_at": rows.to_ms(view.created_at),
    }


def _view_of(row: rows.Row) -> SavedView:
    return SavedView(
        id=row["id"],
        workspace=row["workspace"],
        name=row["name"],
        page=row["page"],
        params=row["params"],
        created_by=row["created_by"],
        created_at=rows.from_ms(row["created_at"]),
    )
