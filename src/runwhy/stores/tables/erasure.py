"""Tables of erasures, retention rules and workspace imports."""

from __future__ import annotations

from runwhy.stores.tables.schema import table

erasures = table(
    "erasures",
    seq=int,
    id=str,
    workspace=int,
    query=str,
    hide_query=bool,
    mode=str,
    rule_id=str,
    actor_kind=str,
    actor_id=str,
    actor_name=str,
    total=int,
    phase=str,
    place=int,
    counts=str,
    digest=str,
    created_at=int,
    finished_at=int,
)

retention_rules = table(
    "retention_rules",
    id=str,
    workspace=int,
    name=str,
    query=str,
    age_seconds=int,
    mode=str,
    created_by=str,
    created_at=int,
    applied_at=int,
)

moves = table("moves", id=str, workspace=int, shift=int, done=int, started_at=int, finished_at=int)
