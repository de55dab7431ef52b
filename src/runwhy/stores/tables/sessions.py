"""Tables of sessions and their timers."""

from __future__ import annotations

from runwhy.stores.tables.schema import table

sessions = table(
    "sessions",
    seq=int,
    id=str,
    workspace=int,
    name=str,
    summary=str,
    search=str,
    status=str,
    agent_id=str,
    model_id=str,
    executor=str,
    spec=str,
    tags=dict,
    autonomy=str,
    version=int,
    created_at=int,
    last_used_at=int,
    ended_at=int,
    read_to=int,
    erased_at=int,
    labelled_by=str,
)

session_counters = table("session_counters", session_id=str, last_event=int)

timers = table(
    "timers",
    seq=int,
    id=str,
    workspace=int,
    session_id=str,
    type=str,
    asked_type=str,
    reason=str,
    key=str,
    fire_at=int,
    created_by=str,
    created_at=int,
    status=str,
    settled_at=int,
    code=str,
    note=str,
    run_id=str,
    cancelled_by=str,
    deferred_to=int,
    created_by_run=str,
)
