"""Tables of workspaces, keys, agents, saved views, secrets and the audit log."""

from __future__ import annotations

from runwhy.stores.tables.schema import table

workspaces = table("workspaces", id=int, slug=str, name=str, created_at=int)

keys = table(
    "keys",
    id=str,
    workspace=int,
    name=str,
    hash=str,
    hint=str,
    client=str,
    scopes=str,
    tags=str,
    created_at=int,
    revoked_at=int,
    old_hash=str,
    old_until=int,
)

agents = table(
    "agents",
    id=str,
    workspace=int,
    name=str,
    spec=str,
    version=int,
    created_at=int,
    updated_at=int,
)

saved_views = table(
    "saved_views",
    id=str,
    workspace=int,
    name=str,
    page=str,
    params=str,
    created_by=str,
    created_at=int,
)

sign_ins = table("sign_ins", hash=str, key_id=str, created_at=int, used_at=int, ends_at=int)

secrets = table("secrets", name=str, value=str)

answers = table(
    "answers", workspace=int, route=str, key=str, fingerprint=str, result_id=str, at=int
)

audit = table(
    "audit",
    seq=int,
    workspace=int,
    at=int,
    actor_kind=str,
    actor_id=str,
    actor_name=str,
    action=str,
    subject=str,
    before=str,
    after=str,
)
