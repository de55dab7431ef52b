-- Times are milliseconds since 1970 in UTC. JSON is stored as TEXT.

-- Workspaces and access

CREATE TABLE workspaces (
    id INTEGER PRIMARY KEY,
    slug TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL
);

CREATE TABLE keys (
    id TEXT PRIMARY KEY,
    workspace INTEGER NOT NULL REFERENCES workspaces (id),
    name TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    hint TEXT NOT NULL,
    client TEXT NOT NULL,
    scopes TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    revoked_at INTEGER,
    -- The key sees only runs and sessions that have all of these tags.
    tags TEXT NOT NULL DEFAULT '{}',
    -- The secret before the last rotation, accepted until `old_until`.
    old_hash TEXT,
    old_until INTEGER
);
CREATE INDEX keys_by_old_hash ON keys (old_hash) WHERE old_hash IS NOT NULL;

CREATE TABLE secrets (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

-- Append-only; a row is written in the transaction of the change it records.
CREATE TABLE audit (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace INTEGER NOT NULL,
    at INTEGER NOT NULL,
    actor_kind TEXT NOT NULL,
    actor_id TEXT,
    actor_name TEXT,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    before TEXT,
    after TEXT
);
CREATE INDEX audit_of_workspace ON audit (workspace, seq);
CREATE INDEX audit_by_subject ON audit (workspace, subject, seq);

CREATE TABLE saved_views (
    id TEXT PRIMARY KEY,
    workspace INTEGER NOT NULL REFERENCES workspaces (id),
    name TEXT NOT NULL,
    page TEXT NOT NULL,
    params TEXT NOT NULL,
    created_by TEXT NOT NULL,
    created_at INTEGER NOT NULL
);
CREATE INDEX saved_views_by_workspace ON saved_views (workspace, name);

-- Agents and sessions

CREATE TABLE agents (
    id TEXT PRIMARY KEY,
    workspace INTEGER NOT NULL REFERENCES workspaces (id),
    name TEXT NOT NULL,
    spec TEXT NOT NULL,
    version INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
);
CREATE INDEX agents_by_workspace ON agents (workspace, id);

CREATE TABLE sessions (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    workspace INTEGER NOT NULL REFERENCES workspaces (id),
    name TEXT NOT NULL,
    summary TEXT NOT NULL,
    search TEXT NOT NULL,
    status TEXT NOT NULL,
    agent_id TEXT,
    model_id TEXT,
    executor TEXT NOT NULL,
    spec TEXT NOT NULL,
    tags TEXT NOT NULL,
    autonomy TEXT,
    version INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER NOT NULL,
    ended_at INTEGER,
    -- `runs.seq` of the newest run whose reply was read.
    read_to INTEGER NOT NULL DEFAULT 0,
    -- When the content was erased; the row itself is kept.
    erased_at INTEGER
);
CREATE INDEX sessions_by_use ON sessions (workspace, last_used_at, seq);

-- A table of its own, because this row is locked last and the session's row first.
CREATE TABLE session_counters (
    session_id TEXT PRIMARY KEY,
    last_event INTEGER NOT NULL
);

-- Runs

CREATE TABLE runs (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    workspace INTEGER NOT NULL REFERENCES workspaces (id),
    session_id TEXT,
    status TEXT NOT NULL,
    trigger TEXT NOT NULL,
    trigger_id TEXT,
    actor TEXT,
    agent_id TEXT,
    model_id TEXT,
    executor TEXT NOT NULL,
    tags TEXT NOT NULL,
    tag_sources TEXT NOT NULL,
    origin TEXT NOT NULL,
    spec TEXT NOT NULL,
    model TEXT,
    input_tokens INTEGER NOT NULL DEFAULT 0,
    cached_tokens INTEGER NOT NULL DEFAULT 0,
    reasoning_tokens INTEGER NOT NULL DEFAULT 0,
    output_tokens INTEGER NOT NULL DEFAULT 0,
    turns INTEGER NOT NULL DEFAULT 0,
    final_text TEXT,
    failure TEXT,
    failure_reason TEXT,
    error TEXT,
    envelope TEXT,
    parent_run_id TEXT,
    root_run_id TEXT,
    attempt INTEGER NOT NULL,
    rolled_back INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    started_at INTEGER,
    finished_at INTEGER,
    memory TEXT,
    -- The trace context that the run's spans continue.
    trace TEXT,
    -- When the content was erased; the row itself is kept.
    erased_at INTEGER
);
CREATE INDEX runs_by_workspace ON runs (workspace, seq);
CREATE INDEX runs_by_session ON runs (session_id, seq) WHERE session_id IS NOT NULL;
CREATE INDEX runs_by_parent ON runs (parent_run_id, seq) WHERE parent_run_id IS NOT NULL;
CREATE INDEX runs_by_trigger ON runs (trigger_id, seq) WHERE trigger_id IS NOT NULL;

CREATE TABLE parts (
    run_id TEXT NOT NULL,
    idx INTEGER NOT NULL,
    kind TEXT NOT NULL,
    role TEXT NOT NULL,
    provenance TEXT NOT NULL,
    text TEXT NOT NULL,
    extra TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (run_id, idx)
) WITHOUT ROWID;

CREATE TABLE events (
    run_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    session_id TEXT,
    session_seq INTEGER,
    type TEXT NOT NULL,
    data TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (run_id, seq)
) WITHOUT ROWID;
CREATE INDEX events_by_session ON events (session_id, session_seq) WHERE session_id IS NOT NULL;

-- Results of requests with an idempotency key.
CREATE TABLE answers (
    workspace INTEGER NOT NULL,
    route TEXT NOT NULL,
    key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    result_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (workspace, route, key)
) WITHOUT ROWID;
CREATE INDEX answers_by_time ON answers (at);
CREATE INDEX answers_by_result ON answers (result_id);

-- Queue

-- One row per run that has not ended. A worker can claim the first job of a lane.
CREATE TABLE jobs (
    run_id TEXT PRIMARY KEY,
    seq INTEGER NOT NULL,
    workspace INTEGER NOT NULL,
    lane TEXT NOT NULL,
    worker TEXT,
    attempt INTEGER NOT NULL DEFAULT 1,
    cancelled INTEGER NOT NULL DEFAULT 0,
    last_event INTEGER NOT NULL DEFAULT 0,
    last_part INTEGER NOT NULL DEFAULT -1,
    created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX jobs_by_lane ON jobs (lane, seq);
CREATE INDEX jobs_by_seq ON jobs (seq);
CREATE INDEX jobs_by_worker ON jobs (worker, seq);

CREATE TABLE workers (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    beat_at INTEGER NOT NULL
);

-- Tasks that only one server may do at a time.
CREATE TABLE leases (
    name TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    until INTEGER NOT NULL
);

-- Search

-- Posting lists of the tags, by `runs.seq` and `sessions.seq`.
CREATE VIRTUAL TABLE run_tags USING fts5 (t, content='', detail=none, columnsize=0, tokenize="ascii tokenchars '-_.=~'");
INSERT INTO run_tags (run_tags, rank) VALUES ('pgsz', 1000);
CREATE VIRTUAL TABLE session_tags USING fts5 (t, content='', detail=none, columnsize=0, tokenize="ascii tokenchars '-_.=~'");

-- Text that a search matches: the prompt, then the final text, truncated and case-folded.
CREATE TABLE run_texts (
    seq INTEGER PRIMARY KEY,
    text TEXT NOT NULL
);

-- Ended runs, stored by column in packs of a few thousand.
CREATE TABLE packs (
    workspace INTEGER NOT NULL,
    number INTEGER NOT NULL,
    size INTEGER NOT NULL,
    first_seq INTEGER NOT NULL,
    last_seq INTEGER NOT NULL,
    first_created INTEGER NOT NULL,
    last_created INTEGER NOT NULL,
    packed_to INTEGER NOT NULL,
    PRIMARY KEY (workspace, number)
) WITHOUT ROWID;

CREATE TABLE pack_columns (
    workspace INTEGER NOT NULL,
    pack INTEGER NOT NULL,
    name TEXT NOT NULL,
    filled INTEGER NOT NULL,
    codes BLOB NOT NULL,
    texts BLOB NOT NULL,
    PRIMARY KEY (workspace, pack, name)
);

-- Runs that had not ended when newer runs were packed.
CREATE TABLE unpacked (
    workspace INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (workspace, seq)
) WITHOUT ROWID;

-- Locked by writers of a workspace's packs; `changes` counts the changes that made packs stale.
CREATE TABLE packers (
    workspace INTEGER NOT NULL PRIMARY KEY,
    changes INTEGER NOT NULL
);

-- Triggers

CREATE TABLE triggers (
    id TEXT PRIMARY KEY,
    workspace INTEGER NOT NULL REFERENCES workspaces (id),
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    enabled INTEGER NOT NULL,
    note TEXT,
    tags TEXT NOT NULL,
    spec TEXT NOT NULL,
    agent_id TEXT,
    session_id TEXT,
    prompt TEXT NOT NULL,
    config TEXT NOT NULL,
    secret TEXT,
    next_at INTEGER,
    resumed_at INTEGER,
    cursor INTEGER NOT NULL,
    version INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    UNIQUE (workspace, name)
);
CREATE INDEX triggers_by_due ON triggers (next_at) WHERE enabled = 1 AND next_at IS NOT NULL;

-- Firings and skips. The unique key makes each occurrence happen once across servers.
CREATE TABLE occurrences (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    trigger_id TEXT NOT NULL REFERENCES triggers (id),
    key TEXT NOT NULL,
    status TEXT NOT NULL,
    planned_at INTEGER,
    until INTEGER,
    count INTEGER NOT NULL,
    reason TEXT,
    run_id TEXT,
    at INTEGER NOT NULL,
    answered INTEGER NOT NULL,
    reply_id INTEGER,
    reply_parts INTEGER NOT NULL,
    UNIQUE (trigger_id, key)
);
CREATE INDEX occurrences_by_trigger ON occurrences (trigger_id, seq);
CREATE INDEX occurrences_to_answer ON occurrences (trigger_id, seq) WHERE answered = 0;
CREATE INDEX occurrences_by_run ON occurrences (run_id) WHERE run_id IS NOT NULL;

-- The newest requests to each webhook trigger, rejected ones included.
CREATE TABLE hook_deliveries (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    trigger_id TEXT NOT NULL REFERENCES triggers (id),
    key TEXT,
    headers TEXT NOT NULL,
    body TEXT NOT NULL,
    verified INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    problem TEXT,
    run_id TEXT,
    replay_of TEXT,
    at INTEGER NOT NULL
);
CREATE INDEX hook_deliveries_by_trigger ON hook_deliveries (trigger_id, seq);
CREATE INDEX hook_deliveries_by_run ON hook_deliveries (run_id) WHERE run_id IS NOT NULL;

-- The session of each conversation in a channel.
CREATE TABLE channel_sessions (
    trigger_id TEXT NOT NULL REFERENCES triggers (id),
    key TEXT NOT NULL,
    session_id TEXT NOT NULL,
    PRIMARY KEY (trigger_id, key)
);

-- Timers. Each fires once; its row keeps the result.
CREATE TABLE timers (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    workspace INTEGER NOT NULL REFERENCES workspaces (id),
    session_id TEXT NOT NULL,
    type TEXT NOT NULL,
    asked_type TEXT NOT NULL,
    reason TEXT NOT NULL,
    key TEXT,
    fire_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    status TEXT NOT NULL,
    settled_at INTEGER,
    code TEXT,
    note TEXT,
    run_id TEXT,
    cancelled_by TEXT
);
CREATE INDEX timers_by_session ON timers (session_id, seq);
CREATE INDEX timers_by_due ON timers (fire_at, seq) WHERE status = 'pending';
CREATE INDEX timers_pending ON timers (session_id) WHERE status = 'pending';
CREATE UNIQUE INDEX timers_by_key ON timers (session_id, key) WHERE status = 'pending' AND key IS NOT NULL;
CREATE INDEX timers_by_run ON timers (run_id) WHERE run_id IS NOT NULL;

-- Outgoing webhooks

CREATE TABLE subscriptions (
    id TEXT PRIMARY KEY,
    workspace INTEGER NOT NULL REFERENCES workspaces (id),
    name TEXT NOT NULL,
    url TEXT NOT NULL,
    query TEXT NOT NULL,
    enabled INTEGER NOT NULL,
    note TEXT,
    secret TEXT NOT NULL,
    previous_secret TEXT,
    previous_until INTEGER,
    created_by TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
);
CREATE INDEX subscriptions_by_workspace ON subscriptions (workspace, id);

-- Ended runs that have not been matched against the subscriptions yet.
CREATE TABLE ended_runs (
    run_id TEXT PRIMARY KEY,
    workspace INTEGER NOT NULL
);

CREATE TABLE outgoing (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    subscription_id TEXT NOT NULL REFERENCES subscriptions (id),
    run_id TEXT NOT NULL,
    type TEXT NOT NULL,
    payload TEXT NOT NULL,
    status TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    next_at INTEGER,
    last_status INTEGER,
    last_error TEXT,
    created_at INTEGER NOT NULL,
    delivered_at INTEGER
);
CREATE INDEX outgoing_by_subscription ON outgoing (subscription_id, seq);
CREATE INDEX outgoing_by_due ON outgoing (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX outgoing_by_run ON outgoing (run_id);

-- Terminal

-- Commands run in terminals; `place` says whether the model has received a command.
CREATE TABLE blocks (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    workspace INTEGER NOT NULL REFERENCES workspaces (id),
    session_id TEXT NOT NULL,
    terminal_id TEXT,
    actor TEXT NOT NULL,
    cmd TEXT NOT NULL,
    cwd TEXT NOT NULL,
    exit_code INTEGER,
    status TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at INTEGER,
    output TEXT NOT NULL,
    lines_total INTEGER NOT NULL,
    bytes_total INTEGER NOT NULL,
    place TEXT NOT NULL,
    run_id TEXT
);
CREATE INDEX blocks_by_session ON blocks (session_id, seq);
CREATE INDEX blocks_by_place ON blocks (session_id, place, seq);
CREATE INDEX blocks_by_run ON blocks (run_id) WHERE run_id IS NOT NULL;

CREATE TABLE command_settings (
    session_id TEXT PRIMARY KEY,
    attach BOOLEAN NOT NULL
);

-- Coding agents

CREATE TABLE entries (
    run_id TEXT NOT NULL,
    id TEXT NOT NULL,
    idx INTEGER NOT NULL,
    data TEXT NOT NULL,
    grown TEXT NOT NULL,
    ended BOOLEAN NOT NULL,
    PRIMARY KEY (run_id, id)
) WITHOUT ROWID;
CREATE INDEX entries_in_order ON entries (run_id, idx);

CREATE TABLE agent_sessions (
    run_id TEXT PRIMARY KEY,
    workspace INTEGER NOT NULL REFERENCES workspaces (id),
    agent TEXT NOT NULL,
    agent_session TEXT,
    cwd TEXT,
    branch TEXT,
    model TEXT,
    fingerprint TEXT
);
CREATE INDEX agent_sessions_by_session ON agent_sessions (workspace, agent, agent_session);

CREATE TABLE approvals (
    run_id TEXT NOT NULL,
    id TEXT NOT NULL,
    asked TEXT NOT NULL,
    asked_at INTEGER NOT NULL,
    decision TEXT,
    reason TEXT,
    decided_by TEXT,
    decided_at INTEGER,
    PRIMARY KEY (run_id, id)
);

-- Memory

-- One row per agent and user that have memories; writers lock it.
CREATE TABLE memory_spaces (
    id INTEGER PRIMARY KEY,
    workspace INTEGER NOT NULL REFERENCES workspaces (id),
    agent TEXT NOT NULL,
    person TEXT NOT NULL,
    UNIQUE (workspace, agent, person)
);

CREATE TABLE memories (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    workspace INTEGER NOT NULL,
    space INTEGER NOT NULL REFERENCES memory_spaces (id),
    text TEXT NOT NULL,
    source TEXT NOT NULL,
    terms TEXT NOT NULL,
    gist TEXT NOT NULL,
    run_id TEXT,
    vector BLOB,
    vector_of TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
);
CREATE INDEX memories_by_space ON memories (space, seq);
CREATE INDEX memories_by_workspace ON memories (workspace, seq);
CREATE INDEX memories_by_run ON memories (run_id) WHERE run_id IS NOT NULL;

-- Terms are split and folded by Runwhy, so that both stores find the same memories.
CREATE VIRTUAL TABLE memory_words USING fts5 (space, terms, content='', detail=column, columnsize=0, tokenize="ascii");

-- Retention and moves

-- Receipts of erasures, and how far each has come.
CREATE TABLE erasures (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    workspace INTEGER NOT NULL REFERENCES workspaces (id),
    query TEXT NOT NULL,
    hide_query BOOLEAN NOT NULL,
    mode TEXT NOT NULL,
    rule_id TEXT,
    actor_kind TEXT NOT NULL,
    actor_id TEXT,
    actor_name TEXT,
    total INTEGER NOT NULL,
    phase TEXT NOT NULL,
    place INTEGER,
    counts TEXT NOT NULL,
    digest TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    finished_at INTEGER
);
CREATE INDEX erasures_of_workspace ON erasures (workspace, seq);
CREATE INDEX erasures_unfinished ON erasures (seq) WHERE finished_at IS NULL;

CREATE TABLE retention_rules (
    id TEXT PRIMARY KEY,
    workspace INTEGER NOT NULL REFERENCES workspaces (id),
    name TEXT NOT NULL,
    query TEXT NOT NULL,
    age_seconds INTEGER NOT NULL,
    mode TEXT NOT NULL,
    created_by TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    applied_at INTEGER,
    UNIQUE (workspace, name)
);

-- Workspaces imported from another database, and how far each has come.
CREATE TABLE moves (
    id TEXT PRIMARY KEY,
    workspace INTEGER NOT NULL REFERENCES workspaces (id),
    shift INTEGER NOT NULL,
    done INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    finished_at INTEGER
);
