CREATE TABLE triggers (
    id TEXT PRIMARY KEY,
    workspace BIGINT NOT NULL REFERENCES workspaces (id),
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    enabled BOOLEAN NOT NULL,
    note TEXT,
    tags TEXT NOT NULL,
    spec TEXT NOT NULL,
    agent_id TEXT,
    session_id TEXT,
    prompt TEXT NOT NULL,
    config TEXT NOT NULL,
    secret TEXT,
    next_at BIGINT,
    resumed_at BIGINT,
    cursor BIGINT NOT NULL,
    version BIGINT NOT NULL,
    created_by TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    UNIQUE (workspace, name)
);
CREATE INDEX triggers_by_due ON triggers (next_at) WHERE enabled AND next_at IS NOT NULL;

-- Every firing and every skip. The key makes an occurrence happen once, whoever tries.
CREATE TABLE occurrences (
    seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    trigger_id TEXT NOT NULL REFERENCES triggers (id),
    key TEXT NOT NULL,
    status TEXT NOT NULL,
    planned_at BIGINT,
    until BIGINT,
    count BIGINT NOT NULL,
    reason TEXT,
    run_id TEXT,
    at BIGINT NOT NULL,
    answered BOOLEAN NOT NULL,
    reply_id BIGINT,
    reply_parts BIGINT NOT NULL,
    UNIQUE (trigger_id, key)
);
CREATE INDEX occurrences_by_trigger ON occurrences (trigger_id, seq);
CREATE INDEX occurrences_to_answer ON occurrences (trigger_id, seq) WHERE NOT answered;
CREATE INDEX runs_by_trigger ON runs (trigger_id, seq) WHERE trigger_id IS NOT NULL;

-- What came to the address of a webhook, also what was refused; the newest of each trigger.
CREATE TABLE hook_deliveries (
    seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    trigger_id TEXT NOT NULL REFERENCES triggers (id),
    key TEXT,
    headers TEXT NOT NULL,
    body TEXT NOT NULL,
    verified BOOLEAN NOT NULL,
    outcome TEXT NOT NULL,
    problem TEXT,
    run_id TEXT,
    replay_of TEXT,
    at BIGINT NOT NULL
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
    until BIGINT NOT NULL
);
