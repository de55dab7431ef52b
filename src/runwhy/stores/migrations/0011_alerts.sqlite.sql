-- Alerts: a measure of the runs that match a query, and when to notify whom.
CREATE TABLE alerts (
    id TEXT PRIMARY KEY,
    workspace INTEGER NOT NULL REFERENCES workspaces (id),
    name TEXT NOT NULL,
    query TEXT NOT NULL,
    measure TEXT NOT NULL,
    comparison TEXT NOT NULL,
    direction TEXT NOT NULL,
    -- The length of the window.
    seconds INTEGER NOT NULL,
    -- Decimal numbers are text, so that they are read as they were written.
    threshold TEXT,
    resolve_threshold TEXT,
    minimum INTEGER NOT NULL,
    schedule TEXT,
    recipients TEXT NOT NULL,
    enabled BOOLEAN NOT NULL,
    silenced_until INTEGER,
    template TEXT,
    watched_from INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    UNIQUE (workspace, name)
);

-- Counts the changes of a workspace's alerts, so that evaluators notice them.
CREATE TABLE alert_versions (
    workspace INTEGER PRIMARY KEY REFERENCES workspaces (id),
    version INTEGER NOT NULL
);

-- The state of an alert as last evaluated. Its version decides which of several servers changes it.
CREATE TABLE alert_states (
    alert_id TEXT PRIMARY KEY,
    workspace INTEGER NOT NULL,
    status TEXT NOT NULL,
    since INTEGER NOT NULL,
    value TEXT,
    measured_at INTEGER,
    problem TEXT,
    is_announced BOOLEAN NOT NULL,
    version INTEGER NOT NULL
);
CREATE INDEX alert_states_open ON alert_states (workspace) WHERE status <> 'ok';

-- Changes of states.
CREATE TABLE alert_events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    workspace INTEGER NOT NULL,
    alert_id TEXT NOT NULL,
    status TEXT NOT NULL,
    at INTEGER NOT NULL,
    recorded_at INTEGER NOT NULL,
    value TEXT,
    threshold TEXT,
    is_announced BOOLEAN NOT NULL,
    reason TEXT
);
CREATE INDEX alert_events_by_alert ON alert_events (alert_id, seq);

-- A message that is sent as it is, instead of one about an item of the inbox.
ALTER TABLE inbox_notices ADD COLUMN text TEXT;
