"""Tables of the durable queue, its workers, and leases."""

from __future__ import annotations

from runwhy.stores.tables.schema import table

jobs = table(
    "jobs",
    run_id=str,
    seq=int,
    workspace=int,
    lane=str,
    worker=str,
    attempt=int,
    cancelled=bool,
    last_event=int,
    last_part=int,
    created_at=int,
    crashes=int,
    crashes_since_part=int,
    not_before=int,
)

workers = table("workers", id=str, name=str, started_at=int, beat_at=int)

leases = table("leases", name=str, holder=str, until=int)
