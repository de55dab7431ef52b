"""Tables of triggers, occurrences, webhook deliveries and channels."""

from __future__ import annotations

from runwhy.stores.tables.schema import table

triggers = table(
    "triggers",
    id=str,
    workspace=int,
    kind=str,
    name=str,
    enabled=bool,
    note=str,
    tags=str,
    spec=str,
    agent_id=str,
    session_id=str,
    prompt=str,
    config=str,
    secret=str,
    next_at=int,
    resumed_at=int,
    cursor=int,
    version=int,
    created_by=str,
    created_at=int,
    updated_at=int,
)

occurrences = table(
    "occurrences",
    seq=int,
    trigger_id=str,
    key=str,
    status=str,
    planned_at=int,
    until=int,
    count=int,
    reason=str,
    run_id=str,
    at=int,
    answered=bool,
    reply_id=int,
    reply_parts=int,
)

channel_sessions = table("channel_sessions", trigger_id=str, key=str, session_id=str)

replies = table(
    "replies",
    run_id=str,
    trigger_id=str,
    conversation=str,
    message_id=int,
    is_open=bool,
    next_at=int,
)

hook_deliveries = table(
    "hook_deliveries",
    seq=int,
    id=str,
    trigger_id=str,
    key=str,
    headers=str,
    body=str,
    verified=bool,
    outcome=str,
    problem=str,
    run_id=str,
    replay_of=str,
    at=int,
)
