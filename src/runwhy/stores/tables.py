"""Table definitions for building queries; migrations create the tables."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, BigInteger, Boolean, Column, LargeBinary, MetaData, Table, Text
from sqlalchemy.dialects.postgresql import JSONB

SCHEMA = MetaData()

_TYPES: dict[str, Any] = {
    "int": BigInteger,
    "bool": Boolean,
    "text": Text,
    "secret": Text,
    "json": JSON().with_variant(JSONB(), "postgresql"),
    "bytes": LargeBinary,
}


def _table(name: str, columns: str) -> Table:
    """Return a table with columns that are given as `name type`, separated by commas."""
    pairs = (column.split() for column in columns.split(","))
    made = (Column(name, _TYPES[type], info={"sealed": type == "secret"}) for name, type in pairs)
    return Table(name, SCHEMA, *made)


def secret_columns(table: Table) -> list[Column[Any]]:
    """Return the columns of a table that hold sealed secrets."""
    return [column for column in table.columns if column.info["sealed"]]


# Workspaces, keys, agents, saved views, secrets and the audit log
workspaces = _table("workspaces", "id int, slug text, name text, created_at int")
keys = _table(
    "keys",
    """
    id text, workspace int, name text, hash text, hint text, client text, scopes text, tags text,
    created_at int, revoked_at int, old_hash text, old_until int, expires_at int
    """,
)
agents = _table(
    "agents",
    "id text, workspace int, name text, spec text, version int, created_at int, updated_at int",
)
agent_versions = _table(
    "agent_versions",
    """
    id text, agent_id text, version int, workspace int, name text, spec text, actor_kind text,
    actor_id text, actor_name text, created_at int
    """,
)
saved_views = _table(
    "saved_views",
    "id text, workspace int, name text, page text, params text, created_by text, created_at int",
)
sign_ins = _table("sign_ins", "hash text, key_id text, created_at int, used_at int, ends_at int")
secrets = _table("secrets", "name text, value secret")
answers = _table(
    "answers",
    "workspace int, route text, key text, fingerprint text, result_id text, at int",
)
audit = _table(
    "audit",
    """
    seq int, workspace int, at int, actor_kind text, actor_id text, actor_name text, action text,
    subject text, before text, after text
    """,
)

# Sessions and their timers
sessions = _table(
    "sessions",
    """
    seq int, id text, workspace int, name text, summary text, search text, status text,
    agent_id text, model_id text, executor text, spec text, tags json, autonomy text, version int,
    created_at int, last_used_at int, ended_at int, read_to int, erased_at int, labelled_by text
    """,
)
session_counters = _table(
    "session_counters",
    """
    session_id text, last_event int, input_tokens int, cached_tokens int, cache_write_tokens int,
    reasoning_tokens int, output_tokens int, cost int, unpriced_calls int, first_token int,
    erasures int
    """,
)
timers = _table(
    "timers",
    """
    seq int, id text, workspace int, session_id text, type text, asked_type text, reason text,
    key text, fire_at int, created_by text, created_at int, status text, settled_at int, code text,
    note text, run_id text, cancelled_by text, deferred_to int, created_by_run text
    """,
)

# Commands that were run in terminals
blocks = _table(
    "blocks",
    """
    seq int, id text, workspace int, session_id text, terminal_id text, actor text, cmd text,
    cwd text, exit_code int, status text, started_at int, ended_at int, output text,
    lines_total int, bytes_total int, place text, run_id text
    """,
)
command_settings = _table("command_settings", "session_id text, attach bool")

# Runs, their log and their events
runs = _table(
    "runs",
    """
    seq int, id text, workspace int, session_id text, status text, trigger text, trigger_id text,
    trigger_name text, rerun_of text, actor text, agent_id text, model_id text, executor text,
    tags json, tag_sources text, origin text, spec text, model text, input_tokens int,
    cached_tokens int, cache_write_tokens int,
    reasoning_tokens int, output_tokens int, cost int, unpriced_calls int, first_token int,
    turns int, task text, final_text text, failure text, failure_reason text, error text,
    envelope text, memory text, delivery text, parent_run_id text, root_run_id text, attempt int,
    rolled_back bool, trace text, created_at int, started_at int, finished_at int, erased_at int,
    budgets text, continues text
    """,
)
parts = _table(
    "parts",
    "run_id text, idx int, kind text, role text, provenance text, text text, extra text, at int",
)
events = _table(
    "events",
    "run_id text, seq int, session_id text, session_seq int, type text, data text, at int",
)
run_texts = _table("run_texts", "seq int, text text")
run_ends = _table("run_ends", "number int, run_seq int, transaction_id int")

# Coding agents' transcripts and approvals
entries = _table(
    "entries",
    "run_id text, id text, idx int, data text, grown text, ended bool, open bool",
)
agent_sessions = _table(
    "agent_sessions",
    """
    run_id text, workspace int, agent text, agent_session text, cwd text, branch text, model text,
    fingerprint text, used text
    """,
)
approvals = _table(
    "approvals",
    """
    run_id text, id text, asked text, asked_at int, decision text, reason text, decided_by text,
    decided_at int
    """,
)

# The durable queue, its workers, and leases
jobs = _table(
    "jobs",
    """
    run_id text, seq int, workspace int, lane text, worker text, attempt int, cancelled bool,
    last_event int, last_part int, created_at int, crashes int, crashes_since_part int,
    not_before int, ready bool, pool text, bucket text, limit_keys text, rules text,
    idle int, dispatches int, dispatched_at int, relay_at int, awakeable text, invocation text,
    reserved text
    """,
)
queue_sizes = _table("queue_sizes", "workspace int, shard int, waiting int")
run_starts = _table("run_starts", "key text, at int")
workers = _table(
    "workers", "id text, name text, started_at int, beat_at int, pools text, slots int"
)
leases = _table("leases", "name text, holder text, until int")

# Memories
memory_spaces = _table("memory_spaces", "id int, workspace int, agent text, person text")
memories = _table(
    "memories",
    """
    seq int, id text, workspace int, space int, text text, source text, terms text, gist text,
    run_id text, vector bytes, vector_of text, created_at int, updated_at int
    """,
)
memory_recalls = _table("memory_recalls", "memory_id text, run_id text")

# Triggers, occurrences, webhook deliveries and channels
triggers = _table(
    "triggers",
    """
    id text, workspace int, kind text, name text, enabled bool, note text, tags text, spec text,
    agent_id text, session_id text, prompt text, config text, secret secret, next_at int,
    resumed_at int, cursor int, version int, created_by text, created_at int, updated_at int
    """,
)
occurrences = _table(
    "occurrences",
    """
    seq int, trigger_id text, key text, status text, planned_at int, until int, count int,
    reason text, run_id text, at int, answered bool, reply_id int, reply_parts int
    """,
)
channel_sessions = _table("channel_sessions", "trigger_id text, key text, session_id text")
replies = _table(
    "replies",
    """
    run_id text, trigger_id text, conversation text, message_id int, is_open bool, next_at int,
    failed_at int
    """,
)
hook_deliveries = _table(
    "hook_deliveries",
    """
    seq int, id text, trigger_id text, key text, headers text, body text, verified bool,
    outcome text, problem text, run_id text, replay_of text, at int
    """,
)

# Subscriptions and outgoing deliveries
# `tags` is not used: it always has the default.
subscriptions = _table(
    "subscriptions",
    """
    id text, workspace int, name text, url text, query text, enabled bool, note text,
    secret secret, previous_secret secret, previous_until int, created_by text, created_at int,
    updated_at int, key_id text, tags text, events text
    """,
)
ended_runs = _table("ended_runs", "run_id text, workspace int")
outgoing = _table(
    "outgoing",
    """
    seq int, id text, subscription_id text, run_id text, type text, payload text, status text,
    attempts int, next_at int, last_status int, last_error text, created_at int, delivered_at int,
    failed_at int
    """,
)

# Budgets, their use and their actions
budgets = _table(
    "budgets",
    """
    id text, workspace int, name text, query text, measure text, period text, timezone text,
    amount int, actions text, price text, enabled bool, created_by text, created_at int,
    updated_at int, removed_at int
    """,
)
budget_versions = _table("budget_versions", "workspace int, version int")
budget_usage = _table(
    "budget_usage",
    """
    budget_id text, scope text, workspace int, started_at int, ends_at int, amount int, used int,
    reserved int, refused int
    """,
)
budget_notices = _table(
    "budget_notices",
    """
    seq int, id text, workspace int, budget_id text, scope text, action text, percent int, used int,
    needed int, amount int, run_id text, at int
    """,
)

# Alerts, their states, and the changes of these
alerts = _table(
    "alerts",
    """
    id text, workspace int, name text, query text, measure text, comparison text, direction text,
    seconds int, threshold text, resolve_threshold text, minimum int, schedule text,
    recipients text, enabled bool, silenced_until int, template text, watched_from int,
    created_by text, created_at int, updated_at int
    """,
)
alert_versions = _table("alert_versions", "workspace int, version int")
alert_states = _table(
    "alert_states",
    """
    alert_id text, workspace int, status text, since int, value text, measured_at int,
    problem text, is_announced bool, version int
    """,
)
alert_events = _table(
    "alert_events",
    """
    seq int, id text, workspace int, alert_id text, status text, at int, recorded_at int,
    value text, threshold text, is_announced bool, reason text
    """,
)

# The inbox
inbox_dismissals = _table(
    "inbox_dismissals", "workspace int, item_id text, dismissed_by text, dismissed_at int"
)
inbox_seen = _table(
    "inbox_seen",
    """
    workspace int, item_id text, kind text, title text, why text, since int, changed_at int,
    run_id text, trigger_id text, subject_id text, tags text, settled_at int, action text,
    settled_by text, reason text
    """,
)
inbox_notices = _table(
    "inbox_notices",
    """
    id text, workspace int, target text, item_id text, opened_at int, run_id text,
    approval_id text, closed_at int, nonce text, expires_at int, chat_id int, message_id int,
    next_at int, attempts int, error text, pressed text, text text
    """,
)

# Packs: ended runs stored by column, for counting
packs = _table(
    "packs",
    """
    workspace int, number int, size int, first_seq int, last_seq int, first_created int,
    last_created int, packed_to int
    """,
)
pack_columns = _table(
    "pack_columns",
    "workspace int, pack int, name text, filled int, codes bytes, texts bytes",
)
unpacked = _table("unpacked", "workspace int, seq int")
packers = _table("packers", "workspace int, changes int")

# Erasures, retention rules and workspace imports
erasures = _table(
    "erasures",
    """
    seq int, id text, workspace int, query text, hide_query bool, mode text, rule_id text,
    actor_kind text, actor_id text, actor_name text, total int, phase text, place int, counts text,
    digest text, created_at int, finished_at int
    """,
)
retention_rules = _table(
    "retention_rules",
    """
    id text, workspace int, name text, query text, age_seconds int, mode text, created_by text,
    created_at int, applied_at int
    """,
)
moves = _table(
    "moves",
    "id text, workspace int, shift int, done int, started_at int, finished_at int",
)
