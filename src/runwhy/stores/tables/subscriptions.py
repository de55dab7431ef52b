"""Tables of subscriptions and outgoing deliveries."""

from __future__ import annotations

from runwhy.stores.tables.schema import table

subscriptions = table(
    "subscriptions",
    id=str,
    workspace=int,
    name=str,
    url=str,
    query=str,
    enabled=bool,
    note=str,
    secret=str,
    previous_secret=str,
    previous_until=int,
    created_by=str,
    created_at=int,
    updated_at=int,
    key_id=str,
    tags=str,  # not used: always the default
)

ended_runs = table("ended_runs", run_id=str, workspace=int)

outgoing = table(
    "outgoing",
    seq=int,
    id=str,
    subscription_id=str,
    run_id=str,
    type=str,
    payload=str,
    status=str,
    attempts=int,
    next_at=int,
    last_status=int,
    last_error=str,
    created_at=int,
    delivered_at=int,
)
