"""Table definitions for building queries, one area per file; migrations create the tables."""

from runwhy.stores.tables.accounts import (
    agents,
    answers,
    audit,
    keys,
    saved_views,
    secrets,
    sign_ins,
    workspaces,
)
from runwhy.stores.tables.blocks import blocks, command_settings
from runwhy.stores.tables.entries import agent_sessions, approvals, entries
from runwhy.stores.tables.erasure import erasures, moves, retention_rules
from runwhy.stores.tables.memories import memories, memory_spaces
from runwhy.stores.tables.queue import jobs, leases, workers
from runwhy.stores.tables.runs import events, parts, run_texts, runs
from runwhy.stores.tables.schema import SCHEMA
from runwhy.stores.tables.search import pack_columns, packers, packs, unpacked
from runwhy.stores.tables.sessions import session_counters, sessions, timers
from runwhy.stores.tables.subscriptions import ended_runs, outgoing, subscriptions
from runwhy.stores.tables.triggers import (
    channel_sessions,
    hook_deliveries,
    occurrences,
    replies,
    triggers,
)

__all__ = [
    "SCHEMA",
    "agent_sessions",
    "agents",
    "answers",
    "approvals",
    "audit",
    "blocks",
    "channel_sessions",
    "command_settings",
    "ended_runs",
    "entries",
    "erasures",
    "events",
    "hook_deliveries",
    "jobs",
    "keys",
    "leases",
    "memories",
    "memory_spaces",
    "moves",
    "occurrences",
    "outgoing",
    "pack_columns",
    "packers",
    "packs",
    "parts",
    "replies",
    "retention_rules",
    "run_texts",
    "runs",
    "saved_views",
    "secrets",
    "session_counters",
    "sessions",
    "sign_ins",
    "subscriptions",
    "timers",
    "triggers",
    "unpacked",
    "workers",
    "workspaces",
]
