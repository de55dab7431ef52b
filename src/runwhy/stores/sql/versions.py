"""Versions of the objects of a workspace: numbers for caches, which change with the objects."""

from __future__ import annotations

from sqlalchemy import Table, update

from runwhy.stores.sql.dialect import Tx


def change_version(tx: Tx, versions: Table, workspace: int) -> None:
    """Change the version of a workspace; this waits for other changes."""
    tx.budget_rules.pop(workspace, None)  # read again in this transaction
    tx.conn.execute(tx.dialect.insert_or_ignore(versions).values(workspace=workspace, version=0))
    mine = update(versions).where(versions.c.workspace == workspace)
    tx.conn.execute(mine.values(version=versions.c.version + 1))
