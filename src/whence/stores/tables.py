"""The tables, as queries are built from them; the migrations are what makes them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, BigInteger, Boolean, Column, LargeBinary, MetaData, Table, Text
from sqlalchemy.dialects.postgresql import JSONB

_schema = MetaData()
_TagsJson = JSON().with_variant(JSONB(), "postgresql")


def _table(table: str, /, **columns: type) -> Table:
    types: dict[type, Any] = {
        int: BigInteger,
        bool: Boolean,
        str: Text,
        dict: _TagsJson,
        bytes: LargeBinary,
    }
    return Table(table, _schema, *(Column(column, types[t]) for column, t in columns.items()))


workspaces = _table("workspaces", id=int, slug=str, name=str, created_at=int)

keys = _table(
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

agents = _table(
    "agents",
    id=str,
    workspace=int,
    name=str,
    spec=str,
    version=int,
    created_at=int,
    updated_at=int,
)

sessions = _table(
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
)

session_counters = _table("session_counters", session_id=str, last_event=int)

runs = _table(
    "runs",
    seq=int,
    id=str,
    workspace=int,
    session_id=str,
    status=str,
    trigger=str,
    trigger_id=str,
    actor=str,
    agent_id=str,
    model_id=str,
    executor=str,
    tags=dict,
    tag_sources=str,
    origin=str,
    spec=str,
    model=str,
    input_tokens=int,
    cached_tokens=int,
    reasoning_tokens=int,
    output_tokens=int,
    turns=int,
    final_text=str,
    failure=str,
    failure_reason=str,
    error=str,
    envelope=str,
    memory=str,
    parent_run_id=str,
    root_run_id=str,
    attempt=int,
    rolled_back=bool,
    trace=str,
    created_at=int,
    started_at=int,
    finished_at=int,
    erased_at=int,
)

parts = _table(
    "parts",
    run_id=str,
    idx=int,
    kind=str,
    role=str,
    provenance=str,
    text=str,
    extra=str,
    at=int,
)

events = _table(
    "events",
    run_id=str,
    seq=int,
    session_id=str,
    session_seq=int,
    type=str,
    data=str,
    at=int,
)

jobs = _table(
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
)

workers = _table("workers", id=str, name=str, started_at=int, beat_at=int)

answers = _table(
    "answers", workspace=int, route=str, key=str, fingerprint=str, result_id=str, at=int
)

secrets = _table("secrets", name=str, value=str)

saved_views = _table(
    "saved_views",
    id=str,
    workspace=int,
    name=str,
    page=str,
    params=str,
    created_by=str,
    created_at=int,
)

run_texts = _table("run_texts", seq=int, text=str)

packs = _table(
    "packs",
    workspace=int,
    number=int,
    size=int,
    first_seq=int,
    last_seq=int,
    first_created=int,
    last_created=int,
    packed_to=int,
)

pack_columns = _table(
    "pack_columns", workspace=int, pack=int, name=str, filled=int, codes=bytes, texts=bytes
)

unpacked = _table("unpacked", workspace=int, seq=int)

packers = _table("packers", workspace=int, changes=int)

triggers = _table(
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

occurrences = _table(
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

channel_sessions = _table("channel_sessions", trigger_id=str, key=str, session_id=str)

leases = _table("leases", name=str, holder=str, until=int)

hook_deliveries = _table(
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

blocks = _table(
    "blocks",
    seq=int,
    id=str,
    workspace=int,
    session_id=str,
    terminal_id=str,
    actor=str,
    cmd=str,
    cwd=str,
    exit_code=int,
    status=str,
    started_at=int,
    ended_at=int,
    output=str,
    lines_total=int,
    bytes_total=int,
    place=str,
    run_id=str,
)

command_settings = _table("command_settings", session_id=str, attach=bool)

memory_spaces = _table("memory_spaces", id=int, workspace=int, agent=str, person=str)

memories = _table(
    "memories",
    seq=int,
    id=str,
    workspace=int,
    space=int,
    text=str,
    source=str,
    terms=str,
    gist=str,
    run_id=str,
    vector=bytes,
    vector_of=str,
    created_at=int,
    updated_at=int,
)

subscriptions = _table(
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
)

timers = _table(
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
)

ended_runs = _table("ended_runs", run_id=str, workspace=int)

outgoing = _table(
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

entries = _table("entries", run_id=str, id=str, idx=int, data=str, grown=str, ended=bool)

agent_sessions = _table(
    "agent_sessions",
    run_id=str,
    workspace=int,
    agent=str,
    agent_session=str,
    cwd=str,
    branch=str,
    model=str,
    fingerprint=str,
)

approvals = _table(
    "approvals",
    run_id=str,
    id=str,
    asked=str,
    asked_at=int,
    decision=str,
    reason=str,
    decided_by=str,
    decided_at=int,
)

audit = _table(
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

erasures = _table(
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

retention_rules = _table(
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

moves = _table("moves", id=str, workspace=int, shift=int, done=int, started_at=int, finished_at=int)
