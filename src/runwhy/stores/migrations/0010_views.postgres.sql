CREATE TABLE saved_views (
    id TEXT PRIMARY KEY,
    workspace BIGINT NOT NULL REFERENCES workspaces (id),
    name TEXT NOT NULL,
    page TEXT NOT NULL,
    params TEXT NOT NULL,
    created_by TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX saved_views_by_workspace ON saved_views (workspace, name);
