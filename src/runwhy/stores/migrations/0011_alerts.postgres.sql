-- Alerts: a measure of the runs that match a query, and when to notify whom.
CREATE TABLE alerts (
    id TEXT PRIMARY KEY,
    workspace BIGINT NOT NULL REFERENCES workspaces (id),
    name TEXT NOT NULL,
    query TEXT NOT NULL,
    measure TEXT NOT NULL,
    comparison TEXT NOT NULL,
    direction TEXT NOT NULL,
    -- The length of the window.
    seconds BIGINT NOT NULL,
    -- Decimal numbers are text, so that they are read as they were written.
    threshold TEXT,
    resolve_threshold TEXT,
    minimum BIGINT NOT NULL,
    schedule TEXT,
    recipients TEXT NOT NULL,
    enabled BOOLEAN NOT NULL,
    silenced_until BIGINT,
    template TEXT,
    watched_from BIGINT NOT NULL,
    created_by TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    UNIQUE (workspace, name)
);

-- Counts the changes of a workspace's alerts, so that evaluators notice them.
CREATE TABLE alert_versions (
    workspace BIGINT PRIMARY KEY REFERENCES workspaces (id),
    version BIGINT NOT NULL
);

-- The state of an alert as last evaluated. Its version decides which of several servers changes it.
CREATE TABLE alert_states (
    alert_id TEXT PRIMARY KEY,
    workspace BIGINT NOT NULL,
    status TEXT NOT NULL,
    since BIGINT NOT NULL,
    value TEXT,
    measured_at BIGINT,
    problem TEXT,
    is_announced BOOLEAN NOT NULL,
    version BIGINT NOT NULL
);
CREATE INDEX alert_states_open ON alert_states (workspace) WHERE status <> 'ok';

-- Changes of states.
CREATE TABLE alert_events (
    seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    workspace BIGINT NOT NULL,
    alert_id TEXT NOT NULL,
    status TEXT NOT NULL,
    at BIGINT NOT NULL,
    recorded_at BIGINT NOT NULL,
    value TEXT,
    threshold TEXT,
    is_announced BOOLEAN NOT NULL,
    reason TEXT
);
CREATE INDEX alert_events_by_alert ON alert_events (alert_id, seq);

-- A message that is sent as it is, instead of one about an item of the inbox.
ALTER TABLE inbox_notices ADD COLUMN text TEXT;
