-- What is erased by itself, once it is old enough.
CREATE TABLE retention_rules (
    id TEXT PRIMARY KEY,
    workspace BIGINT NOT NULL REFERENCES workspaces (id),
    name TEXT NOT NULL,
    query TEXT NOT NULL,
    age_seconds BIGINT NOT NULL,
    mode TEXT NOT NULL,
    created_by TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    applied_at BIGINT,
    UNIQUE (workspace, name)
);
