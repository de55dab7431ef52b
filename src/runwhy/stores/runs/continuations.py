"""Statements that find the runs which continue a run, such as with the results of its calls."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, select

from runwhy.core.runs.run import Run
from runwhy.stores import tables
from runwhy.stores.sql import rows

SHOWN = 20

_runs = tables.runs


def list_continuations(conn: Connection, run: Run) -> Sequence[Run]:
    """Return the first runs that continue a run, oldest first."""
    mine = (_runs.c.workspace == run.workspace) & (_runs.c.continues == run.id)
    query = select(_runs).where(mine).order_by(_runs.c.seq).limit(SHOWN)
    return [rows.run_of(row) for row in conn.execute(query).mappings()]
