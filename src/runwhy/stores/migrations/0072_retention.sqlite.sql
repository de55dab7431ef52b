-- What is erased by itself, once it is old enough.
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
