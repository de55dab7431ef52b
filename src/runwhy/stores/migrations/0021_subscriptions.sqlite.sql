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

-- Runs that ended while somebody had subscribed, until it is decided who is told.
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
