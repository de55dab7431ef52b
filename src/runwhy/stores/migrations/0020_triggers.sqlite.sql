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

-- Every firing and every skip. The key makes an occurrence happen once, whoever tries.
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
CREATE INDEX runs_by_trigger ON runs (trigger_id, seq) WHERE trigger_id IS NOT NULL;

-- What came to the address of a webhook, also what was refused; the newest of each trigger.
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

-- Which conversation of a channel is which session.
CREATE TABLE channel_sessions (
    trigger_id TEXT NOT NULL REFERENCES triggers (id),
    key TEXT NOT NULL,
    session_id TEXT NOT NULL,
    PRIMARY KEY (trigger_id, key)
);

-- What only one server may do at a time, and which one does.
CREATE TABLE leases (
    name TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    until INTEGER NOT NULL
);
