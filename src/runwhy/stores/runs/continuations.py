"""Statements that find the runs which continue a run, such as with the results of its calls."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, select

from runwhy.core.requests.completion import CONTINUES
from runwhy.core.runs.run import Run
from runwhy.stores import tables
from runwhy.stores.sql import rows

WITHIN = 10_000  # runs after a run that are searched; a continuation usually follows soon
SHOWN = 20

_runs = tables.runs


def list_continuations(conn: Connection, run: Run) -> Sequence[Run]:
    """Return the first runs that continue a run, oldest first.

    Only the next runs of the workspace are searched, because no index has the facts of an origin.
    """
    later = (_runs.c.workspace == run.workspace) & (_runs.c.seq > run.seq)
    after = select(_runs).where(later).order_by(_runs.c.seq).limit(WITHIN).subquery()
    named = after.c.origin.contains(f'"{run.id}"', autoescape=True)
    query = select(after).where(named).order_by(after.c.seq)
    found = [rows.run_of(row) for row in conn.execute(query).mappings()]
    return [one for one in found if one.origin.facts.get(CONTINUES) == run.id][:SHOWN]
