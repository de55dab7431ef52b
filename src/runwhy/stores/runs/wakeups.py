"""Wake-ups in SQL: a run that an engine has suspended continues when a server wakes it."""

from __future__ import annotations

from sqlalchemy import update

from runwhy.ports import RELAY_TOPIC
from runwhy.stores import tables
from runwhy.stores.runs.limits import RESUMING
from runwhy.stores.sql.dialect import Tx

NOW = 0  # a `relay_at` that is always due
_jobs = tables.jobs


def wake(tx: Tx, run_id: str) -> None:
    """Let a server wake a run that is suspended, and keep its places under limits for it."""
    suspended = (_jobs.c.run_id == run_id, _jobs.c.awakeable.is_not(None))
    tx.conn.execute(update(_jobs).where(*suspended).values(relay_at=NOW, idle=RESUMING))
    tx.notify(RELAY_TOPIC)
